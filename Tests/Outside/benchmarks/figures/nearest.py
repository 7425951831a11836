"""The nearest emergency rooms, open and possibly closed, among as many as the real list has and among 100,000."""

import random

from support import directory
from support.bench import ROUNDS, SECONDS, Bench
from support.loads import cycle
from support.platform import Failed
from support.programs import LOAD_CORE, Load

from careline.client import Client

# Two at a time fill both cores with the service, PostgreSQL and the load: then it is their queues that are measured.
CONNECTIONS = 1
FILLING = 2
MANY = 100_000
# Where many are, where hours are known of all and none are open, and where there are none for a hundred kilometres and more.
PLACES = {
    "New York": (40.75, -73.99),
    "Los Angeles": (34.05, -118.24),
    "Chicago": (41.88, -87.63),
    "Houston": (29.76, -95.37),
    "Miami, all closed": (26.20, -80.50),
    "Nevada's desert": (38.50, -116.50),
    "the Pacific": (20.00, -150.00),
    "London": (51.51, -0.13),
}


def measure(bench: Bench) -> None:
    what = directory.import_real(bench.platform)
    figure(bench, f"{directory.REAL_COUNT:,}", what)
    directory.generate(bench.platform, MANY, spread=0.5)
    figure(bench, f"{MANY:,}", "most of them made up around the others")


def figure(bench: Bench, count: str, what: str) -> None:
    directory.enter_hours(bench.platform)
    check_hours(bench)
    bench.platform.settle()
    # Now, and not in the middle of it, for so many new rows.
    bench.platform.sql(directory.DATABASE, "CHECKPOINT")
    rounds = [{name: load(bench, place) for name, place in PLACES.items()} for _ in range(ROUNDS)]
    # Of each place the round in the middle.
    seen = {name: sorted((each[name] for each in rounds), key=lambda one: one.p99)[ROUNDS // 2] for name in PLACES}
    slowest = max(seen, key=lambda name: seen[name].p99)
    medians = [each.p50 for each in seen.values()]
    busy = load(bench, PLACES["New York"], FILLING)
    note = (
        f"{what}; hours of half of them; {CONNECTIONS} at a time, medians {min(medians):.2g} to {max(medians):.2g} ms; the slowest of "
        f"{len(PLACES)} places: {slowest}; {FILLING} at a time in New York: {busy.rate:.0f} a second, p99 {busy.p99:.2g} ms")
    bench.report.figure(f"nearest emergency rooms among {count}, p99", seen[slowest].p99, "ms", at_most=5, note=note)


def load(bench: Bench, place: tuple[float, float], connections: int = CONNECTIONS) -> Load:
    """Points up to some 20 km around the place, one after the other."""
    chance = random.Random(7)
    points = [(place[0] + chance.uniform(-0.2, 0.2), place[1] + chance.uniform(-0.2, 0.2)) for _ in range(200)]
    lines = [("GET", f"/ers/nearest?latitude={north:.5f}&longitude={east:.5f}", None, None, "") for north, east in points]
    cycle(bench.platform.address("ers"), lines, 1, connections, {LOAD_CORE})
    return cycle(bench.platform.address("ers"), lines, SECONDS // 2, connections, {LOAD_CORE})


def check_hours(bench: Bench) -> None:
    """That the service reads the hours that were put into its database as they were meant."""
    def nearest(name: str) -> dict:
        north, east = PLACES[name]
        answer = Client(bench.platform.address("ers")).get("/ers/nearest", params={"latitude": north, "longitude": east, "withinKm": 100})
        answer.raise_for_status()
        return answer.json()

    busy, shut = nearest("New York"), nearest("Miami, all closed")
    if "nearestOpen" not in busy or not busy["possiblyClosed"] or "nearestOpen" in shut or shut["possiblyClosed"]:
        raise Failed("the hours that were entered for the measurement are not what the directory answers with")
