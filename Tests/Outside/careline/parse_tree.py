"""PostgreSQL's own reading of statements: what `debug_print_parse` says of each, as a tree. Who asks this way needs no grammar of their own."""

import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator

TOKEN = re.compile(r"[{}()\[\]]|(?:\\.|[^\s{}()\[\]\\])+")
# In lines of some eighty signs, broken between two words.
TREE = re.compile(r"^DETAIL:\s+(\{QUERY .*?\})\s*(?=^\w+:  |\Z)", re.MULTILINE | re.DOTALL)
UNTYPED = re.compile(r"could not determine data type of parameter \$(\d+)")
# Constants that carry their type before them are spelled `interval $1` by pg_stat_statements, which is no SQL.
TYPED = re.compile(r"\b(interval|timestamptz|timestamp|date|time)\s+(\$\d+)", re.IGNORECASE)


class NotRead(Exception):
    pass


class Node(dict):
    """A node of the tree: its fields by name. Lists are lists, everything else is text."""

    def __init__(self, kind: str):
        super().__init__()
        self.kind = kind


def parsed(text: str):
    return _value(iter(TOKEN.findall(text)))


def _value(tokens: Iterator[str], token: str | None = None):
    token = token or next(tokens)
    if token == "{":
        node, field, values = Node(next(tokens)), None, []
        for token in tokens:
            if token == "}" or (token.startswith(":") and len(token) > 1):
                if field:
                    node[field] = values[0] if len(values) == 1 else values
                if token == "}":
                    return node
                field, values = token[1:], []
            else:
                values.append(_value(tokens, token))
    if token in ("(", "["):
        found = []
        for token in tokens:
            if token in (")", "]"):
                return found
            found.append(_value(tokens, token))
    return None if token == "<>" else token


# The types of parameters are not remembered. Where PostgreSQL cannot tell them from the statement, these are tried, the same for all of one `unnest`.
ARRAYS = ["uuid[]", "text[]", "bigint[]", "timestamptz[]", "bytea[]"]
UNNESTED = re.compile(r"\bunnest\(((?:\$\d+(?:, )?)+)\)", re.IGNORECASE)
PARAMETER = re.compile(r"\$(\d+)")
# Rows of parameters whose columns have names: `given (a, b) AS (VALUES ($1, $2))`, and `(VALUES ($1)) AS d (day)`.
ROWS = r"VALUES\s+(?P<rows>(?:\([^()]*\)(?:\s*,\s*)?)+)"
NAMED_ROWS = (re.compile(rf"\w+\s*\((?P<names>[\w\s,]+)\)\s+AS\s+\(\s*{ROWS}"), re.compile(rf"\(\s*{ROWS}\s*\)\s+AS\s+\w+\s*\((?P<names>[\w\s,]+)\)"))
# Such names that no table has a column of.
NO_COLUMNS = {"day": "timestamptz", "digest": "bytea"}
# What may as well be numbers as texts, for all that stands there: the results of a CASE, the last column.
CASE = re.compile(r"\bCASE\b((?:(?!\bCASE\b|\bEND\b).)*)\bEND\b", re.DOTALL)
RESULT = re.compile(r"\b(?:THEN|ELSE)\s+(.+?)\s*(?=\bWHEN\b|\bELSE\b|$)", re.DOTALL)
LAST_COLUMN = re.compile(r"\$(\d+)(?:\s+AS\s+\w+)?\s+FROM\b")


def guesses(statement: str, columns: dict[str, dict[str, str]]) -> Iterator[dict[int, str]]:
    """Types of parameters by their numbers, one guess after the other: none, then those of arrays, of columns, of numbers. `columns`: types by table and name."""
    yield {}
    if unnested := UNNESTED.findall(statement):
        numbers = [int(number) for group in unnested for number in PARAMETER.findall(group)]
        yield from (dict.fromkeys(numbers, array) for array in ARRAYS)
    named, counted = by_column(statement, columns), dict.fromkeys(numbers_perhaps(statement), "bigint")
    if named:
        yield dict(named)
    if counted:
        yield counted | named


def by_column(statement: str, columns: dict[str, dict[str, str]]) -> dict[int, str]:
    """A value is of the type of the column that its own is named after, in the tables that the statement names."""
    known = NO_COLUMNS | {name: type_ for table, types in columns.items() if re.search(rf"\b{table}\b", statement) for name, type_ in types.items()}
    found: dict[int, str] = {}
    for rows in (rows for pattern in NAMED_ROWS for rows in pattern.finditer(statement)):
        names = [name.strip() for name in rows["names"].split(",")]
        for row in re.findall(r"\(([^()]*)\)", rows["rows"]):
            for name, value in zip(names, row.split(",")):
                if name in known and (parameter := PARAMETER.fullmatch(value.strip())):
                    found[int(parameter[1])] = known[name]
    return found


def numbers_perhaps(statement: str) -> list[int]:
    found = [int(number) for number in LAST_COLUMN.findall(statement)]
    for case in CASE.findall(statement):
        results = [PARAMETER.fullmatch(result) for result in RESULT.findall(case.strip())]
        if all(results):
            found += [int(result[1]) for result in results]
    return found


def trees(
    url: str, statements: Iterable[str], unread: list[str] | None = None, columns: dict[str, dict[str, str]] | None = None,
) -> list[tuple[str, Node]]:
    """Each with its parse tree, in a database that has its tables; nothing is executed. What PostgreSQL does not understand without knowing the types of its
    parameters, and what no guess makes it understand, goes to `unread`, or throws NotRead."""
    wanted = [TYPED.sub(r"\2::\1", statement.strip().rstrip(";")) for statement in statements]
    further = [guesses(statement, columns or {}) for statement in wanted]
    types = [next(each) for each in further]
    found: list[Node | None] = [None] * len(wanted)
    given_up: set[int] = set()
    while missing := [place for place, tree in enumerate(found) if tree is None and place not in given_up]:
        said = _asked(url, {place: _prepared(place, wanted[place], types[place]) for place in missing})
        for place in missing:
            text = said[place]
            # Of PREPARE itself, then of what it prepares.
            said_trees = TREE.findall(text)
            if "ERROR:" not in text and said_trees:
                found[place] = parsed(said_trees[-1])
            elif (untyped := UNTYPED.search(text)) and int(untyped[1]) not in types[place]:
                types[place][int(untyped[1])] = "text"
            elif (guess := next(further[place], None)) is not None:
                types[place] = guess
            elif unread is not None:
                unread.append(wanted[place])
                given_up.add(place)
            else:
                errors = [line for line in text.splitlines() if "ERROR:" in line]
                raise NotRead("\n".join([*errors, wanted[place]]))
    return [(statement, tree) for statement, tree in zip(wanted, found) if tree]


def _prepared(place: int, statement: str, types: dict[int, str]) -> str:
    names = ", ".join(types.get(number, "unknown") for number in range(1, max(types, default=0) + 1))
    return f"PREPARE s{place}{f' ({names})' if names else ''} AS {statement};"


def _asked(url: str, scripts: dict[int, str]) -> dict[int, str]:
    """What psql says of each on standard error."""
    lines = ["SET client_min_messages = log; SET debug_print_parse = on; SET debug_pretty_print = off;"]
    for place, script in scripts.items():
        lines += [f"\\warn @@{place}@@", script]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        done = subprocess.run(["psql", "-X", "-q", "-f", file.name, url], capture_output=True, text=True, timeout=120)
    parts = re.split(r"^@@(\d+)@@$", re.sub(r"^psql:\S+: ", "", done.stderr, flags=re.MULTILINE), flags=re.MULTILINE)
    said = {int(place): text for place, text in zip(parts[1::2], parts[2::2])}
    return {place: said.get(place, done.stderr) for place in scripts}
