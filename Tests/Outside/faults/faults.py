"""Kills parts of a running platform under load and measures how long each takes to come back.

    faults.py --state DIR --url URL --bootstrap HOST:PORT --rounds N [--kafka] --log FILE

Every victim is ended with SIGKILL by the process id that the platform keeps in DIR/run; nobody helps it back."""
import argparse
import os
import random
import signal
import subprocess
import sys
import time
import uuid

from confluent_kafka import Producer

from careline.checkout import BUILD
from careline.databases import asked
from careline.promises.accounts import AccountLoad
from careline.promises.administration import AdministrationLoad
from careline.promises.bound_sessions import BoundSessionLoad
from careline.promises.client import Log, LoggedClient
from careline.promises.consents import ConsentLoad
from careline.promises.ers import ERLoad
from careline.promises.exports import ExportLoad
from careline.promises.files import FileLoad
from careline.promises.guardians import GuardianLoad
from careline.promises.health import HealthLoad
from careline.promises.launches import LaunchLoad
from careline.promises.load import Load, sign_up
from careline.promises.messaging import MessageLoad
from careline.promises.own_account import OwnAccountLoad
from careline.promises.platform import BROKER_LIMIT, LIMIT, Platform, family, find, leads, postmaster, readiness, wait_for
from careline.promises.records import RecordLoad
from careline.promises.registrations import RegistrationLoad
from careline.promises.ways_in import WaysInLoad
from careline.promises.webhooks import WebhookLoad

POISON = b"{ this is not JSON"


def poison(bootstrap):
    """A record that no consumer can read; it must be parked, and stop nobody."""
    producer = Producer({"bootstrap.servers": bootstrap})
    producer.produce("care.users.v1", key=str(uuid.uuid4()), value=POISON, headers={
        "ce_id": str(uuid.uuid4()), "ce_type": "care.users.registered.v1", "ce_source": "/poison", "ce_specversion": "1.0",
        "ce_subject": str(uuid.uuid4()), "ce_time": "2026-01-01T00:00:00Z", "content-type": "application/json"})
    assert producer.flush(20) == 0, "the poison was not delivered"


class Trial:
    """One fault after the other, under load; each must be over within the limit, without a hand."""

    def __init__(self, platform, log, rounds):
        self.platform, self.log, self.rounds, self.failed = platform, log, rounds, 0
        # Each kind of command has to get through again after every fault.
        self.loads = {
            "booking": Load(platform.port, log), "keeping records": RecordLoad(platform.port, log), "sending files": FileLoad(platform.port, log),
            "sharing a record": ConsentLoad(platform.port, log), "exporting a record": ExportLoad(platform.port, log),
            "entering hours": ERLoad(platform.port, log), "sending heart rates": HealthLoad(platform.port, log, rounds),
            "accounts' lives": AccountLoad(platform.port, log, platform.state, people=min(rounds, 2)),
            "ways in": WaysInLoad(platform.port, log), "acting for others": GuardianLoad(platform.port, log), "one's own account": OwnAccountLoad(platform.port, log),
            "registering by oneself": RegistrationLoad(platform.port, log), "administration": AdministrationLoad(platform.port, log),
            "opening other apps": LaunchLoad(platform.port, log), "sessions of a key": BoundSessionLoad(platform.port, log),
            "sending messages": MessageLoad(platform.port, platform.replicas["messaging"].values(), log),
            # Stopped last: it waits for what all of them were told of.
            "taking webhooks' deliveries": WebhookLoad(platform.port, platform.bootstrap, log)}

    def acknowledged(self):
        return {kind: load.acknowledged for kind, load in self.loads.items()}

    def tell(self, fault, test):
        try:
            print(f"  {fault:<32} {test()}", flush=True)
        except AssertionError as broken:
            self.failed += 1
            print(f"  {fault:<32} BROKEN: {broken}", flush=True)

    def recovery(self, began, before):
        """Commands are acknowledged again, and a new event is published."""
        self.platform.wait_until_ready()
        for kind, load in self.loads.items():
            wait_for(kind, lambda: load.acknowledged > before[kind])
        commands = time.time() - began
        person = sign_up(self.platform.port, self.log, "patient")
        assert find(self.platform.bootstrap, "care.users.v1", lambda record: record.key() == person.user_id.encode()), \
            f"an event was not published within {LIMIT:.0f} s"
        whole = time.time() - began
        assert whole <= LIMIT, f"it took {whole:.1f} s"
        return f"commands again after {commands:.1f} s, events after {whole:.1f} s"

    def kill(self, victim):
        wait_for(victim, lambda: self.platform.pid(victim))
        pid, now = self.platform.pid(victim)
        before, began = self.acknowledged(), time.time()
        os.kill(pid, signal.SIGKILL)
        wait_for(victim, lambda: now() != pid)
        if victim != "broker":
            return self.recovery(began, before)
        own = wait_for("Kafka", lambda: leads(self.platform.bootstrap), BROKER_LIMIT)
        return f"Kafka itself after {own:.1f} s, then " + self.recovery(time.time(), before)

    def database_away(self):
        """PostgreSQL stands still: clients get 503 with Retry-After, every replica says that it is not ready."""
        processes = family(postmaster(self.platform.state))
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            for replicas in self.platform.replicas.values():
                for name, port in replicas.items():
                    wait_for(f"{name}'s red /readyz", lambda: readiness(port)[0] == 503)
            probe = LoggedClient(self.platform.port, self.log)
            answer = probe.tried("POST", "/auth/login", {"username": "nobody", "password": "nothing that is right"}, deadline=20)
            assert answer is not None, "a login got no answer"
            assert answer.status_code == 503 and answer.headers.get("Retry-After"), f"a login got {answer.status_code}, {answer.headers}"
        finally:
            before, began = self.acknowledged(), time.time()
            for process in processes:
                os.kill(process, signal.SIGCONT)
        return "503 with Retry-After, /readyz red; then " + self.recovery(began, before)

    def poison(self):
        poison(self.platform.bootstrap)
        person = sign_up(self.platform.port, self.log, "provider")
        learned = wait_for("Scheduling's knowledge of a new provider", lambda: person.read(f"/providers/{person.user_id}") is not None)
        assert find(self.platform.bootstrap, "care.users.v1.dead", lambda record: record.value() == POISON), "it is not in care.users.v1.dead"
        return f"parked; the next event took effect after {learned:.1f} s"

    def rotate(self):
        """The next keys are published, and sign soon: of the hour in which everybody has them there is a minute, a few times what any replica needs."""
        done = subprocess.run([BUILD / "careline", "keys", "rotate-signing", "--state", self.platform.state], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        asked("auth", "UPDATE signing_keys SET signs_from = now() + interval '1 minute' WHERE signs_from > now() RETURNING kid")
        return "the next is published"

    def run(self):
        for load in self.loads.values():
            load.start()
        try:
            self.tell("another signing key", self.rotate)
            for number in range(self.rounds):
                chance = random.Random(number)
                for victim in chance.sample(self.platform.victims(), k=len(self.platform.victims())):
                    time.sleep(chance.uniform(1.0, 3.0))
                    self.tell(f"kill -9 {victim}", lambda: self.kill(victim))
            self.tell("PostgreSQL stands still", self.database_away)
            self.tell("a poison event", self.poison)
        finally:
            for load in self.loads.values():
                load.stop()
        print(f"  {sum(self.acknowledged().values())} commands and deliveries acknowledged under load")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--state", required=True)
    options.add_argument("--url", required=True)
    options.add_argument("--bootstrap", required=True)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--kafka", action="store_true", help="the broker keeps its data, so it is killed too")
    options.add_argument("--log", required=True)
    given = options.parse_args()
    trial = Trial(Platform(given), Log(given.log), given.rounds)
    trial.run()
    return 1 if trial.failed else 0


if __name__ == "__main__":
    sys.exit(main())
