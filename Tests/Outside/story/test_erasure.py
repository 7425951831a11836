"""After a person's account is erased their marks are looked for wherever the platform writes: in every table of every database, in every topic and
its dead letters, in logs, metrics and traces. What is left is what docs/operators.md says ("Erasure"), and nothing else."""

import json
import os
import re
import secrets
import subprocess
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import pytest
import requests
from cryptography.exceptions import InvalidTag

from careline import guardians, health, measurements, people, topics
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.databases import DATABASES, address, asked
from careline.pictures import png
from careline.streams import say
from careline.waiting import until

# Ids, beside which nothing about the person stands. Why, and for how long: docs/operators.md, "Erasure".
TABLES_WITH_THE_ID = {
    "auth.audit_log", "auth.outbox", "auth.timers",
    "scheduling.people", "scheduling.person_keys", "scheduling.appointments", "scheduling.outbox",
    "messaging.people", "messaging.person_keys", "messaging.conversations", "messaging.care_relations", "messaging.items", "messaging.outbox",
    "health.monitors", "health.person_keys", "health.outbox",
    "records.person_keys", "records.access_heads", "records.providers", "records.outbox",
    "webhooks.events", "webhooks.lanes",
}


class Leaver:
    """A person who leaves marks everywhere, each a word of its own."""

    def __init__(self, url: str, open_clinic):
        tag = secrets.token_hex(6)
        kinds = ("name", "mail", "picture", "message", "title", "file", "record", "data", "reason", "visit", "about", "renamed", "anew", "query")
        self.marks = {kind: f"mark{kind}{tag}" for kind in kinds}
        # A number that nobody else has.
        self.marks["value"] = f"61.{secrets.randbelow(10 ** 9):09}7"
        weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
        self.doctor = open_clinic("oncology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
        self.patient = people.sign_up(
            url, "patient", "leaver", fullName=f"Zoe {self.marks['name']}", email=f"{self.marks['mail']}@example.org",
            avatarUrl=f"https://pictures.example/{self.marks['picture']}.png")
        self.marks |= {"username": self.patient.username, "password": people.PASSWORD, "token": self.patient.token.split(".")[2], "refresh": self.patient.refresh_token}
        self.trace = secrets.token_hex(16)
        self.patient.session.headers["traceparent"] = f"00-{self.trace}-{secrets.token_hex(8)}-01"

    def live(self):
        patient, marks = self.patient, self.marks
        begin = {"participantIds": [self.doctor.id], "title": marks["title"]}
        conversation = until("Messaging knows the provider", lambda: (made := patient.post("/conversations", begin)).status_code == 201 and made.json())
        assert say(patient, conversation, f"It hurts: {marks['message']}").status_code == 201
        picture = patient.call("POST", "/attachments", files={"file": (f"{marks['file']}.png", png(8, 8), "image/png")})
        assert picture.status_code == 201, picture.text
        sent = {"clientId": picture.json()["id"], "content": {"image": {"attachmentId": picture.json()["id"]}}}
        assert patient.call("POST", f"/conversations/{conversation['id']}/messages", sent).status_code == 201

        note = {"resourceType": "Basic", "code": {"text": marks["record"]}}
        assert patient.call("POST", "/fhir/r4/Basic", note, headers={"Content-Type": "application/fhir+json"}).status_code == 201
        pulse = {
            "resourceType": "Observation", "status": "final", "effectiveDateTime": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4"}]}, "valueQuantity": {"value": float(marks["value"]), "code": "/min"}}
        made = patient.call("POST", "/fhir/r4/Observation", pulse, headers={"Content-Type": "application/fhir+json"})
        assert made.status_code == 201, made.text
        self.observation = made.json()["id"]
        assert patient.post("/app-data", {"note": marks["data"]}).status_code == 201
        assert patient.call("PUT", "/health/settings", {"boundary": 75, "timeZone": health.afternoon()}).status_code == 200
        health.record(patient, 80)
        # In another's place, too.
        child = people.sign_up(patient.url, "patient", "child")
        guardians.begin(child, patient)
        them = people.Person(child.url, child.id, child.username, guardians.acting(patient, child), "")
        assert them.get("/conversations").status_code == 200
        # What is refused must leave no marks either.
        assert patient.get("/notifications", params={marks["query"]: marks["query"]}).status_code == 400
        broken = f'{{"note": "{marks["data"]}"'
        assert patient.call("POST", "/app-data", data=broken, headers={"Content-Type": "application/json"}).status_code == 400

        times = slots(patient, self.doctor, *next_days())
        texts = {"title": marks["visit"], "description": marks["about"]}
        first, second = (patient.post("/appointments", booking(self.doctor, time, **texts)) for time in times[:2])
        assert first.status_code == second.status_code == 201, second.text
        renamed = patient.patch(f"/appointments/{first.json()['id']}", {"title": marks["renamed"], "description": marks["anew"]})
        assert renamed.status_code == 200 and renamed.json()["title"] == marks["renamed"], renamed.text
        cancelled = patient.delete(f"/appointments/{first.json()['id']}", {"reason": marks["reason"]})
        assert cancelled.status_code == 200, cancelled.text
        self.appointment = second.json()["id"]
        until("both are told of everything", lambda: len(self.told("appointment.booked")) == 2 and self.told("appointment.cancelled"))

    def told(self, kind: str) -> list[dict]:
        return [each for each in self.doctor.get("/notifications", params={"limit": 100}).json()["items"] if each["kind"] == kind]


@pytest.fixture(scope="module")
def leaver(url, open_clinic, collector) -> Leaver:
    """Somebody who has lived on the platform and is erased, everywhere."""
    leaver = Leaver(url, open_clinic)
    leaver.live()
    measured = float(leaver.marks["value"])
    until("HealthMonitor has opened the pulse", lambda: measured in [each["bpm"] for each in leaver.patient.get("/health/heart-rates").json()["items"]])
    gone = leaver.patient.delete(f"/users/{leaver.patient.id}")
    assert gone.status_code == 204, gone.text
    erased = {"messaging": "people", "scheduling": "people", "health": "person_keys", "records": "person_keys"}
    for database, table in erased.items():
        column = "user_id" if table == "people" else "person_id"
        until(f"{database} has erased them", lambda: asked(
            database, f"SELECT count(*) FROM {table} WHERE {column} = '{leaver.patient.id}' AND erased_at IS NOT NULL") == "1")
    until("nothing waits for the relays", lambda: all(asked(name, "SELECT count(*) FROM outbox_pending") == "0" for name in DATABASES))
    return leaver


def spellings(mark: str) -> set[str]:
    """In a dump bytes are spelled in hexadecimal."""
    return {mark.lower(), mark.encode().hex()}


def tables(database: str) -> dict[str, str]:
    """Every table's contents."""
    done = subprocess.run(["pg_dump", "--data-only", address(database)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return {
        f"{database}.{name}": rows.lower()
        for name, rows in re.findall(r"^COPY \w+\.(\w+) \(.*?\) FROM stdin;\n(.*?)^\\\.$", done.stdout, re.MULTILINE | re.DOTALL)}


def test_the_other_one_hears_of_it(leaver):
    until("the other's appointment is cancelled", lambda: len(leaver.told("appointment.cancelled")) == 2)
    assert {each["details"]["appointmentId"] for each in leaver.told("appointment.cancelled")} >= {leaver.appointment}
    talk = leaver.told("appointment.cancelled")[0]["details"]["conversationId"]
    [preview] = [each["preview"] for each in leaver.doctor.get("/conversations").json()["items"] if each["id"] == talk]
    assert preview == "Appointment cancelled"


def test_no_table_holds_a_mark_and_few_the_id(leaver):
    found, ids = defaultdict(set), set()
    for database in DATABASES:
        for table, rows in tables(database).items():
            for kind, mark in leaver.marks.items():
                if any(spelling in rows for spelling in spellings(mark)):
                    found[table].add(kind)
            if any(spelling in rows for spelling in spellings(leaver.patient.id)):
                ids.add(table)
    assert not found, dict(found)
    assert ids <= TABLES_WITH_THE_ID, ids - TABLES_WITH_THE_ID


def test_topics_hold_the_names_of_the_registration_and_nothing_else(leaver, bootstrap, careline):
    names = [line.split()[0] for line in careline("topics", "--bootstrap", bootstrap, "--dry-run").splitlines() if line.startswith("care.")]
    found = defaultdict(set)
    for record in topics.read_all(bootstrap, names, timeout=60):
        text = (record.value + json.dumps(record.headers).encode()).decode(errors="replace").lower()
        for kind, mark in leaver.marks.items():
            if any(spelling in text for spelling in spellings(mark)):
                found[record.topic, record.headers.get("ce_type")].add(kind)
    assert found == {("care.users.v1", "care.users.registered.v1"): {"name", "username"}}


def test_what_was_measured_is_in_its_topic_and_nobody_can_open_it(leaver, url, bootstrap, auth_service):
    token = measurements.machine(url, auth_service)
    told = topics.wait_for(bootstrap, "care.observations.v1", lambda records: any(record.key == leaver.observation for record in records))
    (event,) = (json.loads(record.value) for record in told if record.key == leaver.observation)
    assert event["code"] == "40443-4" and event["sealed"]
    until("the key is gone", lambda: measurements.asked(url, token, leaver.patient.id).status_code == 404)
    # The key of somebody else does not open it.
    other = people.sign_up(url, "patient", "stayer")
    note = {"resourceType": "Basic", "code": {"text": "stays"}}
    assert other.call("POST", "/fhir/r4/Basic", note, headers={"Content-Type": "application/fhir+json"}).status_code == 201
    with pytest.raises(InvalidTag):
        measurements.opened(event, measurements.decoded(measurements.asked(url, token, other.id).json()["key"]))


def test_logs_metrics_and_traces_hold_no_marks_and_the_gateways_log_alone_the_id(leaver, collector):
    state = Path(os.environ["CARELINE_STATE"])
    words = {**leaver.marks, "id": leaver.patient.id}
    until("traces came", lambda: collector.of(leaver.trace))
    # What Kafka calls logs, in its data, are the topics, which have a test of their own.
    logs = [path for path in state.rglob("*.log") if not path.is_relative_to(state / "kafka" / "data")]
    places = {str(path.relative_to(state)): path.read_text(errors="replace") for path in logs}
    for name, service in json.loads((state / "ready").read_text())["services"].items():
        for place in service if isinstance(service, list) else [service]:
            places[f"metrics of {name}"] = requests.get(f"{place}/metrics", timeout=30).text
    places["traces"] = repr([vars(span) for span in list(collector.spans)])
    assert len(places) > 7, list(places)
    found = {(place, kind) for place, text in places.items() for kind, word in words.items() if word.lower() in text.lower()}
    # The gateway logs paths, and DELETE /users/{id} is one.
    assert found <= {("logs/gateway.log", "id")}, found
