"""Processes of these tests: each with an environment of its own and a log, ended at the end."""

import os
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

from careline.checkout import CHECKOUT
from careline.waiting import until


def clean(settings: dict[str, str]) -> dict[str, str]:
    """An environment with these settings and none of the caller's."""
    kept = ("PATH", "HOME", "LANG", "JAVA_HOME", "KAFKA_HOME", "KAFKA_OPTS", "CARE_KAFKA_START_TIMEOUT")
    return {name: os.environ[name] for name in kept if name in os.environ} | settings


def run(*command, settings: dict[str, str] | None = None, check: bool = True, timeout: float = 120) -> subprocess.CompletedProcess:
    """Standard output and error are one text."""
    done = subprocess.run(
        [str(word) for word in command], cwd=CHECKOUT, env=clean(settings or {}), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=timeout)
    assert not check or done.returncode == 0, f"{command[0]} ended with status {done.returncode}:\n{done.stdout}"
    return done


@contextmanager
def running(log: Path, *command, settings: dict[str, str], stop: signal.Signals = signal.SIGTERM):
    with open(log, "a") as output:
        process = subprocess.Popen(
            [str(word) for word in command], cwd=CHECKOUT, env=clean(settings), stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def says(process: subprocess.Popen, log: Path, text: str, timeout: float = 60) -> str:
    """The log, once it holds `text`; the process may have ended with it."""
    until(f"{log.name} says {text!r}; it says:\n{log.read_text()[-2000:]}", lambda: text in log.read_text() or process.poll() is not None, timeout)
    written = log.read_text()
    assert text in written, written[-2000:]
    return written


def platforms_pid(service: str) -> int | None:
    """Of the first replica that the platform under test runs; none between the end of one and the start of the next."""
    file = Path(os.environ["CARELINE_STATE"], "run", f"{service}.pid")
    return int(file.read_text().split()[0]) if file.exists() else None


def kill_platforms(service: str):
    """SIGKILL; returns once another one has its place, which may not serve yet."""
    pid = platforms_pid(service)
    os.kill(pid, signal.SIGKILL)
    until(f"the platform has started another {service}", lambda: platforms_pid(service) not in (None, pid))
