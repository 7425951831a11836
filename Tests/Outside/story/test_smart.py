"""SMART App Launch by an independent client: fhirclient, the SMART team's own, finds out by itself how to sign in, and reads what it may."""

import json
import secrets
from urllib.parse import urlsplit

import pytest
import requests
from fhirclient import client
from fhirclient.models.capabilitystatement import CapabilityStatement
from fhirclient.models.observation import Observation
from fhirclient.models.parameters import Parameters
from fhirclient.models.patient import Patient

from careline import people
from careline.oauth import Browser, Form
from careline.people import PASSWORD
from careline.waiting import until

pytestmark = pytest.mark.once

REDIRECT = "http://127.0.0.1/smart"
CATEGORIES = "http://terminology.hl7.org/CodeSystem/observation-category"
SCOPES = ["openid", "fhirUser", "launch", "launch/patient", "online_access", "offline_access", "patient/*.cruds"]


@pytest.fixture(scope="module")
def smart_app(auth_service) -> str:
    name = f"smart-{secrets.token_hex(4)}"
    auth_service("seed-client", "--id", name, "--name", "Growth Chart", "--redirect-uri", REDIRECT, *[word for scope in SCOPES for word in ("--scope", scope)])
    return name


@pytest.fixture(scope="module")
def patient(url):
    person = people.sign_up(url, "patient", "smart")
    for id, category in (("lab", "laboratory"), ("vital", "vital-signs")):
        answer = person.call("PUT", f"/fhir/r4/Observation/{id}", {
            "resourceType": "Observation", "id": id, "status": "final", "code": {"text": "Something measured"},
            "category": [{"coding": [{"system": CATEGORIES, "code": category}]}]})
        assert answer.status_code == 201, answer.text
    return person


def smart(url, app: str, scope: str, **more) -> client.FHIRClient:
    return client.FHIRClient(settings={"app_id": app, "api_base": f"{url}/fhir/r4", "redirect_uri": REDIRECT, "scope": scope, **more})


def signed_in(them: client.FHIRClient, person) -> str:
    """The whole way of a person who agrees; gives the words of the page on which they do."""
    browser = Browser()
    consent = Form(browser.log_in(them.authorize_url, person.username, PASSWORD))
    back = browser.submit(consent, decision="allow")
    assert back.headers["Location"].startswith(REDIRECT), back.text
    them.handle_callback(back.headers["Location"])
    return consent.text


def test_an_app_that_is_opened_by_itself(url, smart_app, patient):
    them = smart(url, smart_app, "openid fhirUser offline_access patient/*.read")
    them.wants_patient = True
    words = signed_in(them, patient)
    assert "Growth Chart" in words and "All of your health records: see" in words
    assert them.ready and them.patient_id == patient.id
    # There is a Patient before anybody has stored one.
    assert them.patient.id == patient.id
    assert {each.id for each in Observation.where({}).perform_resources(them.server)} == {"lab", "vital"}
    assert them.reauthorize()
    assert Observation.read("lab", them.server).status == "final"


def test_an_app_that_may_see_one_category(url, smart_app, patient):
    them = smart(url, smart_app, f"patient/Observation.rs?category={CATEGORIES}|laboratory")
    assert "of the category “laboratory”: see" in signed_in(them, patient)
    assert [each.id for each in Observation.where({}).perform_resources(them.server)] == ["lab"]
    headers = them.server.auth.signed_headers(None)
    hidden = requests.get(f"{url}/fhir/r4/Observation/vital", headers=headers, timeout=30)
    assert hidden.status_code == 404 and hidden.json()["resourceType"] == "OperationOutcome"
    refused = requests.get(f"{url}/fhir/r4/{Patient.resource_type}/{patient.id}", headers=headers, timeout=30)
    assert refused.status_code == 403 and 'error="insufficient_scope"' in refused.headers["WWW-Authenticate"]


def test_an_app_exports_what_it_may_see(url, smart_app, patient):
    """As the CapabilityStatement says it may be asked for: by Parameters of the client's own."""
    them = smart(url, smart_app, "openid patient/Observation.rs")
    signed_in(them, patient)
    rest = CapabilityStatement.read_from("metadata", them.server).rest[0]
    own = next(each.operation for each in rest.resource if each.type == "Patient")
    said = {each.name: each.documentation for each in rest.operation + own}
    assert "POST with Parameters" in said["export"] and "of patient" in said["patient-export"]
    asked = Parameters({"resourceType": "Parameters", "parameter": [
        {"name": "_type", "valueString": "Observation"}, {"name": "patient", "valueReference": {"reference": f"Patient/{patient.id}"}}]})
    headers = them.server.auth.signed_headers(None)

    def kick_off(body: Parameters) -> requests.Response:
        sent = {"Content-Type": "application/fhir+json", "Prefer": "respond-async"}
        return requests.post(f"{url}/fhir/r4/Patient/$export", data=json.dumps(body.as_json()), headers=headers | sent, timeout=30)

    begun = kick_off(asked)
    assert begun.status_code == 202, begun.text
    status = url + urlsplit(begun.headers["Content-Location"]).path
    done = until("the export", lambda: (answer := requests.get(status, headers=headers, timeout=30)).status_code == 200 and answer).json()
    files = [requests.get(url + urlsplit(file["url"]).path, headers=headers, timeout=30).text for file in done["output"]]
    assert {Observation(json.loads(line)).id for file in files for line in file.splitlines()} == {"lab", "vital"}
    assert requests.delete(status, headers=headers, timeout=30).status_code == 202
    # What the token is not for, and who is somebody else.
    asked.parameter[0].valueString = "Condition"
    assert kick_off(asked).status_code == 403
    asked.parameter[0].valueString, asked.parameter[1].valueReference.reference = "Observation", f"Patient/{people.sign_up(url, 'patient', 'unasked').id}"
    assert kick_off(asked).status_code == 400


def test_an_app_that_another_one_opens(url, smart_app, patient):
    made = patient.post("/oauth/launches", {"clientId": smart_app})
    assert made.status_code == 201, made.text
    assert f"{url}/fhir/r4" in made.json()["servers"]
    them = smart(url, smart_app, "openid patient/Patient.r", launch_token=made.json()["launch"])
    signed_in(them, patient)
    assert them.patient_id == patient.id
    again = smart(url, smart_app, "openid patient/Patient.r", launch_token=made.json()["launch"])
    refused = Browser().open(again.authorize_url)
    assert "error=invalid_request" in refused.headers["Location"]


def test_an_app_that_a_provider_opens_for_a_patient(url, smart_app, patient):
    doctor, other = people.provider(url, "cardiology", "launching"), people.sign_up(url, "patient", "unlaunched")
    for person in (patient, other):
        consent = {
            "resourceType": "Consent", "status": "active", "scope": {"coding": [{"code": "patient-privacy"}]}, "category": [{"coding": [{"code": "59284-0"}]}],
            "policyRule": {"coding": [{"code": "OPTIN"}]},
            "provision": {"type": "permit", "actor": [{"role": {"coding": [{"code": "IRCP"}]}, "reference": {"reference": f"Practitioner/{doctor.id}"}}]}}
        given = person.call("POST", "/fhir/r4/Consent", consent)
        assert given.status_code == 201, given.text
        # Records hears of a provider by an event.
        until("the consent counts", lambda: doctor.get("/fhir/r4/Observation", headers={"Care-Person": person.id}).status_code == 200)
    made = doctor.post("/oauth/launches", {"clientId": smart_app, "patientId": patient.id})
    assert made.status_code == 201, made.text
    launch = made.json()["launch"]

    another = smart(url, smart_app, "openid patient/*.read", launch_token=launch)
    refused = Browser().log_in(another.authorize_url, patient.username, PASSWORD)
    assert "error=login_required" in refused.headers["Location"], "it is the provider's alone"
    them = smart(url, smart_app, "openid patient/*.read", launch_token=launch)
    words = signed_in(them, doctor)
    assert "this patient’s health records: see" in words
    assert them.patient_id == patient.id and them.patient.id == patient.id
    assert {each.id for each in Observation.where({}).perform_resources(them.server)} == {"lab", "vital"}
    headers = them.server.auth.signed_headers(None)
    elsewhere = requests.get(f"{url}/fhir/r4/Observation", headers={**headers, "Care-Person": other.id}, timeout=30)
    assert elsewhere.status_code == 403, "the provider may, the token may not"


@pytest.mark.parametrize("release", ["r4", "stu3"])
def test_pages_of_apps_find_out_how_to_sign_in(url, release):
    answer = requests.get(f"{url}/fhir/{release}/.well-known/smart-configuration", timeout=30)
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("application/json")
    told, openid = answer.json(), requests.get(f"{url}/.well-known/openid-configuration", timeout=30).json()
    same = {"issuer", "jwks_uri", "authorization_endpoint", "token_endpoint", "introspection_endpoint", "revocation_endpoint"}
    assert {name: told[name] for name in same} == {name: openid[name] for name in same}
    # What is offered holds: no more than the authorization server says.
    for name in ("grant_types_supported", "token_endpoint_auth_methods_supported", "token_endpoint_auth_signing_alg_values_supported", "scopes_supported"):
        assert set(told[name]) <= set(openid[name]), name
