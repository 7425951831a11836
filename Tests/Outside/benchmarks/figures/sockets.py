"""What an idle WebSocket costs: 5,000 of them on one Messaging, opened, resumed, pinged once, and still alive at the end."""

import asyncio
import json
import resource

from support import messaging
from support.bench import Bench
from support.platform import Failed
from support.report import say
from support.streams import open_stream

from careline.client import Client
from careline.people import Person

USERS = 250
# As many as one user may have on a replica.
EACH = 20
SOCKETS = USERS * EACH
# Longer than the service waits with its ping.
IDLE = 30


def measure(bench: Bench) -> None:
    allow_open_files(SOCKETS + 500)
    patients, doctor = bench.people.of("patient", USERS), bench.people.of("provider", 1)[0]
    bench.people.wait_until_known(messaging.DATABASE, [*patients, doctor])
    before, after = asyncio.run(run(bench, patients, doctor))
    note = f"VmRSS from {before / 1024:.0f} to {after / 1024:.0f} MiB, {IDLE} s after the last was opened; then each answered a ping and got an entry"
    bench.report.figure("memory of an idle WebSocket, 5,000 on one service", (after - before) / SOCKETS, "KiB", at_most=20, note=note)


def allow_open_files(count: int) -> None:
    """In this process; the service takes what it may by itself."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        raise Failed(f"{count} open files are needed, and {most} are allowed here: ulimit -Hn {count}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def run(bench: Bench, patients: list[Person], doctor: Person) -> tuple[float, float]:
    """The service's memory before and after, in KiB."""
    url, at_once = bench.platform.address("messaging"), asyncio.Semaphore(16)

    async def open_one(person: Person):
        async with at_once:
            return await open_stream(url, person)

    # What every service makes once is no socket's.
    for socket in [await open_one(patients[0]) for _ in range(EACH)]:
        await socket.close()
    await asyncio.sleep(2)
    before = bench.platform.resident("messaging")
    sockets = await asyncio.gather(*(open_one(person) for person in patients for _ in range(EACH)))
    say(f"sockets: {len(sockets):,} are open …")
    await asyncio.sleep(IDLE)
    after = bench.platform.resident("messaging")
    await answer(sockets)
    heard = asyncio.gather(*(hear(socket) for socket in sockets))
    await asyncio.to_thread(tell, bench, patients, doctor)
    await asyncio.wait_for(heard, 60)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return before, after


async def answer(sockets) -> None:
    for begin in range(0, len(sockets), 500):
        pongs = [await socket.ping() for socket in sockets[begin:begin + 500]]
        await asyncio.wait_for(asyncio.gather(*pongs), 30)


async def hear(socket) -> None:
    frame = json.loads(await socket.recv())
    if [entry["kind"] for entry in frame.get("entries", ())] != ["conversation"]:
        raise Failed(f"a socket got a frame of type {frame['type']} instead of its entry")


def tell(bench: Bench, patients: list[Person], doctor: Person) -> None:
    """An entry in the feed of each."""
    client = Client(bench.platform.address("messaging"))
    for patient in patients:
        messaging.begin(client, patient, doctor)
