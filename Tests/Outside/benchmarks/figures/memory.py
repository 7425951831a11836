"""What the services hold in memory while they have nothing to do."""

import time

from support.bench import Bench


def after_start(bench: Bench) -> None:
    figure(bench, "after the start")


def after_work(bench: Bench) -> None:
    time.sleep(5)
    figure(bench, "after the loads")


def figure(bench: Bench, when: str) -> None:
    time.sleep(5)
    for service in sorted(bench.platform.info["services"]):
        bench.report.figure(f"idle memory of {service}, {when}", bench.platform.resident(service) / 1024, "MiB", at_most=60)
