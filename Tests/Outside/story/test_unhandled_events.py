"""What no consumer can handle is parked, and the operator finds it, tries it again and drops it. (After what counts events: by its name.)"""

import os
import re
import subprocess
import uuid

import pytest
from confluent_kafka import Producer

from careline.checkout import BUILD
from careline.waiting import until

CONSUMERS = {"scheduling.people", "messaging.people", "health-monitor.people", "records.people", "webhooks.users"}


@pytest.fixture(scope="module")
def key() -> str:
    return str(uuid.uuid4())


@pytest.fixture(scope="module")
def dlq(careline, bootstrap):
    return lambda verb, *arguments: careline("dlq", verb, "--bootstrap", bootstrap, *arguments)


@pytest.fixture(scope="module")
def parked(bootstrap, dlq, key) -> list[str]:
    """A message that is no CloudEvent, once everybody who reads the topic has given it up; the lines that show it."""
    producer = Producer({"bootstrap.servers": bootstrap})
    producer.produce("care.users.v1", key=key, value=b"nobody reads this", headers={"ce_subject": key})
    assert producer.flush(30) == 0

    def lines() -> list[str]:
        found = [line for line in dlq("list", "--subject", key).splitlines() if key in line]
        return found if {consumer(line) for line in found} >= CONSUMERS else []

    return until("all have parked it", lines, every=0.5)


def consumer(line: str) -> str:
    return re.split(r"  +", line)[2]


def offset(line: str) -> int:
    return int(line.split()[1])


def test_the_list_says_who_and_why_and_nothing_of_the_contents(parked):
    for line in parked:
        assert line.startswith("care.users.v1.dead ") and "MalformedEvent" in line
        assert "nobody reads this" not in line


def test_conditions_narrow_it(dlq, parked, key):
    one = dlq("list", "--topic", "care.users.v1", "--consumer", "records.people", "--offset", str(offset(next(line for line in parked if consumer(line) == "records.people"))))
    assert one.splitlines()[-1] == "1 dead letter" and key in one
    assert dlq("list", "--topic", "care.ers.v1", "--subject", key).strip() == "0 dead letters"


def test_a_dry_run_sends_nothing_and_a_retry_is_tried_by_all(dlq, parked, key):
    mine = ("--subject", key, "--consumer", "records.people")
    dry = dlq("retry", *mine, "--dry-run").splitlines()
    assert dry[-1] == "would send 1 dead letter again"
    assert len(dlq("list", *mine).splitlines()) == len(dry)
    assert dlq("retry", *mine).splitlines()[-1] == "sent 1 dead letter again"
    # It is as bad as before, so whoever read it parks it again.
    until("it is parked again", lambda: dlq("list", *mine).splitlines()[-1] == "2 dead letters", every=0.5)


def test_everything_is_not_meant_by_nothing():
    done = subprocess.run([BUILD / "careline", "dlq", "retry"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 64 and "--all" in done.stderr


@pytest.mark.skipif("KAFKA_HOME" not in os.environ, reason="the embedded broker deletes nothing")
def test_what_is_dropped_is_gone(dlq, parked, key):
    through = str(max(offset(line) for line in parked))
    kept = dlq("list", "--topic", "care.users.v1")
    assert "would delete" in dlq("drop", "--topic", "care.users.v1", "--through", through, "--dry-run")
    assert dlq("list", "--topic", "care.users.v1") == kept
    dlq("drop", "--topic", "care.users.v1", "--through", through)
    left = [line for line in dlq("list", "--topic", "care.users.v1", "--subject", key).splitlines() if key in line]
    assert all(offset(line) > int(through) for line in left)
