"""FHIR's search by brute force: reads the JSON of every resource for every question, by ways written down here from the standard's text, and knows nothing of
Careline's index, its table of parameters or FHIRPath. And draws questions from what resources hold."""

import datetime
import random
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

# By type and parameter: its kind, and the places where its values are.
PLACES = {
    "Patient": {
        "name": ("string", ["name.text", "name.family", "name.given", "name.prefix", "name.suffix"]), "family": ("string", ["name.family"]), "given": ("string", ["name.given"]),
        "gender": ("token", ["gender"]), "birthdate": ("date", ["birthDate"]), "identifier": ("token", ["identifier"]), "address-city": ("string", ["address.city"]),
        "language": ("token", ["communication.language"]), "general-practitioner": ("reference", ["generalPractitioner"])},
    "Observation": {
        "code": ("token", ["code"]), "category": ("token", ["category"]), "status": ("token", ["status"]), "date": ("date", ["effectiveDateTime", "effectivePeriod", "effectiveInstant"]),
        "value-quantity": ("quantity", ["valueQuantity"]), "value-concept": ("token", ["valueCodeableConcept"]), "subject": ("reference", ["subject"]),
        "encounter": ("reference", ["encounter"]), "component-code": ("token", ["component.code"]), "component-value-quantity": ("quantity", ["component.valueQuantity"]),
        "combo-code": ("token", ["code", "component.code"])},
    "Condition": {
        "code": ("token", ["code"]), "clinical-status": ("token", ["clinicalStatus"]), "verification-status": ("token", ["verificationStatus"]),
        "onset-date": ("date", ["onsetDateTime", "onsetPeriod"]), "abatement-date": ("date", ["abatementDateTime", "abatementPeriod"]), "recorded-date": ("date", ["recordedDate"]),
        "encounter": ("reference", ["encounter"]), "subject": ("reference", ["subject"])},
    "Encounter": {
        "class": ("token", ["class"]), "type": ("token", ["type"]), "status": ("token", ["status"]), "date": ("date", ["period"]), "subject": ("reference", ["subject"]),
        "participant": ("reference", ["participant.individual"]), "service-provider": ("reference", ["serviceProvider"])},
    "MedicationRequest": {
        "status": ("token", ["status"]), "intent": ("token", ["intent"]), "code": ("token", ["medicationCodeableConcept"]), "authoredon": ("date", ["authoredOn"]),
        "encounter": ("reference", ["encounter"]), "requester": ("reference", ["requester"])},
    "Procedure": {"code": ("token", ["code"]), "status": ("token", ["status"]), "date": ("date", ["performedDateTime", "performedPeriod"]), "encounter": ("reference", ["encounter"])},
    "Immunization": {"vaccine-code": ("token", ["vaccineCode"]), "date": ("date", ["occurrenceDateTime"]), "status": ("token", ["status"])},
    "DiagnosticReport": {"code": ("token", ["code"]), "status": ("token", ["status"]), "date": ("date", ["effectiveDateTime", "effectivePeriod"]), "result": ("reference", ["result"])},
}
CHAINS = [("Observation", "encounter", "Encounter"), ("Condition", "encounter", "Encounter"), ("Procedure", "encounter", "Encounter"), ("DiagnosticReport", "result", "Observation")]
FOREVER = 10**15


@dataclass(frozen=True)
class Question:
    """`code=http://loinc.org|8867-4` of Observation; several parameters are all asked for."""

    type: str
    parts: tuple[tuple[str, str], ...]


def found(question: Question, resources: list[dict]) -> set[str]:
    """The ids of those that answer it."""
    kin = [each for each in resources if each["resourceType"] == question.type]
    return {each["id"] for each in kin if all(holds(each, name, text, resources) for name, text in question.parts)}


def holds(resource: dict, name: str, text: str, resources: list[dict]) -> bool:
    kind = resource["resourceType"]
    if name.startswith("_has:"):
        _, other, reference, inner = name.split(":", 3)
        me = f"{kind}/{resource['id']}"
        return any(me in leads(each, reference) for each in resources if each["resourceType"] == other and holds(each, inner, text, resources))
    if "." in name:
        head, inner = name.split(".", 1)
        reference, target = head.split(":")
        wanted = leads(resource, reference)
        return any(f"{target}/{each['id']}" in wanted for each in resources if each["resourceType"] == target and holds(each, inner, text, resources))
    code, _, modifier = name.partition(":")
    shape, places = PLACES[kind][code]
    values = [value for place in places for value in at(resource, place.split("."))]
    if modifier == "missing":
        return (not values) == (text == "true")
    matches = {"token": token, "string": string, "date": date, "quantity": quantity, "reference": reference_}[shape]
    if modifier == "not":
        return not any(matches(value, "", wanted) for value in values for wanted in text.split(","))
    return any(matches(value, modifier, wanted) for value in values for wanted in text.split(","))


def at(value, steps: list[str]) -> list:
    if isinstance(value, list):
        return [found for each in value for found in at(each, steps)]
    if not steps:
        return [value]
    return at(value[steps[0]], steps[1:]) if isinstance(value, dict) and steps[0] in value else []


def leads(resource: dict, parameter: str) -> set[str]:
    _, places = PLACES[resource["resourceType"]][parameter]
    return {value["reference"] for place in places for value in at(resource, place.split(".")) if "reference" in value}


# Values.


def codings(value) -> Iterator[tuple[str | None, str | None, str | None]]:
    """System, code and what people read."""
    if isinstance(value, str):
        yield None, value, None
    elif "coding" in value or "text" in value:
        for coding in value.get("coding", []):
            yield coding.get("system"), coding.get("code"), coding.get("display")
        if "text" in value:
            yield None, None, value["text"]
    elif "value" in value:
        kind = value.get("type", {})
        yield value.get("system"), value["value"], kind.get("text") or next((coding.get("display") for coding in kind.get("coding", [])), None)
    else:
        yield value.get("system"), value.get("code"), value.get("display")


def token(value, modifier: str, wanted: str) -> bool:
    for system, code, text in codings(value):
        if modifier == "text":
            words = fold(text or "")
            if words and (words.startswith(fold(wanted)) or " " + fold(wanted) in words):
                return True
            continue
        if "|" not in wanted:
            matched = code == wanted
        else:
            space, name = wanted.split("|")
            matched = system == (space or None) and (not name or code == name)
        if matched:
            return True
    return False


def fold(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text)
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).lower().split())


def string(value: str, modifier: str, wanted: str) -> bool:
    if modifier == "exact":
        return value == wanted
    return fold(wanted) in fold(value) if modifier == "contains" else fold(value).startswith(fold(wanted))


def reference_(value: dict, modifier: str, wanted: str) -> bool:
    target = value.get("reference", "")
    return target == wanted or "/" not in wanted and target.count("/") == 1 and target.endswith("/" + wanted)


def span(text: str) -> tuple[int, int]:
    """Of a date as precise as it is written, in milliseconds."""
    if "T" in text:
        instant = datetime.datetime.fromisoformat(text)
        begin = round(instant.timestamp() * 1000)
        return begin, begin + (1 if "." in text else 1000)
    numbers = [int(part) for part in text.split("-")]
    first = datetime.date(*(numbers + [1, 1])[:3])
    if len(numbers) == 1:
        then = datetime.date(numbers[0] + 1, 1, 1)
    elif len(numbers) == 2:
        then = datetime.date(numbers[0] + numbers[1] // 12, numbers[1] % 12 + 1, 1)
    else:
        then = first + datetime.timedelta(days=1)
    day = datetime.date(1970, 1, 1)
    return (first - day).days * 86_400_000, (then - day).days * 86_400_000


def date(value, modifier: str, wanted: str) -> bool:
    if isinstance(value, str):
        begin, end = span(value)
    else:
        begin = span(value["start"])[0] if "start" in value else -FOREVER
        end = span(value["end"])[1] if "end" in value else FOREVER
    prefix, digits = (wanted[:2], wanted[2:]) if wanted[:2].isalpha() else ("eq", wanted)
    low, high = span(digits)
    inside = low <= begin and end <= high
    return {
        "eq": inside, "ne": not inside, "gt": end > high, "lt": begin < low, "ge": end > high or inside, "le": begin < low or inside, "sa": begin >= high,
        "eb": end <= low}[prefix]


def quantity(value: dict, modifier: str, wanted: str) -> bool:
    number, *unit = wanted.split("|")
    prefix, digits = (number[:2], number[2:]) if number[:2].isalpha() else ("eq", number)
    if unit:
        system, code = unit
        if system and (value.get("system"), value.get("code")) != (system, code) or not system and code not in (value.get("code"), value.get("unit")):
            return False
    its, asked = Fraction(str(value["value"])), Fraction(digits)
    half = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    inside = asked - half <= its < asked + half
    return {"eq": inside, "ne": not inside, "gt": its > asked, "lt": its < asked, "ge": its >= asked, "le": its <= asked}[prefix]


# Questions.


def questions(resources: list[dict], count: int, seed: int) -> list[Question]:
    chance = random.Random(seed)
    by_type = {kind: [each for each in resources if each["resourceType"] == kind] for kind in PLACES}
    present = [kind for kind, those in by_type.items() if those]
    asked = []
    while len(asked) < count:
        kind = chance.choice(present)
        drawn = [part for _ in range(chance.choice([1, 1, 2, 3])) if (part := drawn_part(kind, by_type, chance))]
        if drawn:
            asked.append(Question(kind, tuple(drawn)))
    return asked


def drawn_part(kind: str, by_type: dict[str, list[dict]], chance: random.Random) -> tuple[str, str] | None:
    links = [link for link in CHAINS if kind in (link[0], link[2]) and by_type.get(link[0]) and by_type.get(link[2])]
    if links and chance.random() < 0.15:
        source, reference, target = chance.choice(links)
        inner = plain_part(target if kind == source else source, by_type, chance)
        if inner is None:
            return None
        name = f"{reference}:{target}.{inner[0]}" if kind == source else f"_has:{source}:{reference}:{inner[0]}"
        return name, inner[1]
    return plain_part(kind, by_type, chance)


def plain_part(kind: str, by_type: dict[str, list[dict]], chance: random.Random) -> tuple[str, str] | None:
    code, (shape, places) = chance.choice(list(PLACES[kind].items()))
    if chance.random() < 0.05:
        return f"{code}:missing", chance.choice(["true", "false"])
    resource = chance.choice(by_type[kind])
    values = [value for place in places for value in at(resource, place.split("."))]
    if not values:
        return None
    value = chance.choice(values)
    part = {"token": token_part, "string": string_part, "date": date_part, "quantity": quantity_part, "reference": reference_part}[shape](code, value, chance)
    return part if part and not any(sign in part[1].replace("|", "") for sign in ",$\\") else None


def token_part(code: str, value, chance: random.Random) -> tuple[str, str] | None:
    system, name, text = chance.choice(list(codings(value)))
    if text and (name is None or chance.random() < 0.2):
        return f"{code}:text", chance.choice(text.split())
    if name is None:
        return None
    forms = [name, f"{system}|{name}" if system else f"|{name}", f"|{name}"] + ([f"{system}|"] if system else [])
    return (f"{code}:not" if chance.random() < 0.15 else code), chance.choice(forms)


def string_part(code: str, value: str, chance: random.Random) -> tuple[str, str]:
    modifier = chance.choice(["", "", ":exact", ":contains"])
    if modifier == ":exact":
        return code + modifier, chance.choice([value, value.upper()])
    begin = 0 if not modifier else chance.randrange(len(value))
    return code + modifier, chance.choice([str.upper, str.lower, str])(value[begin:begin + chance.randint(1, 6)].strip() or value)


def date_part(code: str, value, chance: random.Random) -> tuple[str, str]:
    text = value if isinstance(value, str) else value.get("start") or value["end"]
    cut = chance.choice([text, text[:10], text[:7], text[:4]])
    return code, chance.choice(["", "eq", "ne", "gt", "lt", "ge", "le", "sa", "eb"]) + cut


def quantity_part(code: str, value: dict, chance: random.Random) -> tuple[str, str]:
    number = format(value["value"], f".{chance.randint(0, 4)}f") if chance.random() < 0.7 else format(value["value"], "f")
    unit = chance.choice(["", f"|{value.get('system', '')}|{value.get('code', '')}", f"||{value.get('unit', '')}"])
    return code, chance.choice(["", "ne", "gt", "lt", "ge", "le"]) + number + ("" if unit in ("||", "|") else unit)


def reference_part(code: str, value: dict, chance: random.Random) -> tuple[str, str] | None:
    target = value.get("reference", "")
    return (code, chance.choice([target, target.split("/")[1]])) if target.count("/") == 1 else None
