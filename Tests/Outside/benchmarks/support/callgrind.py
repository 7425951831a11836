"""A further replica of a service under callgrind, which counts what it executes: the same on every machine, however busy that is."""

import contextlib
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from support.platform import Failed, Platform

from careline.client import is_ready
from careline.ports import free_port

# Of a service that does nothing: its polls, timers and consumers run on while it is asked.
REST = 5


class Counted:
    def __init__(self, url: str, process: subprocess.Popen, folder: Path):
        self.url = url
        self._process = process
        self._folder = folder

    def of(self, operation: Callable[[int], None], times: int) -> float:
        """Instructions of one of so many, without those that the service executes meanwhile in any case."""
        began = time.monotonic()
        time.sleep(REST)
        resting = self._since_the_last() / (time.monotonic() - began)
        for number in range(20):
            operation(number)
        self._since_the_last()
        began = time.monotonic()
        for number in range(20, 20 + times):
            operation(number)
        took = time.monotonic() - began
        return (self._since_the_last() - resting * took) / times

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
    url, log = f"http://127.0.0.1:{port}", folder / "log"
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out.%p", "--fair-sched=try", *words]
    with log.open("w") as out:
        process = subprocess.Popen(command, env=environment | {"CARE_HTTP_PORT": str(port)}, stdout=out, stderr=out)
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
