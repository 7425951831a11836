"""One long text, or a short one that asks for much: what grows within a string, where no list is counted."""

import base64
import json
import uuid

import pytest
import raw
from conftest import amount

from careline.load import at_once

FHIR = {"Content_Type": "application/fhir+json"}
# In alternating classes, which have to be put in order before a text is compared with another: in time that grows with their number squared.
MARKS = "a" + "\u0301" * 30_000 + "\u0316" * 30_000
NOTHING = "(?:(?:(?:){1000}{1000}){1000}{1000}){1000}{1000}"
# Each is refused, or answered, at once; without their bounds they took minutes or gigabytes.
PATHS = {
    "repeats of nothing": f"name.where('a'.matches('{NOTHING}'))",
    "repeats of none": "name.where('a'.matches('(?:(?:(?:a{0}){1000}{1000}){1000}{1000}){1000}{1000}'))",
    "lists of lists": "name.first().aggregate(%resource.name.select($total).count(), %resource.name)",
    "lists that wait": "name.select(" * 8 + "1" + ")" * 8,
    "braces": "name.first().where(family.replaceMatches('f', %resource.language) = 'x')",
    "marks in a name": "name.select(`" + "\\u0301" * 600 + "\\u0316" * 600 + "`)",
    "marks that double": "name.where(('" + "\\u0301" * 60 + "')" + ".select($this & $this)" * 16 + " = 'a')",
}


@pytest.fixture(scope="module")
def patient_resource(target):
    """The attacker's own, with many names, and a language that is nothing but open braces."""
    place = f"/fhir/r4/Patient/{target.patient.id}"
    body = {"resourceType": "Patient", "id": target.patient.id, "language": "${" * 100_000, "name": [{"family": f"f{number}"} for number in range(4_000)]}
    made = target.patient.call("PUT", place, body, headers={"Content-Type": "application/fhir+json"})
    if made.status_code >= 400:
        del body["language"]
        made = target.patient.call("PUT", place, body, headers={"Content-Type": "application/fhir+json"})
    assert made.status_code in (200, 201), made.text
    return place


def send(target, method: str, path: str, body: bytes, **headers: str):
    return raw.exchange(target.url, raw.request(method, path, body, target.patient.token, Idempotency_Key=str(uuid.uuid4()), **headers), 30)


def patch(path: str) -> dict:
    parts = [{"name": "type", "valueCode": "delete"}, {"name": "path", "valueString": path}]
    return {"resourceType": "Parameters", "parameter": [{"name": "operation", "part": parts}]}


def bundle(*entries: dict) -> bytes:
    return json.dumps({"resourceType": "Bundle", "type": "batch", "entry": list(entries)}).encode()


def refused(answers, *statuses: int):
    assert all(answer.status in statuses for answer in answers), [answer for answer in answers if answer.status not in statuses][:3]


def test_paths_that_ask_for_much(target, patient_resource):
    with target.attacked("FHIRPath") as answers:
        answers += at_once(lambda number: send(target, "PATCH", patient_resource, json.dumps(patch(list(PATHS.values())[number % len(PATHS)])).encode(), **FHIR),
                           amount(2, 8) * len(PATHS), 6)
    # 200 for a path that leads to nothing, after all.
    refused(answers, 200, 400, 422, 429, 503)
    assert any(answer.status in (200, 400, 422) for answer in answers)


def test_entries_of_slashes(target):
    long = "/" * amount(8 << 20, 31 << 20)
    request = {"method": "PUT", "url": "Basic/1"}
    resource = {"resourceType": "Basic", "id": "1", "code": {"text": "x"}}
    bodies = [
        bundle({"resource": resource, "request": {"method": "PUT", "url": long}}),
        bundle({"resource": resource, "request": request | {"ifMatch": long}}),
        bundle({"resource": resource | {"subject": {"reference": long}}, "request": request}),
        bundle({"resource": {"resourceType": "Binary", "contentType": "application/json-patch+json",
                             "data": base64.b64encode(json.dumps([{"op": "test", "path": "/" * (2 << 20), "value": 1}]).encode()).decode()},
                "request": {"method": "PATCH", "url": "Basic/1"}}),
        bundle({"resource": resource, "request": request | {"extension": [
            {"url": "https://careline.example/fhir/annotations", "valueString": "a," * (len(long) // 2)}]}}),
    ]
    with target.attacked("slashes") as answers:
        answers += at_once(lambda number: send(target, "POST", "/fhir/r4", bodies[number % len(bodies)], **FHIR), len(bodies) * amount(1, 4), 2)
    # 413 to the millions of commas where nothing else is read meanwhile: beside another they hear 503, since who has no room cannot be told from who never will.
    refused(answers, 200, 413, 429, 503)
    assert any(answer.status == 200 for answer in answers)
    for answer in answers:
        if answer.status == 200:
            outcome = json.loads(answer.body)["entry"][0]["response"]
            assert outcome["status"][:3] in ("400", "413", "422"), outcome


def test_marks_without_end(target, patient_resource):
    """In whatever is compared, looked up or searched by: a resource, its annotations, a message, a name."""
    text = json.dumps({"resourceType": "Basic", "code": {"text": MARKS}}, ensure_ascii=False).encode()
    escaped = json.dumps({"resourceType": "Basic", "code": {"text": MARKS}}).encode()
    entry = {"resource": {"resourceType": "Basic", "code": {"text": "x"}}, "request": {"method": "POST", "url": "Basic", "extension": [
        {"url": "https://careline.example/fhir/annotations", "valueString": "".join(f"%{byte:02X}" for byte in MARKS.encode())}]}}
    with target.attacked("marks") as answers:
        wanted = [
            ("POST", "/fhir/r4/Basic", text, FHIR), ("POST", "/fhir/r4/Basic", escaped, FHIR), ("POST", "/fhir/r4/Basic/$validate", text, FHIR),
            ("POST", "/app-data", text, {}), ("POST", f"/conversations/{target.conversation}/messages", json.dumps({"clientId": str(uuid.uuid4()), "content": {"text": MARKS}}).encode(), {}),
            ("PATCH", f"/users/{target.patient.id}", json.dumps({"fullName": MARKS}).encode(), {}),
            ("POST", "/fhir/r4/Basic/_search", b"code=" + MARKS[:9_000].encode(), {"Content_Type": "application/x-www-form-urlencoded"}),
        ]
        answers += at_once(lambda number: send(target, *wanted[number % len(wanted)][:3], **wanted[number % len(wanted)][3]), amount(2, 8) * len(wanted), 8)
        annotated = send(target, "POST", "/fhir/r4", bundle(entry), **FHIR)
        answers.append(annotated)
    refused(answers[:-1], 400, 413, 422, 429, 503)
    assert annotated.status in (200, 429) and (annotated.status != 200 or json.loads(annotated.body)["entry"][0]["response"]["status"].startswith("4")), annotated


def test_marks_in_heads(target):
    """They are refused for it: what reads the other fields for that is not to read these."""
    marks = {length: "\u0301" * (length // 4) + "\u0316" * (length // 4) for length in (13_000, 28_000)}
    names = ["Origin", "Accept", "Accept_Language", "Cookie", "Content_Encoding", "Expect", "X_Request_Id", "traceparent", "If_None_Match", "X_Forwarded_For"]
    asked = [raw.request("GET", path, **{name: text}) for path in ("/docs/search?q=a", "/ers/nearest?latitude=1&longitude=1", "/userinfo") for name in names for text in marks.values()]
    with target.attacked("marks in heads") as answers:
        answers += at_once(lambda number: raw.exchange(target.url, asked[number % len(asked)], 30), len(asked) * amount(2, 20), 16)
    # What the gateway writes itself never comes to a service.
    refused(answers, 200, 400, 401, 413, 417, 429, 431, 503)


def test_marks_in_base64(target):
    """What is no text before it is decoded: a client's name and secret, what is said of a file."""
    marks = "\u0301" * 2_500 + "\u0316" * 2_500
    basic = base64.b64encode(f"app:{marks}".encode()).decode()
    of_file = base64.b64encode(marks[1_750:3_250].encode()).decode()
    client = raw.request("POST", "/oauth/token", b"grant_type=client_credentials", Authorization=f"Basic {basic}", Content_Type="application/x-www-form-urlencoded")
    upload = raw.request("POST", "/records/uploads", token=target.patient.token, Tus_Resumable="1.0.0", Upload_Length="1", Upload_Metadata=f"keepMetadata {of_file}")
    with target.attacked("marks in base64") as answers:
        answers += at_once(lambda _: raw.exchange(target.url, client, 30, source="127.0.0.8"), amount(40, 300), 8)
        answers += at_once(lambda _: raw.exchange(target.url, upload, 30), amount(20, 200), 8)
    refused(answers, 400, 401, 429, 503)


def test_passwords_without_end(target):
    """Of any length: it costs what any wrong one does."""
    with target.attacked("passwords") as answers:
        for password in ("x" * 200_000, "\ufdfa" * 60_000, "e\u0301" * 60_000, MARKS):
            account = {"username": f"nobody-{uuid.uuid4()}", "password": password}
            answers += at_once(lambda _, body=json.dumps(account, ensure_ascii=False).encode(): raw.exchange(
                target.url, raw.request("POST", "/auth/login", body), 30, source="127.0.0.8"), amount(2, 10))
    refused(answers, 400, 401, 413, 422, 429, 503)


def test_chains_in_all_types(target):
    chains = "&".join(f"subject.general-practitioner.organization.partof.name=x{number}" for number in range(50))
    back = "&".join("_has:Observation:patient:_has:Observation:derived-from:subject.general-practitioner.organization.name=x" for _ in range(50))
    with target.attacked("chains") as answers:
        for query in (chains, back):
            for path in ("/fhir/r4/Observation", "/fhir/r4", "/fhir/stu3/Observation"):
                answers += at_once(lambda _, path=path, query=query: raw.exchange(target.url, raw.request("GET", f"{path}?{query}", token=target.patient.token), 30), amount(2, 8), 4)
    assert all(answer.status for answer in answers), "each is answered"
