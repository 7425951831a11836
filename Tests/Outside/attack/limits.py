"""The memory that docker-compose.yml gives each service. As a program: a line for each, with its executable's name, the bytes, and what of these it is told to
keep for bodies, as a setting."""

import re
from functools import cache
from pathlib import Path

import yaml

COMPOSE = Path(__file__).parents[3] / "docker-compose.yml"
UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
BODIES = "CARE_BODY_MEMORY_MIB"


def size(text: str) -> int:
    """Of Compose's: `384m`, `1g`."""
    number, unit = re.fullmatch(r"(\d+)([bkmg]?)", text.lower()).groups()
    return int(number) * UNITS[unit]


@cache
def services() -> dict[str, dict]:
    """Ours, by the name that `careline up` has for them, too."""
    every = yaml.safe_load(COMPOSE.read_text())["services"]
    return {name: service for name, service in every.items() if executable(service).endswith("-service")}


def executable(service: dict) -> str:
    return (service.get("build") or {}).get("args", {}).get("SERVICE", "")


def limits() -> dict[str, int]:
    return {name: size(str(service["mem_limit"])) for name, service in services().items()}


if __name__ == "__main__":
    for name, limit in limits().items():
        service = services()[name]
        bodies = service["environment"].get(BODIES)
        print(executable(service), limit, f"{BODIES}={bodies}" if bodies else "")
