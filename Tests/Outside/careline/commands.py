"""The commands of `careline` and of the services' executables as their sources declare them, and those that a page names."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from careline.checkout import CHECKOUT

STRUCT = re.compile(r"\bstruct (\w+)[^{\n]*\{")
TEXT = r'"(?:[^"\\]|\\.)*"'
OPTION = re.compile(rf"@(?:Option|Flag)(\((?:[^()\"]|{TEXT}|\((?:[^()\"]|{TEXT})*\))*\))?\s*var (\w+)")
# What every service's own executable does (ServiceMain.swift), without options.
OF_ALL_SERVICES = {"serve", "migrate", "healthy", "routes"}


@dataclass
class Command:
    options: set[str] = field(default_factory=set)
    below: dict[str, "Command"] = field(default_factory=dict)


def kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"-\1", name).lower()


def bodies(text: str) -> dict[str, str]:
    """What stands in each struct, without the structs in it. The sources are formatted: a struct ends where its indentation does."""
    found: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if match := STRUCT.search(line):
            indentation = re.match(" *", line)[0]
            end = next((later for later in range(number, len(lines)) if lines[later].startswith(indentation + "}")), number)
            found[match[1]] = "\n".join(lines[number + 1:end])
    for name, body in found.items():
        for inner in [other for other in found.values() if other and other != body and other in body]:
            body = body.replace(inner, "")
        found[name] = body
    return found


class Sources:
    def __init__(self, folder: Path):
        self.files = {file.name: bodies(file.read_text()) for file in sorted(folder.rglob("*.swift"))}

    def body(self, name: str, beside: str) -> tuple[str, str]:
        """That of the same file before another's: several have a `List`."""
        file = beside if name in self.files.get(beside, {}) else next(file for file, structs in self.files.items() if name in structs)
        return file, self.files[file][name]

    def options(self, name: str, beside: str) -> set[str]:
        file, body = self.body(name, beside)
        found = set()
        for words, variable in OPTION.findall(body):
            long = re.search(r'customLong\("([^"]+)"\)', words)
            found.add(long[1] if long else kebab(variable))
            if ".prefixedNo" in words:
                found.add("no-" + kebab(variable))
        for group in re.findall(r"@OptionGroup var \w+: (\w+)", body):
            found |= self.options(group, file)
        return found

    def name(self, struct: str, beside: str) -> str:
        written = re.search(r'commandName: "([^"]+)"', self.body(struct, beside)[1])
        # As ArgumentParser spells it: an abbreviation is one word.
        return written[1] if written else kebab(struct)

    def command(self, struct: str, beside: str = "") -> Command:
        file, body = self.body(struct, beside)
        listed = re.search(r"subcommands: \[([^\]]*)\]", body)
        below = re.findall(r"(\w+)\.self", listed[1]) if listed else []
        return Command(self.options(struct, file), {self.name(each, file): self.command(each, file) for each in below})


def careline() -> Command:
    return Sources(CHECKOUT / "Services/Careline").command("Main")


def of_service(folder: str) -> Command:
    sources = Sources(CHECKOUT / "Services" / folder)
    has_own = any("OperatorCommand" in structs for structs in sources.files.values())
    found = sources.command("OperatorCommand") if has_own else Command()
    return Command(set(), {**found.below, **{name: Command() for name in OF_ALL_SERVICES}})


def named(text: str, program: str) -> list[list[str]]:
    """The words of each line of code that begins with the program, inline or in a block."""
    joined = re.sub(r"\\\n\s*", "", text)
    code = re.findall(r"`([^`\n]+)`", joined)
    code += [line for block in re.findall(r"^ *```\w*[^\n]*\n(.*?)^ *```$", joined, re.M | re.S) for line in block.split("\n")]
    found = []
    for line in code:
        for part in re.split(r"\s[|;&]+\s|[<>#;]| && ", line):
            words = part.split()
            places = [number for number, word in enumerate(words) if word == program or word.endswith(f"/{program}")]
            if places and (places[0] == 0 or words[0] in {"docker", "CARE_ADMIN_SECOND_FACTOR=false"}):
                found.append(words[places[0] + 1:])
    return found


def faults(words: list[str], command: Command) -> list[str]:
    """What of such a line there is not. Words in capitals, and those behind an option, stand for something."""
    found, place = [], 0
    while command.below and place < len(words) and re.fullmatch(r"[a-z][a-z-]*", words[place].rstrip(",")):
        name = words[place].rstrip(",")
        if name not in command.below:
            return [name]
        command, place = command.below[name], place + 1
    for word in words[place:]:
        if match := re.match(r"--([a-z][a-z-]*)", word):
            if match[1] not in command.options | {"help", "version"} and not any(match[1] in each.options for each in command.below.values()):
                found.append(word)
    return found
