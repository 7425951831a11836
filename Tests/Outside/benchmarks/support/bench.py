"""What a figure is measured with."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from support import calibration
from support.people import People
from support.platform import Platform
from support.report import Report

SECONDS = int(os.environ.get("BENCH_SECONDS", "4"))
ROUNDS = 3


@dataclass
class Bench:
    platform: Platform
    report: Report
    people: People

    @property
    def speed(self) -> float:
        """Of one core here, beside the one that constants were measured on; measured each time: a machine of many has its moods."""
        return calibration.speed(self.platform)


@dataclass
class Pair:
    """Ours and the reference, measured by turns, so that a change of the machine's mood falls on both."""

    value: float
    reference: float
    ratio: float


def by_turns(ours: Callable[[], float], reference: Callable[[], float], rounds: int = ROUNDS) -> Pair:
    """Medians of the rounds; the ratio is the median of the rounds' own ratios."""
    values, references = [], []
    for number in range(rounds):
        if number % 2 == 0:
            references.append(reference())
            values.append(ours())
        else:
            values.append(ours())
            references.append(reference())
    ratios = [value / other for value, other in zip(values, references)]
    return Pair(median(values), median(references), median(ratios))
