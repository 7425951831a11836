"""Client-credentials tokens, with Auth on one core, beside Keycloak's on one such core."""

import os
import subprocess
from statistics import median

from support import before, keycloak
from support.bench import ROUNDS, SECONDS, Bench
from support.loads import cycle
from support.platform import BUILD
from support.programs import LOAD_CORE, SERVICE_CORE, noted, pinned

SECRET = "a secret of the benchmark that nobody guesses"


def measure(bench: Bench) -> None:
    words = [BUILD / "auth-service", "seed-client", "--id", "bench", "--name", "Bench", "--grant", "client_credentials",
             "--scope", "appointments:read", "--secret-file", "-"]
    environment = os.environ | {"CARE_DATABASE_URL": bench.platform.service_database("auth")}
    subprocess.run(words, input=SECRET, text=True, check=True, env=environment, stdout=subprocess.DEVNULL, timeout=60)
    form = f"grant_type=client_credentials&client_id=bench&client_secret={SECRET.replace(' ', '+')}"
    requests = [("POST", "/oauth/token", None, "application/x-www-form-urlencoded", form)]
    url, loads = bench.platform.address("auth"), []
    with pinned(bench.platform.pid("auth"), {SERVICE_CORE}):
        cycle(url, requests, 2, 16, {LOAD_CORE})
        for _ in range(ROUNDS):
            loads.append(cycle(url, requests, SECONDS, 16, {LOAD_CORE}))
    note = noted(keycloak.NOTE, any(load.is_limit for load in loads))
    rate = median(load.rate for load in loads)
    bench.report.figure("client-credentials tokens", rate, "tokens/s", keycloak.TOKENS, at_least=5, note=note, speed=bench.speed)
    bench.report.figure(
        "client-credentials tokens, beside those of before", rate, "tokens/s", before.TOKENS, value_at_least=before.SHARE * before.TOKENS, note=before.NOTE, speed=bench.speed)
