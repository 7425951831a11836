"""Ports of this machine that nobody has.

    python -m careline.ports PID     prints a port from which a whole platform finds its own free, for as long as that process lives"""

import fcntl
import os
import random
import socket
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

# From `careline up --port` on: the gateway's, its metrics', the collector's of traces, the broker's two, the services' and those of their second replicas.
ROW = (0, 1, 2, 11, 12, *range(21, 29), *range(31, 39))
# Below those that the system gives to whoever connects somewhere: between a draw and the listening it would give them away.
SINGLE, FIRST, FURTHER, LAST = 10_000, 20_000, 31_000, 32_000


def free_port() -> int:
    """And the two after it are free, which a Kafka takes for itself."""
    port = drawn(range(SINGLE, FIRST, 5), range(3), os.getpid())
    mine.add(port)
    return port


def free_row(owner: int | None = None, further: bool = False) -> int:
    """A row that no other suite of this machine draws while `owner` lives, a process: suites run side by side, and whoever draws listens only some seconds later."""
    return drawn(range(FURTHER, LAST, 50) if further else range(FIRST, FURTHER, 50), ROW, owner or os.getpid())


# Those that this process has drawn one by one: it may listen there only later, too.
mine: set[int] = set()


def drawn(ports: range, offsets: Iterable[int], owner: int) -> int:
    """One of them at which all of these are free, and is no living process's but the owner's."""
    claims = Path(tempfile.gettempdir()) / f"careline-ports-{os.getuid()}"
    claims.mkdir(exist_ok=True)
    with open(claims / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        port = next(
            port for port in random.sample(ports, len(ports))
            if port not in mine and not is_anothers(claims / str(port), owner) and all(is_free(port + offset) for offset in offsets))
        (claims / str(port)).write_text(str(owner))
    return port


def is_anothers(claim: Path, owner: int) -> bool:
    holder = claim.read_text() if claim.exists() else ""
    return holder not in ("", str(owner)) and Path(f"/proc/{holder}").exists()


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        # Connections that have ended do not hold it.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


if __name__ == "__main__":
    print(free_row(int(sys.argv[1])))
