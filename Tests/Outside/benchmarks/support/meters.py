"""What the platform has used up until now, part by part: processor time, write-ahead log, disk, events and what the broker keeps of them."""

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from support.platform import Platform
from support.wal import between

from careline.wal import Wal

TICKS = os.sysconf("SC_CLK_TCK")
# Of a table in parts, all of them under its name.
SIZES = """
    SELECT coalesce(pg_partition_root(oid), oid)::regclass, sum(pg_total_relation_size(oid)) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1"""


@dataclass
class Used:
    """Between two readings; seconds, bytes and counts."""

    seconds: float
    processor: dict[str, float]
    stored: dict[str, dict[str, int]]
    events: dict[str, int]
    broker: int
    wal: Wal


class Meters:
    def __init__(self, platform: Platform):
        self._platform = platform
        self._postgres = platform.pid("postgres")
        self._programs = {name: pid for name, pid in platform.info["pids"].items() if name != "postgres"}
        # Services by the names of their databases, as PostgreSQL says them.
        self._databases = {f"care_{name}": name for name in platform.info["databases"]}
        self._oids = dict(line.split("|") for line in platform.sql("postgres", "SELECT oid, datname FROM pg_database").splitlines())

    def around(self, work: Callable[[], None]) -> Used:
        """Of the work, until everything that it set going is over. What the readings themselves cost is not in it."""
        stored, events, broker, lsn = self._stored(), self._events(), self._kept_by_the_broker(), self._lsn()
        before, began = self._processor(), time.monotonic()
        work()
        self._platform.settle()
        after, ended = self._processor(), time.monotonic()
        wal = between(self._platform, self._postgres, lsn, self._lsn(), {oid: self._databases[name] for oid, name in self._oids.items() if name in self._databases})
        now = self._stored()
        return Used(
            ended - began, {part: after[part] - before.get(part, 0) for part in after},
            {name: {table: size - stored[name].get(table, 0) for table, size in tables.items() if size != stored[name].get(table, 0)} for name, tables in now.items()},
            {name: count - events[name] for name, count in self._events().items()}, self._kept_by_the_broker() - broker, wal)

    def resident(self, part: str) -> float:
        """KiB."""
        return self._platform.resident(part)

    def _processor(self) -> dict[str, float]:
        """Seconds of each program, of each database's connections, and of what PostgreSQL does for all of them ("shared")."""
        used = {name: family(pid) for name, pid in self._programs.items()}
        everything = seconds(self._postgres, with_ended=True)
        connections: Counter[str] = Counter()
        for pid, title in children(self._postgres):
            with suppress(FileNotFoundError, ProcessLookupError):
                own = seconds(pid)
                everything += own
                database = re.match(r"postgres: \w+ (care_\w+) ", title)
                if database and database[1] in self._databases:
                    connections[f"postgres {self._databases[database[1]]}"] += own
        return used | {f"postgres {name}": connections[f"postgres {name}"] for name in self._databases.values()} | {
            "postgres shared": everything - sum(connections.values())}

    def _stored(self) -> dict[str, dict[str, int]]:
        return {name: {table: int(size) for table, size in self._rows(database, SIZES)} for database, name in self._databases.items()}

    def _events(self) -> dict[str, int]:
        """Emitted so far: a sequence, so that what was purged counts."""
        last = "SELECT 'outbox', CASE WHEN is_called THEN last_value ELSE 0 END FROM outbox_position_seq"
        return {name: int(self._rows(database, last)[0][1]) for database, name in self._databases.items()}

    def _rows(self, database: str, select: str) -> list[list[str]]:
        return [line.split("|") for line in self._platform.sql(database, select).splitlines()]

    def _lsn(self) -> str:
        return self._platform.sql("postgres", "SELECT pg_current_wal_flush_lsn()")

    def _kept_by_the_broker(self) -> int:
        """Bytes of our topics on Kafka's disk, once; the embedded broker holds nothing there."""
        return sum(file.stat().st_size for file in self._platform.state.glob("kafka/**/care.*-[0-9]*/*.log"))


def seconds(pid: int, with_ended: bool = False) -> float:
    """Of all threads of the process; also of those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return sum(int(field) for field in fields[11:15 if with_ended else 13]) / TICKS


def family(pid: int) -> float:
    """Of the process and of what it has started: Kafka's Java has a script before it."""
    return seconds(pid, with_ended=True) + sum(family(child) for child, _ in children(pid))


def children(pid: int) -> Iterator[tuple[int, str]]:
    """With their command lines; whichever thread has started them."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        for child in Path(f"/proc/{pid}/task/{thread}/children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):
                yield int(child), Path(f"/proc/{child}/cmdline").read_text().rstrip("\0")

