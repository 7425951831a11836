"""An authenticated GET of one appointment, beside a route of swift-nio alone that answers as many bytes: both on one core, the
database and the load on another."""

import time

from support import scheduling
from support.bench import SECONDS, Bench, by_turns
from support.loads import cycle
from support.platform import BUILD
from support.programs import LOAD_CORE, SERVICE_CORE, noted, pinned, running

from careline.client import Client
from careline.ports import free_port

CONNECTIONS = 32


def measure(bench: Bench) -> None:
    url = bench.platform.address("scheduling")
    patient = bench.people.patients[0]
    bench.people.wait_until_known(scheduling.DATABASE, [patient])
    ids = scheduling.appointments(bench.platform, patient.id, scheduling.providers(bench.platform, 1, 1, "reading")[0], 200)
    answer = Client(url, patient.token).get(f"/appointments/{ids[0]}")
    answer.raise_for_status()
    paths = [f"/appointments/{each}" for each in ids]
    port, limits = free_port(), []

    def load(url: str, seconds: int = SECONDS) -> float:
        seen = cycle(url, [("GET", path, patient.token, None, "") for path in paths], seconds, CONNECTIONS, {LOAD_CORE})
        limits.append(seen.is_limit)
        return seen.rate

    bare = f"http://127.0.0.1:{port}"
    route = [BUILD / "careline-bench", "bare-route", "--port", port, "--bytes", len(answer.content)]
    with running(route, {SERVICE_CORE}), pinned(bench.platform.pid("scheduling"), {SERVICE_CORE}):
        time.sleep(0.5)
        load(url, 3)
        load(bare, 2)
        pair = by_turns(ours=lambda: load(url), reference=lambda: load(bare))
    note = noted(
        "reference: a bare route of swift-nio, with a task for each connection as Hummingbird has it (which is not to be had here); each on one core",
        any(limits), of=" of the reference")
    bench.report.figure(
        "authenticated GET of one appointment", pair.value, "requests/s", pair.reference, pair.ratio, at_least=0.4, note=note)
