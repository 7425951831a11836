"""Awaits a condition with a deadline, for what one service learns from another's events."""

import time


def until(what: str, condition, timeout: float = 30, every: float = 0.05):
    """The first true value of `condition()`."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {timeout} s: {what}"
        time.sleep(every)
