"""A running platform as those see it who break it: which process is whose, what each replica says of itself, and what has come to a topic."""
import os
import time
import uuid

from confluent_kafka import Consumer, KafkaException, TopicPartition

from careline.promises.client import LoggedClient
from careline.waiting import eventually, until

LIMIT = 30.0   # seconds until everything works again
BROKER_LIMIT = 120.0   # seconds for Kafka's own start and recovery, beside the load on the same cores; ours begin after it


def pid_of(state, name):
    return int(open(f"{state}/run/{name}.pid").readline().split()[0])


def postmaster(state):
    for folder in (f"{state}/postgres", f"{state}/postgres/data"):
        if os.path.exists(f"{folder}/postmaster.pid"):
            return int(open(f"{folder}/postmaster.pid").readline())
    raise FileNotFoundError(f"no postmaster.pid under {state}/postgres")


def family(pid):
    """The process and its children."""
    children = open(f"/proc/{pid}/task/{pid}/children").read().split()
    return [pid, *map(int, children)]


def wait_for(what, check, limit=LIMIT):
    """Seconds until `check` holds; fails after the limit."""
    began = time.time()
    # The thing asked may be the thing that is away.
    until(f"{what} comes back", check, limit, every=0.1, allowing=Exception)
    return time.time() - began


def leads(bootstrap, topic="care.users.v1"):
    """Whether the broker takes records again: each of the topic's partitions has its leader."""
    consumer = reader(bootstrap)
    try:
        known = consumer.list_topics(topic, timeout=2).topics[topic].partitions
        return bool(known) and all(partition.leader >= 0 for partition in known.values())
    finally:
        consumer.close()


def readiness(port):
    """What a replica says of itself: (status, its checks)."""
    answer = LoggedClient(port, None).tried("GET", "/readyz", deadline=4)
    return (None, {}) if answer is None else (answer.status_code, answer.json()["checks"])


def ready(port):
    return readiness(port)[0] == 200


def reader(bootstrap):
    """A consumer of no group, silent about a broker that is away."""
    return Consumer({"bootstrap.servers": bootstrap, "group.id": f"witness-{uuid.uuid4()}", "enable.auto.commit": False,
                     "auto.offset.reset": "earliest", "fetch.wait.max.ms": 50, "log_level": 0})


def partitions(consumer, topic, end):
    """All of the topic's, from their first offset, once the broker tells them; empty when it has not until `end`."""
    # The broker may still be away.
    known = eventually(lambda: consumer.list_topics(topic, timeout=2).topics[topic].partitions, end - time.time(), every=0.2, allowing=KafkaException)
    return [TopicPartition(topic, number, 0) for number in known or []]


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


class Platform:
    """Two replicas of each service, as `careline up --replicas 2` names them and counts their ports."""

    def __init__(self, given):
        self.state, self.bootstrap, self.keeps = given.state, given.bootstrap, given.kafka
        self.port = int(given.url.rsplit(":", 1)[1])
        self.replicas = {}
        # The front door, which keeps nothing, has the place between.
        places = {"auth": 0, "scheduling": 1, "messaging": 2, "health": 3, "ers": 4, "records": 5, "webhooks": 7}
        for service, offset in places.items():
            self.replicas[service] = {service: self.port + 21 + offset, f"{service}-2": self.port + 31 + offset}

    def victims(self):
        each = [f"{service}: {role}" for service in self.replicas for role in ("relay's holder", "standby")]
        return each + ["postgres"] + (["broker"] if self.keeps else [])

    def pid(self, victim):
        """The process to end; a service's is chosen by what its replicas say they are."""
        if victim == "postgres":
            return postmaster(self.state), lambda: postmaster(self.state)
        if victim == "broker":
            return pid_of(self.state, victim), lambda: pid_of(self.state, victim)
        service, role = victim.split(": ")
        wanted = "holder" if role == "relay's holder" else "standby"
        for name, port in self.replicas[service].items():
            if readiness(port)[1].get("relay") == wanted:
                return pid_of(self.state, name), lambda: pid_of(self.state, name)
        raise AssertionError(f"no replica of {service} says that its relay is {wanted}")

    def wait_until_ready(self):
        for replicas in self.replicas.values():
            for name, port in replicas.items():
                wait_for(name, lambda: ready(port))
