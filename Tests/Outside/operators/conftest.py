"""What these tests read: the repository's files, by the tools that read them in earnest."""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from careline.checkout import CHECKOUT


def tool(name: str) -> str:
    """The programme, or the test is skipped."""
    found = shutil.which(name, path=f"{CHECKOUT / '.careline/bin'}:{os.environ['PATH']}")
    if not found:
        pytest.skip(f"{name} is not installed; make setup installs it where Debian has it, CARE_SETUP_TOOLS=1 make setup where Go's modules have it")
    return found


def run(*command: str | Path, **options) -> str:
    done = subprocess.run([str(word) for word in command], cwd=CHECKOUT, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# The services by name, as in their executables and consumer groups, and the folder of each one's sources.
SERVICES = {
    "auth": "Auth", "scheduling": "Scheduling", "messaging": "Messaging", "health-monitor": "HealthMonitor",
    "er-directory": "ERDirectory", "records": "Records", "webhooks": "Webhooks"}
# All that serve behind the gateway: the front door keeps nothing, reads no events and has no secrets.
SERVING = [*SERVICES, "front-door"]


@functools.cache
def sources(*folders: str) -> str:
    return "".join(file.read_text() for folder in folders for file in sorted((CHECKOUT / folder).rglob("*.swift")))


def settings_read() -> set[str]:
    """Every CARE_ name that the services, the gateway or their TLS mention."""
    files = [CHECKOUT / "deploy" / folder / "haproxy.cfg" for folder in ("gateway", "tls")]
    return set(re.findall(r"CARE_[A-Z0-9_]+", sources("Shared", "Services") + "".join(file.read_text() for file in files)))


def seals(service: str) -> bool:
    """Whether the service asks for the master key."""
    text = sources(f"Services/{SERVICES[service]}")
    return "MasterKeys(&environment)" in text or '"CARE_MASTER_KEY"' in text


def consumers(service: str) -> set[tuple[str, str]]:
    """The consumer groups of a service, each with its topic. Broadcasts have none."""
    topics = dict(re.findall(r'case (\w+) = "(care\.[^"]+)"', sources("Shared/CareModels/Events")))
    written = re.compile(r'Consumer\(\s*"([\w-]+)", topic: \.(\w+),\s*(?:\[|handlers)')
    text = sources(f"Services/{SERVICES[service]}")
    # Those that several services have are the kit's.
    shared = {name: written.findall(body) for name, body in re.findall(
        r"package static func (\w+)\((.*?)^    \}", sources("Shared/Outbox/Projecting"), re.MULTILINE | re.DOTALL)}
    found = written.findall(text) + [each for name in re.findall(r"-> Consumer \{\s*\.(\w+)", text) for each in shared.get(name, [])]
    return {(f"{service}.{name}", topics[topic]) for name, topic in found}


def seconds(duration: str) -> float:
    """A duration of Careline's settings, or of Compose's: `250ms`, `20s`, `1m0s`."""
    parts = re.findall(r"(\d+)(ms|s|m|h)", duration)
    assert "".join(number + unit for number, unit in parts) == duration
    return sum(int(number) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[unit] for number, unit in parts)
