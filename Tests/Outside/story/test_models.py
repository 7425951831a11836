"""Every kind of FHIR answer, read by the models of another make (fhir.resources): what a typed client takes, strict about every element."""

import json
import uuid
from importlib import import_module
from urllib.parse import urlsplit

import pytest

from careline import people

pytestmark = pytest.mark.once

# Of R4's models the package has R4B's, which differ from R4's in nothing that is answered here.
MODELS = {"r4": import_module("fhir.resources.R4B"), "stu3": import_module("fhir.resources.STU3")}
KINDS = {"r4": "R4", "stu3": "STU3"}


@pytest.fixture(scope="module", params=["r4", "stu3"])
def release(request):
    return request.param


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "typed")


@pytest.fixture(scope="module")
def ask(patient, release):
    """Sends, holds the answer to its model, and gives it as it is."""

    def ask(method: str, path: str, body: dict | None = None, status: int = 200, kind: str | None = None, headers: dict | None = None) -> dict:
        answer = patient.call(method, f"/fhir/{release}{path}", body, headers=headers)
        assert answer.status_code == status, answer.text
        resource = answer.json()
        model = MODELS[release].get_fhir_model_class(resource["resourceType"])
        model.model_validate_json(answer.text)
        assert kind in (None, resource["resourceType"])
        return resource

    return ask


@pytest.fixture(scope="module")
def stored(ask):
    """An observation about its patient, in two versions."""
    who = ask("POST", "/Patient", {"resourceType": "Patient", "name": [{"family": "Okafor", "given": ["Amara"]}], "birthDate": "1984-02-29"}, 201)
    made = ask("POST", "/Observation", observation(who["id"]), 201)
    ask("PUT", f"/Observation/{made['id']}", {**made, "status": "amended"})
    return made["id"]


def observation(patient: str) -> dict:
    code = {"coding": [{"system": "http://loinc.org", "code": "8867-4", "display": "Heart rate"}]}
    return {
        "resourceType": "Observation", "status": "final", "code": code, "subject": {"reference": f"Patient/{patient}"}, "effectiveDateTime": "2026-03-06T17:10:00Z",
        "valueQuantity": {"value": 61.50, "unit": "beats/minute", "system": "http://unitsofmeasure.org", "code": "/min"}}


def bundle(kind: str, *requests: dict) -> dict:
    return {"resourceType": "Bundle", "type": kind, "entry": list(requests)}


def test_what_the_server_says_of_itself(ask):
    assert ask("GET", "/metadata", kind="CapabilityStatement")["status"] == "active"


def test_a_resource_and_its_versions(ask, stored):
    assert ask("GET", f"/Observation/{stored}", kind="Observation")["status"] == "amended"
    assert ask("GET", f"/Observation/{stored}/_history/1", kind="Observation")["status"] == "final"
    for path in (f"/Observation/{stored}/_history", "/Observation/_history", "/_history"):
        assert ask("GET", path, kind="Bundle")["type"] == "history"
    assert ask("GET", f"/Observation/{stored}/$diff?from=1&to=2", kind="Parameters")["parameter"]


@pytest.mark.parametrize("query", [
    "/Observation?code=http://loinc.org|8867-4&date=ge2026-03&_include=Observation:subject&_sort=-date&_total=accurate", "/Observation?_summary=count",
    "/Observation?_summary=true", "/Observation?_elements=status", "/Patient?_has:Observation:subject:code=8867-4&_revinclude=Observation:subject",
    "?_type=Observation,Patient&_count=1", "/Observation?subject:Patient.family=okafor"])
def test_searches(ask, stored, query):
    found = ask("GET", query, kind="Bundle")
    assert found["type"] == "searchset" and found["total"] >= 1


def test_a_lenient_search_tells_what_it_passed_over(ask, stored):
    found = ask("GET", "/Observation?colour=red", kind="Bundle", headers={"Prefer": "handling=lenient"})
    assert "OperationOutcome" in [entry["resource"]["resourceType"] for entry in found["entry"]]


@pytest.mark.parametrize("kind", ["batch", "transaction"])
def test_bundles(ask, stored, kind):
    read, write = {"request": {"method": "GET", "url": f"Observation/{stored}"}}, {"request": {"method": "POST", "url": "Patient"}, "resource": {"resourceType": "Patient"}}
    answer = ask("POST", "", bundle(kind, read, write), kind="Bundle")
    assert answer["type"] == f"{kind}-response" and sorted(entry["response"]["status"][:3] for entry in answer["entry"]) == ["200", "201"]
    if kind == "batch":
        refused = ask("POST", "", bundle(kind, {"request": {"method": "GET", "url": f"Observation/{uuid.uuid4()}"}}))["entry"][0]["response"]
        assert refused["status"].startswith("404") and refused["outcome"]["resourceType"] == "OperationOutcome"


def test_the_whole_of_a_patient(ask, stored):
    person = ask("GET", f"/Observation/{stored}")["subject"]["reference"]
    everything = ask("GET", f"/{person}/$everything", kind="Bundle")
    assert {"Patient", "Observation"} <= {entry["resource"]["resourceType"] for entry in everything["entry"]}


def test_validation(ask, stored):
    assert ask("POST", "/Observation/$validate", observation(stored), kind="OperationOutcome")["issue"]


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", f"/Observation/{uuid.uuid4()}", 404), ("GET", "/Observation?colour=red", 400), ("GET", "/Nothing/x", 404), ("GET", "/Observation?date=soon", 400)])
def test_refusals(ask, method, path, status):
    assert ask(method, path, status=status, kind="OperationOutcome")["issue"][0]["severity"] == "error"


def test_an_invalid_resource_is_told_every_fault(ask):
    outcome = ask("POST", "/Observation", {"resourceType": "Observation", "colour": "red", "code": {"text": 7}}, 400, "OperationOutcome")
    assert len(outcome["issue"]) >= 3


def test_who_used_the_record(ask, stored):
    log = ask("GET", "/AuditEvent?_count=5", kind="Bundle")
    assert {entry["resource"]["resourceType"] for entry in log["entry"]} == {"AuditEvent"}


def test_a_consent_and_how_it_decides(url, ask, release, patient):
    doctor = people.provider(url, "cardiology", "reader")
    if release == "r4":
        consent = {
            "resourceType": "Consent", "status": "active", "scope": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/consentscope", "code": "patient-privacy"}]},
            "category": [{"coding": [{"system": "http://loinc.org", "code": "59284-0"}]}], "patient": {"reference": f"Patient/{patient.id}"},
            "policyRule": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "OPTIN"}]},
            "provision": {"type": "permit", "actor": [{
                "role": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v3-ParticipationType", "code": "IRCP"}]},
                "reference": {"reference": f"Practitioner/{doctor.id}"}}]}}
        ask("POST", "/Consent", consent, 201, "Consent")
    explained = ask("GET", f"/$explain-access?actor=Practitioner/{doctor.id}&type=Observation")
    assert json.dumps(explained)


BASIC = {"resourceType": "Basic", "code": {"text": "as declared"}}
PATCH = [{"op": "replace", "path": "/code/text", "value": "changed"}]
INTERACTIONS = {
    "create": ("POST", "/Basic", BASIC, 201), "read": ("GET", "/Basic/{id}", None, 200), "vread": ("GET", "/Basic/{id}/_history/1", None, 200),
    "update": ("PUT", "/Basic/{id}", BASIC, 200), "patch": ("PATCH", "/Basic/{id}", PATCH, 200), "history-instance": ("GET", "/Basic/{id}/_history", None, 200),
    "history-type": ("GET", "/Basic/_history", None, 200), "search-type": ("GET", "/Basic?code:text=changed", None, 200),
    "delete": ("DELETE", "/Basic/{id}", None, 204)}
WHOLE = {
    "batch": ("POST", "", bundle("batch"), 200), "transaction": ("POST", "", bundle("transaction"), 200), "search-system": ("GET", "?_type=Basic", None, 200),
    "history-system": ("GET", "/_history", None, 200)}
# Those that only need to be there have their own tests elsewhere.
OPERATIONS = {
    "validate": ("POST", "/Basic/$validate", BASIC, 200), "diff": ("GET", "/Basic/{id}/$diff?from=1&to=2", None, 200),
    "binary-access-read": ("GET", "/Basic/{id}/$binary-access-read?path=Basic.photo", None, 404), "everything": ("GET", "/Patient/{patient}/$everything", None, 200),
    "export": ("GET", "/$export", None, 202), "patient-export": ("GET", "/Patient/$export", None, 202), "import": ("POST", "/$import", BASIC, 200),
    "explain-access": ("GET", "/$explain-access?actor=Practitioner/{patient}", None, 200),
    "status": ("GET", "/Subscription/$status", None, 200), "events": ("GET", "/Subscription/{id}/$events", None, 404)}


def parameters(*more: dict) -> dict:
    return {"resourceType": "Parameters", "parameter": [{"name": "_type", "valueString": "Basic"}, *more]}


# What an operation's documentation has beside.
DOCUMENTED = {
    "export": ("POST", "/$export", parameters(), 202),
    "patient-export": ("POST", "/Patient/$export", parameters({"name": "patient", "valueReference": {"reference": "Patient/{patient}"}}), 202)}
KINDS_OF_BODY = {"PATCH": "application/json-patch+json", "$import": "application/fhir+ndjson"}


def test_every_interaction_and_operation_that_is_declared_is_there(ask, stored, patient, release):
    """Search parameters and includes are asked for one by one in the service's own tests."""
    rest = ask("GET", "/metadata")["rest"][0]
    assert all([each["code"] for each in resource["interaction"]] == [each["code"] for each in rest["resource"][0]["interaction"]] for resource in rest["resource"])
    declared = [each["code"] for each in rest["resource"][0]["interaction"]] + [each["code"] for each in rest["interaction"]]
    assert set(declared) == {*INTERACTIONS, *WHOLE}
    everywhere = rest["operation"] + [each for resource in rest["resource"] for each in resource.get("operation", [])]
    operations = {each["name"] for each in everywhere}
    assert operations == OPERATIONS.keys() - ({"status", "events"} if release == "stu3" else set())
    if release == "r4":
        # At the level at which they are called.
        there = {resource["type"]: {each["name"] for each in resource["operation"]} for resource in rest["resource"]}
        assert {"everything", "patient-export"} <= there["Patient"] and "everything" not in there["Basic"]
        assert {each["name"] for each in rest["operation"]} == {"export", "import", "explain-access"}
    documented = {each["name"] for each in everywhere if "POST with Parameters" in each.get("documentation", "")}
    assert documented == (DOCUMENTED.keys() if release == "r4" else set())
    made = ask("POST", "/Basic", BASIC, 201)["id"]
    person = ask("GET", f"/Observation/{stored}")["subject"]["reference"].removeprefix("Patient/")
    ordered = [*INTERACTIONS.items(), *WHOLE.items(), *((name, each) for name, each in OPERATIONS.items() if name in operations), *DOCUMENTED.items()]
    for name, (method, path, body, status) in sorted(ordered, key=lambda each: each[0] == "delete"):
        headers = {"Content-Type": KINDS_OF_BODY.get(method) or KINDS_OF_BODY.get(path[1:], "application/fhir+json"), "Prefer": "respond-async"}
        sent = {**body, "id": made} if method == "PUT" else body
        data = json.dumps(sent).replace("{patient}", person) if sent is not None else None
        answer = patient.call(method, f"/fhir/{release}" + path.format(id=made, patient=person), headers=headers, data=data)
        assert answer.status_code == status, f"{name}: {answer.status_code} {answer.text}"
        if "export" in name:
            # Five are kept at once.
            assert patient.call("DELETE", urlsplit(answer.headers["Content-Location"]).path).status_code == 202
