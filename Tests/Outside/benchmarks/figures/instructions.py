"""What an operation costs its service in instructions, PostgreSQL not counted: no clock, so it may be compared between two days and two machines."""

import json
import random
import time

from figures import searches
from figures.messages import TEXT
from figures.records import JSON
from support import directory, lives, messaging, scheduling
from support.bench import Bench
from support.callgrind import ROUNDS, WARM, counted

from careline.client import Client

# In a round.
TIMES = 100
BUNDLES = 2


def measure(bench: Bench) -> None:
    of_scheduling(bench)
    of_messaging(bench)
    of_records(bench)
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


def of_records(bench: Bench) -> None:
    """Records of whose health nobody else's figure has any: what is searched is a thousand resources."""
    person, searched = bench.people.of("patient", 70)[68:]
    searches.store(bench.platform.address("records"), searched, searches.SMALL)
    wanted = searches.searches(searched, searches.SMALL)
    # The same whether or not there are others' to be had.
    bundle = lives.life(0)
    with counted(bench.platform, "records") as service:
        client = Client(service.url, person.token, deadline=120)
        ids: list[str] = []

        def send(method: str, path: str, body: dict) -> dict:
            answer = client.call(method, path, data=json.dumps(body), headers={"Content-Type": JSON})
            answer.raise_for_status()
            return answer.json()

        def create(number: int) -> None:
            ids.append(send("POST", "/fhir/r4/Observation", lives.observation(f"Patient/{person.id}", number))["id"])

        def read(number: int) -> None:
            client.get(f"/fhir/r4/Observation/{ids[number % len(ids)]}").raise_for_status()

        def update(number: int) -> None:
            id = ids[number % len(ids)]
            send("PUT", f"/fhir/r4/Observation/{id}", {**lives.observation(f"Patient/{person.id}", number), "id": id, "language": f"en-{number % 90 + 10}"})

        searcher = Client(service.url, searched.token, deadline=120)

        def search(number: int) -> None:
            searcher.get(wanted[number % len(wanted)][1]).raise_for_status()

        def load(_: int) -> None:
            send("POST", "/fhir/r4", bundle)

        say(bench, "FHIR create", service.of(create, TIMES))
        say(bench, "FHIR read", service.of(read, TIMES))
        say(bench, "FHIR update", service.of(update, TIMES))
        say(bench, "FHIR search, 20 of 1,000", service.of(search, TIMES))
        say(bench, "imported FHIR resource", service.of(load, BUNDLES) / len(bundle["entry"]))


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
