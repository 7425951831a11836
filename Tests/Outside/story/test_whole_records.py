"""Whole records and changes of parts of them, through the gateway, by fhir-py, which knows conditional updates, and by plain HTTP."""

import json
import re
import uuid
from urllib.parse import urlsplit

import httpx
import pytest
from fhirpy import SyncFHIRClient

from careline import people
from careline.waiting import until

pytestmark = pytest.mark.once

NOBODY = {"reference": f"Patient/{uuid.uuid4()}"}


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "whole")


@pytest.fixture(scope="module")
def client(url, patient):
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {patient.token}"}, timeout=30) as client:
        yield client


def test_what_is_there_is_changed_by_its_condition(url, patient):
    fhir = SyncFHIRClient(f"{url}/fhir/r4", authorization=f"Bearer {patient.token}")
    ident = f"own-{uuid.uuid4().hex[:8]}"
    fhir.resource("Basic", id=ident, code={"text": "mine"}).save()
    for version in ("2", "3"):
        found, made = fhir.resources("Basic").search(_id=ident).update(fhir.resource("Basic", code={"text": f"at {version}"}))
        assert (found.id, bool(made), found["meta"]["versionId"]) == (ident, False, version)


def test_a_patch_changes_what_it_names(client):
    ident = f"patched-{uuid.uuid4().hex[:8]}"
    path = f"/fhir/r4/Basic/{ident}"
    assert client.put(path, json={"resourceType": "Basic", "id": ident, "code": {"text": "before"}}).status_code == 201
    patch = [{"op": "test", "path": "/code/text", "value": "before"}, {"op": "replace", "path": "/code/text", "value": "after"}]
    headers = {"Content-Type": "application/json-patch+json"}
    answer = client.patch(path, content=json.dumps(patch), headers=headers)
    assert answer.status_code == 200 and answer.json()["code"] == {"text": "after"}
    again = client.patch(path, content=json.dumps(patch), headers=headers)
    assert again.status_code == 422 and "Operation 0" in again.json()["issue"][0]["diagnostics"]
    back = client.get(f"{path}/$diff", params={"from": 2, "to": 1})
    assert client.patch(path, content=back.content, headers={"Content-Type": "application/fhir+json"}).json()["code"] == {"text": "before"}
    assert [entry["request"]["method"] for entry in client.get("/fhir/r4/Basic/_history", params={"_count": 3}).json()["entry"]] == ["PUT"] * 3


def test_a_record_leaves_and_comes_back(client, url):
    lines = "".join(json.dumps({"resourceType": "Basic", "id": f"line-{number}", "code": {"text": str(number)}}) + "\n" for number in range(120))
    imported = client.post("/fhir/r4/$import", content=lines, headers={"Content-Type": "application/fhir+ndjson"})
    assert {each["name"]: each.get("valueInteger") for each in imported.json()["parameter"]} == {"created": 120, "updated": 0, "unchanged": 0, "refused": 0}
    begun = client.get("/fhir/r4/$export", params={"_type": "Basic"}, headers={"Prefer": "respond-async"})
    assert begun.status_code == 202
    status = urlsplit(begun.headers["Content-Location"]).path
    done = until("the export", lambda: (answer := client.get(status)).status_code == 200 and answer)
    out = []
    for file in done.json()["output"]:
        answer = client.get(urlsplit(file["url"]).path)
        assert answer.headers["Content-Type"] == "application/fhir+ndjson"
        out += [json.loads(line) for line in answer.text.splitlines()]
    assert {f"line-{number}" for number in range(120)} <= {resource["id"] for resource in out}
    unchanged = client.post("/fhir/r4/$import", content="\n".join(map(json.dumps, out)), headers={"Content-Type": "application/fhir+ndjson"})
    assert unchanged.json()["parameter"][0] == {"name": "created", "valueInteger": 0}
    stranger = people.sign_up(url, "patient", "stranger")
    assert client.get(status, headers={"Authorization": f"Bearer {stranger.token}"}).status_code == 404
    assert client.delete(status).status_code == 202
    assert client.get(status).status_code == 404
    assert re.fullmatch(r"/fhir/r4/\$export/[0-9a-f-]{36}/status", status)


def asked(*parameters: tuple[str, str, object]) -> str:
    return json.dumps({"resourceType": "Parameters", "parameter": [{"name": name, kind: value} for name, kind, value in parameters]})


def test_what_an_export_is_of_is_posted(client, patient):
    """Bulk Data 2.0's other kick-off: what is asked for is in no address, and is begun once."""
    ident = f"posted-{uuid.uuid4().hex[:8]}"
    assert client.put(f"/fhir/r4/Basic/{ident}", json={"resourceType": "Basic", "id": ident, "code": {"text": "mine"}}).status_code == 201
    headers = {"Content-Type": "application/fhir+json", "Prefer": "respond-async", "Idempotency-Key": uuid.uuid4().hex}
    body = asked(
        ("_outputFormat", "valueString", "application/fhir+ndjson"), ("_type", "valueString", "Basic,Patient"), ("_type", "valueString", "Condition"),
        ("patient", "valueReference", {"reference": f"Patient/{patient.id}"}))
    begun, again = (client.post("/fhir/r4/Patient/$export", content=body, headers=headers) for _ in range(2))
    assert begun.status_code == again.status_code == 202, begun.text
    assert begun.headers["Content-Location"] == again.headers["Content-Location"] and again.headers["Idempotent-Replayed"] == "true"
    status = urlsplit(begun.headers["Content-Location"]).path
    done = until("the export", lambda: (answer := client.get(status)).status_code == 200 and answer).json()
    assert done["request"].endswith("/fhir/r4/Patient/$export")
    (file,) = done["output"]
    assert file["type"] == "Basic"
    assert ident in {json.loads(line)["id"] for line in client.get(urlsplit(file["url"]).path).text.splitlines()}
    assert client.delete(status).status_code == 202
    lenient = client.post(
        "/fhir/r4/$export", content=asked(("_type", "valueString", "Basic"), ("_elements", "valueString", "id")),
        headers=headers | {"Prefer": "respond-async, handling=lenient", "Idempotency-Key": uuid.uuid4().hex})
    assert lenient.status_code == 202
    assert client.delete(urlsplit(lenient.headers["Content-Location"]).path).status_code == 202


@pytest.mark.parametrize(("path", "parameters", "told"), [
    ("$export", [("_elements", "valueString", "id")], "_elements"), ("$export", [("_typeFilter", "valueString", "Basic?code=a")], "_typeFilter"),
    ("$export", [("_outputFormat", "valueString", "text/csv")], "ndjson"), ("$export", [("_since", "valueInstant", "yesterday")], "instant"),
    ("$export", [("_type", "valueInteger", 5)], "valueString"), ("$export", [("patient", "valueReference", NOBODY)], "Patient/$export"),
    ("Patient/$export", [("patient", "valueReference", NOBODY)], "parameter[0]"),
])
def test_an_export_that_is_not_understood_is_not_begun(client, path, parameters, told):
    headers = {"Content-Type": "application/fhir+json", "Prefer": "respond-async"}
    answer = client.post(f"/fhir/r4/{path}", content=asked(*parameters), headers=headers)
    assert answer.status_code == 400 and told in answer.text
    assert answer.json()["resourceType"] == "OperationOutcome"
