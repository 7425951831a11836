"""Kills parts of a running platform under load and measures how long each takes to come back.

    faults.py --state DIR --url URL --bootstrap HOST:PORT --rounds N [--kafka] --log FILE

Every victim is ended with SIGKILL by the process id that the platform keeps in DIR/run; nobody helps it back."""
import argparse
import os
import random
import signal
import sys
import time
import uuid

from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition

from client import Client, Log
from load import Load, sign_up

LIMIT = 30.0   # seconds until everything works again


def pid_of(state, name):
    return int(open(f"{state}/run/{name}.pid").readline())


def postmaster(state):
    for folder in (f"{state}/postgres", f"{state}/postgres/data"):
        if os.path.exists(f"{folder}/postmaster.pid"):
            return int(open(f"{folder}/postmaster.pid").readline())
    raise FileNotFoundError(f"no postmaster.pid under {state}/postgres")



def wait_for(what, check):
    """Seconds until `check` holds; fails after the limit."""
    began = time.time()
    while time.time() - began < LIMIT:
        try:
            if check():
                return time.time() - began
        except Exception:   # the thing asked may be the thing that is away
            pass
        time.sleep(0.1)
    raise AssertionError(f"{what} did not come back within {LIMIT:.0f} s")


def ready(port):
    probe = Client(port, None)
    answer = probe.once("GET", "/readyz", timeout=2)
    return answer is not None and answer[0] == 200


def reader(bootstrap):
    """A consumer of no group, silent about a broker that is away."""
    return Consumer({"bootstrap.servers": bootstrap, "group.id": f"witness-{uuid.uuid4()}", "enable.auto.commit": False,
                     "auto.offset.reset": "earliest", "fetch.wait.max.ms": 50, "log_level": 0})


def partitions(consumer, topic, end):
    """All of the topic's, from their first offset, once the broker tells them; empty when it has not until `end`."""
    while time.time() < end:
        try:
            known = consumer.list_topics(topic, timeout=2).topics[topic].partitions
            if known:
                return [TopicPartition(topic, number, 0) for number in known]
        except KafkaException:   # the broker is still away
            pass
        time.sleep(0.2)
    return []


def find(bootstrap, topic, wanted, seconds=LIMIT):
    """The first record of the topic that is `wanted`, or None within the limit."""
    consumer, end = reader(bootstrap), time.time() + seconds
    try:
        consumer.assign(partitions(consumer, topic, end))
        while time.time() < end:
            message = consumer.poll(0.5)
            if message is not None and not message.error() and wanted(message):
                return message
        return None
    finally:
        consumer.close()


POISON = b"{ this is not JSON"


def poison(bootstrap):
    """A record that no consumer can read; it must be parked, and stop nobody."""
    producer = Producer({"bootstrap.servers": bootstrap})
    producer.produce("care.users.v1", key=str(uuid.uuid4()), value=POISON, headers={
        "ce_id": str(uuid.uuid4()), "ce_type": "care.users.registered.v1", "ce_source": "/poison", "ce_specversion": "1.0",
        "ce_subject": str(uuid.uuid4()), "ce_time": "2026-01-01T00:00:00Z", "content-type": "application/json"})
    assert producer.flush(20) == 0, "the poison was not delivered"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--state", required=True)
    options.add_argument("--url", required=True)
    options.add_argument("--bootstrap", required=True)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--kafka", action="store_true", help="the broker keeps its data, so it is killed too")
    options.add_argument("--log", required=True)
    given = options.parse_args()
    given.port = int(given.url.rsplit(":", 1)[1])
    services = {"auth": given.port + 21, "scheduling": given.port + 22}
    log = Log(given.log)
    load = Load(given.port, log)
    load.start()
    probe = Client(given.port, log)
    victims = list(services) + ["postgres"] + (["broker"] if given.kafka else [])
    failed = 0
    try:
        for round_number in range(given.rounds):
            random.Random(round_number).shuffle(victims)
            for victim in victims:
                time.sleep(random.Random(round_number).uniform(1.0, 3.0))
                before = load.acknowledged
                pid = postmaster(given.state) if victim == "postgres" else pid_of(given.state, victim)
                os.kill(pid, signal.SIGKILL)
                began = time.time()
                try:
                    if victim in services:   # its successor is another process
                        wait_for(victim, lambda: pid_of(given.state, victim) != pid)
                    elif victim == "postgres":
                        wait_for(victim, lambda: postmaster(given.state) != pid)
                    for name, port in services.items():
                        wait_for(name, lambda: ready(port))
                    wait_for("booking", lambda: load.acknowledged > before)
                    commands = time.time() - began
                    person = sign_up(given.port, log, "patient")
                    assert find(given.bootstrap, "care.users.v1", lambda record: record.key() == person.user_id.encode()), f"an event was not published within {LIMIT:.0f} s"
                    whole = time.time() - began
                    slow = "" if whole <= LIMIT else f"   more than {LIMIT:.0f} s"
                    failed += bool(slow)
                    print(f"  kill -9 {victim:<11} commands again after {commands:5.1f} s, events after {whole:5.1f} s{slow}", flush=True)
                except AssertionError as fault:
                    failed += 1
                    print(f"  kill -9 {victim:<11} BROKEN: {fault}", flush=True)
        poison(given.bootstrap)
        person = sign_up(given.port, log, "provider")
        learned = wait_for("Scheduling, after a poison event,", lambda: probe.once("GET", f"/providers/{person.user_id}", headers={"Authorization": "Bearer " + person.token})[0] == 200)
        if find(given.bootstrap, "care.users.v1.dead", lambda record: record.value() == POISON) is None:
            failed += 1
            print("  poison event      BROKEN: it is not in care.users.v1.dead", flush=True)
        else:
            print(f"  poison event      parked, and the next event took effect after {learned:.1f} s", flush=True)
    finally:
        load.stop()
    print(f"  {load.acknowledged} commands acknowledged under load")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
