"""Refreshes while 200 logins a second fail: names that nobody has, each from an address of its own, so that none is refused for the ones before."""

import asyncio
import time
import uuid
from urllib.parse import urlencode

from support.bench import SECONDS, Bench
from support.platform import Failed
from support.steady import Lines
from support.waits import Waits

from careline.load import at_rate

WRONG, REFRESHES, FAMILIES = 200, 100, 32
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


def measure(bench: Bench) -> None:
    tokens = [bench.people.log_in(each.username).refresh_token for each in bench.people.patients[:FAMILIES]]
    waits, answers = asyncio.run(storm(bench.platform.address("auth"), tokens, 3 * SECONDS))
    said = ", ".join(f"{count} × {status}" for status, count in sorted(answers.items()))
    note = f"{Waits(waits)}; what the wrong passwords heard: {said}"
    bench.report.figure(f"refreshes under {WRONG} wrong passwords a second, p99", Waits(waits).p99, "ms", at_most=50, note=note)


async def storm(url: str, tokens: list[str], seconds: int) -> tuple[list[float], dict[int, int]]:
    """Milliseconds that each refresh took, and how often each status was the answer to a login."""
    waits: list[float] = []
    answers: dict[int, int] = {}
    turns = [asyncio.Lock() for _ in tokens]
    # So many that none waits for another in here: of logins, for as long as a busy server lets them wait.
    async with Lines(url, 16) as lines, Lines(url, 400) as others:

        async def refresh(index: int) -> None:
            family = index % len(tokens)
            async with turns[family]:
                form = urlencode({"grant_type": "refresh_token", "client_id": "careline", "refresh_token": tokens[family]})
                began = time.monotonic()
                status, answer = await lines.ask("POST", "/oauth/token", {"Content-Type": FORM}, form.encode())
                waits.append((time.monotonic() - began) * 1000)
                if status != 200:
                    raise Failed(f"a refresh: {status} {answer}")
                tokens[family] = answer["refresh_token"]

        async def guess(index: int) -> None:
            address = f"10.{index >> 16 & 255}.{index >> 8 & 255}.{index & 255}"
            body = f'{{"username": "nobody-{uuid.uuid4().hex[:12]}", "password": "wrong wrong wrong"}}'
            status, _ = await others.ask("POST", "/auth/login", {"Content-Type": JSON, "X-Forwarded-For": address}, body.encode())
            answers[status] = answers.get(status, 0) + 1
            if status not in (401, 503):
                raise Failed(f"a wrong password: {status}")

        async with asyncio.TaskGroup() as group:
            group.create_task(at_rate(WRONG, WRONG * seconds, guess))
            group.create_task(at_rate(REFRESHES, REFRESHES * seconds, refresh))
    return waits, answers
