"""A further replica of a service under callgrind, which counts what it executes: the same on every machine, however busy that is."""

import contextlib
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from support.platform import Failed, Platform

from careline.client import is_ready
from careline.ports import free_port

# Of a service that does nothing: its polls, timers and consumers run on while it is asked.
REST = 3
ROUNDS = 5
WARM = 50


class Counted:
    def __init__(self, url: str, process: subprocess.Popen, folder: Path):
        self.url = url
        self._process = process
        self._folder = folder

    def of(self, operation: Callable[[int], None], times: int) -> float:
        """Instructions of one: the median of rounds of so many, each without what the service executes meanwhile in any case."""
        for number in range(WARM):
            operation(number)
        seen = []
        for first in range(WARM, WARM + ROUNDS * times, times):
            resting = self._resting()
            began = time.monotonic()
            for number in range(first, first + times):
                operation(number)
            took = time.monotonic() - began
            seen.append((self._since_the_last() - resting * took) / times)
        return median(seen)

    def _resting(self) -> float:
        """Instructions a second, once what was asked before is over."""
        self._since_the_last()
        before = float("inf")
        while True:
            began = time.monotonic()
            time.sleep(REST)
            now = self._since_the_last() / (time.monotonic() - began)
            if now > 0.8 * before:
                return now
            before = now

    def _since_the_last(self) -> int:
        """A dump sets the counters back."""
        before = set(self._dumps())
        subprocess.run(["callgrind_control", "--dump", str(self._process.pid)], check=True, capture_output=True, timeout=120)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for file in set(self._dumps()) - before:
                total = re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)
                if total:
                    return int(total[1])
            time.sleep(0.1)
        raise Failed("callgrind did not say its counts within 60 s")

    def _dumps(self) -> list[Path]:
        return list(self._folder.glob("callgrind.out.*"))


@contextlib.contextmanager
def counted(platform: Platform, service: str) -> Iterator[Counted]:
    """With the settings of the platform's own replica."""
    original = Path(f"/proc/{platform.pid(service)}")
    environment = dict(line.split("=", 1) for line in original.joinpath("environ").read_text().split("\0") if "=" in line)
    words = original.joinpath("cmdline").read_text().rstrip("\0").split("\0")
    port = free_port()
    folder = platform.state / f"callgrind-{service}"
    folder.mkdir()
    shim = folder / "sigsuspend.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, Path(__file__).with_name("sigsuspend.c")], check=True)
    url, log = f"http://127.0.0.1:{port}", folder / "log"
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out.%p", "--fair-sched=try", *words]
    with log.open("w") as out:
        process = subprocess.Popen(command, env=environment | {"CARE_HTTP_PORT": str(port), "LD_PRELOAD": str(shim)}, stdout=out, stderr=out)
    try:
        deadline = time.monotonic() + 180
        while not is_ready(url):
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failed(f"{service} did not start under callgrind\n{log.read_text()[-2000:]}")
            time.sleep(0.5)
        yield Counted(url, process, folder)
    finally:
        process.kill()
        process.wait()
