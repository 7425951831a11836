"""From a heart rate's sending to its alert on the patient's WebSocket: through HealthMonitor, Kafka and Messaging."""

import asyncio
import time
from datetime import UTC, datetime
from functools import partial

from support import messaging
from support.bench import SECONDS, Bench
from support.platform import Failed
from support.programs import noted, was_limit
from support.steady import Lines
from support.streams import Listeners
from support.waits import Waits

from careline.load import at_rate
from careline.people import Person
from careline.waiting import in_time

# Alerts a second. A patient gets none again for ten minutes, so each has one patient of its own.
RATE = 20
# As in `delivery`: Kafka compiles itself meanwhile.
WARM_UP = 10


def measure(bench: Bench) -> None:
    patients = bench.people.of("patient", RATE * (WARM_UP + 5 * SECONDS))
    bench.people.wait_until_known(messaging.DATABASE, patients)
    bench.platform.settle()
    waits, busy = asyncio.run(run(bench, patients))
    note = noted(f"from the request with the heart rate to the frame at the patient; on {bench.platform.broker}; {waits}", was_limit(busy))
    bench.report.figure(f"heart rate to alert on the WebSocket, {RATE}/s, p99", waits.p99, "ms", at_most=150, note=note)


def far_from_midnight() -> str:
    """A time zone whose day does not end meanwhile: a heart rate of yesterday raises no alert."""
    return "Asia/Bangkok" if datetime.now(UTC).hour >= 20 else "UTC"


async def run(bench: Bench, patients: list[Person]) -> tuple[Waits, float]:
    first, count = RATE * WARM_UP, len(patients)
    sent, arrived = [0.0] * count, [0.0] * count

    def hear(index: int, entry: dict) -> None:
        now = time.monotonic()
        if entry["kind"] != "notification" or entry["notification"]["kind"] != "alert" or arrived[index]:
            raise Failed(f"a patient got an entry of kind {entry['kind']} instead of one alert")
        arrived[index] = now

    async with Listeners() as listeners, Lines(bench.platform.address("health"), 16) as lines:
        settings = {"boundary": 75, "window": {"start": "00:00", "end": "24:00"}, "timeZone": far_from_midnight()}
        for index, patient in enumerate(patients):
            await lines.send("PUT", "/health/settings", patient.token, settings)
            await listeners.add(bench.platform.address("messaging"), patient, partial(hear, index))

        async def beat(index: int) -> None:
            sent[index] = time.monotonic()
            at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            await lines.send("POST", "/health/heart-rates", patients[index].token, {"items": [{"at": at, "bpm": 90, "kind": "resting"}]})

        busy = await at_rate(RATE, count, beat)
        await in_time("every alert on its patient's WebSocket", partial(all, arrived), error=Failed)
    return Waits(1000 * (arrived[index] - sent[index]) for index in range(first, count)), busy
