"""Further replicas of HealthMonitor beside the platform's own, on its database and broker, whose clocks a test may set."""

import os
import socket
import subprocess
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import requests

from waiting import until

# Every few hours around the earth, so that somewhere it is afternoon.
ZONES = [
    "Pacific/Auckland", "Australia/Brisbane", "Asia/Tokyo", "Asia/Bangkok", "Asia/Karachi", "Asia/Dubai", "Africa/Nairobi", "Africa/Lagos",
    "Atlantic/Azores", "America/Sao_Paulo", "America/Halifax", "America/Bogota", "America/Winnipeg", "America/Phoenix", "Pacific/Honolulu",
]


def afternoon() -> str:
    """A zone where it is between 14:05 and 19:30: within the window of alerts, and for a while."""
    now = datetime.now(timezone.utc)
    return next(zone for zone in ZONES if (14, 5) <= (now.astimezone(ZoneInfo(zone)).hour, now.minute) and now.astimezone(ZoneInfo(zone)).hour < 19)


def measurement(bpm: float, ahead: timedelta = timedelta(0)) -> dict:
    """Of just now, or of now by a clock that is ahead."""
    at = datetime.now(timezone.utc) + ahead
    return {"items": [{"at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"), "bpm": bpm, "kind": "resting"}]}


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
