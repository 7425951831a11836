"""What an operation costs its service in instructions, PostgreSQL not counted: no clock, so it may be compared between two days and two machines."""

import random
import time
import uuid

import requests
from support import directory, scheduling
from support.bench import Bench
from support.callgrind import counted

TIMES = 300


def measure(bench: Bench) -> None:
    of_scheduling(bench)
    of_the_directory(bench)


def of_scheduling(bench: Bench) -> None:
    patient = bench.people.patients[0]
    bench.people.wait_until_known(scheduling.DATABASE, [patient])
    ids = scheduling.appointments(bench.platform, patient.id, 200)
    provider = scheduling.providers(bench.platform, 5, 1, "instructions")[0]
    base = (int(time.time()) // 86_400 + 2) * 86_400
    with counted(bench.platform, "scheduling") as service, requests.Session() as session:
        session.headers["Authorization"] = f"Bearer {patient.token}"

        def read(number: int) -> None:
            session.get(f"{service.url}/appointments/{ids[number % len(ids)]}", timeout=60).raise_for_status()

        def book(number: int) -> None:
            start = base + number * scheduling.SLOT_MINUTES * 60
            body = {"providerId": provider, "title": "Check-up", "startTime": instant(start), "endTime": instant(start + scheduling.SLOT_MINUTES * 60)}
            session.post(f"{service.url}/appointments", json=body, headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=60).raise_for_status()

        say(bench, "authenticated GET of one appointment", service.of(read, TIMES))
        say(bench, "booking", service.of(book, TIMES))


def of_the_directory(bench: Bench) -> None:
    directory.import_real(bench.platform)
    chance = random.Random(7)
    places = [(40.75 + chance.uniform(-0.2, 0.2), -73.99 + chance.uniform(-0.2, 0.2)) for _ in range(TIMES + 20)]
    with counted(bench.platform, "ers") as service, requests.Session() as session:

        def nearest(number: int) -> None:
            north, east = places[number]
            session.get(f"{service.url}/ers/nearest?lat={north:.5f}&lon={east:.5f}", timeout=60).raise_for_status()

        say(bench, "nearest emergency rooms", service.of(nearest, TIMES))


def instant(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def say(bench: Bench, what: str, instructions: float) -> None:
    bench.report.figure(f"instructions of the service: {what}", instructions / 1000, "thousand", at_most=float("inf"), note=f"mean of {TIMES} under callgrind")
