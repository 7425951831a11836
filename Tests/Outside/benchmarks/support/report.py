"""The figures' lines."""

import json
import sys
from pathlib import Path

FILE = Path(".careline/bench.jsonl")


def say(text: str) -> None:
    print(f"careline: {text}", file=sys.stderr, flush=True)


def rounded(number: float) -> float:
    return float(f"{number:.4g}")


class Report:
    """One JSON line a figure, on the terminal and in `.careline/bench.jsonl`."""

    def __init__(self):
        self.held, self.short = 0, []

    def __enter__(self):
        FILE.parent.mkdir(exist_ok=True)
        self.file = FILE.open("w")
        return self

    def __exit__(self, *_):
        self.file.close()

    def figure(
        self, name: str, value: float, unit: str, reference: float | None = None, ratio: float | None = None,
        at_least: float | None = None, value_at_least: float | None = None, at_most: float | None = None, note: str | None = None,
        more: dict | None = None, speed: float | None = None,
    ) -> None:
        """`at_least` is about the ratio, the others about the value; there is at most one of them. `more`: what a script reads of it. `speed`, where the
        reference and the least value are of another machine's core: of one here beside it. They are multiplied by it."""
        line: dict = {"name": name, "value": rounded(value), "unit": unit}
        if speed is not None:
            line |= {"speed": rounded(speed)}
            reference = reference and reference * speed
            value_at_least = value_at_least and value_at_least * speed
        if reference is not None:
            ratio = value / reference if ratio is None else ratio
            line |= {"reference": rounded(reference), "ratio": rounded(ratio)}
        if at_least is not None:
            line |= {"atLeast": at_least, "holds": ratio >= at_least}
        elif value_at_least is not None:
            line |= {"valueAtLeast": rounded(value_at_least), "holds": value >= value_at_least}
        elif at_most is not None:
            line |= {"atMost": at_most, "holds": value <= at_most}
        if note:
            line["note"] = note
        if more:
            line |= more
        if line.get("holds"):
            self.held += 1
        elif "holds" in line:
            self.short.append(name)
        text = json.dumps(line, ensure_ascii=False)
        print(text, flush=True)
        self.file.write(text + "\n")
        self.file.flush()

    def summary(self) -> str:
        short = f"; short of their mark: {', '.join(self.short)} (docs/benchmarks.md says why)" if self.short else ""
        return f"{self.held} figures hold{short}"
