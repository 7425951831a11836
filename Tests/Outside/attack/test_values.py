"""Each operation of openapi.yaml with values beyond what anybody means: in its path, its query and its body's fields, one at a time and all at once. It refuses them, or
does what it can with them: nothing breaks, no process ends, and nobody waits."""

import json
import uuid

import raw
from conftest import amount

from careline.checkout import CHECKOUT
from careline.contract import METHODS, read, resolve
from careline.load import at_once

DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
# These end the session, the account or the record that the others need, or stay open.
LEFT_OUT = {"logOut", "deleteUser", "purgeRecord", "endSession", "endOtherSessions", "openStream"}
TEXTS = [
    "", "%00", "a%00b", "%ED%A0%80", "%FF", "%F0%9F%98%80", "%CC%81" * 300, "%EF%B7%BA" * 300, "-1", "0", "-0", "+1", "1_0", "0x10", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "18446744073709551616", "1e309", "1e-400", "NaN", "Infinity", "1" * 400, "a" * 7_000, "a," * 3_000, "%7C" * 200, "%24" * 200, ":" * 200, "%5C" * 201, ".." , "*",
    "%25", "((((", "%5B%5D", "%7B%7D", "0000-01-01", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "9999-12-31", "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59-14:00", "10000-01-01",
    "2026-02-30", "2026-06-30T23:59:60Z", "ge9999-12-31", "lt0001-01-01", "ap9999", "90%7C180", "-90%7C-180%7C1e300%7Ckm", "91%7C181", "0%7C0%7C-1%7Ckm", "00000000-0000-0000-0000-000000000000"]
VALUES = [
    None, True, -1, 0, 1.5, -0.0, 1e308, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 2**64, 10**300, "", " ", "\u0000", "a\u0000b", "\U0001F600" * 100, "e\u0301" * 1_000, "\u202e", "a" * 10_000, "0000-00-00", "0000-01-01",
    "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59-14:00", "24:00", "23:59", "00:00", "-1", "9223372036854775807",
    "NaN", "1e999", [], {}, [[]], [None] * 100, [{}] * 100, {"a": {}}, "00000000-0000-0000-0000-000000000000", "http://[::1]:99999999/", "https://\u0000"]
# What FHIR's searches take beside what the contract names one by one.
SEARCHES = [
    "_text", "_content", "_lastUpdated", "_id", "_count", "_page", "_after", "_sort", "_include", "_revinclude", "_include:iterate", "_elements", "_summary", "_total", "_since", "_format", "near", "near-distance", "date",
    "value-quantity", "code:in", "code:not", "code:text", "name:contains", "identifier", "subject.name", "_has:Observation:subject:code", "url", "code-value-quantity", "_type", "_list", "_filter", "_security", "_at"]


def operations():
    for path, item in DOCUMENT["paths"].items():
        for method in sorted(METHODS & item.keys()):
            operation = item[method]
            if operation["operationId"] in LEFT_OUT:
                continue
            parameters = [resolve(DOCUMENT, each) for each in [*item.get("parameters", []), *operation.get("parameters", [])]]
            yield method.upper(), path, operation, parameters


def plain(name: str, path: str, person) -> str:
    """A value of a path that leads somewhere: the caller's own account and record, a resource that anybody may make."""
    if name == "type":
        return "Observation"
    return person.id if path.startswith(("/users/", "/records/")) else str(uuid.uuid4())


def fill(path: str, person, name: str | None = None, value: str = "") -> str:
    parts = [part if not part.startswith("{") else value if part.strip("{}") == name else plain(part.strip("{}"), path, person) for part in path.split("/")]
    return "/".join(parts)


def queries(path: str, parameters: list[dict], person, random) -> list[str]:
    names = [each["name"] for each in parameters if each["in"] == "query"] + (SEARCHES if path.endswith("/{type}") and path.startswith("/fhir/") else [])
    found = [f"{fill(path, person)}?{name}={random.choice(TEXTS)}" for name in names for _ in range(amount(3, len(TEXTS)))]
    found += [fill(path, person, each["name"], random.choice(TEXTS) or "%20") for each in parameters if each["in"] == "path" for _ in range(amount(2, 20))]
    if names:
        found.append(f"{fill(path, person)}?" + "&".join(f"{name}={random.choice(TEXTS)}" for name in names)[:12_000])
        found.append(f"{fill(path, person)}?" + "&".join([f"{names[0]}=1"] * 1_500))
    return found or [fill(path, person)]


def bodies(operation: dict, random) -> list[bytes]:
    content = (resolve(DOCUMENT, operation.get("requestBody")) or {}).get("content", {})
    schema = resolve(DOCUMENT, content.get("application/json", {}).get("schema")) or {}
    for part in schema.get("allOf", []):
        schema = schema | {"properties": schema.get("properties", {}) | resolve(DOCUMENT, part).get("properties", {})}
    names = list(schema.get("properties", {}))
    sent = [{name: value} for name in names for value in random.sample(VALUES, amount(3, len(VALUES)))]
    sent += [{name: random.choice(VALUES) for name in names} for _ in range(amount(5, 60))] if names else []
    return [json.dumps(each).encode() for each in sent]


def test_values_that_nobody_means(target, random_source):
    wanted = []
    for method, path, operation, parameters in operations():
        roles = operation.get("x-roles", ["patient"])
        person = target.doctor if "patient" not in roles and "provider" in roles else target.patient
        paths = queries(path, parameters, person, random_source)
        wanted += [raw.request(method, each, b"{}" if method in ("POST", "PUT", "PATCH") else b"", person.token, Idempotency_Key=str(uuid.uuid4())) for each in paths]
        if method in ("POST", "PUT", "PATCH"):
            wanted += [raw.request(method, fill(path, person), body, person.token, Idempotency_Key=str(uuid.uuid4())) for body in bodies(operation, random_source)]
    random_source.shuffle(wanted)
    with target.attacked(f"{len(wanted)} values") as answers:
        said = at_once(lambda number: (wanted[number], raw.exchange(target.url, wanted[number], 30, source=f"127.0.0.{9 + number % 40}")), len(wanted), 4)
        answers += [answer for _, answer in said]
    # Each is answered, and not by what something broken says.
    faulty = [(request[:400], answer) for request, answer in said if not answer.is_sound or answer.status is None]
    assert not faulty, (len(faulty), faulty[:5])
