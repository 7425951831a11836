"""Who may see a patient's record, and who did: consents, a provider's reading and writing, an emergency, the log, and what an operator finds in it."""

import requests

from careline import people
from careline.waiting import until

FHIR = "application/fhir+json"
PULSE = {"resourceType": "Observation", "status": "final", "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]}}


def call(person, method: str, path: str, of=None, **more) -> requests.Response:
    headers = {"Authorization": f"Bearer {person.token}", "Content-Type": FHIR, **({"Care-Person": of.id} if of else {}), **more.pop("headers", {})}
    return requests.request(method, person.url + path, headers=headers, timeout=30, **more)


def consent(provider, **more) -> dict:
    types = [{"system": "http://hl7.org/fhir/resource-types", "code": "Observation"}, {"system": "http://hl7.org/fhir/resource-types", "code": "Provenance"}]
    actor = {"role": {"coding": [{"code": "IRCP"}]}, "reference": {"reference": f"Practitioner/{provider.id}"}}
    return {
        "resourceType": "Consent", "status": "active", "scope": {"coding": [{"code": "patient-privacy"}]}, "category": [{"coding": [{"code": "59284-0"}]}],
        "policyRule": {"coding": [{"code": "OPTIN"}]}, "provision": {"type": "permit", "actor": [actor], "class": types}, **more}


def test_a_patient_shares_with_a_provider_and_takes_it_back(url):
    patient, provider = people.sign_up(url, "patient", "sharing"), people.provider(url, "cardiology", "doctor")
    pulse = call(patient, "POST", "/fhir/r4/Observation", json=PULSE).json()["id"]
    condition = call(patient, "POST", "/fhir/r4/Condition", json={"resourceType": "Condition", "subject": {"reference": f"Patient/{patient.id}"}}).json()["id"]
    path = f"/fhir/r4/Observation/{pulse}"
    assert call(provider, "GET", path).status_code == 400
    assert call(provider, "GET", path, of=patient).status_code == 404

    given = call(patient, "POST", "/fhir/r4/Consent", json=consent(provider))
    assert given.status_code == 201, given.text
    # Records hears of a provider by an event.
    assert until("the provider is known", lambda: call(provider, "GET", path, of=patient).status_code == 200)
    assert call(provider, "GET", f"/fhir/r4/Condition/{condition}", of=patient).status_code == 403
    found = call(provider, "GET", "/fhir/r4/Observation", of=patient)
    assert [entry["resource"]["id"] for entry in found.json()["entry"]] == [pulse]

    written = call(provider, "PUT", path, of=patient, json={**PULSE, "id": pulse, "status": "amended"})
    assert written.status_code == 200, written.text
    [provenance] = [entry["resource"] for entry in call(patient, "GET", "/fhir/r4/Provenance").json()["entry"]]
    assert provenance["target"] == [{"reference": f"Observation/{pulse}/_history/2"}]
    assert provenance["agent"][0]["who"] == {"reference": f"Practitioner/{provider.id}"}
    assert call(provider, "POST", "/fhir/r4/Consent", of=patient, json=consent(provider)).status_code == 403

    explained = call(patient, "GET", f"/fhir/r4/$explain-access?actor=Practitioner/{provider.id}&type=Observation&id={pulse}").json()
    reading = next({part["name"]: part for part in one["part"]} for one in explained["parameter"] if one["name"] == "access")
    assert reading["allowed"]["valueBoolean"] and reading["consent"]["valueReference"]["reference"] == f"Consent/{given.json()['id']}"

    over = {**consent(provider), "id": given.json()["id"], "status": "inactive"}
    assert call(patient, "PUT", f"/fhir/r4/Consent/{over['id']}", json=over).status_code == 200
    assert call(provider, "GET", path, of=patient).status_code == 404
    assert call(provider, "PUT", path, of=patient, json={**PULSE, "id": pulse}).status_code == 404

    log = call(patient, "GET", "/records/access-log?limit=200").json()["items"]
    theirs = [entry for entry in log if entry.get("doneBy") == provider.id]
    assert [entry["interaction"] for entry in theirs if not entry["refused"]] == ["update", "search-type", "read"]
    assert {entry["doneByName"] for entry in theirs} == {"Doctor Test"} and {entry["purpose"] for entry in theirs} == {"TREAT"}
    assert sum(entry["refused"] for entry in theirs) >= 4
    events = call(patient, "GET", "/fhir/r4/AuditEvent?_count=200").json()["entry"]
    assert {entry["id"] for entry in log} <= {entry["resource"]["id"] for entry in events}
    noted = events[0]["resource"]
    assert call(patient, "PUT", f"/fhir/r4/AuditEvent/{noted['id']}", json={**noted, "recorded": "2020-01-01T00:00:00Z"}).status_code == 405


def test_an_emergency_is_told_to_the_patient_and_to_reviewers(url, auth_service):
    patient, provider = people.sign_up(url, "patient", "emergency"), people.provider(url, "cardiology", "rescuer")
    reviewer = people.appointed(url, auth_service, "admin")
    pulse = call(patient, "POST", "/fhir/r4/Observation", json=PULSE).json()["id"]
    asked = {"patientId": patient.id, "reason": "Unconscious after a seizure"}

    def opened():
        answer = call(provider, "POST", "/records/break-glass", json=asked, headers={"Content-Type": "application/json"})
        return answer if answer.status_code == 201 else None

    emergency = until("the provider is known", opened).json()
    assert call(provider, "GET", f"/fhir/r4/Observation/{pulse}", of=patient).status_code == 200
    assert call(provider, "DELETE", f"/fhir/r4/Observation/{pulse}", of=patient).status_code == 403
    told = until("the patient is told", lambda: [
        one for one in call(patient, "GET", "/notifications").json()["items"] if one["kind"] == "record-access"])
    assert told[0]["details"] == {"overrideId": emergency["id"], "providerId": provider.id}
    listed = call(reviewer, "GET", "/records/break-glass").json()["items"]
    assert next(one for one in listed if one["id"] == emergency["id"])["reason"] == asked["reason"]
    assert call(provider, "GET", "/records/break-glass").status_code == 403
    log = call(patient, "GET", "/records/access-log").json()["items"]
    assert {entry["purpose"] for entry in log if entry["basis"] == "break-glass"} == {"BTG"}
