"""What a contract says otherwise than the one before it: what breaks a program that follows docs/versions.md, and what only comes.

Words are left out. So is what both documents say in other ways: a schema is read through its references, the parts of an `allOf` as one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .contract import METHODS, resolve

# Of a request: what it may be at most, and has to be at least.
MOST, LEAST = ("maximum", "maxLength", "maxItems"), ("minimum", "minLength", "minItems")


@dataclass(frozen=True)
class Change:
    operation: str
    text: str
    breaks: bool

    def __str__(self) -> str:
        return f"{self.operation}: {self.text}"


@dataclass(frozen=True)
class Side:
    """One of the two documents, and an operation in it."""

    document: dict
    value: dict
    shared: list = field(default_factory=list)

    def of(self, node):
        return resolve(self.document, node or {})

    @property
    def parameters(self) -> dict[tuple[str, str], dict]:
        found = [self.of(each) for each in [*self.shared, *self.value.get("parameters", [])]]
        return {(each["in"], each["name"]): each for each in found}


def changes(before: dict, after: dict) -> list[Change]:
    old, new = operations(before), operations(after)
    found = [Change(name, "is gone", True) for name in old if name not in new]
    found += [Change(name, "is new", False) for name in new if name not in old]
    for name in old:
        if name in new:
            found += [Change(name, text, breaks) for text, breaks in sorted(set(operation(old[name], new[name])))]
    return found


def operations(document: dict) -> dict[str, Side]:
    """By method and path; what a parameter of the path is called is nobody's business."""
    return {
        f"{method.upper()} {re.sub(r'{[^}]*}', '{}', path)}": Side(document, item[method], item.get("parameters", []))
        for path, item in document["paths"].items() for method in item if method in METHODS}


# Each gives lines, and whether they break anything ------------------------------------------------------------------------

def operation(old: Side, new: Side) -> Iterator[tuple[str, bool]]:
    yield from parameters(old, new)
    before, after = old.of(old.value.get("requestBody")), new.of(new.value.get("requestBody"))
    if after.get("required") and not before.get("required"):
        yield "its body is required now", True
    yield from contents(old, new, before, after, "its body", is_sent=True)
    answers, later = old.value.get("responses", {}), new.value.get("responses", {})
    for status in later.keys() - answers.keys():
        yield f"answers {status} too", False
    for status, answer in answers.items():
        if status not in later:
            yield f"never answers {status} now", status < "400"
            continue
        one, other = old.of(answer), new.of(later[status])
        yield from ((f"{status} has no {name} now", True) for name in one.get("headers", {}).keys() - other.get("headers", {}).keys())
        yield from ((f"{status} has {name} too", False) for name in other.get("headers", {}).keys() - one.get("headers", {}).keys())
        yield from contents(old, new, one, other, status, is_sent=False)


def parameters(old: Side, new: Side) -> Iterator[tuple[str, bool]]:
    one, other = {key: each for key, each in old.parameters.items() if key[0] != "path"}, {key: each for key, each in new.parameters.items() if key[0] != "path"}
    for key in one.keys() - other.keys():
        yield f"does not take {key[1]} now", True
    for key, each in other.items():
        if each.get("required") and not one.get(key, {}).get("required"):
            yield f"{key[1]} is required now", True
        elif key not in one:
            yield f"takes {key[1]} too", False
        if key in one:
            yield from Schemas(old, new, is_sent=True).compare(one[key].get("schema"), each.get("schema"), key[1])


def contents(old: Side, new: Side, before: dict, after: dict, place: str, is_sent: bool) -> Iterator[tuple[str, bool]]:
    one, other = before.get("content", {}), after.get("content", {})
    yield from ((f"{place} is never {kind} now", True) for kind in one.keys() - other.keys())
    yield from ((f"{place} may be {kind}", False) for kind in other.keys() - one.keys())
    for kind in one.keys() & other.keys():
        yield from Schemas(old, new, is_sent).compare(one[kind].get("schema"), other[kind].get("schema"), place)


class Schemas:
    """Compares what is sent, of which nothing may be taken away, or what is answered, of which nothing may be missing."""

    def __init__(self, old: Side, new: Side, is_sent: bool):
        self.old, self.new, self.is_sent, self.seen = old, new, is_sent, set()

    def compare(self, before, after, place: str) -> Iterator[tuple[str, bool]]:
        # A schema may hold itself.
        pair = (id(before), id(after))
        if pair in self.seen:
            return
        self.seen.add(pair)
        before, after = whole(self.old, before), whole(self.new, after)
        yield from self.kinds(before, after, place)
        yield from self.words(before, after, place)
        if self.is_sent:
            yield from limits(before, after, place)
        yield from self.fields(before, after, place)
        if "items" in before or "items" in after:
            yield from self.compare(before.get("items"), after.get("items"), f"{place}[]")
        one, other = variants(before), variants(after)
        for key in one.keys() & other.keys():
            yield from self.compare(one[key], other[key], place)
        yield from ((f"{place} is never {key} now", self.is_sent) for key in one.keys() - other.keys())
        yield from ((f"{place} may be {key}", False) for key in other.keys() - one.keys())

    def kinds(self, before: dict, after: dict, place: str) -> Iterator[tuple[str, bool]]:
        one, other = types(before), types(after)
        # All that comes has to be what is taken. Where nothing is said it is anything.
        comes, taken = (one, other) if self.is_sent else (other, one)
        if one != other:
            breaks = bool(taken) and not (comes and comes <= taken)
            yield f"{place} is {', '.join(sorted(other)) or 'anything'} now, it was {', '.join(sorted(one)) or 'anything'}", breaks

    def words(self, before: dict, after: dict, place: str) -> Iterator[tuple[str, bool]]:
        """Of an answer new ones may come, which are passed over."""
        one, other = listed(before), listed(after)
        if one is not None and other is not None:
            yield from ((f"{place} is never {word} now", self.is_sent) for word in one - other)
            yield from ((f"{place} may be {word}", False) for word in other - one)
        elif one != other:
            yield f"{place} has {'a list of words now' if one is None else 'no list of words now'}", self.is_sent and one is None

    def fields(self, before: dict, after: dict, place: str) -> Iterator[tuple[str, bool]]:
        one, other = before.get("properties", {}), after.get("properties", {})
        needed, needed_now = set(before.get("required", [])), set(after.get("required", []))
        for name in one.keys() - other.keys():
            yield f"{place}.{name} is gone", True
        for name in other.keys() - one.keys():
            yield f"{place}.{name} is new", self.is_sent and name in needed_now
        for name in one.keys() & other.keys():
            if self.is_sent and name in needed_now - needed or not self.is_sent and name in needed - needed_now:
                yield f"{place}.{name} is {'required' if self.is_sent else 'not always there'} now", True
            elif (name in needed) != (name in needed_now):
                yield f"{place}.{name} is {'always there' if name in needed_now else 'not required'} now", False
            yield from self.compare(one[name], other[name], f"{place}.{name}")
        if self.is_sent and after.get("additionalProperties") is False and before.get("additionalProperties", True) is not False:
            yield f"{place} takes no other fields now", True


def whole(side: Side, schema) -> dict:
    """With the parts of an `allOf` in it."""
    schema = side.of(schema)
    if "allOf" not in schema:
        return schema
    parts = [whole(side, each) for each in schema["allOf"]] + [{name: value for name, value in schema.items() if name != "allOf"}]
    made = {name: value for part in parts for name, value in part.items()}
    made["properties"] = {name: value for part in parts for name, value in part.get("properties", {}).items()}
    made["required"] = [name for part in parts for name in part.get("required", [])]
    return made


def types(schema: dict) -> set[str]:
    said = schema.get("type", [])
    found = {said} if isinstance(said, str) else set(said)
    return found | {"integer"} if "number" in found else found


def listed(schema: dict) -> set[str] | None:
    words = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return None if words is None else {str(word) for word in words}


def variants(schema: dict) -> dict[str, dict]:
    """By what tells them apart: the name of what is referred to, or the type."""
    found = schema.get("oneOf", []) + schema.get("anyOf", [])
    return {each["$ref"].split("/")[-1] if "$ref" in each else str(each.get("type", number)): each for number, each in enumerate(found)}


def limits(before: dict, after: dict, place: str) -> Iterator[tuple[str, bool]]:
    for name in (*MOST, *LEAST, "pattern", "format"):
        one, other = before.get(name), after.get(name)
        if one == other:
            continue
        if other is None:
            yield f"{place} has no {name} now", False
        elif one is not None and (name in MOST and other > one or name in LEAST and other < one):
            yield f"{place} has the {name} {other}, no longer {one}", False
        else:
            yield f"{place} has the {name} {other} now", True
