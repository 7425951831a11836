"""A consumer that begins when the beginning of the topics is gone is complete after a snapshot: with the docs' own example."""

import os
import subprocess
import sys
import uuid

import pytest
from confluent_kafka import Consumer, TopicPartition

from careline import people, topics
from careline.booking import EVERY_DAY, booking, next_days, slots, spelled
from careline.checkout import CHECKOUT
from careline.pages import examples
from careline.waiting import until

APPOINTMENTS, AVAILABILITY = "care.appointments.v1", "care.availability.v1"


@pytest.fixture(scope="module")
def snapshot(careline):
    return lambda topic: careline("snapshot", "--state", os.environ["CARELINE_STATE"], topic)


@pytest.fixture(scope="module")
def clinic(url, open_clinic):
    """A provider, a patient, and two appointments of theirs: one was moved, one was cancelled."""
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    doctor = open_clinic("nephrology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
    patient = people.sign_up(url, "patient", "late")
    first, second, third = slots(patient, doctor, *next_days())[:3]
    moved = patient.post("/appointments", booking(doctor, first)).json()["id"]
    there = {"startTime": spelled(third), "endTime": spelled(third + (second - first))}
    assert patient.patch(f"/appointments/{moved}", there).status_code == 200
    cancelled = patient.post("/appointments", booking(doctor, second)).json()["id"]
    assert patient.delete(f"/appointments/{cancelled}").status_code == 200
    return doctor, patient, moved, cancelled


def begin_at_the_end(bootstrap: str, group: str, *names: str):
    """As for who comes when all that the topics hold is too old to be kept."""
    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": group, "enable.auto.commit": False})
    try:
        known = consumer.list_topics(timeout=30).topics
        places = [TopicPartition(name, partition) for name in names for partition in known[name].partitions]
        for place in places:
            place.offset = consumer.get_watermark_offsets(place, timeout=30)[1]
        consumer.commit(offsets=places, asynchronous=False)
    finally:
        consumer.close()


def example(bootstrap: str, group: str) -> dict[tuple[str, str], int]:
    """What the guide's consumer makes of the topics: the version that it has of each subject, by the type that told it last."""
    [code] = [code for language, code in examples("event-consumers.md") if language == "python" and "confluent_kafka" in code]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, env={**os.environ, "GROUP": group, "CARELINE_BOOTSTRAP": bootstrap}, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    lines = [line.split() for line in done.stdout.splitlines()]
    return {(kind, subject): int(version) for kind, subject, version in lines}


def test_the_docs_consumer_is_complete_though_the_beginning_is_gone(clinic, snapshot, bootstrap):
    doctor, _, moved, cancelled = clinic
    topics.wait_for(bootstrap, APPOINTMENTS, lambda all: any(each.key == cancelled and each.type.endswith("cancelled.v1") for each in all))
    group = f"my-team.late-{uuid.uuid4()}"
    begin_at_the_end(bootstrap, group, APPOINTMENTS, AVAILABILITY)
    for topic in (APPOINTMENTS, AVAILABILITY):
        assert f"of {topic} are told" in snapshot(topic)
    wanted = {("care.appointments.snapshot.v1", moved), ("care.appointments.snapshot.v1", cancelled), ("care.availability.snapshot.v1", doctor.id)}
    for topic in (APPOINTMENTS, AVAILABILITY):
        until(f"{topic} has them", lambda topic=topic: {(each.type, each.key) for each in topics.read_all(bootstrap, [topic])} >= {
            pair for pair in wanted if pair[0].startswith(topic.removesuffix("v1"))}, every=0.5)
    known = example(bootstrap, group)
    assert known.keys() >= wanted
    assert known["care.appointments.snapshot.v1", moved] == 2 and known["care.appointments.snapshot.v1", cancelled] == 2


def test_who_was_there_all_along_learns_nothing_new(clinic, bootstrap):
    """Of the same topics from their beginning, with the snapshots in them."""
    _, _, moved, cancelled = clinic
    known = example(bootstrap, f"my-team.early-{uuid.uuid4()}")
    assert ("care.appointments.cancelled.v1", cancelled) in known and ("care.appointments.rescheduled.v1", moved) in known
    assert not [subject for kind, subject in known if kind.endswith(".snapshot.v1") and subject in (moved, cancelled)]


def test_topics_without_a_state_say_why(careline):
    for topic in ("care.sessions.v1", "care.heart-rates.v1", "care.observations.v1", "care.feed.v1"):
        with pytest.raises(AssertionError, match=f"{topic} "):
            careline("snapshot", topic)
