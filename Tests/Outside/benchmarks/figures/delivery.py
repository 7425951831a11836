"""From a message's sending to the other's WebSocket, 200 a second, the two on different replicas of Messaging."""

import asyncio
import time
from functools import partial

from support import messaging
from support.bench import SECONDS, Bench
from support.platform import Failed
from support.programs import noted, was_limit
from support.replicas import replica
from support.steady import Lines
from support.streams import Listeners
from support.waits import Waits

from careline.load import at_rate
from careline.waiting import in_time

RATE = 200
# Kafka's Java is slow until it has compiled what it runs, and is compiling meanwhile.
WARM_UP = 20
PAIRS = 32
WORDS = "Since yesterday evening it beats faster when I climb the stairs; should I come by?"


def measure(bench: Bench) -> None:
    talks = messaging.conversations(bench, PAIRS)
    with replica(bench.platform, "messaging") as (_, second):
        bench.platform.settle()
        waits, busy = asyncio.run(run(talks, [bench.platform.address("messaging"), second], 4 * SECONDS))
    note = noted(
        f"from the sender's request to the frame at the receiver; half of the senders on each replica; on {bench.platform.broker}; {waits}",
        was_limit(busy))
    bench.report.figure("message to the other's WebSocket, 200/s across two replicas, p99", waits.p99, "ms", at_most=50, note=note)


async def run(
    talks: list[messaging.Conversation], replicas: list[str], seconds: int, rate: int = RATE, warm_up: int = WARM_UP,
) -> tuple[Waits, float]:
    first, count = rate * warm_up, rate * (warm_up + seconds)
    sent, arrived = [0.0] * count, [0.0] * count

    def hear(entry: dict) -> None:
        now = time.monotonic()
        index = int(entry["item"]["content"]["text"].partition(":")[0])
        if arrived[index]:
            raise Failed(f"message {index} arrived twice")
        arrived[index] = now

    async with Listeners() as listeners, Lines(replicas[0], 16) as one, Lines(replicas[1], 16) as other:
        for number, talk in enumerate(talks):
            await listeners.add(replicas[1 - number % 2], talk.provider, hear)

        async def say(index: int) -> None:
            talk, lines = talks[index % len(talks)], (one, other)[index % 2]
            sent[index] = time.monotonic()
            body = {"clientId": f"delivery-{rate}-{index}", "content": {"text": f"{index}: {WORDS}"}}
            await lines.send("POST", f"/conversations/{talk.id}/messages", talk.patient.token, body)

        busy = await at_rate(rate, count, say)
        await in_time("every message on its receiver's WebSocket", partial(all, arrived), error=Failed)
    return Waits(1000 * (arrived[index] - sent[index]) for index in range(first, count)), busy
