"""Events without Kafka: the receiver of docs/event-consumers.md, as it stands there, hears through the gateway and the courier what happens on the platform."""

import os
import re
import secrets
import subprocess

import pytest
import requests

from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.checkout import CHECKOUT
from careline.client import Client
from careline.oauth import App
from careline.operator import webhooks_service
from careline.people import PASSWORD, sign_up
from careline.ports import free_port
from careline.waiting import until
from careline.webhooks import Receiver, machine, subscriber

BOOKED, CANCELLED = "care.appointments.booked.v1", "care.appointments.cancelled.v1"


@pytest.fixture
def client(url):
    return subscriber(url, BOOKED, CANCELLED)


@pytest.fixture
def receiver(tmp_path):
    """Starts the guide's receiver with a secret, at the port; gives the lines that it has printed."""
    section = (CHECKOUT / "docs/event-consumers.md").read_text().partition("## Without Kafka\n")[2].partition("\n## ")[0]
    [code] = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    running = []

    def start(port: int, secret: str):
        output = tmp_path / f"receiver-{len(running)}.log"
        environment = {**os.environ, "PORT": str(port), "WEBHOOK_SECRET": secret, "PYTHONUNBUFFERED": "1"}
        with open(output, "w") as log:
            running.append(subprocess.Popen([CHECKOUT / ".careline/venv/bin/python", "-c", code], env=environment, stdout=log, stderr=subprocess.DEVNULL))
        return lambda: [line.split(" ", 3) for line in output.read_text().splitlines()]

    yield start
    for process in running:
        process.terminate()
        process.wait(timeout=30)


def test_a_back_end_without_kafka_hears_of_a_booking_and_its_end(url, client, receiver, open_clinic):
    port = free_port()
    made = client.call("POST", "/webhooks", {"url": f"http://127.0.0.1:{port}/", "types": [BOOKED, CANCELLED]})
    assert made.status_code == 201, made.text
    webhook = f"/webhooks/{made.json()['id']}"
    # Booked while nobody listens there: it comes when somebody does.
    weekly = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
    doctor = open_clinic("dermatology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
    patient = sign_up(url, "patient", "hooked")
    booked = patient.post("/appointments", booking(doctor, slots(patient, doctor, *next_days())[0]))
    assert booked.status_code == 201, booked.text
    appointment = booked.json()["id"]

    def attempts(outcome: str) -> list[dict]:
        items = client.call("GET", f"{webhook}/deliveries?limit=200").json()["items"]
        return [each for each in items if each["outcome"] == outcome]

    assert until("an attempt has failed", lambda: attempts("retried"))[0]["error"] == "unreachable"
    heard = receiver(port, made.json()["secret"])
    until("the test arrives", lambda: client.call("POST", f"{webhook}/test").json()["delivered"])
    assert patient.call("DELETE", f"/appointments/{appointment}").status_code == 200
    # Whatever waits is due at once when it is made active anew.
    assert client.call("PATCH", webhook, {"status": "paused"}).status_code == 200
    assert client.call("PATCH", webhook, {"status": "active"}).status_code == 200

    def told() -> list[str]:
        return [line[1] for line in heard() if line[2] == appointment]

    until("both have come, in their order", lambda: told() == [BOOKED, CANCELLED])
    assert len(until("both are in the log", lambda: len(attempts("delivered")) >= 2 and attempts("delivered"))) >= 2
    # Under the ids that they had: the receiver knows them.
    before = len(attempts("delivered"))
    replayed = client.call("POST", f"{webhook}/replays", {"from": made.json()["createdAt"]})
    assert replayed.status_code == 201 and replayed.json()["queued"] >= 2
    until("they have come again", lambda: len(attempts("delivered")) >= before + 2)
    assert told() == [BOOKED, CANCELLED]
    assert client.call("DELETE", webhook).status_code == 204


def test_a_forged_delivery_is_refused_by_the_receiver(receiver):
    port = free_port()
    receiver(port, "whsec_" + "A" * 43 + "=")

    def asked() -> int | None:
        try:
            return requests.post(f"http://127.0.0.1:{port}/", json={}, headers={
                "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}, timeout=5).status_code
        except requests.ConnectionError:
            return None

    assert until("it listens", asked) == 400


BACKPORT = "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/"
HOOKED = "care.subscriptions.hook-notified.v1"


def subscription(address: str) -> dict:
    return {"resourceType": "Subscription", "status": "requested", "reason": "Pulse", "criteria": "https://careline.example/fhir/SubscriptionTopic/resource-changed",
            "_criteria": {"extension": [{"url": BACKPORT + "backport-filter-criteria", "valueString": "Observation?code=http://loinc.org|8867-4"}]},
            "channel": {"type": "rest-hook", "endpoint": address, "payload": "application/fhir+json",
                        "_payload": {"extension": [{"url": BACKPORT + "backport-payload-content", "valueCode": "id-only"}]}}}


def status(patient: Client, made: str) -> str:
    bundle = patient.get(f"/fhir/r4/Subscription/{made}/$status").json()
    return next(each["valueCode"] for each in bundle["entry"][0]["resource"]["parameter"] if each["name"] == "status")


def test_an_app_is_told_at_its_address_what_changed_in_its_users_records(url, auth_service):
    """The app's server registers the address, its user subscribes through it, and what comes is signed, numbered, and nothing but ids."""
    id, secret, redirect = f"hooked-{secrets.token_hex(4)}", secrets.token_urlsafe(33), "http://127.0.0.1/callback"
    scope = "openid records:read records:write"
    grants = [word for grant in ("authorization_code", "refresh_token", "client_credentials") for word in ("--grant", grant)]
    scopes = [word for each in (*scope.split(), "webhooks") for word in ("--scope", each)]
    auth_service("seed-client", "--id", id, "--name", "Pulse Watch", "--redirect-uri", redirect, *grants, *scopes, "--secret-file", "-", stdin=secret + "\n")
    webhooks_service("grant", "--client", id, "--type", HOOKED)
    person = sign_up(url, "patient", "watched")
    patient = Client(url, App(url, id, redirect, secret).log_in(person.username, PASSWORD, scope)["access_token"])
    receiver = Receiver()
    try:
        # Nobody takes it there yet.
        early = patient.post("/fhir/r4/Subscription", subscription(receiver.url))
        assert early.status_code == 201, early.text
        until("the subscription has failed", lambda: status(patient, early.json()["id"]) == "error")
        made = machine(url, id, secret).call("POST", "/webhooks", {"url": receiver.url, "types": [HOOKED]})
        assert made.status_code == 201, made.text
        receiver.secret = made.json()["secret"]
        kept = patient.post("/fhir/r4/Subscription", subscription(receiver.url))
        assert kept.status_code == 201, kept.text
        until("the handshake has come through", lambda: status(patient, kept.json()["id"]) == "active")
        pulse = patient.post("/fhir/r4/Observation", {
            "resourceType": "Observation", "status": "final", "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]},
            "effectiveDateTime": "2026-03-06T17:10:00Z", "valueQuantity": {"value": 71.25, "system": "http://unitsofmeasure.org", "code": "/min"}})
        assert pulse.status_code == 201, pulse.text
        until("the change has come", lambda: len(receiver.taken) == 2)
    finally:
        receiver.shutdown()
    assert {each["type"] for each in receiver.taken} == {"application/fhir+json"}
    first, second = (each["body"] for each in receiver.taken)
    reason = [next(part["valueCode"] for part in each["entry"][0]["resource"]["parameter"] if part["name"] == "type") for each in (first, second)]
    assert reason == ["handshake", "event-notification"]
    assert [entry["fullUrl"].rsplit("/", 2)[1:] for entry in second["entry"][1:]] == [["Observation", pulse.json()["id"]]]
    assert "71.25" not in str(receiver.taken)
