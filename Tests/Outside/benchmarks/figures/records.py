"""FHIR resources one by one and by the bundle, with Records on one core, beside HAPI FHIR's on one such core."""

import itertools
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from support import lives
from support.bench import ROUNDS, SECONDS, Bench
from support.loads import Line, cycle
from support.platform import Failed
from support.programs import LOAD_CORE, SERVICE_CORE, noted, pinned

from careline.client import Client
from careline.people import Person

# HAPI FHIR 8.8, measured once on one core of this kind of machine, its JVM warm for five minutes, its records not encrypted: a second.
HAPI_CREATES, HAPI_READS, HAPI_UPDATES, HAPI_RESOURCES = 327, 718, 309, 515
CONNECTIONS = 16
SENDERS = 4
JSON = "application/fhir+json"


def measure(bench: Bench) -> None:
    people, url = bench.people.patients[:lives.COUNT], bench.platform.address("records")
    with pinned(bench.platform.pid("records"), {SERVICE_CORE}):
        creates = [line for person, bundle in zip(people, lives.bundles()) for line in posts(person, bundle)]
        figure(bench, "FHIR creates", HAPI_CREATES, 2_400, lambda seconds: cycle(url, creates, seconds, CONNECTIONS, {LOAD_CORE}))
        reads = stored(bench, people)
        figure(bench, "FHIR reads", HAPI_READS, 8_000, lambda seconds: cycle(url, reads, seconds, CONNECTIONS, {LOAD_CORE}))
        updates = [("PUT", path, token, JSON, spoken(url, path, token, language)) for language in ("en-CA", "fr-CA") for _, path, token, _, _ in reads[:1_000]]
        figure(bench, "FHIR updates", HAPI_UPDATES, 2_400, lambda seconds: cycle(url, updates, seconds, CONNECTIONS, {LOAD_CORE}))
        with pinned(os.getpid(), {LOAD_CORE}):
            load(url, people, 2)
            rates = [load(url, people, 2 * SECONDS) for _ in range(ROUNDS)]
    note = f"Records on one core; {lives.name()} as they are, each person's own, {SENDERS} at a time; reference: HAPI FHIR 8.8 on one, not measured in this run"
    bench.report.figure("import of FHIR bundles", median(rates), "resources/s", HAPI_RESOURCES, value_at_least=5_000, note=note, speed=bench.speed)


def figure(bench: Bench, name: str, reference: float, mark: float, load: Callable) -> None:
    load(2)
    loads = [load(SECONDS) for _ in range(ROUNDS)]
    note = noted("Records on one core; reference: HAPI FHIR 8.8 on one, not measured in this run", any(each.is_limit for each in loads))
    rate = median(each.rate for each in loads)
    bench.report.figure(f"{name}, encrypted, {CONNECTIONS} at a time", rate, "requests/s", reference, value_at_least=mark, note=note, speed=bench.speed)


def posts(person: Person, bundle: dict) -> list[Line]:
    resources = [entry["resource"] for entry in bundle["entry"]]
    return [("POST", f"/fhir/r4/{each['resourceType']}", person.token, JSON, json.dumps(each)) for each in resources]


def stored(bench: Bench, people: list[Person]) -> list[Line]:
    """Reads of what the creates have stored."""
    tokens = {person.id: person.token for person in people}
    rows = bench.platform.sql("care_records", "SELECT owner_id, type, record_id FROM records ORDER BY md5(record_id::text) LIMIT 5000")
    found = [row.split("|") for row in rows.splitlines()]
    return [("GET", f"/fhir/r4/{kind}/{id}", tokens[owner], None, "") for owner, kind, id in found if owner in tokens]


def spoken(url: str, path: str, token: str, language: str) -> str:
    """The resource as it is stored, in this language: by turns every update is a change."""
    return json.dumps({**Client(url, token).get(path).json(), "language": language})


def load(url: str, people: list[Person], seconds: int) -> float:
    """Resources a second: bundle after bundle, each in one request, as whoever moves in with their records sends them."""
    work = itertools.cycle([(person, json.dumps(bundle), len(bundle["entry"])) for person, bundle in zip(people, lives.bundles())])
    began = time.monotonic()

    def send(_: int) -> int:
        client, count = Client(url), 0
        while time.monotonic() - began < seconds:
            person, body, entries = next(work)
            client.token = person.token
            answer = client.call("POST", "/fhir/r4", data=body, headers={"Content-Type": JSON})
            if answer.status_code != 200 or answer.text.count('"status":"201 Created"') != entries:
                raise Failed(f"a bundle was answered with {answer.status_code}: {answer.text[:500]}")
            count += entries
        return count

    with ThreadPoolExecutor(SENDERS) as senders:
        count = sum(senders.map(send, range(SENDERS)))
    return count / (time.monotonic() - began)
