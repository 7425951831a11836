"""Searches of one person's resources by patient, code and date, Records on one core: a person with a thousand resources, one with a hundred thousand, and, with
CARE_BENCH_PERSONS, so many persons with a hundred each."""

import json
import os
from statistics import median

from figures.records import CONNECTIONS, JSON
from support.bench import ROUNDS, SECONDS, Bench
from support.lives import observation
from support.loads import Line, cycle
from support.platform import Failed
from support.programs import LOAD_CORE, SERVICE_CORE, pinned

from careline.client import Client
from careline.people import Person

# HAPI FHIR 8.8 on one such core, its JVM warm, by patient only, of a person with a thousand resources: a second.
HAPI_SEARCHES = 91
SMALL, LARGE, HUNDRED = 1_000, 100_000, 100
# Codes that a person's observations are of, turn by turn.
CODES = 20
BATCH = 1_000


def measure(bench: Bench) -> None:
    small, large, *others = bench.people.of("patient", 66 + int(os.environ.get("CARE_BENCH_PERSONS", "0")))[64:]
    url = bench.platform.address("records")
    for person, count in [(small, SMALL), (large, LARGE), *((other, HUNDRED) for other in others)]:
        store(url, person, count)
    note = f"Records on one core; patient, code and date from half of the days on, 20 a page of those of one of {CODES} codes, with an exact total"
    with pinned(bench.platform.pid("records"), {SERVICE_CORE}):
        loads = [cycle(url, searches(small, SMALL), seconds, CONNECTIONS, {LOAD_CORE}) for seconds in [2] + [SECONDS] * ROUNDS][1:]
        rate = median(each.rate for each in loads)
        bench.report.figure(
            f"FHIR searches, {SMALL:,} resources, {CONNECTIONS} at a time", rate, "requests/s", HAPI_SEARCHES, value_at_least=2_500, speed=bench.speed,
            note=f"{note}; reference: HAPI FHIR 8.8 by patient only, not measured in this run")
        bench.report.figure(f"p99 of FHIR searches, {SMALL:,} resources, {CONNECTIONS} at a time", median(each.p99 for each in loads), "ms", at_most=15, note=note)
        loads = [cycle(url, searches(large, LARGE), seconds, 1, {LOAD_CORE}) for seconds in [2] + [SECONDS] * ROUNDS][1:]
        bench.report.figure(f"p99 of FHIR searches, {LARGE:,} resources, 1 at a time", median(each.p99 for each in loads), "ms", at_most=60, note=note)
        if others:
            # One of each: twenty, with a token in each, are more than the load's program can hold for a hundred thousand persons.
            lines = [searches(other, HUNDRED)[place % CODES] for place, other in enumerate(others)]
            load = cycle(url, lines, SECONDS, CONNECTIONS, {LOAD_CORE})
            bench.report.figure(f"FHIR searches, {len(others):,} persons with {HUNDRED} resources", load.rate, "requests/s", note=note)


def store(url: str, person: Person, count: int) -> None:
    """Observations of twenty codes, one an hour from the beginning of 2010 on."""
    client = Client(url)
    client.token = person.token
    for first in range(0, count, BATCH):
        entries = [
            {"request": {"method": "POST", "url": "Observation"}, "resource": reading(person, number)} for number in range(first, min(first + BATCH, count))]
        answer = client.call("POST", "/fhir/r4", data=json.dumps({"resourceType": "Bundle", "type": "transaction", "entry": entries}), headers={"Content-Type": JSON})
        if answer.status_code != 200:
            raise Failed(f"the bundle was answered with {answer.status_code}: {answer.text[:500]}")


def reading(person: Person, number: int) -> dict:
    made = observation(f"Patient/{person.id}", number)
    made["code"]["coding"][0]["code"] = code(number)
    made["effectiveDateTime"] = day(number // 24)
    return made


def code(number: int) -> str:
    return f"{8000 + number % CODES}-1"


def day(number: int) -> str:
    year, rest = divmod(number, 336)
    return f"{2010 + year}-{1 + rest // 28:02}-{1 + rest % 28:02}"


def searches(person: Person, count: int) -> list[Line]:
    half = day(count // 48)
    return [
        ("GET", f"/fhir/r4/Observation?patient={person.id}&code=http://loinc.org%7C{code(number)}&date=ge{half}&_count=20", person.token, None, "")
        for number in range(CODES)]
