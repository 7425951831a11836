"""So many people of the stated behaviour: what they ask of each part in the busiest minute, and what they leave on the disks in a year."""

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from careline.scaling.measured import Measured

WORKLOAD = Path(__file__).with_name("workload.toml")
SERVICES = ["auth", "scheduling", "messaging", "health", "records", "ers", "webhooks"]
MEGABYTE = 1e6
DAYS = 365


def workload(file: Path = WORKLOAD) -> dict:
    return tomllib.loads(file.read_text())


def a_day(assumed: dict) -> dict[str, float]:
    """How often one person does each operation, a day."""
    does, sessions = assumed["behaviour"], assumed["behaviour"]["sessionsADay"]
    often = {operation: sessions * count for operation, count in assumed["session"].items()}
    bookings = does["bookingsAYear"] / DAYS
    return often | {
        "openStream": sessions, "holdStream": sessions * does["minutesASession"], "login": does["loginsAYear"] / DAYS,
        "book": bookings, "cancel": bookings * does["cancelledShare"], "freeSlots": bookings * does["searchesABooking"],
        "message": does["messagesADay"], "heartRate": does["wearersShare"] * does["heartRatesAWearersDay"],
        "nearestRoom": does["nearestAYear"] / DAYS, "createResource": does["resourcesAYear"] / DAYS}


@dataclass
class Demand:
    people: float
    # Operations a second in the busiest minute.
    rates: dict[str, float] = field(default_factory=dict)
    # Cores, wholly used, by part; of PostgreSQL by service.
    cores: Counter = field(default_factory=Counter)
    database_cores: Counter = field(default_factory=Counter)
    # A second in the busiest minute, by service: megabytes, transactions that write, events.
    wal: Counter = field(default_factory=Counter)
    commits: Counter = field(default_factory=Counter)
    events: Counter = field(default_factory=Counter)
    # Megabytes a second, one copy, as the topics have them; and between apps and the gateway.
    broker: float = 0
    network: float = 0
    streams: float = 0
    # Terabytes after a year, one copy, by service.
    stored: Counter = field(default_factory=Counter)


def demand(people: float, measured: Measured, assumed: dict) -> Demand:
    day, plant = assumed["day"], assumed["plant"]
    found = Demand(people)
    for operation, often in a_day(assumed).items():
        cost = measured.costs[operation]
        rate = found.rates[operation] = people * often * day["peakHourShare"] / 3600 * day["burst"]
        for part, time in cost.processor.items():
            found.cores[part.partition(" ")[0]] += rate * time / 1e6
        add_database(found, rate, cost)
        events = sum(cost.of("events").values())
        found.events.update({service: rate * count for service, count in cost.of("events").items()})
        found.broker += rate * cost.get("broker") / MEGABYTE if events else 0
        found.network += rate * (cost.get("request") + cost.get("answer") + cost.get("pushed")) / MEGABYTE
        for place, size in cost.of("stored").items():
            service, table = place.split(" ")
            found.stored[service] += people * often * max(0, size) * assumed["retention"].get(table, DAYS) / 1e12
    opened = found.rates["openStream"]
    found.cores["gateway"] += (opened * plant["handshakeMicroseconds"] + found.network * 1000 * plant["tlsMicrosecondsAKilobyte"]) / 1e6
    found.streams = opened * assumed["behaviour"]["minutesASession"] * 60
    found.wal = Counter({service: size * plant["walFactor"] for service, size in found.wal.items()})
    return found


def add_database(found: Demand, rate: float, cost) -> None:
    """What PostgreSQL does for all databases (writing its log and pages) goes to those that write, by the bytes of their log."""
    own, wal = {name.removeprefix("postgres "): time for name, time in cost.processor.items() if name.startswith("postgres ")}, cost.of("wal", "bytes")
    shared, written = own.pop("shared", 0), sum(wal.values())
    for service in SERVICES:
        share = wal.get(service, 0) / written if written else own.get(service, 0) / (sum(own.values()) or 1)
        found.database_cores[service] += rate * (own.get(service, 0) + shared * share) / 1e6
        found.wal[service] += rate * wal.get(service, 0) / MEGABYTE
        found.commits[service] += rate * cost.get(f"wal commits {service}")
