"""Programs that are run for a measurement, and the cores that they run on."""

import contextlib
import json
import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from support.platform import BUILD, Failed

CORES = sorted(os.sched_getaffinity(0))
# The first is for a service that is measured on one core, the last for what asks it.
SERVICE_CORE, LOAD_CORE = CORES[0], CORES[-1]


def run(words: list, cores: set[int] | None = None, timeout: float = 180, **options) -> str:
    pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=timeout, preexec_fn=pin, **options)
    if done.returncode != 0:
        raise Failed(f"{words[0]}: {done.stderr.strip()[-1500:]}")
    return done.stdout


def ours(command: str, *arguments, cores: set[int] | None = None, timeout: float = 180) -> dict:
    """A subcommand of careline-bench; what it reports, among the log lines of the service that it may be."""
    lines = [json.loads(line) for line in run([BUILD / "careline-bench", command, *arguments], cores, timeout).splitlines()]
    return [line for line in lines if "level" not in line][-1]


@contextlib.contextmanager
def running(words: list, cores: set[int] | None = None) -> Iterator[subprocess.Popen]:
    pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, text=True, preexec_fn=pin)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def pinned(pid: int, cores: set[int]) -> Iterator[None]:
    """Every thread of the process on these cores, meanwhile."""
    def pin(cores: set[int]) -> None:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread), cores)

    pin(cores)
    try:
        yield
    finally:
        pin(set(CORES))


def pgbench(url: str, script: str | None, seconds: int, clients: int, threads: int = 1, variables: dict | None = None, options: tuple = (),
            cores: set[int] | None = None) -> float:
    """Transactions a second, connections not counted; the script in prepared mode."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        words = ["pgbench", "-n", "-M", "prepared", "-c", clients, "-j", threads, "-T", seconds, *options]
        if script is not None:
            file.write(script)
            file.flush()
            words += ["-f", file.name]
        for name, value in (variables or {}).items():
            words += ["-D", f"{name}={value}"]
        output = run([*words, url], cores)
    failed = re.search(r"number of failed transactions: (\d+)", output)
    if failed and failed[1] != "0":
        raise Failed(f"pgbench: {failed[1]} transactions failed\n{output}")
    return float(re.search(r"tps = ([\d.]+)", output)[1])


@dataclass
class Load:
    """What wrk saw."""

    rate: float
    p50: float
    p99: float
    # Of one core for each of its threads.
    busy: float
    seconds: float = 0
    # Of the times: a hundred, rising.
    quantiles: list[float] = field(default_factory=list)

    @property
    def is_limit(self) -> bool:
        return was_limit(self.busy)


def was_limit(busy: float) -> bool:
    """Whether who asks took so much of its core that it could ask no faster."""
    return busy > 0.9


def noted(note: str, is_limit: bool, of: str = "") -> str:
    """The note of a figure, which says so where who asks had no more to give."""
    return f"{note}; the load generator was itself the limit{of}" if is_limit else note


def wrk(script: str, url: str, *arguments, seconds: int, connections: int, threads: int = 1, cores: set[int] | None = None, rate: float | None = None) -> Load:
    """With a rate requests begin at chance times, so many a second; else each connection sends when it has its answer. Rates a second, times in milliseconds. Any answer but 2xx, any lost connection, is a failure of the measurement."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    path = Path(__file__).parent.parent / "load" / script
    words = ["wrk", "-t", threads, "-c", connections, "-d", f"{seconds}s", "--timeout", "10s", "-s", path, url, "--", *arguments]
    output = run(words, cores, env=os.environ | ({"CARE_LOAD_RATE": str(rate)} if rate else {}))
    elapsed, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / elapsed
    seen = json.loads(output.splitlines()[-1])
    if seen["errors"]:
        raise Failed(f"{script}: {seen['errors']} of {seen['requests']} requests failed ({seen['detail']})")
    usable = min(threads, len(cores or CORES))
    return Load(seen["requests"] / seen["seconds"], seen["p50"], seen["p99"], busy / usable, seen["seconds"], seen["quantiles"])
