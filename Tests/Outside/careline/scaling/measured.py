"""The figures that the scaling page rests on: kept in the repository, renewed from a run of `make bench`."""

import json
from dataclasses import dataclass
from pathlib import Path

KEPT = Path(__file__).with_name("measured.jsonl")
# Lines of other figures that are kept beside the costs, by how their names begin.
OTHERS = ("outbox relay from a backlog", "memory of an idle WebSocket", "queueing: ")


def lines(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def is_wanted(line: dict) -> bool:
    return "cost" in line or "idle" in line or line["name"].startswith(OTHERS)


def keep(run: Path) -> list[str]:
    """Takes what is wanted of a run; what it did not measure stays as it was. The names of what is new."""
    new = {line["name"]: line for line in lines(run) if is_wanted(line)}
    kept = {line["name"]: line for line in Measured().lines}
    KEPT.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (kept | new).values()))
    return list(new)


@dataclass
class Cost:
    """Of one operation: numbers by words, as `processor scheduling` or `wal bytes messaging`."""

    name: str
    means: str
    numbers: dict[str, float]
    rounds: list[float]
    about: dict

    def of(self, *words: str) -> dict[str, float]:
        """Those that begin with these words, by the rest of theirs."""
        begin = " ".join(words) + " "
        return {name.removeprefix(begin): number for name, number in self.numbers.items() if name.startswith(begin)}

    def get(self, name: str) -> float:
        return self.numbers.get(name, 0.0)

    @property
    def processor(self) -> dict[str, float]:
        """µs. What the idle platform took meanwhile was taken off, so chance may leave less than nothing."""
        return {part: max(0.0, time) for part, time in self.of("processor").items()}


class Measured:
    def __init__(self, file: Path = KEPT):
        self.lines = lines(file) if file.exists() else []
        self.costs = {
            line["operation"]: Cost(line["operation"], line["means"], line["cost"], line["rounds"], line["about"])
            for line in self.lines if "cost" in line}
        self.idle = next((line["idle"] for line in self.lines if "idle" in line), {})

    def value(self, begins: str) -> float | None:
        return next((line["value"] for line in self.lines if line["name"].startswith(begins)), None)

    def named(self, begins: str) -> list[dict]:
        return [line for line in self.lines if line["name"].startswith(begins)]

    @property
    def doubts(self) -> list[str]:
        """What whoever reads the figures has to know of the runs that they are of."""
        runs = [cost.about for cost in self.costs.values()]
        said = []
        if any(run["build"] != "release" for run in runs):
            said.append("Some were measured with a debug build, which takes several times the processor time: they are of the programme's working, not of its speed.")
        if any(run["loadBefore"] > 0.5 for run in runs):
            most = max(run["loadBefore"] for run in runs)
            said.append(
                f"The machine had other work when some were measured (up to {most:g} programs for {runs[0]['cores']} cores): processor time is less than exact then, "
                "since caches are shared, and clock times mean little.")
        if any(run["broker"] == "the embedded broker" for run in runs):
            said.append("Some were measured on the embedded broker, which keeps nothing on a disk: what is said of Kafka there is of no Kafka.")
        return said
