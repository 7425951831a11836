"""What a process has had of the machine."""

import os
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Use:
    """Of one thread: seconds of the processor, and how often it waited for something to do."""

    seconds: float
    waits: int


def threads(pid: int) -> dict[str, Use]:
    uses = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        fields = (thread / "stat").read_text().rpartition(")")[2].split()
        waits = next(line for line in (thread / "status").read_text().splitlines() if line.startswith("voluntary"))
        uses[thread.name] = Use((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(waits.split()[1]))
    return uses


def spins(pid: int, during: float = 3) -> bool:
    """A thread that has not waited once in all that time, and has used the processor: nothing else does that where nobody asks for anything."""
    before = threads(pid)
    time.sleep(during)
    after = threads(pid)
    return any(after[name].waits == use.waits and after[name].seconds - use.seconds >= 0.05 * during for name, use in before.items() if name in after)


def resident(pid: int) -> int:
    """The most bytes of memory that it ever had."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) << 10
