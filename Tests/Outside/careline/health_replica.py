"""Further replicas of HealthMonitor beside the platform's own, on its database and broker, whose clocks a test may set."""

import os
import signal
import time
from pathlib import Path

from careline.further_replica import further_replica
from careline.waiting import until


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


def replica(offset: str):
    """Runs one whose clock is ahead by `offset`; gives its process and its address."""
    return further_replica("health-monitor-service", "care_health", CARE_CLOCK_OFFSET=offset)
