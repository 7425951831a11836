"""After a person's account is erased their marks are looked for wherever the platform writes: in every table of every database, in every topic, in
logs, metrics and traces (in dead letters: test_unhandled_erasure.py). What is left is what docs/operators.md says ("Erasure"), and nothing else."""

import base64
import email
import email.policy
import json
import os
import re
import secrets
import subprocess
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from cryptography.exceptions import InvalidTag

from careline import factors, guardians, health, measurements, passkeys, people, topics
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.databases import DATABASES, address, asked
from careline.oauth import Browser, Form
from careline.pictures import png
from careline.streams import say
from careline.waiting import until

# Ids, beside which nothing about the person stands. Why, and for how long: docs/operators.md, "Erasure".
TABLES_WITH_THE_ID = {
    "auth.audit_log", "auth.outbox", "auth.timers",
    "scheduling.people", "scheduling.person_keys", "scheduling.appointments", "scheduling.appointment_changes", "scheduling.outbox",
    "messaging.people", "messaging.person_keys", "messaging.conversations", "messaging.care_relations", "messaging.items", "messaging.outbox",
    "health.monitors", "health.person_keys", "health.outbox",
    "records.person_keys", "records.access_heads", "records.providers", "records.outbox",
    "webhooks.events", "webhooks.lanes", "webhooks.erased_people",
}
FHIR = {"Content-Type": "application/fhir+json"}


class Leaver:
    """A person who leaves marks everywhere, each a word of its own."""

    def __init__(self, url: str, open_clinic, auth_service):
        tag = secrets.token_hex(6)
        kinds = (
            "name", "mail", "picture", "message", "title", "file", "record", "data", "reason", "visit", "about", "renamed", "anew", "query", "consent", "subscription",
            "document", "scan", "page", "key", "licence", "nickname", "gender", "site")
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
        self.auth_service = auth_service
        # Who leaves with them: a licence is a provider's.
        self.colleague = people.provider(url, "oncology")

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
        assert patient.call("POST", "/fhir/r4/Basic", note, headers=FHIR).status_code == 201
        pulse = {
            "resourceType": "Observation", "status": "final", "effectiveDateTime": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4"}]}, "valueQuantity": {"value": float(marks["value"]), "code": "/min"}}
        made = patient.call("POST", "/fhir/r4/Observation", pulse, headers=FHIR)
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
        self.describe()
        self.share()
        self.keep_files()
        self.take_away()
        self.connect()
        self.secure()

    def describe(self):
        """What is for apps alone, and in no event."""
        marks = self.marks
        said = {"nickname": marks["nickname"], "gender": marks["gender"], "websiteUrl": f"https://example.org/{marks['site']}"}
        kept = self.patient.patch(f"/users/{self.patient.id}", said)
        assert kept.status_code == 200 and said.items() <= kept.json().items(), kept.text

    def share(self):
        """A consent, and a subscription to what it is about."""
        actor = {"role": {"coding": [{"code": "IRCP"}]}, "reference": {"reference": f"Practitioner/{self.doctor.id}"}}
        consent = {
            "resourceType": "Consent", "status": "active", "scope": {"coding": [{"code": "patient-privacy"}]}, "category": [{"text": self.marks["consent"]}],
            "policyRule": {"coding": [{"code": "OPTIN"}]}, "provision": {"type": "permit", "actor": [actor]}}
        given = self.patient.call("POST", "/fhir/r4/Consent", consent, headers=FHIR)
        assert given.status_code == 201, given.text
        backport = "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria"
        subscription = {
            "resourceType": "Subscription", "status": "requested", "reason": self.marks["subscription"], "channel": {"type": "websocket"},
            "criteria": "https://careline.example/fhir/SubscriptionTopic/resource-created",
            "_criteria": {"extension": [{"url": backport, "valueString": "Basic"}]}}
        made = self.patient.call("POST", "/fhir/r4/Subscription", subscription, headers=FHIR)
        assert made.status_code == 201, made.text

    def keep_files(self):
        """A picture of the account, a document whole, and half of one that comes in parts."""
        patient, marks = self.patient, self.marks
        ink = secrets.randbits(64 * 64)
        set_it = patient.call("PUT", f"/users/{patient.id}/avatar", data=png(64, 64, lambda column, row: bool(ink >> (64 * row + column) & 1)), headers={"Content-Type": "image/png"})
        assert set_it.status_code == 204, set_it.text
        shown = patient.get(f"/users/{patient.id}/avatar").content
        marks["avatar"] = shown[len(shown) // 2:][:24].hex()
        document = patient.call("POST", "/fhir/r4/Binary", data=marks["document"], headers={"Content-Type": "text/plain"})
        assert document.status_code == 201, document.text
        name = base64.b64encode(f"{marks['scan']}.txt".encode()).decode()
        marks["scan in base64"] = name.rstrip("=")
        tus = {"Tus-Resumable": "1.0.0"}
        begun = patient.call("POST", "/records/uploads", headers=tus | {"Upload-Length": "1000000", "Upload-Metadata": f"filename {name},filetype dGV4dC9wbGFpbg=="})
        assert begun.status_code == 201, begun.text
        page = marks["page"].encode() * 10_000
        half = patient.call(
            "PATCH", urlsplit(begun.headers["Location"]).path, data=page, headers=tus | {"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"})
        assert half.status_code == 204, half.text

    def take_away(self):
        """The whole record, as lines that wait to be fetched, and the account."""
        begun = self.patient.get("/fhir/r4/$export", headers={"Prefer": "respond-async"})
        assert begun.status_code == 202, begun.text
        status = urlsplit(begun.headers["Content-Location"]).path
        done = until("the export is made", lambda: (answer := self.patient.get(status)).status_code == 200 and answer.json())
        assert any(self.marks["record"] in self.patient.get(urlsplit(file["url"]).path).text for file in done["output"])
        account = self.patient.get("/account/export").text
        assert all(self.marks[kind] in account for kind in ("mail", "nickname", "gender", "site"))

    def connect(self):
        """A mailed link that is looked at, and a device that has been allowed and has not asked for its tokens yet."""
        patient, marks = self.patient, self.marks

        def mailed() -> list[str]:
            files = Path(os.environ["CARELINE_STATE"], "mail").glob("*.eml")
            mails = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
            texts = [mail.get_content() for mail in mails if mail["To"] == f"{marks['mail']}@example.org"]
            return [link for text in texts for link in re.findall(r"https?://\S+/account/verify\?token=\S+", text)]

        link = until("the link is mailed", mailed)[0]
        marks["link"] = link.rpartition("=")[2]
        browser = Browser()
        assert browser.open(link).status_code == 200
        device = f"tv-{secrets.token_hex(4)}"
        self.auth_service("seed-client", "--id", device, "--name", "A television", "--grant", "urn:ietf:params:oauth:grant-type:device_code", "--scope", "openid")
        codes = requests.post(f"{patient.url}/oauth/device_authorization", data={"client_id": device, "scope": "openid"}, timeout=30).json()
        marks |= {"device": codes["device_code"], "shown code": codes["user_code"].replace("-", "")}
        page = Form(browser.log_in(codes["verification_uri"], patient.username, people.PASSWORD))
        consent = Form(browser.submit(page, user_code=codes["user_code"]))
        assert "The device is connected" in Form(browser.submit(consent, decision="allow")).text

    def secure(self):
        """An authenticator app, a passkey, and a colleague whose licence was seen."""
        patient, marks = self.patient, self.marks
        marks["authenticator"] = factors.set_up(patient)
        marks["authenticator's bytes"] = base64.b32decode(marks["authenticator"]).hex()
        made = passkeys.registration(passkeys.begin(patient), passkeys.origin(patient.url))
        answer = patient.post(f"/users/{patient.id}/factors/passkeys/registration", {"name": marks["key"], "credential": made})
        assert answer.status_code == 201, answer.text
        marks["passkey"] = base64.urlsafe_b64decode(made["id"] + "==").hex()
        admin = people.appointed(patient.url, self.auth_service, "admin")
        seen = admin.call("PUT", f"/admin/users/{self.colleague.id}/verification", {"licenceNumber": marks["licence"]})
        assert seen.status_code == 204, seen.text

    def told(self, kind: str) -> list[dict]:
        return [each for each in self.doctor.get("/notifications", params={"limit": 100}).json()["items"] if each["kind"] == kind]


@pytest.fixture(scope="module")
def leaver(url, open_clinic, auth_service, collector) -> Leaver:
    """Somebody who has lived on the platform and is erased, everywhere."""
    leaver = Leaver(url, open_clinic, auth_service)
    leaver.live()
    measured = float(leaver.marks["value"])
    until("HealthMonitor has opened the pulse", lambda: measured in [each["bpm"] for each in leaver.patient.get("/health/heart-rates").json()["items"]])
    # What is not sealed is found while it is there.
    plain = {"username", "name", "nickname", "gender", "site", "mail", "avatar", "key", "passkey", "shown code"}
    assert marked(leaver)["kinds"] >= plain, plain - marked(leaver)["kinds"]
    # The patient has set up factors a moment ago, which wants a fresh sign-in too.
    for person in (leaver.colleague.sign_in_again(), leaver.patient):
        gone = person.delete(f"/users/{person.id}")
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


def marked(leaver: Leaver) -> dict[str, set[str]]:
    """Of each table the kinds of marks that are in it; and of all together (`kinds`)."""
    found = defaultdict(set)
    for database in DATABASES:
        for table, rows in tables(database).items():
            for kind, mark in leaver.marks.items():
                if any(spelling in rows for spelling in spellings(mark)):
                    found[table].add(kind)
                    found["kinds"].add(kind)
    return found


def test_the_other_one_hears_of_it(leaver):
    until("the other's appointment is cancelled", lambda: len(leaver.told("appointment.cancelled")) == 2)
    assert {each["details"]["appointmentId"] for each in leaver.told("appointment.cancelled")} >= {leaver.appointment}
    talk = leaver.told("appointment.cancelled")[0]["details"]["conversationId"]
    [preview] = [each["preview"] for each in leaver.doctor.get("/conversations").json()["items"] if each["id"] == talk]
    assert preview == "Appointment cancelled"


def test_no_table_holds_a_mark_and_few_the_id(leaver):
    found = marked(leaver)
    assert not found, dict(found)
    ids = {table for database in DATABASES for table, rows in tables(database).items() if any(spelling in rows for spelling in spellings(leaver.patient.id))}
    assert ids <= TABLES_WITH_THE_ID, ids - TABLES_WITH_THE_ID


def test_topics_hold_the_names_of_the_account_and_nothing_else(leaver, bootstrap, careline):
    names = [line.split()[0] for line in careline("topics", "--bootstrap", bootstrap, "--dry-run").splitlines() if line.startswith("care.")]
    found = defaultdict(set)
    for record in topics.read_all(bootstrap, names, timeout=60):
        text = (record.value + json.dumps(record.headers).encode()).decode(errors="replace").lower()
        for kind, mark in leaver.marks.items():
            if any(spelling in text for spelling in spellings(mark)):
                found[record.topic, record.headers.get("ce_type")].add(kind)
    # With the picture the account was told of anew.
    told = [("care.users.v1", "care.users.registered.v1"), ("care.users.v1", "care.users.updated.v1")]
    assert found == dict.fromkeys(told, {"name", "username"})


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
