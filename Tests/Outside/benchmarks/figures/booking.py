"""Booking through HTTP (token, rule, constraint, outbox), beside a pgbench script of the same SQL transaction."""

import tempfile
import time
from itertools import count
from pathlib import Path

from support import scheduling
from support.bench import SECONDS, Bench, by_turns
from support.programs import LOAD_CORE, noted, pgbench, wrk

CONNECTIONS = 32
# As many as the measurement needs so that nobody has more appointments ahead than a patient may have (20): they are counted at each booking.
PATIENTS = 512
# As many as the service's pool has.
CLIENTS = 8
SCRIPT = Path(__file__).with_name("booking.sql")


def measure(bench: Bench) -> None:
    patients = bench.people.of("patient", PATIENTS)
    providers = scheduling.providers(bench.platform, 2, len(patients), "booking")
    bench.people.wait_until_known(scheduling.DATABASE, patients)
    scheduling.providers(bench.platform, 3, CLIENTS, "booking-reference")
    scheduling.patients(bench.platform, 4, CLIENTS)
    base = (int(time.time()) // 86_400 + 2) * 86_400
    script, minutes, rounds, limits = SCRIPT.read_text(), scheduling.SLOT_MINUTES, count(), []

    def ours(seconds: int = SECONDS) -> float:
        with tempfile.NamedTemporaryFile("w") as people, tempfile.NamedTemporaryFile("w") as calendars:
            people.write("".join(f"{each.id} {each.token}\n" for each in patients))
            calendars.write("".join(f"{each}\n" for each in providers))
            people.flush(), calendars.flush()
            seen = wrk(
                "book.lua", bench.platform.address("scheduling"), people.name, calendars.name, base, next(rounds) * 1000, minutes,
                seconds=seconds, connections=CONNECTIONS, cores={LOAD_CORE})
        limits.append(seen.is_limit)
        return seen.rate

    def reference(seconds: int = SECONDS) -> float:
        variables = {"base": base, "seconds": minutes * 60, "slot": next(rounds) * 10_000}
        return pgbench(bench.platform.database(scheduling.DATABASE), script, seconds, CLIENTS, variables=variables)

    with bench.platform.standing_still("messaging"):
        ours(3), reference(2)
        pair = by_turns(ours, reference)
    note = noted("reference: pgbench, the same SQL transaction, 8 at a time; Messaging, which tells both of each booking, stands still meanwhile", any(limits))
    bench.report.figure("booking through HTTP", pair.value, "bookings/s", pair.reference, pair.ratio, at_least=0.5, note=note)
