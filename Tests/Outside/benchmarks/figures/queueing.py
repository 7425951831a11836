"""How long requests take that come at chance times: predicted by a simulation from the times of a nearly idle platform, for several loads, and
measured at one of them."""

import os
import tempfile
import time
from collections.abc import Callable

from support import scheduling
from support.bench import SECONDS, Bench
from support.meters import Meters, Used
from support.platform import BUILD
from support.programs import CORES, Load, wrk
from support.report import rounded, say

from careline.load import percentile
from careline.scaling.queueing import Service, apart, together

LOADS = (0.3, 0.5, 0.7, 0.85)
CHECKED, LOW = 0.7, 0.1
# Many, so that one is free when a request is to begin; of a low rate so few that none is open for long before its first, which the gateway would end.
MOST_CONNECTIONS, AHEAD = 128, 2
PATIENTS = 256
ROUND = 5 * SECONDS
# Requests a second of the first look, from which the rates are found.
FIRST = 20

Open = Callable[[float, int], Load]


def measure(bench: Bench) -> None:
    meters, before = Meters(bench.platform), os.getloadavg()[0]
    patients = bench.people.of("patient", PATIENTS)
    bench.people.wait_until_known(scheduling.DATABASE, patients)
    about = {"build": BUILD.name, "broker": bench.platform.broker, "cores": len(CORES), "loadBefore": round(before, 1)}
    with tempfile.TemporaryDirectory() as folder:
        for operation, asked, service in (("readAppointment", reads(bench, patients, folder), "scheduling"), ("book", books(bench, patients, folder), "scheduling")):
            figure(bench, meters, operation, asked, service, about)


def figure(bench: Bench, meters: Meters, operation: str, asked: Open, service: str, about: dict) -> None:
    say(f"queueing: {operation} …")
    asked(FIRST, 2)
    idle = meters.around(lambda: time.sleep(4 * SECONDS))
    resting = {part: spent / idle.seconds for part, spent in idle.processor.items()}
    rough, _ = looked(meters, asked, FIRST, SECONDS, resting, service)
    rate, _ = together_rate(rough, resting, LOW)
    alone, low = looked(meters, asked, rate, ROUND, resting, service)
    points = []
    for load in LOADS:
        rate, times = together(alone, len(CORES), load, sum(resting.values()))
        apart_rate, others = apart(alone, load)
        point = {"load": load, "rate": rate, "p50": percentile(times, 0.5), "p99": percentile(times, 0.99),
                 "apart": {"rate": apart_rate, "p50": percentile(others, 0.5), "p99": percentile(others, 0.99)}}
        if load == CHECKED:
            asked(rate, 3)
            seen = asked(rate, ROUND)
            point["measured"] = {"rate": seen.rate, "p50": seen.p50, "p99": seen.p99}
        points.append(point)
    checked = next(point for point in points if "measured" in point)
    parts = {"gateway": alone.gateway, "service": alone.service, "database": alone.database, "behind": alone.behind, "load": alone.load}
    note = (f"through the gateway, at chance times, {checked['rate']:.0f} a second, which uses {100 * CHECKED:.0f} % of {len(CORES)} cores with what makes the load; "
            f"predicted from a median of {low.p50:.3g} ms at {low.rate:.0f} a second; measured: median {checked['measured']['p50']:.3g} ms")
    bench.report.figure(
        f"queueing: p99 of {operation} at {100 * CHECKED:.0f} % load, beside the simulation's", checked["measured"]["p99"], "ms", checked["p99"], note=note,
        more={"operation": operation, "points": points, "milliseconds": {part: rounded(each) for part, each in parts.items()}, "about": about})


def together_rate(asked: Service, resting: dict[str, float], load: float) -> tuple[float, float]:
    share = max(0.02, load * len(CORES) - sum(resting.values()))
    return 1000 * share / asked.everything, share


def looked(meters: Meters, asked: Open, rate: float, seconds: int, resting: dict[str, float], service: str) -> tuple[Service, Load]:
    """At this rate: what a request took of each part, and how long its answer took."""
    seen: list[Load] = []
    used = meters.around(lambda: seen.append(asked(rate, seconds)))
    load, = seen
    count = load.rate * seconds
    parts = milliseconds(used, resting, count)
    own = (parts.pop("gateway", 0), parts.pop(service, 0), parts.pop(f"postgres {service}", 0))
    return Service(*own, behind=sum(parts.values()), load=1000 * load.busy * load.seconds / count, alone=tuple(load.quantiles)), load


def milliseconds(used: Used, resting: dict[str, float], count: float) -> dict[str, float]:
    return {part: max(0.0, 1000 * (spent - resting[part] * used.seconds) / count) for part, spent in used.processor.items()}


def connections(rate: float) -> int:
    return max(8, min(MOST_CONNECTIONS, int(AHEAD * rate)))


def reads(bench: Bench, patients: list, folder: str) -> Open:
    patient = patients[3]
    ids = scheduling.appointments(bench.platform, patient.id, scheduling.providers(bench.platform, 12, 1, "queueing-reading")[0], 200)
    with open(f"{folder}/reads", "w") as file:
        file.writelines(f"GET\t/appointments/{each}\t{patient.token}\t-\t\n" for each in ids)

    def asked(rate: float, seconds: int) -> Load:
        return wrk("cycle.lua", bench.platform.info["address"], f"{folder}/reads", seconds=seconds, connections=connections(rate), rate=rate)

    return asked


def books(bench: Bench, patients: list, folder: str) -> Open:
    providers = scheduling.providers(bench.platform, 13, len(patients), "queueing")
    base, turn = (int(time.time()) // 86_400 + 200) * 86_400, iter(range(1000))
    with open(f"{folder}/patients", "w") as people, open(f"{folder}/providers", "w") as calendars:
        people.writelines(f"{each.id} {each.token}\n" for each in patients)
        calendars.writelines(f"{each}\n" for each in providers)

    def asked(rate: float, seconds: int) -> Load:
        return wrk(
            "book.lua", bench.platform.info["address"], f"{folder}/patients", f"{folder}/providers", base, next(turn) * 500, scheduling.SLOT_MINUTES,
            seconds=seconds, connections=connections(rate), rate=rate)

    return asked
