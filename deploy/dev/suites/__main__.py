"""Runs the suites side by side where they leave each other room, and ends with one table. deploy/dev/test says what it takes."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

from building import Building
from catalogue import CHECKOUT, Suite, catalogue, matching
from changed import chosen
from kafka import Kafka
from running import LOGS, Running

# As many as cores: what they leave while they wait the filler takes, and one more has tests outlast their deadlines.
SLOTS = int(os.environ.get("CARE_TEST_SLOTS") or max(2, os.cpu_count() or 1))


@dataclass
class Outcome:
    suite: Suite
    word: str
    seconds: float = 0
    worked: float = 0
    tests: int | None = None
    lines: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        tests = f"{self.tests:>5}" if self.tests else "    –"
        return "\n".join([f"  {self.word:<8} {self.suite.name:<22} {tests} {self.seconds:>7.0f} s {self.worked:>7.0f} s", *(f"             {line}" for line in self.lines)])


class Runner:
    def __init__(self, suites: list[Suite]):
        self.waiting = [suite for suite in suites if not suite.skipped]
        self.outcomes = [Outcome(suite, "skipped", lines=[suite.skipped]) for suite in suites if suite.skipped]
        self.running: list[Running] = []
        self.builds: dict[str, Building] = {}   # by their suites' names
        self.alone: list[tuple[Suite, list[str]]] = []   # those that failed beside others: once more, alone; of Python tests those files
        self.first: dict[str, list[str]] = {}   # what they said of it
        self.is_single = len(suites) == 1
        self.kafka = Kafka(os.environ.get("KAFKA_HOME", ""))

    def run(self) -> bool:
        try:
            # It takes some seconds, in which the processors are not wanted.
            if any(suite.shares_kafka for suite in self.waiting) and any(suite.prepare for suite in self.waiting):
                self.kafka.begin()
            for suite in self.waiting:
                if suite.prepare:
                    # What is wrong with it the suite says, which does it again.
                    subprocess.run(suite.prepare, cwd=CHECKOUT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Whoever has only that suite to run waits for nobody, and has the processors.
            self.builds = {suite.name: Building(suite) for suite in self.waiting if suite.build and not self.is_single}
            while self.waiting or self.running or self.alone:
                self.begin_what_fits()
                time.sleep(0.2)
                for running in list(self.running):
                    if running.suite.name in self.builds:
                        self.builds[running.suite.name].is_waited_for()
                    self.look_at(running)
        finally:
            for running in self.running:
                running.end()
            for build in self.builds.values():
                build.end()
            self.kafka.stop()
        return all(outcome.word != "FAILED" for outcome in self.outcomes)

    def begin_what_fits(self):
        for suite in list(self.waiting):
            # One that wants the machine for itself waits for the others, and they for it.
            if any(running.suite.is_alone for running in self.running) or suite.is_alone and self.running:
                break
            if not suite.is_filler and sum(not running.suite.is_filler for running in self.running) >= SLOTS:
                break
            self.waiting.remove(suite)
            self.begin(suite)
        if not self.waiting and not self.running and self.alone:
            self.begin(*self.alone.pop(0), tried=2)

    def begin(self, suite: Suite, files: list[str] | None = None, tried: int = 1):
        print(f"careline: {suite.name}{' once more, alone' if tried > 1 else ''} …", flush=True)
        environment = {"CARE_KAFKA_BOOTSTRAP": self.kafka.start()} if suite.shares_kafka else {}
        if files:
            environment["CARE_TEST_FILES"] = " ".join(files)
        self.running.append(Running(suite, environment, tried))

    def look_at(self, running: Running):
        status = running.status()
        if status is None:
            return
        self.running.remove(running)
        suite, seconds, tests = running.suite, running.seconds, running.tests()
        passed = status == 0 and tests is not None
        outcome = Outcome(suite, "passed" if passed else "FAILED", seconds, running.worked, tests)
        if status == 0 and tests is None:
            outcome.lines = [f"it says of no test that it ran: {running.log}"]
        elif not passed:
            outcome.lines = [*running.why(), f"the whole output: {running.log}"]
        if running.tried > 1:
            outcome.lines += [f"at its first try, beside others, it failed: {running.log.with_suffix('.first.log')}", *self.first[suite.name]]
        for skipped in running.skipped_tests():
            print(f"  skipped: {skipped[:200]}")
        print(outcome, flush=True)
        # Only what ran beside others is tried again: their load, and not the change, may have been what it did not bear.
        if not passed and running.tried == 1 and not suite.is_alone and not running.is_late and not self.is_single:
            self.first[suite.name] = outcome.lines[:6]
            self.alone.append((suite, running.failed_files()))
        else:
            self.outcomes.append(outcome)
        if suite.shares_kafka and not any(other.shares_kafka for other in [*self.waiting, *(each.suite for each in self.running), *(other for other, _ in self.alone)]):
            self.kafka.stop()


def named(suites: list[Suite], words: list[str]) -> list[Suite]:
    found = [suite for suite in suites if any(suite.name == word or suite.name.startswith(word + "-") for word in words)]
    unknown = [word for word in words if not any(suite.name == word or suite.name.startswith(word + "-") for suite in suites)]
    return found + [matching(word) for word in unknown]


def busy() -> tuple[int, int]:
    """Of all cores: ticks that were worked, and all of them."""
    with open("/proc/stat") as file:
        ticks = [int(word) for word in file.readline().split()[1:9]]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


def main(words: list[str]) -> int:
    suites = catalogue()
    if words == ["list"]:
        print("\n".join(f"  {suite.name:<22} {suite.skipped or ' '.join(suite.command)}" for suite in suites))
        return 0
    if words == ["changed"]:
        suites = chosen(suites)
    elif words:
        suites = named(suites, words)
    if not suites:
        print("careline: nothing that a suite looks at has changed.")
        return 0
    LOGS.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, before = time.monotonic(), busy()
    runner = Runner(suites)
    try:
        good = runner.run()
    except KeyboardInterrupt:
        return 130
    finally:
        after = busy()
        share = 100 * (after[0] - before[0]) / max(1, after[1] - before[1])
        print(f"\ncareline: the whole took {time.monotonic() - began:.0f} s, and kept the machine's cores {share:.0f} % busy\n")
        print("           suite                  tests   seconds  of processors")
        for outcome in sorted(runner.outcomes, key=lambda each: each.word == "FAILED"):
            print(outcome)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
