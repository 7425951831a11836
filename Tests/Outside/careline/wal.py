"""What pg_waldump writes, record by record, counted: whose database each is of."""

import re
from collections import Counter
from dataclasses import dataclass, field

RECORD = re.compile(r"rmgr: (?P<manager>\w+)\s+len \(rec/tot\):\s*(?P<own>\d+)/\s*(?P<all>\d+), tx:\s*(?P<tx>\d+),.*? desc: (?P<what>\w+)")
BLOCK = re.compile(r"rel \d+/(?P<database>\d+)/(?P<relation>\d+)(?: fork \w+)? blk (?P<block>\d+)")


@dataclass
class Wal:
    """By the service's name."""

    # Bytes without the images of whole pages that the first change of a page after a checkpoint brings along, and of those images.
    bytes: Counter = field(default_factory=Counter)
    images: Counter = field(default_factory=Counter)
    # Transactions that wrote.
    commits: Counter = field(default_factory=Counter)
    # Pages that were changed, each once.
    pages: Counter = field(default_factory=Counter)


def counted(lines: list[str], services: dict[str, str]) -> Wal:
    wal, owners, pages, ends = Wal(), {}, set(), []
    for line in lines:
        record = RECORD.match(line)
        if not record:
            continue
        blocks = [found.groups() for found in BLOCK.finditer(line) if found["database"] in services]
        if blocks:
            service = services[blocks[0][0]]
            owners[record["tx"]] = service
            wal.bytes[service] += int(record["own"])
            wal.images[service] += int(record["all"]) - int(record["own"])
            pages |= set(blocks)
        elif record["manager"] == "Transaction":
            ends.append(record)
    for record in ends:
        service = owners.get(record["tx"])
        if service:
            wal.bytes[service] += int(record["all"])
            wal.commits[service] += record["what"] == "COMMIT"
    wal.pages.update(services[database] for database, _, _ in pages)
    return wal
