"""What the services hold in memory while they have nothing to do."""

import re
import time
from pathlib import Path

from support.bench import Bench

SERVICES = ("auth", "scheduling")


def after_start(bench: Bench) -> None:
    figure(bench, "after the start")


def after_work(bench: Bench) -> None:
    time.sleep(5)
    figure(bench, "after the loads")


def figure(bench: Bench, when: str) -> None:
    time.sleep(5)
    for service in SERVICES:
        status = Path(f"/proc/{bench.platform.pid(service)}/status").read_text()
        resident = int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024
        bench.report.figure(f"idle memory of {service}, {when}", resident, "MiB", at_most=60)
