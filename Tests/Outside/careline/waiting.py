"""Awaits with a deadline what comes about by itself, such as what one service learns from another's events."""

import asyncio
import time


def _asked(read, timeout, every, holds, allowing):
    """What was read last, whether it is what was awaited, and what the last try failed by."""
    deadline = time.monotonic() + timeout
    while True:
        value = failure = None
        try:
            value = read()
        except allowing as error:
            failure = error
        is_it = failure is None and holds(value)
        if is_it or time.monotonic() > deadline:
            return value, is_it, failure
        time.sleep(every)


def until(what: str, read, timeout: float = 30, every: float = 0.05, *, holds=bool, allowing=(), error=AssertionError):
    """The first value of `read()` that `holds`: the first true one. What is in `allowing` may be raised meanwhile."""
    value, is_it, failure = _asked(read, timeout, every, holds, allowing)
    if not is_it:
        raise error(f"not within {timeout:g} s: {what}" + (f"; last {failure}" if failure else ""))
    return value


def eventually(read, timeout: float = 30, every: float = 0.05, *, holds=bool, allowing=()):
    """The same; the last value when there was none in time."""
    return _asked(read, timeout, every, holds, allowing)[0]


async def in_time(what: str, condition, timeout: float = 30, every: float = 0.02, *, error=AssertionError) -> None:
    """Until the condition is true, while the loop's other tasks go on."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise error(f"not within {timeout:g} s: {what}")
        await asyncio.sleep(every)
