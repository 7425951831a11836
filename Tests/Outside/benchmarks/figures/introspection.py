"""Introspection of access tokens for a resource server, with Auth on one core."""

import os
import subprocess
from statistics import median

from support.bench import ROUNDS, SECONDS, Bench
from support.loads import cycle
from support.platform import BUILD
from support.programs import LOAD_CORE, SERVICE_CORE, noted, pinned

SECRET = "another secret of the benchmark that nobody guesses"


def measure(bench: Bench) -> None:
    words = [BUILD / "auth-service", "seed-client", "--id", "bench-api", "--name", "Bench API", "--grant", "client_credentials",
             "--scope", "appointments:read", "--resource-server", "--secret-file", "-"]
    environment = os.environ | {"CARE_DATABASE_URL": bench.platform.service_database("auth")}
    subprocess.run(words, input=SECRET, text=True, check=True, env=environment, stdout=subprocess.DEVNULL, timeout=60)
    proof = f"client_id=bench-api&client_secret={SECRET.replace(' ', '+')}"
    requests = [
        ("POST", "/oauth/introspect", None, "application/x-www-form-urlencoded", f"{proof}&token={each.token}") for each in bench.people.patients
    ]
    url, loads = bench.platform.address("auth"), []
    with pinned(bench.platform.pid("auth"), {SERVICE_CORE}):
        cycle(url, requests, 2, 16, {LOAD_CORE})
        for _ in range(ROUNDS):
            loads.append(cycle(url, requests, SECONDS, 16, {LOAD_CORE}))
    note = noted("Auth on one core, 64 tokens in turn", any(load.is_limit for load in loads))
    bench.report.figure("introspection", median(load.rate for load in loads), "answers/s", value_at_least=6000, note=note, speed=bench.speed)
