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
