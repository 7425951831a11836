"""What both servers are given, and what its search parameters find in it: by a small reading of their expressions, which is for drawing questions and no judge of answers."""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# In Careline it is the log of a record, which nobody writes.
LOGGED = "AuditEvent"
LIVES = ("bundle-01.json", "bundle-05.json", "bundle-09.json")


@dataclass(frozen=True)
class Parameter:
    code: str
    kind: str
    expression: str
    targets: tuple[str, ...]
    components: tuple[tuple[str, str], ...]


def place(resource: dict) -> str:
    return f"{resource['resourceType']}/{resource['id']}"


def resources(data: Path, release: str) -> list[dict]:
    """The official examples, and in R4 some whole lives beside them, each under its own id."""
    found = [json.loads(file.read_text()) for file in sorted((data / f"{release}-examples").glob("*.json"))]
    if release == "r4":
        for name in LIVES:
            found += life(json.loads((data / "r4-synthea" / name).read_text()))
    return list({place(each): each for each in found if "id" in each and each["resourceType"] != LOGGED}.values())


def life(bundle: dict) -> list[dict]:
    places = {entry["fullUrl"]: place({**entry["resource"], "id": entry["resource"].get("id") or entry["fullUrl"].rpartition(":")[2]}) for entry in bundle["entry"]}
    text = json.dumps([{**entry["resource"], "id": places[entry["fullUrl"]].partition("/")[2]} for entry in bundle["entry"]])
    for address, where in places.items():
        text = text.replace(f'"reference": "{address}"', f'"reference": "{where}"')
    return json.loads(text)


def parameters(data: Path, release: str) -> dict[str, dict[str, Parameter]]:
    """By type, those of every resource left out."""
    with gzip.open(data / "definitions" / f"{release}-SearchParameter.ndjson.gz", "rt") as lines:
        definitions = [json.loads(line) for line in lines]
    codes = {definition["url"]: definition["code"] for definition in definitions}
    known: dict[str, dict[str, Parameter]] = defaultdict(dict)
    for definition in definitions:
        components = []
        for component in definition.get("component", []):
            address = component["definition"]
            components.append((codes.get(address if isinstance(address, str) else address["reference"], ""), component["expression"]))
        for base in definition.get("base", []):
            if base not in ("Resource", "DomainResource") and definition.get("expression"):
                # Behind them come examples of definitions, by the same codes.
                known[base].setdefault(definition["code"], Parameter(
                    definition["code"], definition["type"], definition["expression"], tuple(definition.get("target", [])), tuple(components)))
    return known


def values(resource: dict, expression: str) -> list:
    """Of the ways that are of its type."""
    kind, found = resource["resourceType"], []
    for way in expression.split("|"):
        way = way.strip()
        if re.match(rf"\(*{kind}\b", way):
            found += walk([resource], re.sub(rf"^(\(*){kind}\b\.?", r"\1", way))
    return found


def walk(nodes: list, way: str) -> list:
    """`name.where(use='old').given`, `(value as Quantity)`, `value.as(Quantity)`; conditions are passed over."""
    way = re.sub(r"\.?(where|extension|resolve|exists|ofType)\([^()]*(\([^()]*\))?[^()]*\)", "", way)
    kind = None
    if match := re.search(r"\s+as\s+(\w+)\)?|\.?\bas\((\w+)\)", way):
        kind, way = match[1] or match[2], way[:match.start()] + way[match.end():]
    steps = [step for step in re.sub(r"[()\s]", "", way).split(".") if re.fullmatch(r"[a-z]\w*", step)]
    for index, step in enumerate(steps):
        nodes = [value for node in nodes if isinstance(node, dict) for value in members(node, step, kind if index == len(steps) - 1 else None)]
    return nodes


def members(node: dict, name: str, kind: str | None) -> Iterator:
    for key, value in node.items():
        isChoice = key.startswith(name) and key[len(name):][:1].isupper()
        if key == name or isChoice and (kind is None or key[len(name):].lower() == kind.lower()):
            yield from value if isinstance(value, list) else [value]
