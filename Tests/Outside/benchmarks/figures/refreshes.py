"""Refreshes, with Auth on one core, beside Keycloak's on one such core. Every connection refreshes a family of its own."""

import tempfile
from statistics import median

from support import before, keycloak
from support.bench import ROUNDS, SECONDS, Bench
from support.programs import LOAD_CORE, SERVICE_CORE, Load, noted, pinned, wrk

FAMILIES = 16


def measure(bench: Bench) -> None:
    with pinned(bench.platform.pid("auth"), {SERVICE_CORE}):
        load(bench, 2)
        loads = [load(bench, SECONDS) for _ in range(ROUNDS)]
    note = noted(keycloak.NOTE, any(load.is_limit for load in loads))
    rate = median(load.rate for load in loads)
    bench.report.figure("refreshes", rate, "refreshes/s", keycloak.REFRESHES, at_least=5, note=note, speed=bench.speed)
    bench.report.figure(
        "refreshes, beside those of before", rate, "refreshes/s", before.REFRESHES, value_at_least=before.SHARE * before.REFRESHES, note=before.NOTE, speed=bench.speed)


def load(bench: Bench, seconds: int) -> Load:
    people = [bench.people.log_in(each.username) for each in bench.people.patients[:FAMILIES]]
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("".join(f"{each.refresh_token}\n" for each in people))
        file.flush()
        return wrk(
            "refresh.lua", bench.platform.address("auth"), file.name, seconds=seconds, connections=FAMILIES, threads=FAMILIES,
            cores={LOAD_CORE})
