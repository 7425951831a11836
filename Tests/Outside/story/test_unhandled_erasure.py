"""What was parked of a person who is erased: their erasure goes past it, and it says no more than its topic did. (After what counts events: by its name.)"""

import json
import secrets
import uuid
from datetime import UTC, datetime

import pytest
from confluent_kafka import Producer

from careline import measurements, people, topics
from careline.waiting import until

# Who reads each of the two, and so parks one that cannot be read.
CONSUMERS = {
    "care.users.v1": {"scheduling.people", "messaging.people", "health-monitor.people", "records.people"},
    "care.observations.v1": {"health-monitor.observations"},
}
FHIR = {"Content-Type": "application/fhir+json"}


class Leaver:
    def __init__(self, url: str):
        self.name = f"markname{secrets.token_hex(6)}"
        self.person = people.sign_up(url, "patient", "parked", fullName=f"Zoe {self.name}")
        self.value = f"61.{secrets.randbelow(10 ** 9):09}7"
        pulse = {
            "resourceType": "Observation", "status": "final", "effectiveDateTime": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4"}]}, "valueQuantity": {"value": float(self.value), "code": "/min"}}
        made = self.person.call("POST", "/fhir/r4/Observation", pulse, headers=FHIR)
        assert made.status_code == 201, made.text
        self.keys = {"care.users.v1": self.person.id, "care.observations.v1": made.json()["id"]}
        self.copies = {topic: str(uuid.uuid4()) for topic in self.keys}

    def parked(self, bootstrap: str, topic: str) -> list[topics.Record]:
        return [record for record in topics.read_all(bootstrap, [f"{topic}.dead"]) if record.headers.get("ce_id") == self.copies[topic]]


@pytest.fixture(scope="module")
def leaver(url, bootstrap, auth_service) -> Leaver:
    """Erased after their own events came once more, each cut off before its end, and nobody could read them."""
    leaver = Leaver(url)
    producer = Producer({"bootstrap.servers": bootstrap})
    for topic, key in leaver.keys.items():
        heard = topics.wait_for(bootstrap, topic, lambda records, key=key: any(record.key == key for record in records))
        event = next(record for record in heard if record.key == key)
        producer.produce(topic, key=key, value=event.value[:-1], headers=event.headers | {"ce_id": leaver.copies[topic]})
    assert producer.flush(30) == 0
    for topic, consumers in CONSUMERS.items():
        until(f"what {topic} has of them is parked", lambda topic=topic, consumers=consumers: (
            {record.headers["dead_consumer"] for record in leaver.parked(bootstrap, topic)} == consumers), every=0.5)
    token = measurements.machine(url, auth_service)
    assert measurements.asked(url, token, leaver.person.id).status_code == 200
    gone = leaver.person.sign_in_again().delete(f"/users/{leaver.person.id}")
    assert gone.status_code == 204, gone.text
    until("Records has erased them", lambda: measurements.asked(url, token, leaver.person.id).status_code == 404)
    return leaver


def test_dead_letters_hold_the_names_of_the_registration_and_nothing_that_was_measured(leaver, bootstrap):
    names, measured = (leaver.parked(bootstrap, topic) for topic in leaver.keys)
    assert all(leaver.name in record.value.decode() for record in names), "as docs/operators.md says"
    for record in measured:
        text = (record.value + json.dumps(record.headers).encode()).decode(errors="replace")
        assert leaver.name not in text and leaver.value not in text and leaver.person.username not in text


def test_the_operator_finds_them_by_the_id_and_reads_nothing_of_them(leaver, careline, bootstrap):
    shown = careline("dlq", "list", "--bootstrap", bootstrap, "--subject", leaver.person.id)
    assert shown.count("care.users.v1.dead ") == len(CONSUMERS["care.users.v1"])
    assert leaver.name not in shown and leaver.person.username not in shown
