"""Password logins, with Auth on one core, beside Keycloak's and beside bare libargon2 on the same core."""

import json

from support import before, keycloak
from support.bench import SECONDS, Bench, by_turns
from support.loads import cycle
from support.programs import LOAD_CORE, SERVICE_CORE, ours, pinned

from careline.people import PASSWORD


def measure(bench: Bench) -> None:
    requests = [
        ("POST", "/auth/login", None, "application/json", json.dumps({"username": each.username, "password": PASSWORD}))
        for each in bench.people.patients
    ]

    def logins(seconds: int = SECONDS) -> float:
        return cycle(bench.platform.address("auth"), requests, seconds, 8, {LOAD_CORE}).rate

    with pinned(bench.platform.pid("auth"), {SERVICE_CORE}):
        logins(2)
        pair = by_turns(logins, lambda: ours("hash", "--seconds", SECONDS, cores={SERVICE_CORE})["rate"])
    bench.report.figure(
        "password logins", pair.value, "logins/s", keycloak.LOGINS, at_least=4, note=keycloak.NOTE, speed=bench.speed)
    bench.report.figure(
        "password logins, beside those of before", pair.value, "logins/s", before.LOGINS, value_at_least=before.SHARE * before.LOGINS, note=before.NOTE, speed=bench.speed)
    bench.report.figure(
        "password logins beside bare libargon2", pair.value, "logins/s", pair.reference, pair.ratio, at_least=0.8,
        note="both on the same core")
