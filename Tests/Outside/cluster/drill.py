"""Strikes the cluster under load, round by round, and says how long each kind of command was away; then the checkers have the word.

    python -m cluster.drill FOLDER [--rounds N] [--seed N]"""

import argparse
import os
import random
import subprocess
import sys
import threading
import time
from argparse import Namespace
from pathlib import Path

from careline.waiting import eventually
from cluster.cluster import Cluster
from cluster.faults import faults
from cluster.services import Services

MARK = 15.0       # seconds from a primary's death until commands are acknowledged again
PATIENCE = 180.0  # seconds that the drill waits before it calls a fault unmended: this machine may be busy with more than this


class Noted:
    """The client's log, which also remembers when each kind of command got through that was sent after a moment."""

    def __init__(self, log, kind):
        self.log, self.kind = log, kind
        self.sent, self.lock, self.since, self.through = {}, threading.Lock(), float("inf"), None

    def begin(self, since):
        with self.lock:
            self.since, self.through = since, None

    def write(self, **entry):
        self.log.write(**entry)
        if entry["phase"] == "intent":
            self.sent[entry["key"]] = entry["at"]
        elif entry["phase"] in ("answer", "unknown"):
            sent = self.sent.pop(entry.get("key"), None)
            if entry["phase"] == "answer" and sent is not None and 200 <= entry["status"] < 300:
                self._through(sent, entry)

    def _through(self, sent, entry):
        """One that was tried before the moment counts too, once it was sent again: those under way at the moment may have been answered already."""
        with self.lock:
            if self.through is None and entry["at"] > self.since and (sent >= self.since or entry["tries"] > 1 and entry["at"] - self.since > 1):
                self.through = entry["at"] - self.since


class Trial:
    def __init__(self, cluster, services, given):
        from careline.promises.platform import Platform  # only now: it reads where the platform is from the environment
        self.cluster, self.services, self.given = cluster, services, given
        self.platform = Platform(Namespace(state=str(services.state), url=services.url, bootstrap=cluster.bootstrap, kafka=True))
        self.table, self.chance = [], random.Random(given.seed)
        self.make_loads()

    def make_loads(self):
        from careline.promises.accounts import AccountLoad
        from careline.promises.client import Log
        from careline.promises.consents import ConsentLoad
        from careline.promises.ers import ERLoad
        from careline.promises.files import FileLoad
        from careline.promises.health import HealthLoad
        from careline.promises.load import Load
        from careline.promises.messaging import MessageLoad
        from careline.promises.records import RecordLoad
        from careline.promises.webhooks import WebhookLoad
        from cluster.reads import Reads
        log, port, state = Log(self.services.state / "client.log"), self.services.port, self.services.state
        self.notes, self.loads = {}, {}

        def make(kind, load, *before, after=()):
            self.notes[kind] = Noted(log, kind)
            self.loads[kind] = load(*before, self.notes[kind], *after)
        make("booking", Load, port)
        make("records", RecordLoad, port)
        make("files", FileLoad, port)
        make("consents", ConsentLoad, port)
        make("hours", ERLoad, port)
        make("heart rates", HealthLoad, port, after=(1,))
        make("accounts", AccountLoad, port, after=(state, 2))
        make("messages", MessageLoad, port, list(self.platform.replicas["messaging"].values()))
        make("webhooks", WebhookLoad, port, self.cluster.bootstrap)
        self.reads = Reads(port, log)

    # MARK: Rounds

    def run(self):
        for load in (*self.loads.values(), self.reads):
            load.start()
        time.sleep(3)
        try:
            for fault in self.order():
                self.round(fault)
        finally:
            for load in (*self.loads.values(), self.reads):
                load.stop()

    def order(self):
        """Each once, the first as they are listed while there are few rounds, then again in another order."""
        known, order = faults(self.cluster, self.platform, self.chance), []
        while len(order) < self.given.rounds:
            order += known if not order else self.chance.sample(known, len(known))
        return order[: self.given.rounds]

    def round(self, fault):
        row = {"number": len(self.table) + 1, "fault": fault.name, "broken": ""}
        self.table.append(row)
        try:
            before = self.cluster.primary().name
            self.strike(fault, row)
            now = self.cluster.primary().name
            row["primary"] = f"{before} → {now}" if before != now else f"{now} stays"
            if fault.moves and before == now:
                row["broken"] = "another primary was to take over"
            if lacked := self.reads.lacked():
                row["broken"] = f"{len(lacked)} reads lacked what was acknowledged: {lacked[0]}"
        except AssertionError as broken:
            row["broken"] = str(broken)
        print("  " + line(row), flush=True)

    def strike(self, fault, row):
        began = time.time()
        for note in self.notes.values():
            note.begin(began)
        row["machine"], end = fault.strike()
        over = began + fault.lasts
        try:
            away = eventually(self.still_away, PATIENCE if not fault.lasts else max(fault.lasts, 1), every=0.1, holds=lambda kinds: not kinds)
            row["load"] = os.getloadavg()[0]
            time.sleep(max(0.0, over - time.time()))
        finally:
            end()
        row["after the end"] = bool(away) and bool(fault.lasts)
        away = eventually(self.still_away, PATIENCE, every=0.1, holds=lambda kinds: not kinds)
        row["first"] = min((note.through for note in self.notes.values() if note.through is not None), default=None)
        row["booking"], row["all"] = self.notes["booking"].through, None if away else max(note.through for note in self.notes.values())
        # Between the blow, for what was under way, and the first command that came through again.
        row["reads"] = self.reads.between(began + 1, began + (row["first"] or PATIENCE))
        row["last"] = max(self.notes, key=lambda kind: self.notes[kind].through or float("inf"))
        row["is_death"] = fault.is_primarys_death
        row["late"] = fault.is_primarys_death and not (row["booking"] is not None and row["booking"] <= MARK)
        assert not away, f"not acknowledged again within {PATIENCE:.0f} s: {', '.join(away)}"
        row["whole"] = self.is_whole_again(over)

    def still_away(self):
        return [kind for kind, note in self.notes.items() if note.through is None]

    def is_whole_again(self, since):
        """Seconds after the fault's end until everything is as it was: both standbys in the quorum, every partition thrice, every replica ready, a new event published."""
        from careline.promises.load import sign_up
        from careline.promises.platform import find
        whole = eventually(self.cluster.is_whole, PATIENCE, every=0.5, allowing=Exception)
        assert whole, f"PostgreSQL has not two standbys in step {PATIENCE:.0f} s after the fault"
        assert eventually(self.cluster.is_replicated, PATIENCE, every=0.5, allowing=Exception), f"Kafka has partitions out of step {PATIENCE:.0f} s after the fault"
        self.platform.wait_until_ready()
        person = sign_up(self.platform.port, self.notes["booking"], "patient")
        assert find(self.cluster.bootstrap, "care.users.v1", lambda record: record.key() == person.user_id.encode(), PATIENCE), "an event was not published"
        return time.time() - since

    def acknowledged(self):
        return sum(load.acknowledged for load in self.loads.values())


def seconds(value):
    return "–" if value is None else f"{value:.1f} s"


def line(row):
    text = (f"{row['number']:>2}  {row['fault']:<38} {row.get('machine', ''):<14} {row.get('primary', ''):<14} {seconds(row.get('first')):>8} {seconds(row.get('booking')):>8}"
            f" {seconds(row.get('all')):>8} ({row.get('last', ''):<11}) {seconds(row.get('whole')):>8}  load {row.get('load', 0):.1f}")
    return text + (f"  over {MARK:.0f} s" if row.get("late") else "") + (f"  BROKEN: {row['broken']}" if row["broken"] else "")


def summary(table):
    deaths = [row for row in table if row.get("is_death")]
    late = [row for row in deaths if row["late"]]
    return f"bookings again within {MARK:.0f} s of a primary's death: {len(deaths) - len(late)} of {len(deaths)} rounds" + "".join(
        f"\n    over it: {row['number']}, {row['fault']}: {seconds(row['booking'])}" for row in late) + (
        f"\n  reads answered between a primary's death and the next command: {', '.join(str(row.get('reads', '–')) for row in deaths)}")


HEAD = f"{'':>2}  {'fault':<38} {'struck':<14} {'primary':<14} {'first':>8} {'booking':>8} {'every kind (the last)':>22} {'whole after':>11}"


def checked(cluster, services) -> int:
    """How many of the checkers found a promise broken."""
    log, environment, broken = services.state / "client.log", {**os.environ, "PGCONNECT_TIMEOUT": "5"}, 0
    address = lambda name: cluster.address(f"care_{name}")   # noqa: E731

    def ask(module, *arguments):
        nonlocal broken
        broken += subprocess.run([sys.executable, "-m", f"careline.promises.{module}", str(log), *map(str, arguments)], env=environment).returncode != 0
    ask("checker", address("auth"), address("scheduling"), cluster.bootstrap, services.url)
    for name in ("records", "ers", "health", "messaging", "webhooks"):
        ask(name, address(name), cluster.bootstrap)
    ask("files", address("records"))
    ask("consents")
    ask("accounts", address("auth"), cluster.bootstrap, services.state / "mail")
    return broken


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    cluster = Cluster(given.folder)
    services = Services(cluster, given.folder)
    os.environ["CARELINE_URL"], os.environ["CARELINE_STATE"] = services.url, str(services.state)
    try:
        began = time.time()
        cluster.start()
        print(f"careline: the cluster runs after {time.time() - began:.0f} s: primary {cluster.primary().name}", flush=True)
        services.start()
        copies = cluster.topic_settings("care.users.v1")
        print(f"careline: the services run after {time.time() - began:.0f} s; topics have {copies[0]} copies, of which {copies[1]} acknowledge", flush=True)
        assert copies == (3, 2), "topics were to have three copies, two of which acknowledge"
        trial = Trial(cluster, services, given)
        print("  " + HEAD, flush=True)
        trial.run()
        print(f"\n  {trial.acknowledged()} commands and deliveries acknowledged under load; {os.cpu_count()} processors\n\n  {HEAD}")
        for row in trial.table:
            print("  " + line(row))
        print("\n  " + summary(trial.table) + "\n", flush=True)
        broken = checked(cluster, services) + sum(bool(row["broken"]) for row in trial.table)
        deaths = [row for row in trial.table if row.get("is_death") and "reads" in row]
        if deaths and not any(row["reads"] for row in deaths):
            broken += 1
            print("  BROKEN: no read was answered while a primary was away", flush=True)
    finally:
        services.stop()
        cluster.end()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
