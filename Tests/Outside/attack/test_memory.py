"""What the other tests say of memory: by which limits."""

import os
from pathlib import Path

import pytest
from conftest import LIMITS
from limits import executable, services

GROUPS = os.environ.get("ATTACK_GROUPS")


def limit(group: Path) -> int:
    """Of either version of the kernel's groups."""
    file = next(file for file in (group / "memory.max", group / "memory.limit_in_bytes") if file.exists())
    return int(file.read_text())


@pytest.mark.skipif(not GROUPS, reason="no control groups could be made (attack/groups: root may, where the kernel's are writable): no service was held to its container's memory")
def test_every_service_is_held_to_the_memory_of_its_container(target):
    running = target.now()
    assert LIMITS.keys() <= running.keys()
    for name, service in services().items():
        group = Path(GROUPS) / executable(service)
        assert limit(group) == LIMITS[name], name
        assert str(running[name]) in (group / "cgroup.procs").read_text().split(), name


def test_limits_are_those_of_the_containers():
    assert LIMITS["records"] == 768 << 20 and LIMITS["front"] == 128 << 20 and LIMITS["messaging"] == 1408 << 20 and LIMITS["auth"] == 384 << 20
    assert len(LIMITS) == 8
