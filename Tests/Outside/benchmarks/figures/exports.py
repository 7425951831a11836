"""A whole record as newline-delimited JSON: from the kick-off until its last file is here."""

import time
from statistics import median
from urllib.parse import urlsplit

from figures.searches import LARGE, store
from support.bench import ROUNDS, Bench
from support.platform import Failed
from support.programs import SERVICE_CORE, pinned

from careline.client import Client
from careline.waiting import eventually

# A round may take so many seconds.
LONGEST = 120


def measure(bench: Bench) -> None:
    person = bench.people.of("patient", 67)[66]
    url = bench.platform.address("records")
    store(url, person, LARGE)
    with pinned(bench.platform.pid("records"), {SERVICE_CORE}):
        rates = [export(Client(url, person.token)) for _ in range(ROUNDS)]
    bench.report.figure(
        f"$export of {LARGE:,} resources", median(rates), "resources/s", value_at_least=10_000, speed=bench.speed,
        note="Records on one core; from the kick-off until the last byte was read, asked for its state every 100 ms")


def export(client: Client) -> float:
    """Resources a second."""
    began = time.monotonic()
    begun = client.get("/fhir/r4/$export", headers={"Prefer": "respond-async", "Accept": "application/fhir+json"})
    if begun.status_code != 202:
        raise Failed(f"the export was answered with {begun.status_code}: {begun.text[:500]}")
    status = urlsplit(begun.headers["Content-Location"]).path
    answer = eventually(lambda: client.get(status), LONGEST, every=0.1, holds=lambda answer: answer.status_code != 202)
    if answer.status_code != 200:
        raise Failed(f"the export's state was answered with {answer.status_code}: {answer.text[:500]}")
    lines = sum(client.get(urlsplit(file["url"]).path).content.count(b"\n") for file in answer.json()["output"])
    seconds = time.monotonic() - began
    if lines < LARGE:
        raise Failed(f"{lines} of {LARGE} resources were exported")
    client.delete(status)
    return lines / seconds
