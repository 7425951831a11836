"""What an operation costs its service in instructions, PostgreSQL not counted: no clock, so it may be compared between two days and two machines."""

import random
import time

from figures.messages import TEXT
from support import directory, messaging, scheduling
from support.bench import Bench
from support.callgrind import ROUNDS, WARM, counted

from careline.client import Client

# In a round.
TIMES = 100


def measure(bench: Bench) -> None:
    of_scheduling(bench)
    of_messaging(bench)
    of_the_directory(bench)


def of_scheduling(bench: Bench) -> None:
    # Not the one whose appointments are read elsewhere: they have these times already.
    patient = bench.people.patients[1]
    bench.people.wait_until_known(scheduling.DATABASE, [patient])
    ids = scheduling.appointments(bench.platform, patient.id, scheduling.providers(bench.platform, 8, 1, "instructions-reading")[0], 200)
    provider = scheduling.providers(bench.platform, 7, 1, "instructions")[0]
    # After whatever the other figures have booked for them.
    base = (int(time.time()) // 86_400 + 400) * 86_400
    with counted(bench.platform, "scheduling") as service:
        client = Client(service.url, patient.token, deadline=60)

        def read(number: int) -> None:
            client.get(f"/appointments/{ids[number % len(ids)]}").raise_for_status()

        def book(number: int) -> None:
            start = base + number * scheduling.SLOT_MINUTES * 60
            body = {"providerId": provider, "title": "Check-up", "startTime": instant(start), "endTime": instant(start + scheduling.SLOT_MINUTES * 60)}
            client.post("/appointments", body).raise_for_status()

        say(bench, "authenticated GET of one appointment", service.of(read, TIMES))
        say(bench, "booking", service.of(book, TIMES))


def of_messaging(bench: Bench) -> None:
    (talk,) = messaging.conversations(bench, 1, providers=1)
    with counted(bench.platform, "messaging") as service:
        client = Client(service.url, talk.patient.token, deadline=60)

        def send(number: int) -> None:
            body = {"clientId": f"counted-{number}", "content": {"text": TEXT}}
            client.post(f"/conversations/{talk.id}/messages", body).raise_for_status()

        say(bench, "message", service.of(send, TIMES))


def of_the_directory(bench: Bench) -> None:
    directory.import_real(bench.platform)
    chance = random.Random(7)
    places = [(40.75 + chance.uniform(-0.2, 0.2), -73.99 + chance.uniform(-0.2, 0.2)) for _ in range(WARM + ROUNDS * TIMES)]
    with counted(bench.platform, "ers") as service:
        client = Client(service.url, deadline=60)

        def nearest(number: int) -> None:
            north, east = places[number]
            client.get(f"/ers/nearest?latitude={north:.5f}&longitude={east:.5f}").raise_for_status()

        say(bench, "nearest emergency rooms", service.of(nearest, TIMES))


def instant(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def say(bench: Bench, what: str, instructions: float) -> None:
    bench.report.figure(f"instructions of the service: {what}", instructions / 1000, "thousand", note=f"median of {ROUNDS} rounds of {TIMES} under callgrind")
