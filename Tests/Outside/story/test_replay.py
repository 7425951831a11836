"""What was published is sent again when an operator asks for it, as it was; and a dry run asks for nothing."""

import os

from careline import people, topics

TOPIC = "care.users.v1"


def test_a_dry_run_counts_and_a_replay_sends_the_same_again(url, careline, bootstrap):
    doctor = people.provider(url, "neurology", "again")

    def sent(records: list[topics.Record]) -> list[topics.Record]:
        return [record for record in records if record.key == doctor.id]

    first = sent(topics.wait_for(bootstrap, TOPIC, sent))
    arguments = ("replay", "auth", "--state", os.environ["CARELINE_STATE"], "--topic", TOPIC, "--subject", doctor.id)
    assert careline(*arguments, "--dry-run").strip() == f"{len(first)} events of auth would be sent again"
    # Were it sent, it would stand before what comes after it.
    later = people.provider(url, "neurology", "later")
    records = topics.wait_for(bootstrap, TOPIC, lambda records: any(record.key == later.id for record in records))
    assert len(sent(records)) == len(first)

    assert f"{len(first)} events of auth are in its outbox's queue again" in careline(*arguments)
    again = sent(topics.wait_for(bootstrap, TOPIC, lambda records: len(sent(records)) == 2 * len(first)))[len(first):]
    assert [(record.headers["ce_id"], record.type, record.value) for record in again] == [(record.headers["ce_id"], record.type, record.value) for record in first]


def test_topics_that_are_there_would_not_be_made(careline, bootstrap):
    lines = careline("topics", "--bootstrap", bootstrap, "--dry-run").splitlines()
    assert f"{TOPIC}  12 partitions, there already" in lines
    assert all(line.endswith("there already") for line in lines), lines
