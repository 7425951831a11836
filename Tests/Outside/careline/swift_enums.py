"""The words of Swift's enumerations, as they are sent."""

import re

from .checkout import CHECKOUT


def words(file: str, name: str) -> set[str]:
    """The raw values of `enum name: String` in the file. Cases of its own begin with their name; those of a `switch` with a dot."""
    _, declared, body = (CHECKOUT / file).read_text().partition(f"enum {name}: String")
    assert declared, f"{file} has no enum {name}: String"
    found, depth = set(), 0
    for line in body.splitlines():
        line = re.sub(r"//.*", "", line)
        for case in re.findall(r"\bcase (`?\w[^}]*)", line):
            pairs = [re.fullmatch(r'`?(\w+)`?(?: = "([^"]*)")?', each.strip()) for each in case.split(",")]
            found |= {pair[2] or pair[1] for pair in pairs}
        depth += line.count("{") - line.count("}")
        if depth == 0:
            return found
    raise AssertionError(f"the enum {name} of {file} does not end")
