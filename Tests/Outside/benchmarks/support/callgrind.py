"""A further replica of a service under callgrind, which counts what it executes: the same on every machine, however busy that is."""

import contextlib
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from support.platform import Failed, Platform
from support.replicas import replica

from careline.waiting import until

# Of a service that does nothing: its polls, timers and consumers run on while it is asked.
REST = 3
MOST_RESTS = 20
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
        for _ in range(MOST_RESTS):
            began = time.monotonic()
            time.sleep(REST)
            now = self._since_the_last() / (time.monotonic() - began)
            if now > 0.8 * before:
                return now
            before = now
        raise Failed(f"the service did not come to rest within {MOST_RESTS * REST} s")

    def _since_the_last(self) -> int:
        """A dump sets the counters back."""
        before = set(self._dumps())
        subprocess.run(["callgrind_control", "--dump", str(self._process.pid)], check=True, capture_output=True, timeout=120)

        def total() -> re.Match | None:
            said = (re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE) for file in set(self._dumps()) - before)
            return next(filter(None, said), None)

        return int(until("callgrind says its counts", total, 60, every=0.1, error=Failed)[1])

    def _dumps(self) -> list[Path]:
        return list(self._folder.glob("callgrind.out.*"))


@contextlib.contextmanager
def counted(platform: Platform, service: str) -> Iterator[Counted]:
    folder = platform.state / f"callgrind-{service}"
    folder.mkdir()
    shim = folder / "sigsuspend.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, Path(__file__).with_name("sigsuspend.c")], check=True)
    under = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out.%p", "--fair-sched=try")
    with replica(platform, service, under, within=180, LD_PRELOAD=str(shim)) as (process, url):
        yield Counted(url, process, folder)
