"""Questions of every form that the standard's search has, drawn from what resources really hold."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from resources import Parameter, place, values, walk

PREFIXES = ("", "eq", "ne", "gt", "lt", "ge", "le", "sa", "eb")
# Where {base} stands, each server's own address comes.
BASE = "{base}"


@dataclass(frozen=True)
class Question:
    form: str
    path: str
    parts: tuple[tuple[str, str], ...]
    isPosted: bool = False
    more: tuple[str, ...] = field(default=())


@dataclass
class Field:
    """A parameter of a type, and what it finds there."""

    kind: str
    parameter: Parameter
    found: list


def escaped(text: str) -> str:
    return "".join("\\" + each if each in "\\,|$" else each for each in text)


class Drawing:
    def __init__(self, resources: list[dict], parameters: dict[str, dict[str, Parameter]], seed: int):
        self.chance = random.Random(seed)
        self.resources = resources
        self.by_type: dict[str, list[dict]] = defaultdict(list)
        for each in resources:
            self.by_type[each["resourceType"]].append(each)
        self.by_place = {place(each): each for each in resources}
        self.fields: dict[str, list[Field]] = defaultdict(list)
        for kind in sorted(self.by_type):
            for code in sorted(parameters.get(kind, {})):
                parameter = parameters[kind][code]
                found = [value for each in self.by_type[kind] for value in values(each, parameter.expression)]
                if found and parameter.kind != "special":
                    self.fields[kind].append(Field(kind, parameter, found))

    def all(self, rounds: int) -> list[Question]:
        drawn: dict[tuple, Question] = {}
        for _ in range(rounds):
            for kind in sorted(self.fields):
                for each in self.fields[kind]:
                    for question in [*self.alone(each), *self.linked(each)]:
                        drawn.setdefault((question.path, question.parts, question.isPosted), question)
                for question in [*self.together(kind), *self.common(kind), *self.shown(kind)]:
                    drawn.setdefault((question.path, question.parts, question.isPosted), question)
        return list(drawn.values())

    # One parameter.

    def alone(self, each: Field) -> Iterator[Question]:
        code, shape = each.parameter.code, each.parameter.kind
        for form, modifier, text in self.forms(each):
            yield Question(f"{shape} {form}", each.kind, ((code + modifier, text),))
        for truth in ("true", "false"):
            yield Question(f"{shape} :missing", each.kind, ((f"{code}:missing", truth),))
        plain = [text for _, modifier, text in self.forms(each) if not modifier]
        if len(plain) > 1:
            yield Question(f"{shape} or", each.kind, ((code, ",".join(self.chance.sample(plain, min(3, len(plain))))),))
            yield Question(f"{shape} and", each.kind, tuple((code, text) for text in self.chance.sample(plain, 2)))

    def forms(self, each: Field) -> list[tuple[str, str, str]]:
        """What is asked, its modifier and its value."""
        value = self.chance.choice(each.found)
        draw = getattr(self, each.parameter.kind, None)
        return list(draw(each, value)) if draw else []

    def token(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        if isinstance(value, dict) and ("start" in value or "resourceType" in value):
            return
        if isinstance(value, dict) and ("coding" in value or "text" in value and "value" not in value):
            for words in ([value["text"]] if "text" in value else []) + [coding["display"] for coding in value.get("coding", []) if "display" in coding]:
                yield from self.words(words)
            value = self.chance.choice(value.get("coding") or [{}])
        elif isinstance(value, dict) and isinstance(value.get("type"), dict):
            for coding in value["type"].get("coding", []):
                if "system" in coding and "code" in coding and "value" in value:
                    yield "of-type", ":of-type", "|".join(map(escaped, (coding["system"], coding["code"], value["value"])))
        if isinstance(value, dict):
            system, code = value.get("system"), value.get("code", value.get("value"))
            if "display" in value:
                yield from self.words(value["display"])
        else:
            system, code = None, str(value).lower() if isinstance(value, bool) else str(value)
        if isinstance(code, str):
            yield "code", "", escaped(code)
            yield "|code", "", "|" + escaped(code)
            yield "not", ":not", escaped(code)
            yield "code of other case", "", escaped(code.swapcase())
            if system:
                yield "system|code", "", f"{escaped(system)}|{escaped(code)}"
                yield "not system|code", ":not", f"{escaped(system)}|{escaped(code)}"
        if system:
            yield "system|", "", f"{escaped(system)}|"

    def words(self, text: str) -> Iterator[tuple[str, str, str]]:
        parts = [part for part in text.split() if any(map(str.isalnum, part))]
        if parts:
            yield "text", ":text", escaped(text)
            yield "text begins", ":text", escaped(parts[0])
            yield "text of other case", ":text", escaped(parts[0].swapcase())

    def string(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        texts = list(leaves(value))
        if not texts:
            return
        text = self.chance.choice(texts)
        cut = self.chance.randint(1, max(1, len(text) - 1))
        yield "whole", "", escaped(text)
        yield "begins", "", escaped(text[:cut].strip() or text)
        yield "other case", "", escaped(text.swapcase())
        yield "exact", ":exact", escaped(text)
        yield "exact of other case", ":exact", escaped(text.swapcase())
        yield "exact begins", ":exact", escaped(text[:cut].strip() or text)
        begin = self.chance.randrange(len(text))
        yield "contains", ":contains", escaped(text[begin:begin + self.chance.randint(2, 6)].strip() or text)
        words = text.split()
        if len(words) > 1:
            yield "a later word", "", escaped(words[-1])
            yield "two words", "", escaped(" ".join(words[:2]))
        if len(texts) > 1:
            yield "of two parts", "", escaped(" ".join(texts[:2]))

    def date(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        texts = [value] if isinstance(value, str) else [text for text in leaves(value) if text[:4].isdigit() and text[4:5] in ("", "-")]
        for text in texts:
            if not text[:4].isdigit():
                continue
            for precision, cut in (("as it is", len(text)), ("day", 10), ("month", 7), ("year", 4)):
                if len(text) >= cut:
                    for prefix in PREFIXES:
                        yield f"{prefix or 'plain'} {precision}", "", prefix + text[:cut]
            if "T" in text:
                for prefix in PREFIXES:
                    yield f"{prefix or 'plain'} minute", "", prefix + text[:16]
                    yield f"{prefix or 'plain'} without zone", "", prefix + text[:19]

    def number(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            for prefix in PREFIXES:
                for digits in {repr(value), f"{value:.0f}", f"{value:.2f}"}:
                    yield prefix or "plain", "", prefix + digits

    def quantity(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        if isinstance(value, dict) and "origin" in value:
            value = value["origin"]
        if isinstance(value, dict) and "low" in value:
            value = value["low"]
        if not isinstance(value, dict) or "value" not in value:
            return
        code, system, unit = (value.get(name) for name in ("code", "system", "unit"))
        for prefix in PREFIXES:
            for digits in sorted({repr(value["value"]), f"{value['value']:.0f}", f"{value['value']:.1f}"}):
                yield f"{prefix or 'plain'} without unit", "", prefix + digits
            digits = repr(value["value"])
            if system and code:
                yield f"{prefix or 'plain'} system|code", "", f"{prefix}{digits}|{escaped(system)}|{escaped(code)}"
            if code:
                yield f"{prefix or 'plain'} |code", "", f"{prefix}{digits}||{escaped(code)}"
            if unit:
                yield f"{prefix or 'plain'} |unit", "", f"{prefix}{digits}||{escaped(unit)}"

    def uri(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        if not isinstance(value, str):
            return
        yield "whole", "", escaped(value)
        yield "part", "", escaped(value[:-1])
        cut = value.rpartition("/")[0]
        if "/" in cut.replace("//", ""):
            yield "below", ":below", escaped(cut)
            yield "below/", ":below", escaped(cut) + "/"
        yield "below itself", ":below", escaped(value)
        yield "above", ":above", escaped(value) + "/more"
        yield "above itself", ":above", escaped(value)

    def reference(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        if isinstance(value, dict) and "identifier" in value:
            identifier = value["identifier"]
            if isinstance(identifier, dict) and "value" in identifier:
                yield "identifier", ":identifier", f"{escaped(identifier.get('system', ''))}|{escaped(identifier['value'])}"
                yield "identifier without system", ":identifier", escaped(identifier["value"])
        text = value if isinstance(value, str) else value.get("reference", "") if isinstance(value, dict) else ""
        if text.startswith("#") or not text:
            return
        if text.count("/") == 1:
            kind, id = text.split("/")
            yield "Type/id", "", text
            yield "id", "", id
            yield "url", "", f"{BASE}/{text}"
            yield ":Type", f":{kind}", id
            yield ":Type Type/id", f":{kind}", text
        else:
            yield "canonical or elsewhere", "", escaped(text)
            if "|" in text:
                yield "canonical without version", "", escaped(text.partition("|")[0])

    def composite(self, each: Field, value) -> Iterator[tuple[str, str, str]]:
        if not isinstance(value, dict):
            return
        fields = {other.parameter.code: other.parameter for other in self.fields[each.kind]}
        parts = []
        for code, expression in each.parameter.components:
            found = []
            for way in expression.split("|"):
                found += walk([value], way.strip())
            parameter = fields.get(code)
            if not found or parameter is None:
                return
            known = [text for _, modifier, text in getattr(self, parameter.kind)(each, self.chance.choice(found)) if not modifier]
            if not known:
                return
            parts.append(known)
        for _ in range(6):
            yield "both", "", "$".join(self.chance.choice(known) for known in parts)

    # Behind references.

    def linked(self, each: Field) -> Iterator[Question]:
        if each.parameter.kind != "reference":
            return
        code, allowed = each.parameter.code, each.parameter.targets
        targets = sorted({other["resourceType"] for value in each.found if (other := self.led(value)) and (not allowed or other["resourceType"] in allowed)})
        for target in targets:
            for other in self.chance.sample(self.fields[target], min(2, len(self.fields[target]))):
                for form, modifier, text in self.some(other):
                    yield Question(f"chain {other.parameter.kind} {form}", each.kind, ((f"{code}:{target}.{other.parameter.code}{modifier}", text),))
            for other in self.chance.sample(self.fields[each.kind], min(2, len(self.fields[each.kind]))):
                for form, modifier, text in self.some(other):
                    yield Question(f"_has {other.parameter.kind} {form}", target, ((f"_has:{each.kind}:{code}:{other.parameter.code}{modifier}", text),))
            yield Question("_include of a type", each.kind, (("_include", f"{each.kind}:{code}:{target}"),))
            yield Question("_revinclude", target, (("_revinclude", f"{each.kind}:{code}"),))
        if targets:
            yield Question("_include", each.kind, (("_include", f"{each.kind}:{code}"),))
            if len(targets) == 1 and (others := self.fields[targets[0]]):
                other = self.chance.choice(others)
                for form, modifier, text in self.some(other):
                    yield Question(f"chain without type {form}", each.kind, ((f"{code}.{other.parameter.code}{modifier}", text),))
                again = [other for other in others if other.parameter.kind == "reference"]
                if again:
                    yield Question("_include:iterate", each.kind, (
                        ("_include", f"{each.kind}:{code}"), ("_include:iterate", f"{targets[0]}:{self.chance.choice(again).parameter.code}")))
                    deeper = self.chance.choice(again)
                    for value in deeper.found[:1]:
                        if (last := self.led(value)) and (fields := self.fields[last["resourceType"]]):
                            final = self.chance.choice(fields)
                            for form, modifier, text in self.some(final):
                                name = f"{code}:{targets[0]}.{deeper.parameter.code}:{last['resourceType']}.{final.parameter.code}{modifier}"
                                yield Question(f"two chains {form}", each.kind, ((name, text),))

    def some(self, each: Field) -> list[tuple[str, str, str]]:
        forms = [form for form in self.forms(each) if "not" not in form[0]]
        return self.chance.sample(forms, min(2, len(forms)))

    def led(self, value) -> dict | None:
        text = value if isinstance(value, str) else value.get("reference") if isinstance(value, dict) else None
        return self.by_place.get(text or "")

    # Several parameters, and those of all types.

    def together(self, kind: str) -> Iterator[Question]:
        for _ in range(6):
            parts = []
            for each in self.chance.sample(self.fields[kind], min(self.chance.choice([2, 2, 3]), len(self.fields[kind]))):
                if forms := self.forms(each):
                    _, modifier, text = self.chance.choice(forms)
                    parts.append((each.parameter.code + modifier, text))
            if len(parts) > 1:
                yield Question("several", kind, tuple(parts), isPosted=self.chance.random() < 0.5)

    def common(self, kind: str) -> Iterator[Question]:
        ids = [each["id"] for each in self.by_type[kind]]
        yield Question("_id", kind, (("_id", self.chance.choice(ids)),))
        yield Question("_id or", kind, (("_id", ",".join(self.chance.sample(ids, min(3, len(ids))) + ["nobody"])),))
        for name, texts in self.meta(kind).items():
            for text in self.chance.sample(sorted(texts), min(3, len(texts))):
                yield Question(name, kind, ((name, text),))
        if codes := [each.parameter.code for each in self.fields[kind] if each.parameter.code not in ("patient", "subject")]:
            yield Question("without a value", kind, ((self.chance.choice(codes), ""),))
        yield Question("_lastUpdated", kind, (("_lastUpdated", "gt2020"),))
        yield Question("_lastUpdated", kind, (("_lastUpdated", "lt2020-01-01"),))
        yield Question("compartment", f"Patient/{self.chance.choice(self.by_type['Patient'])['id']}/{kind}", ())

    def meta(self, kind: str) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for meta in (each.get("meta", {}) for each in self.by_type[kind]):
            found["_profile"] |= set(meta.get("profile", []))
            for name in ("tag", "security"):
                for coding in meta.get(name, []):
                    system, code = coding.get("system", ""), coding.get("code", "")
                    found[f"_{name}"] |= {f"{system}|{code}", code, f"{system}|"} if system and code else set()
                    found[f"_{name}:not"] |= {code} if code else set()
        return found

    def shown(self, kind: str) -> Iterator[Question]:
        for each in self.chance.sample(self.fields[kind], min(4, len(self.fields[kind]))):
            if each.parameter.kind not in ("composite", "special"):
                sign = self.chance.choice(["", "-"])
                yield Question(f"_sort {each.parameter.kind}", kind, (("_sort", sign + each.parameter.code),), more=(each.parameter.code,))
        if len(codes := [each.parameter.code for each in self.fields[kind] if each.parameter.kind in ("token", "date", "string")]) > 1:
            two = tuple(self.chance.sample(codes, 2))
            yield Question("_sort by two", kind, (("_sort", ",".join(self.chance.choice(["", "-"]) + code for code in two)),), more=two)
        yield Question("_sort _id", kind, (("_sort", self.chance.choice(["_id", "-_id"])),), more=("_id",))
        yield Question("_include *", kind, (("_include", "*"),))
        yield Question("_include Type:*", kind, (("_include", f"{kind}:*"),))
        yield Question("_revinclude *", kind, (("_revinclude", "*"),))
        yield Question("_count", kind, (("_count", str(self.chance.randint(1, 7))),))
        for summary in ("true", "text", "data", "count", "false"):
            yield Question(f"_summary={summary}", kind, (("_summary", summary),))
        names = [name for name in self.by_type[kind][0] if name not in ("resourceType", "id", "meta", "text") and not name.startswith("_")]
        if names:
            yield Question("_elements", kind, (("_elements", ",".join(self.chance.sample(names, min(2, len(names))))),))
        yield Question("_total", kind, (("_total", self.chance.choice(["accurate"])), ("_count", "2")))


def leaves(value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            if name not in ("use", "type", "system", "period", "extension"):
                yield from leaves(each)
