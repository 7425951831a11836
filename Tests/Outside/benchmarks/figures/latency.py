"""From an event's commit to its arrival in another process, at 500 events a second."""

import subprocess
import tempfile
from pathlib import Path

from support.bench import SECONDS, Bench
from support.platform import BUILD, Failed
from support.programs import ours
from support.waits import Waits

from careline.waiting import until

RATE = 500
WARM_UP = 3
TOPIC = "care.availability.v1"


def measure(bench: Bench) -> None:
    url = bench.platform.bench_database("bench_outbox")
    ours("schema", "--url", url)
    waits = Waits(run(bench, url, 3 * SECONDS))
    note = f"on {bench.platform.broker}; {waits}"
    bench.report.figure("commit to consumed elsewhere at 500 events/s, p99", waits.p99, "ms", at_most=50, note=note)


def run(bench: Bench, url: str, seconds: int) -> list[float]:
    """Milliseconds from each commit to the consumer."""
    with tempfile.TemporaryDirectory() as directory:
        sent, received, ready = (Path(directory) / name for name in ("sent", "received", "ready"))
        listener = subprocess.Popen(
            [BUILD / "careline-bench", "listen", "--bootstrap", bench.platform.bootstrap, "--topic", TOPIC, "--count", str(RATE * (WARM_UP + seconds)),
             "--log", received, "--ready", ready], stdout=subprocess.DEVNULL)
        try:
            until("the listener is ready", ready.exists, error=Failed)
            ours("emit", "--url", url, "--bootstrap", bench.platform.bootstrap, "--rate", RATE, "--seconds", seconds, "--warm-up", WARM_UP, "--log", sent)
            if listener.wait(30) != 0:
                raise Failed("the listener failed")
        finally:
            listener.kill()
        committed, consumed = read(sent), read(received)
        return [(consumed[key] - at) / 1e6 for key, at in committed.items()]


def read(path: Path) -> dict[str, int]:
    times: dict[str, int] = {}
    for line in path.read_text().splitlines():
        key, at = line.split()
        times.setdefault(key, int(at))
    return times
