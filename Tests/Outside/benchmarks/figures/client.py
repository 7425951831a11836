"""What an app made with CareClient waits for and holds: its start from the disk, what it has said without a network, twenty things watched at once, and
a message from one app to another's."""

import asyncio
import contextlib
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from figures import delivery
from support import messaging
from support.bench import ROUNDS, SECONDS, Bench
from support.platform import BUILD, Failed
from support.waits import Waits

from careline.client import Client
from careline.oauth import Browser, Form
from careline.people import PASSWORD, Person

PROGRAM = BUILD / "care-client-bench"
APP, REDIRECT = "bench-app", "http://127.0.0.1/callback"
SCOPES = ("openid", "offline_access", "profile", "messages:read", "messages:write", "appointments:read", "appointments:write", "health:read", "health:write",
          "records:read", "records:write")
QUEUED, CACHED, STARTS, RATE = 1_000, 10_000, 100, 20


@dataclass
class Device:
    """A person's, with the app on it, logged in."""

    server: str
    home: Path

    def run(self, command: str, *arguments) -> dict:
        done = subprocess.run(self.words(command, *arguments), capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise Failed(f"care-client-bench {command}: {done.stderr.strip()[-1500:]}")
        return json.loads(done.stdout.splitlines()[-1])

    def words(self, command: str, *arguments) -> list[str]:
        return [str(word) for word in (PROGRAM, command, "--server", self.server, "--client-id", APP, "--home", self.home, *arguments)]

    def log_in(self, person: Person) -> None:
        with subprocess.Popen(self.words("log-in"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            browser = Browser()
            consent = Form(browser.log_in(process.stdout.readline().strip(), person.username, PASSWORD))
            process.communicate(browser.submit(consent, decision="allow").headers["Location"] + "\n", timeout=60)
        if process.returncode != 0:
            raise Failed("an app could not log in")

    @contextlib.contextmanager
    def watching(self, conversations: list[str]) -> Iterator[tuple[int, int]]:
        """While all is as fresh as on the server: the process, and how much it watches."""
        with subprocess.Popen(self.words("watch", *of(conversations)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            said = process.stdout.readline()
            if not said:
                raise Failed("an app ended before it had everything")
            yield process.pid, json.loads(said)["watched"]
            process.communicate("\n", timeout=60)


def of(conversations: list[str]) -> list[str]:
    return [word for each in conversations for word in ("--conversation", each)]


def measure(bench: Bench) -> None:
    register(bench)
    patient, doctors = bench.people.of("patient", 1)[0], bench.people.of("provider", 11)
    bench.people.wait_until_known(messaging.DATABASE, [patient, *doctors])
    client = Client(bench.platform.address("messaging"))
    talks = [messaging.begin(client, patient, doctor) for doctor in doctors]
    with tempfile.TemporaryDirectory(prefix="care-client-") as folder:
        own, other = (Device(bench.platform.info["address"], Path(folder, name)) for name in ("patient", "provider"))
        own.log_in(patient)
        other.log_in(doctors[0])
        drain(bench, own, talks[:10])
        start(bench, own, talks[0].id)
        memory(bench, own, [talk.id for talk in talks[:10]])
        deliver(bench, own, other, talks[0])


def register(bench: Bench) -> None:
    words = [BUILD / "auth-service", "seed-client", "--id", APP, "--name", "Bench", "--redirect-uri", REDIRECT, *(word for scope in SCOPES for word in ("--scope", scope))]
    environment = os.environ | {"CARE_DATABASE_URL": bench.platform.service_database("auth")}
    subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL, timeout=60)


def drain(bench: Bench, device: Device, talks: list[messaging.Conversation]) -> None:
    """Into ten conversations by turns; then into one, whose messages go one after another, until it holds what the start is measured with."""
    def send(where: list[messaging.Conversation]) -> tuple[float, str]:
        rounds = [device.run("drain", *of([talk.id for talk in where]), "--count", QUEUED) for _ in range(ROUNDS)]
        kept = median(each["queued"] for each in rounds)
        return median(each["drained"] for each in rounds) / 1000, f"through the gateway; median of {ROUNDS}; kept on the disk in {kept:.0f} ms"

    for where, name, most in ((talks, "ten conversations", 3), (talks[:1], "one conversation, where each waits for the one before", None)):
        seconds, note = send(where)
        bench.report.figure(f"1,000 messages that an app has kept for {name}, sent", seconds, "s", at_most=most, note=note)
    while newest(bench, talks[0]) < CACHED:
        device.run("drain", *of([talks[0].id]), "--count", QUEUED)


def newest(bench: Bench, talk: messaging.Conversation) -> int:
    answer = Client(bench.platform.address("messaging"), talk.patient.token).get(f"/conversations/{talk.id}/items?limit=1")
    answer.raise_for_status()
    return answer.json()["items"][0]["sequence"]


def start(bench: Bench, device: Device, conversation: str) -> None:
    held = device.run("fill", *of([conversation]), "--count", CACHED)["held"]
    if held < CACHED:
        raise Failed(f"the app holds {held} of {CACHED} messages")
    waits = Waits(device.run("start", *of([conversation]))["milliseconds"] for _ in range(STARTS))
    bench.report.figure(
        "an app's start with 10,000 messages on its disk, to the first value, p99", waits.p99, "ms", at_most=50,
        note=f"a process each, from its first line; {waits}")


def memory(bench: Bench, device: Device, conversations: list[str]) -> None:
    with device.watching(conversations) as (pid, count):
        status = Path(f"/proc/{pid}/status").read_text()
        held = {name: int(line.split()[1]) / 1024 for line in status.splitlines() for name in [line.partition(":")[0]] if name in ("VmRSS", "VmHWM", "RssAnon")}
    bench.report.figure(
        f"memory of an app that watches {count:.0f} lists", held["VmRSS"], "MiB", at_most=40, note=f"at most {held['VmHWM']:.0f} MiB meanwhile; {held['RssAnon']:.0f} MiB of it are its own, the rest are files, such as Foundation")


def deliver(bench: Bench, own: Device, other: Device, talk: messaging.Conversation) -> None:
    """Both at the same pace through the gateway; the server's own is from the request to the frame."""
    bench.platform.settle()
    address, count = bench.platform.info["address"], 4 * SECONDS * RATE
    theirs, _ = asyncio.run(delivery.run([talk], [address, address], 4 * SECONDS, rate=RATE, warm_up=2))
    apps = Waits(own.run("talk", "--other", other.home, *of([talk.id]), "--count", count, "--rate", RATE)["waits"])
    bench.report.figure(
        "a message from app to app, beside the server's own, p99", apps.p99 - theirs.p99, "ms", at_most=10,
        note=f"more than from a request to the frame at the receiver, {theirs.p99:.1f} ms at {RATE}/s; from send to the watcher's value: p99 {apps.p99:.1f} ms, {apps}")
