"""Further replicas of HealthMonitor beside the platform's own, on its database and broker, whose clocks a test may set."""

import os
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import requests

from waiting import until


def kill_platforms_own(person) -> float:
    """SIGKILL for the platform's own replica; the seconds until the person is served by the next one."""
    pid, began = platforms_own_pid(), time.monotonic()
    os.kill(pid, signal.SIGKILL)
    until("the platform has started another", lambda: platforms_own_pid() not in (None, pid))
    until("it serves", lambda: person.get("/health/summary").status_code == 200)
    return time.monotonic() - began


def platforms_own_pid() -> int | None:
    """None between the end of one and the start of the next."""
    file = Path(os.environ["CARELINE_STATE"], "run", "health.pid")
    return int(file.read_text().split()[0]) if file.exists() else None


@contextmanager
def replica(build: Path, offset: str):
    """Runs one; gives its process and its address."""
    state, gateway = os.environ["CARELINE_STATE"], os.environ["CARELINE_URL"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ, "CARE_DATABASE_URL": os.environ["CARELINE_HEALTH_DATABASE"], "CARE_KAFKA_BOOTSTRAP": os.environ["CARELINE_BOOTSTRAP"],
        "CARE_HTTP_PORT": str(port), "CARE_ISSUER": gateway, "CARE_JWKS_URL": f"{gateway}/oauth/jwks",
        "CARE_MASTER_KEY_FILE": f"{state}/secrets/master.key", "CARE_CLOCK_OFFSET": offset,
    }
    url = f"http://127.0.0.1:{port}"
    with open(Path(state, "logs", f"health-{port}.log"), "w") as log:
        process = subprocess.Popen([build / "health-monitor-service"], env=environment, stdout=log, stderr=log)
    try:
        until("the replica is ready", lambda: process.poll() is not None or is_ready(url))
        assert process.poll() is None, f"it ended with status {process.returncode}; see {log.name}"
        yield process, url
    finally:
        process.terminate()
        process.wait(timeout=30)


def is_ready(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=5).status_code == 200
    except requests.ConnectionError:
        return False
