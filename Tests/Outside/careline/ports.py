"""Ports of this machine that nobody has.

    python -m careline.ports     prints a port from which a whole platform finds its own free"""

import random
import socket

# From `careline up --port` on: the gateway's, its metrics', the collector's of traces, the broker's two, the services' and those of their second replicas.
ROW = (0, 1, 2, 11, 12, *range(21, 29), *range(31, 39))
# Platforms beside one of with-platform draw from others, since both draw before either listens.
FIRST, FURTHER, LAST = 20_000, 31_000, 32_000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def free_row(further: bool = False) -> int:
    rows = range(FURTHER, LAST, 50) if further else range(FIRST, FURTHER, 50)
    return next(row for row in random.sample(rows, len(rows)) if all(is_free(row + offset) for offset in ROW))


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
    print(free_row())
