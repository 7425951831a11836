"""Ports of this machine that nobody has.

    python -m careline.ports PID     prints a port from which a whole platform finds its own free, for as long as that process lives"""

import fcntl
import os
import random
import socket
import sys
import tempfile
from pathlib import Path

# From `careline up --port` on: the gateway's, its metrics', the collector's of traces, the broker's two, the services' and those of their second replicas.
ROW = (0, 1, 2, 11, 12, *range(21, 29), *range(31, 39))
FIRST, FURTHER, LAST = 20_000, 31_000, 32_000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def free_row(owner: int | None = None, further: bool = False) -> int:
    """A row that no other suite of this machine draws while `owner` lives, a process: suites run side by side, and whoever draws listens only some seconds later."""
    rows, owner = range(FURTHER, LAST, 50) if further else range(FIRST, FURTHER, 50), owner or os.getpid()
    drawn = Path(tempfile.gettempdir()) / f"careline-ports-{os.getuid()}"
    drawn.mkdir(exist_ok=True)
    with open(drawn / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        row = next(row for row in random.sample(rows, len(rows)) if not is_anothers(drawn / str(row), owner) and all(is_free(row + offset) for offset in ROW))
        (drawn / str(row)).write_text(str(owner))
    return row


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
