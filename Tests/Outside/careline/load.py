"""What makes load: many at a time, one after the other without end, and so many a second; and how long it took."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor


def at_once(work: Callable, items: int | Iterable, threads: int = 32) -> list:
    """What `work` gives for each of the items, or for 0, 1, … of so many; `threads` of them at a time."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(items) if isinstance(items, int) else items))


class Workers:
    """Threads that go on until they are told to end, each between two of its commands."""

    # Seconds in which a command is over that is under way.
    patience = 120.0

    def __init__(self):
        self.ending = threading.Event()
        self.threads: list[threading.Thread] = []

    def employ(self, work: Callable, *arguments) -> None:
        """`work` looks itself whether it is to end."""
        self.threads.append(threading.Thread(target=work, args=arguments))

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.ending.set()
        for thread in self.threads:
            thread.join(self.patience)


async def at_rate(rate: float, count: int, act: Callable[[int], Awaitable[None]]) -> float:
    """Begins `act` of 0, 1, … at that rate a second, whether or not the earlier have ended. How much of its core this process took."""
    began, used = time.monotonic(), time.process_time()
    async with asyncio.TaskGroup() as group:
        for index in range(count):
            await asyncio.sleep(began + index / rate - time.monotonic())
            group.create_task(act(index))
    return (time.process_time() - used) / (time.monotonic() - began)


def percentile(values: Iterable[float], share: float) -> float:
    """The nearest rank."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]
