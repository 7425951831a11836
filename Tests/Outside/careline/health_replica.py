"""Further replicas of HealthMonitor beside the platform's own, on its database and broker, whose clocks a test may set."""

import time

from careline.further_replica import further_replica
from careline.processes import kill_platforms
from careline.waiting import until


def kill_platforms_own(person) -> float:
    """SIGKILL for the platform's own replica; the seconds until the person is served by the next one."""
    began = time.monotonic()
    kill_platforms("health")
    until("it serves", lambda: person.get("/health/summary").status_code == 200)
    return time.monotonic() - began


def replica(offset: str):
    """Runs one whose clock is ahead by `offset`; gives its process and its address."""
    return further_replica("health-monitor-service", "care_health", CARE_CLOCK_OFFSET=offset)
