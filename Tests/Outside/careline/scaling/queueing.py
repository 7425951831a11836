"""What a request waits for when others come at chance times: a simulation, event by event, of the measured service times. No formula's assumptions but
these: whoever comes first is served first, and a request's parts follow each other."""

import heapq
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

REQUESTS, WARM = 30_000, 3_000
CONNECTIONS = 8   # of a replica's pool


@dataclass(frozen=True)
class Service:
    """Of one request: ms of processor time by part, as measured, and the distribution of the whole answer's time when nobody else asks."""

    gateway: float
    service: float
    database: float
    # After the answer: the relay, the broker, who listens.
    behind: float
    # Of what makes the load, where it shares the cores.
    load: float
    # Rising; drawn from evenly.
    alone: tuple[float, ...]

    @property
    def everything(self) -> float:
        return self.gateway + self.service + self.database + self.behind + self.load


class Cores:
    """So many of them, one queue."""

    def __init__(self, count: int):
        self.free, self.waiting = count, deque()


class Simulation:
    """`pools`: the cores of each part; the same object for parts that share theirs. `grid`: ms that arrivals are rounded up to, as a load generator's
    timers do. `rate` is per ms."""

    def __init__(self, asked: Service, pools: dict[str, Cores], rate: float, grid: float = 0, seed: int = 1):
        self.asked, self.pools, self.rate, self.grid = asked, pools, rate, grid
        self.chance, self.now, self.events, self.number = random.Random(seed), 0.0, [], 0
        self.connections, self.took = Cores(CONNECTIONS), []

    def run(self) -> list[float]:
        """How long each took, in ms, rising; without the first, which found everything empty."""
        at = 0.0
        for number in range(REQUESTS):
            at += self.chance.expovariate(self.rate)
            arrival = -(-at // self.grid) * self.grid if self.grid else at
            self._later(arrival, lambda number=number: self._go(self._request(number)))
        while self.events:
            self.now, _, act = heapq.heappop(self.events)
            act()
        return sorted(self.took)

    def _request(self, number: int) -> Iterator[tuple]:
        """Its steps: of a pool for so long, or of nothing for so long, or a pool taken and given back."""
        began, asked = self.now, self.asked
        whole, busy = self.chance.choice(asked.alone), asked.gateway + asked.service + asked.database + asked.load
        # Who took less than the parts have in the mean was quicker in each; who took more has waited: for the disk, or to be woken.
        quick, wait = min(1.0, whole / busy), max(0.0, whole - busy)
        yield "load", asked.load * quick / 2
        yield "gateway", asked.gateway * quick / 2
        yield "service", asked.service * quick / 2
        yield "take", None
        yield "database", asked.database * quick
        yield "wait", wait
        yield "give", None
        yield "service", asked.service * quick / 2
        yield "gateway", asked.gateway * quick / 2
        yield "load", asked.load * quick / 2
        if number >= WARM:
            self.took.append(self.now - began)
        yield "behind", asked.behind + busy * (1 - quick)

    def _go(self, request: Iterator[tuple]) -> None:
        for part, time in request:
            if part == "wait":
                return self._later(self.now + time, lambda: self._go(request))
            if part == "take":
                return self._enter(self.connections, lambda: self._go(request))
            if part == "give":
                self._leave(self.connections)
                continue
            pool = self.pools.get(part)
            if pool and time > 0:
                return self._enter(pool, lambda: self._later(self.now + time, lambda: (self._leave(pool), self._go(request))))

    def _enter(self, pool: Cores, act: Callable) -> None:
        if pool.free:
            pool.free -= 1
            act()
        else:
            pool.waiting.append(act)

    def _leave(self, pool: Cores) -> None:
        if pool.waiting:
            # As an event of its own: whoever leaves goes on first.
            self._later(self.now, pool.waiting.popleft())
        else:
            pool.free += 1

    def _later(self, at: float, act: Callable) -> None:
        self.number += 1
        heapq.heappush(self.events, (at, self.number, act))


def together(asked: Service, cores: int, load: float, idle: float) -> tuple[float, list[float]]:
    """Everything on the same cores, with what makes the load: the rate a second at which they are used to that share, and the times. What the idle
    platform takes anyway is taken off the cores' share."""
    rate = max(0.001, load * cores - idle) / asked.everything
    pool = Cores(cores)
    return 1000 * rate, Simulation(asked, dict.fromkeys(("load", "gateway", "service", "database", "behind"), pool), rate, grid=1).run()


def apart(asked: Service, load: float, cores: int = 2) -> tuple[float, list[float]]:
    """The gateway, the service and PostgreSQL with so many cores each, what is behind elsewhere: the busiest is used to that share."""
    rate = load * cores / max(asked.gateway, asked.service, asked.database)
    return 1000 * rate, Simulation(asked, {part: Cores(cores) for part in ("gateway", "service", "database")}, rate).run()
