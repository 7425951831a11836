"""The platform under attack: its people, its processes under their limits, and the one who is to notice nothing."""

import os
import random
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import processes
import pytest
import raw
from gentle import Gentle, faults
from limits import limits

from careline import people
from careline.load import percentile
from careline.operator import auth_service
from careline.waiting import eventually, until

LONG = bool(os.environ.get("ATTACK_LONG"))
LIMITS = limits()
# Of the gateway's work after an attack: a look that long, and so many of them before it spins.
LOOK, LOOKS = (1.5, 2) if LONG else (0.5, 6)
# Of the gentle client: of which it may wait longer once in a hundred times. The short form runs in debug builds, beside whatever else the machine does.
SLOWEST = 0.25 if LONG else 1.0


def amount(short: int, long: int) -> int:
    return long if LONG else short


@pytest.fixture(scope="session")
def random_source():
    seed = int(os.environ.get("ATTACK_SEED") or random.SystemRandom().randrange(1 << 32))
    print(f"\nATTACK_SEED={seed}")
    return random.Random(seed)


@dataclass
class Target:
    """The platform, and what it must not lose."""

    url: str
    state: Path
    gentle: Gentle
    patient: people.Person
    other: people.Person
    doctor: people.Person
    conversation: str
    pids: dict[str, int] = field(default_factory=dict)
    measured: list[str] = field(default_factory=list)

    def now(self) -> dict[str, int]:
        return {file.stem: int(file.read_text().split()[0]) for file in (self.state / "run").glob("*.pid")}

    @contextmanager
    def attacked(self, name: str):
        """What is done in the block must leave everybody else as well off as before. Gives a list for the answers that the attackers got."""
        began, before, answers = time.monotonic(), self.now(), []
        yield answers
        # The gentle client goes on for a moment: it may be now that it hears of it. Meanwhile the gateway is looked at, and again where it may have had something left to do.
        is_spinning = False
        with suppress(FileNotFoundError):   # it ended, which is found below
            is_spinning = all(processes.spins(before["gateway"], during=LOOK) for _ in range(LOOKS))
        # Who is served slowly may not have had an answer yet.
        eventually(lambda: len(self.gentle.since(began)) >= 3, timeout=3)
        asked = self.gentle.since(began)
        waits = [each.seconds for each in asked]
        served = sum(each.is_served for each in asked)
        slowest = percentile(waits, 0.99) if waits else float("inf")
        memory = {service: processes.resident(pid) for service, pid in self.now().items() if service not in ("postgres", "broker", "gateway")}
        self.measured.append(f"{name}: gentle client {served} of {len(asked)} served, p99 {slowest * 1000:.0f} ms, most {max(waits, default=0) * 1000:.0f} ms; "
                             + ", ".join(f"{service} {size >> 20}" for service, size in sorted(memory.items())) + " MiB")
        print("\n" + self.measured[-1])
        assert self.now() == before, "a process ended"
        assert not faults(asked), faults(asked)[-5:]
        unsound = [answer for answer in answers if isinstance(answer, raw.Answer) and not answer.is_sound]
        assert not unsound, unsound[:3]
        assert not is_spinning, "the gateway spins"
        over = {service: size for service, size in memory.items() if size >= LIMITS[service]}
        assert not over, f"over the limit of its container: {over}"
        assert slowest <= SLOWEST, f"p99 of the gentle client: {slowest * 1000:.0f} ms"


@pytest.fixture(scope="session")
def url() -> str:
    if "CARELINE_URL" not in os.environ:
        pytest.skip("no platform: start these tests with Tests/Outside/attack/run")
    return os.environ["CARELINE_URL"]


@pytest.fixture(scope="session")
def target(url):
    scheduler = people.appointed(url, auth_service, "scheduler")
    for place in ((42.34, -71.1), (42.36, -71.06)):
        made = scheduler.post("/ers", {"name": "Harbor General", "latitude": place[0], "longitude": place[1], "country": "US"})
        assert made.status_code == 201, made.text
    days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    weekly = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in days]
    doctor = people.clinic(url, "podiatry", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 5})
    patient, other = people.sign_up(url, "patient", "attacker"), people.sign_up(url, "patient", "gentle")
    begin = {"participantIds": [doctor.id]}
    conversations = [until("Messaging knows them", lambda: person.post("/conversations", begin).json().get("id")) for person in (patient, other)]
    with Gentle(other, conversations[1]) as gentle:
        until("the gentle client is served", lambda: {each.what for each in gentle.log if each.is_served} == {"nearest", "message", "appointments", "heart rate", "refresh"})
        it = Target(url, Path(os.environ["CARELINE_STATE"]), gentle, patient, other, doctor, conversations[0])
        yield it
    print("\n" + "\n".join(it.measured))
