"""What an operation costs, part by part: processor time, write-ahead log, bytes over the network, to the broker and onto the disk. Each runs
alone through the gateway at a modest rate, and what the platform uses in any case is taken off."""

import asyncio
import os
import time
from statistics import median

from support.bench import ROUNDS, SECONDS, Bench
from support.meters import Meters, Used
from support.operations import SUBJECTS, Operation, Pushed, alone, operations
from support.platform import BUILD
from support.report import rounded, say
from support.steady import Lines
from support.streams import open_stream

from careline.load import at_rate

CONNECTIONS = 16
# Kafka's Java compiles itself in its first minutes, and so do services' caches fill.
WARM_UP = int(os.environ.get("CARE_BENCH_WARM_UP", "60"))
ROUND = 2 * SECONDS
IDLE = 30
STREAMS, EACH = 25, 20
# Bytes, an operation: less is a page that was begun by chance.
TRACE = 4


def measure(bench: Bench) -> None:
    """CARE_BENCH_SERVICES names those whose operations are measured; else all."""
    subjects = os.environ.get("CARE_BENCH_SERVICES", "").split() or [*SUBJECTS]
    meters = Meters(bench.platform)
    before = os.getloadavg()[0]
    say("costs: making what the operations need …")
    every = operations(bench, subjects)
    warm_up(bench, every)
    idle = [resting(meters)]
    rounds = [(operation, cost(bench, meters, operation, idle[0])) for operation in every]
    if "messaging" in subjects:
        rounds.append(held(bench, meters, idle[0]))
    idle.append(resting(meters))
    about = {"build": BUILD.name, "broker": bench.platform.broker, "cores": os.cpu_count(), "loadBefore": round(before, 1)}
    for operation, costs in rounds:
        tell(bench, operation, costs, about)
    mean = {part: median([each[part] for each in idle]) for part in idle[0]}
    bench.report.figure(
        "cost of a platform that nobody asks", 1000 * sum(mean.values()), "‰ of a core", note="each service once; before and after the operations",
        more={"idle": {part: rounded(share) for part, share in mean.items()}, "about": about})


def warm_up(bench: Bench, every: list[Operation]) -> None:
    say(f"costs: warming up for {WARM_UP} s …")
    loud = next((each for each in every if each.name == "book"), every[0])
    asyncio.run(load(bench, loud, 500_000, WARM_UP, Pushed()))


def resting(meters: Meters) -> dict[str, float]:
    """Seconds of processor time a second."""
    used = meters.around(lambda: time.sleep(IDLE))
    return {part: time / used.seconds for part, time in used.processor.items()}


async def load(bench: Bench, operation: Operation, first: int, seconds: float, pushed: Pushed) -> tuple[int, int, int]:
    """How many there were, and the bytes of their requests and answers."""
    count = max(1, round(operation.rate * seconds))
    async with operation.meanwhile(pushed), Lines(bench.platform.info["address"], CONNECTIONS) as lines:
        await at_rate(operation.rate, count, lambda number: operation.act(lines, first + number))
        return count, lines.sent, lines.received


def cost(bench: Bench, meters: Meters, operation: Operation, idle: dict[str, float]) -> list[dict]:
    """Of one, round by round."""
    say(f"costs: {operation.name} …")
    first, _, _ = asyncio.run(load(bench, operation, 0, 2, Pushed()))
    costs = []
    for _ in range(ROUNDS):
        pushed, seen = Pushed(), []
        used = meters.around(lambda: seen.append(asyncio.run(load(bench, operation, first, ROUND, pushed))))
        count, sent, received = seen[0]
        first += count
        costs.append(each(used, idle, count) | {"request": sent / count, "answer": received / count, "pushed": pushed.bytes / count})
    return costs


def held(bench: Bench, meters: Meters, idle: dict[str, float]) -> tuple[Operation, list[dict]]:
    """Of a minute of a stream that brings nothing, and what it keeps of the memory of Messaging and of the gateway."""
    patients, costs = bench.people.of("patient", STREAMS), []

    async def nothing(lines: Lines, number: int) -> None:
        pass

    async def hold() -> dict[str, float]:
        before = {part: meters.resident(part) for part in ("messaging", "gateway")}
        sockets = [await open_stream(bench.platform.info["address"], patient) for patient in patients for _ in range(EACH)]
        used = await asyncio.to_thread(lambda: meters.around(lambda: time.sleep(60)))
        after = {part: meters.resident(part) for part in before}
        await asyncio.gather(*(socket.close() for socket in sockets))
        costs.append(each(used, idle, len(sockets) * used.seconds / 60) | {
            f"memory {part}": 1024 * (after[part] - before[part]) / len(sockets) for part in before})

    say("costs: holdStream …")
    asyncio.run(hold())
    return Operation("holdStream", f"a minute of an open stream that brings nothing; {STREAMS * EACH} of them", STREAMS * EACH / 60, nothing, alone), costs


def each(used: Used, idle: dict[str, float], count: float) -> dict[str, float]:
    """Flat, so that of each number the round in the middle can be taken. Processor time in µs."""
    flat = {f"processor {part}": 1e6 * (time - idle[part] * used.seconds) / count for part, time in used.processor.items()}
    for kind in ("bytes", "images", "commits", "pages"):
        flat |= {f"wal {kind} {service}": number / count for service, number in getattr(used.wal, kind).items()}
    flat |= {f"events {service}": number / count for service, number in used.events.items()}
    flat |= {f"stored {service} {table}": size / count for service, tables in used.stored.items() for table, size in tables.items()}
    return flat | {"broker": used.broker / count}


def tell(bench: Bench, operation: Operation, costs: list[dict], about: dict) -> None:
    middle = {name: median([cost.get(name, 0) for cost in costs]) for name in sorted({name for cost in costs for name in cost})}
    totals = [sum(value for name, value in cost.items() if name.startswith("processor ")) for cost in costs]
    kept = {name: rounded(value) for name, value in middle.items() if abs(value) >= least(name)}
    note = f"{operation.about}; {operation.rate:.3g} a second; rounds: {', '.join(f'{total:,.0f}' for total in totals)}"
    bench.report.figure(
        f"cost of an operation: {operation.name}", median(totals), "µs of processor time", note=note,
        more={"operation": operation.name, "means": operation.about, "cost": kept, "rounds": [rounded(total) for total in totals], "about": about})


def least(name: str) -> float:
    """What is told at all: less is chance."""
    return 0.02 if name.startswith(("events", "wal commits", "wal pages")) else TRACE if name.startswith("stored") else 1
