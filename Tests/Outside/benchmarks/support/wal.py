"""The write-ahead log between two places in it (pg_waldump)."""

import os
import subprocess
from pathlib import Path

from support.platform import Failed, Platform

from careline.wal import Wal, counted


def between(platform: Platform, postgres: int, start: str, end: str, services: dict[str, str]) -> Wal:
    """`services`: their names by the object ids of their databases."""
    program = Path(os.readlink(f"/proc/{postgres}/exe")).parent / "pg_waldump"
    words = [program, "--path", platform.state / "postgres/data/pg_wal", "--start", start, "--end", end]
    if start == end:
        return Wal()
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise Failed(f"pg_waldump: {done.stderr.strip()[-1500:]}")
    return counted(done.stdout.splitlines(), services)
