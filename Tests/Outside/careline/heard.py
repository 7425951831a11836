"""What a test heard of the platform, held against openapi.yaml: the status and the type of a problem are described at the operation, and every field at its schema."""

import json
import re
from collections.abc import Iterator
from functools import cached_property

from .contract import METHODS, resolve

TYPE = re.compile(r"`([a-z]+(?:-[a-z]+)*)`")


class Contract:
    def __init__(self, document: dict):
        self.document = document

    @cached_property
    def operations(self) -> list[tuple[str, re.Pattern, dict]]:
        """Those with the fewest names in their paths first: where two would fit, it is the other one that says less."""
        paths = sorted(self.document["paths"].items(), key=lambda each: each[0].count("{"))
        return [
            (method.upper(), re.compile("/".join(r"[^/]+" if part.startswith("{") else re.escape(part) for part in path.split("/"))), item[method])
            for path, item in paths for method in METHODS & item.keys()]

    @cached_property
    def anywhere(self) -> set[str]:
        """What any request may hear, as the contract's first words have it: types, and their statuses for outcomes, which have none."""
        said = re.search(r"- Any request may hear (.*?)\n *- ", self.document["info"]["description"], re.S)
        return {*TYPE.findall(said[1]), *re.findall(r"\b\d{3}\b", said[1])}

    def operation(self, method: str, path: str) -> dict | None:
        return next((value for of, pattern, value in self.operations if of == method and pattern.fullmatch(path)), None)

    def faults(self, method: str, path: str, status: int, kind: str, body: bytes) -> list[str]:
        """`path` without its query, `kind` without its parameters. Nothing of an address that is not described."""
        operation = self.operation(method, path)
        if operation is None:
            return []
        is_problem = kind == "application/problem+json"
        name = json.loads(body)["type"].rpartition("/")[2] if is_problem and body else ""
        if (str(status) if kind == "application/fhir+json" else name) in self.anywhere:
            return []
        described = resolve(self.document, operation["responses"].get(str(status)))
        place = f"{operation['operationId']} {status}"
        if described is None:
            return [f"{place} {name}".strip() + " is not described"]
        content = described.get("content", {})
        if body and kind not in content and "*/*" not in content:
            return [f"{place}: {kind} is not described"]
        if is_problem:
            return [] if name in TYPE.findall(described["description"]) or "text/html" in content else [f"{place}: {name} is not named"]
        if kind != "application/json" or not body or kind not in content:
            return []
        return [f"{place}: {field} is not described" for field in sorted(set(self.unknown(json.loads(body), [content[kind].get("schema", {})])))]

    def unknown(self, value, schemas: list[dict], place: str = "") -> Iterator[str]:
        """Fields that none of the schemas has, which hold together or one in place of another."""
        schemas = list(self.whole(schemas))
        if isinstance(value, list):
            items = [each["items"] for each in schemas if "items" in each]
            for each in value if items else ():
                yield from self.unknown(each, items, f"{place}[]")
        elif isinstance(value, dict) and any("properties" in each for each in schemas):
            for name, inner in value.items():
                known = [each["properties"][name] for each in schemas if name in each.get("properties", {})]
                known += [each["additionalProperties"] for each in schemas if isinstance(each.get("additionalProperties"), dict)]
                if known:
                    yield from self.unknown(inner, known, f"{place}.{name}".removeprefix("."))
                elif not any(each.get("additionalProperties") is True for each in schemas):
                    yield f"{place}.{name}".removeprefix(".")

    def whole(self, schemas: list[dict]) -> Iterator[dict]:
        """With the parts of which they are made."""
        for schema in (resolve(self.document, each) for each in schemas):
            yield schema
            for key in ("allOf", "oneOf", "anyOf"):
                yield from self.whole(schema.get(key, []))
