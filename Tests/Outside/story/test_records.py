"""Health records, through the gateway, by FHIR clients of another make (fhir-py) and plain HTTP; compared by value with Python's own JSON,
decimals by their exact text."""

import json
import re
import secrets
import uuid
from decimal import Decimal

import httpx
import pytest
from fhirpy import SyncFHIRClient
from fhirpy.base.exceptions import OperationOutcome, ResourceNotFound

from careline import measurements, people, topics
from careline.checkout import CHECKOUT
from careline.waiting import until

DATA = CHECKOUT.parent / "shared" / "data" / "fhir"
FHIR = {"Content-Type": "application/fhir+json"}


class Number(str):
    """A JSON number by its text: 1.0 is not 1.00."""


def read(text: str | bytes):
    """By value: numbers by their text, a member given twice refused."""

    def members(pairs):
        assert len(dict(pairs)) == len(pairs), "a member twice"
        return dict(pairs)

    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=members)


def without_stamp(resource: dict) -> dict:
    """What is the client's: all but id and the server's part of meta."""
    rest = {name: value for name, value in resource.items() if name not in ("id", "meta")}
    meta = {name: value for name, value in resource.get("meta", {}).items() if name not in ("versionId", "lastUpdated")}
    return {**rest, **({"meta": meta} if meta else {})}


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "record")


@pytest.fixture(scope="module")
def client(url, patient):
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {patient.token}"}, timeout=60) as client:
        yield client


@pytest.mark.parametrize("release", ["r4", "stu3"])
def test_a_foreign_client_keeps_records(url, patient, release):
    fhir = SyncFHIRClient(f"{url}/fhir/{release}", authorization=f"Bearer {patient.token}")
    made = fhir.resource("Patient", name=[{"given": ["Amara"], "family": "Okafor"}], birthDate="1984-02-29")
    made.save()
    assert uuid.UUID(made.id) and made["meta"]["versionId"] == "1"
    made["active"] = True
    made.save()
    assert made["meta"]["versionId"] == "2"
    found = fhir.resources("Patient").search(_id=made.id).first()
    assert found["name"][0]["family"] == "Okafor" and found["active"] is True
    assert len(fhir.resources("Patient").fetch_all()) == 1
    for count in range(5):
        fhir.resource("Observation", status="final", code={"text": f"number {count}"}).save()
    assert len(fhir.resources("Observation").limit(2).fetch_all()) == 5
    made.delete()
    with pytest.raises((ResourceNotFound, OperationOutcome)):
        fhir.reference("Patient", made.id).to_resource()


def test_what_comes_back_is_what_was_sent(client):
    sent = ('{"resourceType":"Observation","status":"final","code":{"text":"a \\"quoted\\" \\u00fc"},"valueQuantity":{"value":1.00},'
            '"component":[{"code":{"text":"x"},"valueQuantity":{"value":-0.0e-7}},{"code":{"text":"y"},"valueQuantity":{"value":12345678901234567890.1234567890}}],'
            '"_status":{"id":"s"},"extension":[{"url":"https://example.org/unheard-of","valueDecimal":1.0}]}')
    made = client.post("/fhir/r4/Observation", content=sent, headers=FHIR)
    assert made.status_code == 201, made.text
    back = client.get(f"/fhir/r4/Observation/{read(made.content)['id']}")
    assert without_stamp(read(back.content)) == read(sent)
    assert json.loads(back.content, parse_float=Decimal)["valueQuantity"]["value"].as_tuple().exponent == -2


def test_conditions_and_history(client):
    made = client.post("/fhir/r4/Patient", content='{"resourceType":"Patient"}', headers=FHIR)
    path = "/fhir/r4/Patient/" + made.json()["id"]
    assert made.headers["ETag"] == 'W/"1"' and made.headers["Location"].endswith(path + "/_history/1")
    assert client.get(path, headers={"If-None-Match": 'W/"1"'}).status_code == 304
    body = {**made.json(), "active": False}
    assert client.put(path, json=body, headers={**FHIR, "If-Match": 'W/"1"'}).headers["ETag"] == 'W/"2"'
    stale = client.put(path, json=body, headers={**FHIR, "If-Match": 'W/"1"'})
    assert stale.status_code == 412 and stale.json()["resourceType"] == "OperationOutcome"
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 410
    history = client.get(path + "/_history").json()
    assert [entry["response"]["etag"] for entry in history["entry"]] == ['W/"3"', 'W/"2"', 'W/"1"']


def test_annotations_and_app_data(client):
    word = secrets.token_hex(6)
    for name in ("a", "b"):
        made = client.post("/fhir/r4/Basic", content='{"resourceType":"Basic","code":{"text":"note"}}', headers={**FHIR, "Care-Annotations": f"{word.upper()},{name}"})
        assert made.headers["Care-Annotations"] == ", ".join(sorted([word, name]))
    def total(query):
        return client.get("/fhir/r4/Basic", params={"_annotations": query, "_summary": "count"}).json()["total"]
    assert [total(word), total(f"{word},a"), total(f"{word},(a,b)"), total("a,b")] == [2, 1, 2, 0]
    blob = secrets.token_bytes(10 << 20)
    stored = client.post("/app-data", content=blob, headers={"Content-Type": "application/x-blob", "Care-Annotations": word})
    assert stored.status_code == 201, stored.text
    assert client.get(stored.headers["Location"]).content == blob
    assert client.get("/app-data/count", params={"annotations": word}).json() == {"count": 1}
    assert client.post("/app-data", content=blob + b"1", headers={"Content-Type": "application/x-blob"}).status_code == 413


def test_what_is_someone_elses_is_not_there(url, client):
    mine = client.post("/fhir/r4/Patient", content='{"resourceType":"Patient"}', headers=FHIR).json()["id"]
    other = people.sign_up(url, "patient", "nosy")
    for path in (f"/fhir/r4/Patient/{mine}", f"/fhir/r4/Patient/{mine}/_history", f"/records/{mine}"):
        assert other.get(path).status_code == 404
    doctor = people.provider(url, "cardiology")
    assert doctor.get(f"/fhir/r4/Patient/{mine}").status_code == 404
    assert requests_without_token(url, f"/fhir/r4/Patient/{mine}").status_code == 401


def requests_without_token(url, path):
    return httpx.get(url + path)


def test_others_hear_of_it_without_its_contents(client, bootstrap, url, auth_service):
    word = f"secret-{secrets.token_hex(8)}"
    observation = {
        "resourceType": "Observation", "status": "final", "note": [{"text": word}],
        "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4"}], "text": word},
        "effectiveDateTime": "2026-03-06T11:10:00-06:00", "valueQuantity": {"value": 61.5, "code": "/min", "system": "http://unitsofmeasure.org"}}
    identifier = client.post("/fhir/r4/Observation", json=observation, headers={**FHIR, "Care-Annotations": word}).json()["id"]
    told = topics.wait_for(bootstrap, "care.observations.v1", lambda records: any(record.key == identifier for record in records))
    event = json.loads(next(record.value for record in told if record.key == identifier))
    assert (event["code"], event["effectiveAt"]) == ("40443-4", "2026-03-06T17:10:00Z") and "61.5" not in json.dumps(event)
    opened = measurements.opened(event, measurements.key(url, auth_service, event["userId"]))
    assert opened == {"value": 61.5, "unit": "/min"}
    records = topics.wait_for(bootstrap, "care.records.v1", lambda records: any(record.key == identifier for record in records))
    for record in told + records:
        assert word not in record.value.decode() + str(record.headers) + record.key


@pytest.mark.skipif(not DATA.exists(), reason="../shared/data/fhir is not there: the small examples above are tried alone")
def test_a_synthetic_life_and_official_examples(url):
    life = people.sign_up(url, "patient", "synthea")
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {life.token}"}, timeout=120) as client:
        text = (DATA / "r4-synthea" / "bundle-05.json").read_text()
        sent = read(text)["entry"]
        batch = re.sub(r'"type"\s*:\s*"transaction"', '"type":"batch"', text, count=1)
        answer = client.post("/fhir/r4", content=batch, headers=FHIR)
        assert answer.status_code == 200, answer.text
        results = answer.json()["entry"]
        assert len(results) == len(sent) and all(result["response"]["status"] == "201 Created" for result in results)
        for entry, result in zip(sent, results, strict=True):
            path = result["response"]["location"].split("/fhir/r4", 1)[1]
            assert without_stamp(read(client.get("/fhir/r4" + path).content)) == without_stamp(entry["resource"])
        for release in ("r4", "stu3"):
            for file in sorted((DATA / f"{release}-examples").glob("*.json"))[::12]:
                resource = read(file.read_bytes())
                made = client.post(f"/fhir/{release}/{resource['resourceType']}", content=file.read_bytes(), headers=FHIR)
                assert made.status_code == 201, f"{file.name}: {made.text}"
                assert without_stamp(read(made.content)) == without_stamp(resource), file.name


def test_an_erased_persons_records_are_gone(url):
    leaving = people.sign_up(url, "patient", "leaving")
    made = leaving.call("POST", "/fhir/r4/Patient", {"resourceType": "Patient"}, headers=FHIR)
    assert made.status_code == 201, made.text
    assert leaving.delete(f"/users/{leaving.id}").status_code == 204
    # The token is refused as soon as the revocation is heard, the records as soon as the erasure is.
    until("nothing is to be had any more", lambda: leaving.get(f"/fhir/r4/Patient/{made.json()['id']}").status_code in (401, 403))


def test_what_goes_packed_is_the_same_byte_for_byte(url, client, patient):
    def read_as(path, coding, **headers):
        return client.get(path, headers={"Accept-Encoding": coding, **headers})

    sent = {"resourceType": "Observation", "status": "final", "code": {"text": "Grüße ♥ " * 50}}
    made = client.post("/fhir/r4/Observation", json=sent, headers=FHIR)
    path = f"/fhir/r4/Observation/{made.json()['id']}"
    plain, packed = read_as(path, "identity"), read_as(path, "gzip")
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert packed.content == plain.content and packed.headers["ETag"] == plain.headers["ETag"] == 'W/"1"'
    assert read_as(path, "gzip", **{"If-None-Match": packed.headers["ETag"]}).status_code == 304
    # What has a strong tag stays as it is, so that the tag is good for If-Match.
    blob = json.dumps(["one"] * 1000).encode()
    stored = client.post("/app-data", content=blob, headers={"Content-Type": "application/json"})
    kept = read_as(stored.headers["Location"], "gzip")
    assert "Content-Encoding" not in kept.headers and kept.headers["ETag"] == '"1"' and kept.content == blob
    assert "no-transform" in kept.headers["Cache-Control"]
    # What holds tokens is never packed.
    account = {"username": patient.username, "password": people.PASSWORD}
    login = httpx.post(f"{url}/auth/login", json=account, headers={"Accept-Encoding": "gzip"}, timeout=60)
    assert login.status_code == 200 and "Content-Encoding" not in login.headers
