"""How long each of many like things took."""

from collections.abc import Iterable

from careline.load import percentile


class Waits:
    """In milliseconds."""

    def __init__(self, waits: Iterable[float]):
        self._sorted = sorted(waits)

    @property
    def p99(self) -> float:
        return percentile(self._sorted, 0.99)

    def __str__(self) -> str:
        return f"median {percentile(self._sorted, 0.5):.1f} ms, longest {self._sorted[-1]:.0f} ms of {len(self._sorted)}"
