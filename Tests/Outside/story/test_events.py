"""Story, part 3: other teams hear of it from Kafka, with clients and contracts that hold nothing of Careline's code."""

import collections
import json
import re
import subprocess
import uuid
from datetime import UTC, datetime, timedelta

import jsonschema
import pytest
from cloudevents.core.bindings.kafka import KafkaMessage, from_binary
from cloudevents.core.formats.json import JSONFormat

from careline import people, topics
from careline.booking import EVERY_DAY, booking, next_days, slots, spelled
from careline.checkout import CHECKOUT
from careline.contract import read
from careline.health import measurement
from careline.health_replica import replica
from careline.waiting import until

API = CHECKOUT / "deploy" / "api"
BACKPORT = "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/"
TRACE = uuid.uuid4().hex
SECRETS = {name: f"{name}-{uuid.uuid4().hex}" for name in ("title", "description", "reason", "email", "message")}


@pytest.fixture(scope="module")
def contract():
    return read(API / "asyncapi.yaml")


@pytest.fixture(scope="module")
def schemas():
    return {path.stem: json.loads(path.read_text()) for path in (API / "schemas").glob("*.json")}


@pytest.fixture(scope="module")
def names(contract):
    """The topics, without those of dead letters."""
    return [channel["address"] for channel in contract["channels"].values() if not channel["address"].endswith(".dead")]


def run_a_clinic(admin, owner, member) -> str:
    made = admin.post("/organisations", {"name": "Told Clinic", "timeZone": "America/Winnipeg", "ownerId": owner.id})
    assert made.status_code == 201, made.text
    clinic = f"/organisations/{made.json()['id']}"
    assert owner.patch(clinic, {"name": "Told Clinic Winnipeg"}, headers={"If-Match": "*"}).status_code == 200
    assert admin.post(f"{clinic}/members", {"userId": member.id, "roles": ["reviewer"]}).status_code == 201
    any_version = {"If-Match": "*"}
    assert owner.patch(f"{clinic}/members/{member.id}", {"roles": ["receptionist"]}, headers=any_version).status_code == 200
    team = owner.post(f"{clinic}/teams", {"name": "Told Desk", "memberIds": [member.id]})
    assert team.status_code == 201, team.text
    assert owner.patch(f"{clinic}/teams/{team.json()['id']}", {"name": "Told Desk, mornings"}, headers=any_version).status_code == 200
    assert owner.delete(f"{clinic}/teams/{team.json()['id']}", headers=any_version).status_code == 204
    assert owner.delete(f"{clinic}/members/{member.id}", headers=any_version).status_code == 204
    assert owner.delete(clinic, headers=any_version).status_code == 204
    return made.json()["id"]


@pytest.fixture(scope="module")
def story(url, bootstrap, open_clinic, app, scheduler, auth_service):
    """Something of everything, with words in it that must not travel."""
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    doctor = open_clinic("rheumatology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30}, email=f"{SECRETS['email']}@clinic.example")
    assert doctor.patch("/providers/availability", {"slotMinutes": 20}).status_code == 200
    patient = people.sign_up(url, "patient", "teller")
    first, second = slots(patient, doctor, *next_days())[:2]
    trace = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}
    wanted = booking(doctor, first, 20, title=SECRETS["title"], description=SECRETS["description"])
    booked = patient.post("/appointments", wanted, headers=trace).json()
    moved = {"startTime": spelled(second), "endTime": spelled(second + timedelta(minutes=20))}
    assert patient.patch(f"/appointments/{booked['id']}", moved).status_code == 200
    assert patient.patch(f"/appointments/{booked['id']}", {"description": SECRETS["description"] + " anew"}).status_code == 200
    assert doctor.delete(f"/appointments/{booked['id']}", {"reason": SECRETS["reason"]}).status_code == 200
    tokens = app.log_in(patient.username, people.PASSWORD)
    app.refresh(app.refresh(tokens["refresh_token"]).json()["refresh_token"])
    assert app.refresh(tokens["refresh_token"]).status_code == 400
    assert patient.delete(f"/account/apps/{app.client_id}").status_code == 204
    keep_records(patient)
    override(doctor, patient)
    follow_records(patient, bootstrap)
    talk(patient, doctor, people.provider(url, "rheumatology", "colleague"))
    be_reminded(patient, bootstrap)
    forgetful = people.sign_up(url, "patient", "forgetful")
    assert forgetful.delete(f"/health/reminders/{reminder(forgetful)}").status_code == 204
    assert patient.patch(f"/users/{patient.id}", {"fullName": "Teller Retold"}).status_code == 200
    clinic = run_a_clinic(people.appointed(url, auth_service, "admin"), people.sign_up(url, "patient", "owner"), people.sign_up(url, "patient", "member"))
    leaving = people.sign_up(url, "patient", "leaver")
    assert leaving.delete(f"/users/{leaving.id}").status_code == 204
    er = scheduler.post("/ers", {"name": "Told Hospital", "latitude": 49.9, "longitude": -97.1, "country": "CA"}).json()
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date()
    assert scheduler.call("PUT", f"/ers/{er['id']}/schedule/{tomorrow}", {"preset": "open12"}, headers={"If-Match": '"0"'}).status_code == 200
    assert scheduler.patch(f"/ers/{er['id']}", {"phone": "(204) 555-0123"}, headers={"If-Match": '"1"'}).status_code == 200
    assert scheduler.delete(f"/ers/{er['id']}", headers={"If-Match": '"2"'}).status_code == 204
    topics.wait_for(bootstrap, "care.ers.v1", lambda all: any(each.key == er["id"] and each.type.endswith("removed.v1") for each in all))
    topics.wait_for(bootstrap, "care.organisations.v1", lambda all: any(each.key == clinic and each.type.endswith("closed.v1") for each in all))
    topics.wait_for(bootstrap, "care.users.v1", lambda all: any(each.key == leaving.id and each.type.endswith("deleted.v1") for each in all))
    topics.wait_for(bootstrap, "care.users.v1", lambda all: any(each.type.endswith("app-withdrawn.v1") for each in all))
    topics.wait_for(bootstrap, "care.appointments.v1", lambda all: any(each.key == booked["id"] and each.type.endswith("cancelled.v1") for each in all))
    return {"doctor": doctor, "patient": patient, "leaving": leaving, "appointment": booked["id"]}


def keep_records(patient):
    """A measurement that is stored, corrected and deleted again, and subscribed to before."""
    criteria = {"extension": [{"url": f"{BACKPORT}backport-filter-criteria", "valueString": "Observation?code=http://loinc.org|40443-4"}]}
    payload = {"extension": [{"url": f"{BACKPORT}backport-payload-content", "valueCode": "id-only"}]}
    subscription = {
        "resourceType": "Subscription", "meta": {"profile": [f"{BACKPORT}backport-subscription"]}, "status": "requested", "reason": SECRETS["reason"],
        "criteria": "https://careline.example/fhir/SubscriptionTopic/resource-changed", "_criteria": criteria,
        "channel": {"type": "websocket", "payload": "application/fhir+json", "_payload": payload}}
    subscribed = patient.post("/fhir/r4/Subscription", subscription)
    assert subscribed.status_code == 201, subscribed.text
    body = {"resourceType": "Observation", "status": "final", "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4"}]},
            "note": [{"text": SECRETS["description"]}], "effectiveDateTime": "2026-03-06T17:10:00Z",
            "valueQuantity": {"value": 61.5, "system": "http://unitsofmeasure.org", "code": "/min"}}
    made = patient.post("/fhir/r4/Observation", body)
    assert made.status_code == 201, made.text
    path = f"/fhir/r4/Observation/{made.json()['id']}"
    assert patient.call("PUT", path, {**made.json(), "status": "amended"}).status_code == 200
    assert patient.delete(path).status_code == 204


def follow_records(patient, bootstrap):
    """Who subscribes is told in their feed; and at an address where nobody takes it, that it is over."""
    for channel in ({"type": "websocket"}, {"type": "rest-hook", "endpoint": "https://nowhere.example/fhir"}):
        wanted = {"extension": [{"url": "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria", "valueString": "Basic"}]}
        made = patient.post("/fhir/r4/Subscription", {
            "resourceType": "Subscription", "status": "requested", "reason": SECRETS["reason"], "channel": channel, "_criteria": wanted,
            "criteria": "https://careline.example/fhir/SubscriptionTopic/resource-created"})
        assert made.status_code == 201, made.text
    topics.wait_for(bootstrap, "care.subscription-hooks.v1", lambda all: any(each.key == made.json()["id"] for each in all))


def override(doctor, patient):
    """An emergency, of which only ids are told."""
    asked = {"patientId": patient.id, "reason": SECRETS["reason"]}
    until("Records knows the provider", lambda: doctor.post("/records/break-glass", asked).status_code == 201)


def talk(patient, doctor, colleague):
    """A conversation that a colleague is proposed for, declined, joins and leaves, is closed and opened again, and a message that is taken back."""
    begin = {"title": SECRETS["title"], "participantIds": [doctor.id]}
    conversation = until("Messaging knows them", lambda: patient.post("/conversations", begin).json().get("id"))
    path = f"/conversations/{conversation}"
    said = patient.post(f"{path}/messages", {"clientId": uuid.uuid4().hex, "content": {"text": SECRETS["message"]}})
    assert said.status_code == 201, said.text
    assert patient.delete(f"/messages/{said.json()['id']}").status_code in (200, 204)
    assert doctor.call("PUT", f"{path}/typing", {}).ok
    until("Messaging knows the colleague", lambda: doctor.post(f"{path}/participants", {"userId": colleague.id}).status_code == 202)
    assert patient.delete(f"{path}/invitations/{colleague.id}").status_code == 204
    assert patient.post(f"{path}/participants", {"userId": colleague.id}).status_code == 200
    for locked in (True, False):
        assert doctor.patch(path, {"closed": locked}).status_code == 200
    assert colleague.delete(f"{path}/participants/{colleague.id}").status_code == 204


def reminder(patient):
    """Of an alert that is answered with no."""
    tag = patient.get("/health/settings").headers["ETag"]
    wanted = {"boundary": 70, "dynamic": True, "gap": 3, "window": {"start": "00:00", "end": "24:00"}, "minimumIntervalMinutes": 10}
    changed = patient.call("PUT", "/health/settings", wanted, headers={"If-Match": tag})
    assert changed.status_code == 200, changed.text
    alert = patient.post("/health/heart-rates", measurement(90)).json()["alert"]["id"]
    answered = patient.post(f"/health/alerts/{alert}/answer", {"taken": "no", "remindInHours": 1})
    assert answered.status_code == 200, answered.text
    return answered.json()["reminder"]["id"]


def be_reminded(patient, bootstrap):
    """By a replica whose clock is ahead."""
    due = reminder(patient)
    with replica("2h"):
        topics.wait_for(bootstrap, "care.reminders.v1", lambda all: any(each.key == due and each.type.endswith("fired.v1") for each in all))


@pytest.fixture(scope="module")
def records(story, bootstrap, names):
    return topics.read_all(bootstrap, names)


def test_every_topic_is_there_with_its_partitions_and_holds_events(records, contract, names, bootstrap):
    known = topics.Consumer({"bootstrap.servers": bootstrap, "group.id": "look"}).list_topics(timeout=30).topics
    for channel in contract["channels"].values():
        described = channel["bindings"]["kafka"]
        assert described["topic"] in known, described["topic"]
        if "partitions" in described:
            assert len(known[described["topic"]].partitions) == described["partitions"]
    assert {record.topic for record in records} == set(names)


def test_every_record_is_a_valid_cloud_event(records, contract):
    headers = jsonschema.Draft202012Validator(
        contract["components"]["messageTraits"]["cloudEvent"]["headers"], format_checker=jsonschema.FormatChecker())
    for record in records:
        event = from_binary(
            KafkaMessage(headers={name: value.encode() for name, value in record.headers.items()}, key=record.key, value=record.value),
            event_format=JSONFormat())
        assert event.get_specversion() == "1.0" and event.get_subject() == record.key
        assert event.get_time().tzinfo is not None
        assert event.get_datacontenttype() == "application/json"
        headers.validate(record.headers)


def test_every_event_is_what_its_schema_says_and_no_more(records, contract, schemas):
    messages = {message["name"]: message for message in contract["components"]["messages"].values()}
    channels = {channel["address"]: channel for channel in contract["channels"].values()}
    seen = set()
    for record in records:
        message = messages[record.type]
        assert message["title"] in channels[record.topic]["messages"], f"{record.type} in {record.topic}"
        schema, data = schemas[record.type], json.loads(record.value)
        jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker()).validate(data)
        assert set(data) <= set(schema["properties"]), "a field that the contract does not know"
        seen.add(record.type)
    timed = {"care.appointments.completed.v1", "care.appointments.no-show.v1"}   # only once an appointment is over
    asked = {name for name in messages if is_snapshot(name)}   # test_snapshot asks for them
    former = {"care.observations.recorded.v1"}   # only where the operator still wants measurements in the clear
    assert set(messages) == set(schemas) and seen >= set(messages) - timed - asked - former


def is_snapshot(name: str) -> bool:
    return name.endswith(".snapshot.v1")


def test_the_versions_of_each_subject_have_no_hole(records):
    by_subject = collections.defaultdict(dict)
    for record in (record for record in records if not is_snapshot(record.type)):
        version = json.loads(record.value)["version"]
        seen = by_subject[record.topic, record.key]
        if record.headers["ce_id"] in seen:
            continue   # delivered again
        assert version == len(seen) + 1, f"{record.topic} {record.key}: version {version} after {list(seen.values())}"
        seen[record.headers["ce_id"]] = version


def test_a_subject_stays_in_one_partition(records):
    places = collections.defaultdict(set)
    for record in records:
        places[record.topic, record.key].add(record.partition)
    assert all(len(partitions) == 1 for partitions in places.values())


def test_the_story_is_told_in_order(records, story):
    told = [record.type.split(".")[2] for record in records if record.key == story["appointment"]]
    assert told == ["booked", "rescheduled", "changed", "cancelled"]
    hours = [json.loads(record.value)["version"] for record in records if record.topic == "care.availability.v1" and record.key == story["doctor"].id]
    assert hours == [1, 2]
    account = [record.type.split(".")[2] for record in records if record.topic == "care.users.v1" and record.key == story["leaving"].id]
    assert account == ["registered", "deleted"]


def test_the_trace_of_the_request_is_on_its_event(records, story):
    """W3C Trace Context, from the app through HTTP, the outbox and Kafka."""
    [booked] = [record for record in records if record.key == story["appointment"] and record.type.endswith(".booked.v1")]
    version, trace, span, flags = booked.headers["traceparent"].split("-")
    assert trace == TRACE and flags == "01" and span != "00f067aa0ba902b7", booked.headers["traceparent"]


def test_keys_and_headers_hold_ids_and_nothing_else_about_a_person(records, contract):
    allowed = set(contract["components"]["messageTraits"]["cloudEvent"]["headers"]["properties"]) | {"tracestate"}
    for record in records:
        assert str(uuid.UUID(record.key)) == record.key
        assert set(record.headers) <= allowed, record.headers
        assert re.fullmatch(r"[A-Za-z0-9/.:_-]+", record.headers["ce_source"]), record.headers["ce_source"]


def test_no_title_reason_description_address_or_password_travels(records):
    words = [*SECRETS.values(), people.PASSWORD]
    for record in records:
        text = record.value.decode() + json.dumps(record.headers)
        assert not [word for word in words if word in text], record.type
        assert not {"title", "description", "reason", "email", "password"} & set(json.loads(record.value)) - ({"reason"} if record.topic == "care.sessions.v1" else set())


def test_kcat_reads_the_same(records, names, bootstrap):
    for name in names:
        printed = subprocess.run(
            ["kcat", "-b", bootstrap, "-C", "-t", name, "-o", "beginning", "-e", "-q", "-J"], capture_output=True, text=True, timeout=60, check=True)
        lines = [json.loads(line) for line in printed.stdout.splitlines()]
        mine = {(record.partition, record.offset): record for record in records if record.topic == name}
        assert len(lines) >= len(mine)
        for line in lines:
            record = mine.get((line["partition"], line["offset"]))
            if record is None:
                continue   # published since
            pairs = dict(zip(line["headers"][::2], line["headers"][1::2]))
            assert line["key"] == record.key and line["payload"].encode() == record.value and pairs == record.headers


def test_nothing_was_parked_as_a_dead_letter(story, contract, names, bootstrap):
    dead = [channel["address"] for channel in contract["channels"].values() if channel["address"].endswith(".dead")]
    assert len(dead) == len(names)
    assert topics.read_all(bootstrap, dead) == []
