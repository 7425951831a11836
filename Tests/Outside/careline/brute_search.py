"""FHIR's search by brute force: reads the JSON of every resource for every question, by ways written down here from the standard's text, and knows nothing of
Careline's index, its table of parameters or FHIRPath. And draws questions from what resources hold."""

import datetime
import math
import random
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser

NAME = ["name.text", "name.family", "name.given", "name.prefix", "name.suffix"]
DEFINITION = {"url": ("uri", ["url"]), "title": ("string", ["title"]), "status": ("token", ["status"]), "version": ("token", ["version"]), "publisher": ("string", ["publisher"])}

# By type and parameter: its kind, and the places where its values are. What both releases have:
COMMON = {
    "Patient": {
        "name": ("string", NAME), "family": ("string", ["name.family"]), "given": ("string", ["name.given"]), "gender": ("token", ["gender"]), "active": ("token", ["active"]),
        "birthdate": ("date", ["birthDate"]), "identifier": ("token", ["identifier"]), "telecom": ("token", ["telecom"]), "address-city": ("string", ["address.city"]),
        "language": ("token", ["communication.language"]), "general-practitioner": ("reference", ["generalPractitioner"]), "organization": ("reference", ["managingOrganization"])},
    "Practitioner": {"name": ("string", NAME), "family": ("string", ["name.family"]), "identifier": ("token", ["identifier"]), "active": ("token", ["active"])},
    "Organization": {
        "name": ("string", ["name", "alias"]), "identifier": ("token", ["identifier"]), "active": ("token", ["active"]), "address-city": ("string", ["address.city"]),
        "partof": ("reference", ["partOf"])},
    "Location": {
        "name": ("string", ["name", "alias"]), "status": ("token", ["status"]), "address-city": ("string", ["address.city"]), "partof": ("reference", ["partOf"]),
        "organization": ("reference", ["managingOrganization"])},
    "Observation": {
        "code": ("token", ["code"]), "category": ("token", ["category"]), "status": ("token", ["status"]), "date": ("date", ["effectiveDateTime", "effectivePeriod"]),
        "value-quantity": ("quantity", ["valueQuantity"]), "subject": ("reference", ["subject"]), "component-code": ("token", ["component.code"]),
        "component-value-quantity": ("quantity", ["component.valueQuantity"]), "combo-code": ("token", ["code", "component.code"]), "performer": ("reference", ["performer"]),
        "code-value-quantity": ("composite", [("code", "valueQuantity")])},
    "Condition": {
        "code": ("token", ["code"]), "clinical-status": ("token", ["clinicalStatus"]), "verification-status": ("token", ["verificationStatus"]), "subject": ("reference", ["subject"]),
        "onset-date": ("date", ["onsetDateTime", "onsetPeriod"]), "abatement-date": ("date", ["abatementDateTime", "abatementPeriod"])},
    "Encounter": {
        "class": ("token", ["class"]), "type": ("token", ["type"]), "status": ("token", ["status"]), "date": ("date", ["period"]), "subject": ("reference", ["subject"]),
        "participant": ("reference", ["participant.individual"]), "service-provider": ("reference", ["serviceProvider"]), "location": ("reference", ["location.location"])},
    "MedicationRequest": {
        "status": ("token", ["status"]), "intent": ("token", ["intent"]), "code": ("token", ["medicationCodeableConcept"]), "authoredon": ("date", ["authoredOn"]),
        "medication": ("reference", ["medicationReference"]), "subject": ("reference", ["subject"])},
    "Medication": {"code": ("token", ["code"]), "form": ("token", ["form"]), "ingredient-code": ("token", ["ingredient.itemCodeableConcept"])},
    "Procedure": {"code": ("token", ["code"]), "status": ("token", ["status"]), "date": ("date", ["performedDateTime", "performedPeriod"]), "subject": ("reference", ["subject"])},
    "Immunization": {"vaccine-code": ("token", ["vaccineCode"]), "status": ("token", ["status"]), "lot-number": ("string", ["lotNumber"])},
    "DiagnosticReport": {"code": ("token", ["code"]), "status": ("token", ["status"]), "date": ("date", ["effectiveDateTime", "effectivePeriod"]), "result": ("reference", ["result"])},
    "Questionnaire": DEFINITION, "PlanDefinition": DEFINITION, "Library": DEFINITION, "Measure": DEFINITION,
    "QuestionnaireResponse": {"status": ("token", ["status"]), "authored": ("date", ["authored"]), "subject": ("reference", ["subject"]), "author": ("reference", ["author"])},
    "CarePlan": {"status": ("token", ["status"]), "intent": ("token", ["intent"]), "subject": ("reference", ["subject"]), "condition": ("reference", ["addresses"])},
    "Provenance": {"target": ("reference", ["target"]), "recorded": ("date", ["recorded"])},
}
# What one of them has beside, or writes otherwise.
OWN = {
    "r4": {
        "Observation": {"encounter": ("reference", ["encounter"]), "value-concept": ("token", ["valueCodeableConcept"]), "has-member": ("reference", ["hasMember"])},
        "Condition": {"encounter": ("reference", ["encounter"]), "recorded-date": ("date", ["recordedDate"])},
        "MedicationRequest": {"encounter": ("reference", ["encounter"]), "requester": ("reference", ["requester"])}, "Procedure": {"encounter": ("reference", ["encounter"])},
        "Immunization": {"date": ("date", ["occurrenceDateTime"])}, "PlanDefinition": {"definition": ("canonical", ["action.definitionCanonical"])},
        "QuestionnaireResponse": {"questionnaire": ("canonical", ["questionnaire"])}, "CarePlan": {"instantiates-canonical": ("canonical", ["instantiatesCanonical"])},
        "RiskAssessment": {"probability": ("number", ["prediction.probabilityDecimal"]), "subject": ("reference", ["subject"]), "condition": ("reference", ["condition"])}},
    "stu3": {
        "Observation": {"context": ("reference", ["context"]), "value-concept": ("token", ["valueCodeableConcept"])}, "Condition": {"context": ("reference", ["context"])},
        "MedicationRequest": {"context": ("reference", ["context"])}, "Procedure": {"context": ("reference", ["context"])}, "Immunization": {"date": ("date", ["date"])},
        "QuestionnaireResponse": {"questionnaire": ("reference", ["questionnaire"])}, "CarePlan": {"definition": ("reference", ["definition"])}},
}
# References to definitions: which types each leads to.
DEFINES = {
    ("PlanDefinition", "definition"): ["Questionnaire", "PlanDefinition"], ("QuestionnaireResponse", "questionnaire"): ["Questionnaire"],
    ("CarePlan", "instantiates-canonical"): ["Questionnaire", "Measure", "PlanDefinition"], ("CarePlan", "definition"): ["Questionnaire", "PlanDefinition"]}
FOREVER = 10**15
INLINE = set("a abbr acronym b bdo big cite code del dfn em font i ins kbd q s samp small span strike strong sub sup tt u var".split())
# Values that nobody reads.
UNREAD = {"data", "hash", "blob", "content", "valueBase64Binary"}
LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ", "’": "'", "‘": "'"})
METRES = {"km": 1000, "m": 1, "[mi_i]": 1609.344, "[nmi_i]": 1852, "": 1000}


@dataclass(frozen=True)
class Question:
    """`code=http://loinc.org|8867-4` of Observation; several parameters are all asked for. What is to be shown beside stands apart."""

    type: str
    parts: tuple[tuple[str, str], ...]
    includes: tuple[tuple[str, str], ...] = ()


class Brute:
    """What is there, and what every question about it has for an answer."""

    def __init__(self, release: str, resources: list[dict]):
        own = OWN[release]
        self.release = release
        self.places = {kind: COMMON.get(kind, {}) | own.get(kind, {}) for kind in COMMON.keys() | own.keys()}
        self.resources = [each for each in resources if each["resourceType"] in self.places]
        self.by_type: dict[str, list[dict]] = {}
        for each in self.resources:
            self.by_type.setdefault(each["resourceType"], []).append(each)
        self.by_place = {place(each): each for each in self.resources}
        self.links = sorted({(each["resourceType"], name, other["resourceType"]) for each in self.resources for name in self.references(each["resourceType"]) for other in self.led(each, name)})

    # Answers.

    def found(self, question: Question) -> set[str]:
        """The ids of those that answer it."""
        parts = dict(question.parts)
        within = parts.get("near-distance")
        asked = [(name, text) for name, text in question.parts if name != "near-distance"]
        return {each["id"] for each in self.by_type.get(question.type, []) if all(self.holds(each, name, text, within) for name, text in asked)}

    def included(self, question: Question) -> set[str]:
        """`Type/id` of those that are to be shown beside them."""
        matches = self.found(question)
        latest = [each for each in self.by_type.get(question.type, []) if each["id"] in matches]
        seen = {place(each) for each in latest}
        beside: set[str] = set()
        turn = 0
        while latest:
            following = []
            for name, value in question.includes:
                if turn and not name.endswith(":iterate"):
                    continue
                for each in self.referring(value, latest) if name.startswith("_rev") else self.referred(value, latest):
                    if place(each) not in seen:
                        seen.add(place(each))
                        following.append(each)
            beside |= {place(each) for each in following}
            latest, turn = following, turn + 1
        return beside

    def referred(self, value: str, those: list[dict]) -> list[dict]:
        kind, name, *target = value.split(":")
        return [other for each in those if each["resourceType"] == kind for other in self.led(each, name) if not target or other["resourceType"] == target[0]]

    def referring(self, value: str, those: list[dict]) -> list[dict]:
        kind, name, *target = value.split(":")
        wanted = {place(each) for each in those if not target or each["resourceType"] == target[0]}
        return [each for each in self.by_type.get(kind, []) if any(place(other) in wanted for other in self.led(each, name))]

    def references(self, kind: str) -> list[str]:
        return [name for name, (shape, _) in self.places[kind].items() if shape in ("reference", "canonical")]

    def led(self, resource: dict, name: str) -> list[dict]:
        """Those that a reference of it leads to."""
        kind = resource["resourceType"]
        others = []
        for value in self.values(resource, name):
            text = value if isinstance(value, str) else value.get("reference", "")
            if (other := self.by_place.get(unversioned(text))) is not None:
                others.append(other)
            url, _, version = text.partition("|")
            version = version.partition("#")[0]
            for other in (other for target in DEFINES.get((kind, name), []) for other in self.by_type.get(target, [])):
                if other.get("url") == url and (not version or other.get("version") == version):
                    others.append(other)
        return others

    def values(self, resource: dict, name: str) -> list:
        shape, places = self.places[resource["resourceType"]][name]
        if shape == "composite":
            return [(values, others) for one, two in places if (values := at(resource, [one])) and (others := [each for each in at(resource, [two]) if "value" in each])]
        values = [value for where in places for value in at(resource, where.split("."))]
        return [value for value in values if is_there(shape, value)]

    def holds(self, resource: dict, name: str, text: str, within: str | None = None) -> bool:
        kind = resource["resourceType"]
        if name.startswith("_has:"):
            _, other, reference, inner = name.split(":", 3)
            return any(any(led is resource for led in self.led(each, reference)) and self.holds(each, inner, text) for each in self.by_type.get(other, []))
        if "." in name:
            head, inner = name.split(".", 1)
            reference, target = head.split(":")
            return any(other["resourceType"] == target and self.holds(other, inner, text) for other in self.led(resource, reference))
        if name == "_id":
            return resource["id"] in text.split(",")
        if name in ("_text", "_content"):
            words = words_of(narrative(resource) if name == "_text" else " ".join(texts_of(resource)))
            return any(all(any(word.startswith(each) for word in words) for each in words_of(wanted)) for wanted in text.split(","))
        if name == "near":
            return any(is_near(resource, wanted, within) for wanted in text.split(","))
        code, _, modifier = name.partition(":")
        shape, _ = self.places[kind][code]
        values = self.values(resource, code)
        if modifier == "missing":
            return (not values) == (text == "true")
        matches = MATCHES[shape]
        if modifier == "not":
            return not any(matches(value, "", wanted) for value in values for wanted in text.split(","))
        return any(matches(value, modifier, wanted) for value in values for wanted in text.split(","))

    # Questions.

    def questions(self, count: int, seed: int, beside: float = 0) -> list[Question]:
        """`beside`: how many of them ask for what is to be shown beside, of one."""
        chance = random.Random(seed)
        present = sorted(self.by_type)
        asked = []
        while len(asked) < count:
            kind = chance.choice(present)
            drawn = [part for _ in range(chance.choice([1, 1, 2, 3])) if (part := self.part(kind, chance))]
            includes = self.includes(kind, chance) if chance.random() < beside else ()
            if kind == "Location" and self.release == "stu3" and any(name == "near" for name, _ in drawn):
                drawn = [part for place, part in enumerate(drawn) if part[0] != "near" or "near" not in dict(drawn[:place])]
                if chance.random() < 0.8:
                    drawn.append(("near-distance", distance(chance, "http://unitsofmeasure.org|")))
            if drawn:
                asked.append(Question(kind, tuple(drawn), includes))
        return asked

    def includes(self, kind: str, chance: random.Random) -> tuple[tuple[str, str], ...]:
        drawn: list[tuple[str, str]] = []
        kinds = [kind]
        for step in range(chance.choice([1, 1, 2, 3])):
            links = [link for link in self.links if link[0] in kinds or link[2] in kinds]
            if not links:
                break
            source, name, target = chance.choice(links)
            isReverse = source not in kinds or target in kinds and chance.random() < 0.5
            more = f":{target}" if chance.random() < 0.3 else ""
            again = ":iterate" if step and chance.random() < 0.8 else ""
            drawn.append((("_revinclude" if isReverse else "_include") + again, f"{source}:{name}{more}"))
            kinds.append(source if isReverse else target)
        return tuple(dict.fromkeys(drawn))

    def part(self, kind: str, chance: random.Random, steps: int = 3) -> tuple[str, str] | None:
        links = [link for link in self.links if kind in (link[0], link[2])]
        if steps and links and chance.random() < 0.2:
            source, reference, target = chance.choice(links)
            forward = kind == source and (kind != target or chance.random() < 0.5)
            inner = self.part(target if forward else source, chance, steps - 1)
            if inner is None or inner[0] == "near-distance":
                return None
            name = f"{reference}:{target}.{inner[0]}" if forward else f"_has:{source}:{reference}:{inner[0]}"
            return name, inner[1]
        return self.plain_part(kind, chance)

    def plain_part(self, kind: str, chance: random.Random) -> tuple[str, str] | None:
        resource = chance.choice(self.by_type[kind])
        if chance.random() < 0.1:
            return words_part(resource, chance)
        if kind == "Location" and chance.random() < 0.4:
            return near_part(self.release, [each for each in self.by_type[kind] if "position" in each], chance)
        code = chance.choice(sorted(self.places[kind]))
        shape, _ = self.places[kind][code]
        if chance.random() < 0.05:
            return f"{code}:missing", chance.choice(["true", "false"])
        values = self.values(resource, code)
        if not values:
            return None
        part = PARTS[shape](code, chance.choice(values), chance)
        return part if part and not any(sign in part[1].replace("|", "") for sign in (",\\" if shape == "composite" else ",$\\")) else None


# Resources.


def place(resource: dict) -> str:
    return f"{resource['resourceType']}/{resource['id']}"


def unversioned(reference: str) -> str:
    return reference.partition("/_history/")[0]


def at(value, steps: list[str]) -> list:
    if isinstance(value, list):
        return [found for each in value for found in at(each, steps)]
    if not steps:
        return [] if value is None else [value]
    return at(value[steps[0]], steps[1:]) if isinstance(value, dict) and steps[0] in value else []


def is_there(shape: str, value) -> bool:
    """What is contained has no address, and a name alone leads nowhere."""
    if shape == "reference":
        text, identifier = value.get("reference", ""), value.get("identifier", {})
        return not text.startswith("#") and bool(text or identifier.get("value") or identifier.get("system"))
    if shape == "canonical":
        return not value.startswith("#")
    if shape == "quantity":
        return "value" in value
    if shape == "date" and isinstance(value, dict):
        return "start" in value or "end" in value
    return True


# Words.


class Reading(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.text += "" if tag in INLINE else " "

    def handle_endtag(self, tag):
        self.text += "" if tag in INLINE else " "

    def handle_data(self, data):
        self.text += data


def read(html: str) -> str:
    reading = Reading()
    reading.feed(html)
    reading.close()
    return reading.text


def narrative(resource: dict) -> str:
    return read(resource.get("text", {}).get("div", ""))


def texts_of(value, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts_of(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, str):
        if name not in UNREAD:
            yield read(value) if name == "div" else value
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def words_of(text: str) -> list[str]:
    folded = fold(text)
    words, word = [], ""
    for index, letter in enumerate(folded):
        is_point = letter == "." and folded[index - 1:index].isdigit() and folded[index + 1:index + 2].isdigit()
        if is_point or unicodedata.category(letter)[0] in "LMN":
            word += letter
        elif word:
            words.append(word)
            word = ""
    return words + ([word] if word else [])


def words_part(resource: dict, chance: random.Random) -> tuple[str, str] | None:
    """Of words that begin with a letter: what the platform notes of a resource (its version, when it was written) begins with digits."""
    name = chance.choice(["_text", "_content"])
    words = [word for word in words_of(narrative(resource) if name == "_text" else " ".join(texts_of(resource))) if word[0].isalpha() and len(word) > 2]
    if not words:
        return None
    values = []
    for _ in range(chance.choice([1, 1, 1, 2])):
        drawn = [chance.choice(words) for _ in range(chance.choice([1, 1, 2, 3]))]
        values.append(" ".join(chance.choice([str, str.upper])(word[:chance.choice([3, 5, 50])]) for word in drawn))
    return name, ",".join(values)


# Places.


def distance(chance: random.Random, system: str = "") -> str:
    unit = chance.choice(["km", "m", "[mi_i]", "[nmi_i]"])
    metres = chance.choice([1, 5000, 20_000, 400_000, 5_000_000, 10_000_000]) * chance.uniform(0.5, 1.5)
    return f"{metres / METRES[unit]:.3f}|{system}{unit}"


def near_part(release: str, located: list[dict], chance: random.Random) -> tuple[str, str] | None:
    if not located:
        return None
    here = chance.choice(located)["position"]
    far = chance.choice([0, 0.05, 0.05, 5, 180])
    latitude = max(-90, min(90, here["latitude"] + chance.uniform(-far, far)))
    longitude = (here["longitude"] + chance.uniform(-far, far) + 180) % 360 - 180
    if release == "stu3":
        return "near", f"{latitude:.6f}:{longitude:.6f}"
    return "near", f"{latitude:.6f}|{longitude:.6f}" + (f"|{distance(chance)}" if chance.random() < 0.8 else "")


def ball(latitude: float, longitude: float) -> tuple[float, float, float]:
    north, east = math.radians(latitude), math.radians(longitude)
    return math.cos(north) * math.cos(east), math.cos(north) * math.sin(east), math.sin(north)


def is_near(resource: dict, wanted: str, within: str | None) -> bool:
    position = resource.get("position")
    if not position:
        return False
    latitude, longitude, *rest = wanted.replace(":", "|").split("|")
    if within:
        number, *_, unit = within.split("|")
        rest = [number, unit]
    metres = float(rest[0]) * METRES[rest[1] if len(rest) > 1 else ""] if rest and rest[0] else 10_000
    one, two = ball(float(latitude), float(longitude)), ball(position["latitude"], position["longitude"])
    cross = (one[1] * two[2] - one[2] * two[1], one[2] * two[0] - one[0] * two[2], one[0] * two[1] - one[1] * two[0])
    return 6_371_008.8 * math.atan2(math.hypot(*cross), sum(a * b for a, b in zip(one, two, strict=True))) <= metres + 0.001


# Values.


def codings(value) -> Iterator[tuple[str | None, str | None, str | None]]:
    """System, code and what people read."""
    if isinstance(value, bool):
        yield None, str(value).lower(), None
    elif isinstance(value, str):
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
    letters = unicodedata.normalize("NFKD", text.lower())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).lower().translate(LETTERS).split())


def string(value: str, modifier: str, wanted: str) -> bool:
    if modifier == "exact":
        return value == wanted
    return fold(wanted) in fold(value) if modifier == "contains" else fold(value).startswith(fold(wanted))


def uri(value: str, modifier: str, wanted: str) -> bool:
    def is_below(long: str, short: str) -> bool:
        return long == short or long.startswith(short) and (short.endswith("/") or long[len(short)] in "/.:#?|")

    if modifier == "below":
        return is_below(value, wanted)
    return is_below(wanted, value) if modifier == "above" else value == wanted


def reference(value: dict, modifier: str, wanted: str) -> bool:
    if modifier == "identifier":
        return token(value.get("identifier", {}), "", wanted)
    target = unversioned(value.get("reference", ""))
    if ":" in target:
        return canonical(target, "", wanted)
    return target == wanted or "/" not in wanted and target.count("/") == 1 and target.endswith("/" + wanted)


def canonical(value: str, modifier: str, wanted: str) -> bool:
    name, _, part = value.partition("|")
    named = f"{name}|{part.partition('#')[0]}" if part else name
    return wanted in (named, value) or "|" not in wanted and named.startswith(wanted + "|")


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
    digits, *unit = wanted.split("|")
    if unit:
        system, code = unit
        if system and (value.get("system"), value.get("code")) != (system, code) or not system and code not in (value.get("code"), value.get("unit")):
            return False
    least = greatest = Fraction(str(value["value"]))
    if "comparator" in value:
        least, greatest = (-math.inf, greatest) if "<" in value["comparator"] else (least, math.inf)
    return compares(digits, least, greatest)


def number(value, modifier: str, wanted: str) -> bool:
    return compares(wanted, Fraction(str(value)), Fraction(str(value)))


def compares(wanted: str, least, greatest) -> bool:
    prefix, digits = (wanted[:2], wanted[2:]) if wanted[:2].isalpha() else ("eq", wanted)
    asked = Fraction(digits)
    half = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    inside = asked - half <= least and greatest < asked + half
    return {"eq": inside, "ne": not inside, "gt": greatest > asked, "lt": least < asked, "ge": greatest >= asked, "le": least <= asked}[prefix]


def composite(values: tuple[list, list], modifier: str, wanted: str) -> bool:
    one, two = wanted.split("$")
    return any(token(value, "", one) for value in values[0]) and any(quantity(value, "", two) for value in values[1])


MATCHES = {
    "token": token, "string": string, "date": date, "quantity": quantity, "reference": reference, "canonical": canonical, "uri": uri, "number": number, "composite": composite}


# Parts of questions.


def token_part(code: str, value, chance: random.Random) -> tuple[str, str] | None:
    known = list(codings(value))
    if not known:
        return None
    system, name, text = chance.choice(known)
    if text and (name is None or chance.random() < 0.2):
        words = [word for word in text.split() if fold(word)]
        return (f"{code}:text", chance.choice(words)) if words else None
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


def uri_part(code: str, value: str, chance: random.Random) -> tuple[str, str]:
    modifier = chance.choice(["", ":below", ":above"])
    cut = value.rpartition("/")[0] if "/" in value else value
    return code + modifier, {"": value, ":below": chance.choice([value, cut, cut + "/"]), ":above": chance.choice([value, value + "/more"])}[modifier]


def date_part(code: str, value, chance: random.Random) -> tuple[str, str]:
    text = value if isinstance(value, str) else value.get("start") or value["end"]
    cut = chance.choice([text, text[:10], text[:7], text[:4]])
    return code, chance.choice(["", "eq", "ne", "gt", "lt", "ge", "le", "sa", "eb"]) + cut


def number_part(code: str, value, chance: random.Random) -> tuple[str, str]:
    return code, chance.choice(["", "ne", "gt", "lt", "ge", "le"]) + format(value, f".{chance.randint(0, 4)}f")


def quantity_part(code: str, value: dict, chance: random.Random) -> tuple[str, str]:
    number = format(value["value"], f".{chance.randint(0, 4)}f") if chance.random() < 0.7 else format(value["value"], "f")
    unit = chance.choice(["", f"|{value.get('system', '')}|{value.get('code', '')}", f"||{value.get('unit', '')}"])
    return code, chance.choice(["", "ne", "gt", "lt", "ge", "le"]) + number + ("" if unit.endswith("|") else unit)


def reference_part(code: str, value: dict, chance: random.Random) -> tuple[str, str] | None:
    target, identifier = unversioned(value.get("reference", "")), value.get("identifier", {})
    if identifier.get("value") and chance.random() < 0.5:
        return f"{code}:identifier", chance.choice([identifier["value"], f"{identifier.get('system', '')}|{identifier['value']}"])
    if ":" in target:
        return code, target
    return (code, chance.choice([target, target.split("/")[1]])) if target.count("/") == 1 else None


def canonical_part(code: str, value: str, chance: random.Random) -> tuple[str, str]:
    name, _, part = value.partition("|")
    version = part.partition("#")[0]
    return code, chance.choice([name, f"{name}|{version}" if version else name])


def composite_part(code: str, value: tuple[list, list], chance: random.Random) -> tuple[str, str] | None:
    one, two = token_part(code, chance.choice(value[0]), chance), quantity_part(code, chance.choice(value[1]), chance)
    return (code, f"{one[1]}${two[1]}") if one and one[0] == code and "$" not in one[1] + two[1] else None


PARTS = {
    "token": token_part, "string": string_part, "date": date_part, "quantity": quantity_part, "reference": reference_part, "canonical": canonical_part, "uri": uri_part,
    "number": number_part, "composite": composite_part}
