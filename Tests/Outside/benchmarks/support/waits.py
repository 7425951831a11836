"""How long each of many like things took."""

from collections.abc import Iterable


class Waits:
    """In milliseconds."""

    def __init__(self, waits: Iterable[float]):
        self._sorted = sorted(waits)

    @property
    def p99(self) -> float:
        return self._sorted[int(len(self._sorted) * 0.99)]

    def __str__(self) -> str:
        return f"median {self._sorted[len(self._sorted) // 2]:.1f} ms, longest {self._sorted[-1]:.0f} ms of {len(self._sorted)}"
