"""Every suite there is: what it runs, and what it can bear beside it."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
BUILD = CHECKOUT / ".build" / "debug"


@dataclass(frozen=True)
class Suite:
    name: str
    command: tuple[str, ...]
    # Wants the whole machine: it asks how long something takes, or takes all there is.
    is_alone: bool = False
    # Takes what the others leave, and runs beside as many as there are.
    is_filler: bool = False
    minutes: int = 30
    environment: dict[str, str] = field(default_factory=dict)
    # What it copies before anybody begins, of what others build into.
    prepare: tuple[str, ...] = ()
    # What it builds: begun at once, with what nobody else wants of the processors, and the suite waits for it.
    build: tuple[str, ...] = ()
    # A broker that the runner starts once, for all that ask for it, and names in CARE_KAFKA_BOOTSTRAP.
    shares_kafka: bool = False
    # Why it does not run here.
    skipped: str = ""


def swift(target: str, minutes: int, kafka: str = "") -> Suite:
    """A target of its own process: one process with all of them keeps every core busy with other suites, and then no test's timing means
    anything. Straight from the binary, since two of `swift test` wait for each other."""
    tests = tests_with_a_broker(target) if kafka else rf"^{target}\."
    command = (str(BUILD / "carelinePackageTests.xctest"), "--testing-library", "swift-testing", "--filter", tests)
    name = target.removesuffix("Tests").lower()
    # The deadlines of the one are of tens of milliseconds; the other takes every core by itself, and beside others outlasts its limits.
    is_alone = target in ("CareServiceTests", "RecordsTests")
    if kafka:
        return Suite(f"{name}-kafka", command, target == "CareServiceTests", minutes=minutes, environment={"KAFKA_HOME": kafka}, shares_kafka=True)
    return Suite(name, command, is_alone, minutes=minutes)


def matching(expression: str) -> Suite:
    return Suite("filter", (str(BUILD / "carelinePackageTests.xctest"), "--testing-library", "swift-testing", "--filter", expression), minutes=30)


def swift_targets() -> list[str]:
    return sorted(re.findall(r'\.testTarget\(\s*name: "(\w+)"', (CHECKOUT / "Package.swift").read_text()))


def tests_with_a_broker(target: str) -> str:
    """A filter for those tests of a target that ask a broker; empty when none does. The others would only run twice. Where a file without tests
    asks, for the tests of its folder, they all do; of a folder without tests, for whichever tests use it, all of the target."""
    files = {file: file.read_text() for file in sorted((CHECKOUT / "Tests" / target).rglob("*.swift"))}
    suites = {file: re.findall(r"^@Suite.*\bstruct (\w+)", text, re.MULTILINE) for file, text in files.items()}
    asking = [file for file, text in files.items() if "TestBroker" in text or "KAFKA_HOME" in text]
    folders = {file.parent for file in asking if not suites[file]}
    if any(not any(suites[file] for file in files if file.parent == folder) for folder in folders):
        return rf"^{target}\."
    names = {name for file in files if file in asking or file.parent in folders for name in suites[file]}
    return rf"^{target}\.({'|'.join(sorted(names))})/" if names else ""


def why_not(script: str) -> str:
    """What it says when it cannot be here; empty when it can."""
    done = subprocess.run([CHECKOUT / script], capture_output=True, text=True)
    return done.stderr.strip() if done.returncode else ""


def catalogue() -> list[Suite]:
    """In the order in which they begin."""
    minutes = int(os.environ.get("CARE_TEST_MINUTES", "40"))
    longer = max(70, minutes)
    home = os.environ.get("KAFKA_HOME", "")
    no_kafka = "" if home else "no Kafka distribution: set KAFKA_HOME, or put one at ../shared/kafka"
    kafka = {"KAFKA_HOME": home} if home else {}

    def outside(
        name: str, *words: str, is_alone: bool = False, prepare: tuple[str, ...] = (), build: tuple[str, ...] = (), environment: dict[str, str] | None = None,
        skipped: str = "",
    ) -> Suite:
        folder = name.partition("-")[0]
        return Suite(
            name, (f"Tests/Outside/{folder}/run", *words), is_alone, prepare=prepare, build=build, minutes=longer,
            environment={"CARE_BUILD": str(BUILD)} | (environment or {}), skipped=skipped)

    targets = swift_targets()
    suites = [swift(target, minutes) for target in targets]
    if home:
        suites += [swift(target, minutes, home) for target in targets if tests_with_a_broker(target)]
    else:
        suites.append(Suite("kafka's tests on a real one", (), skipped=no_kafka))
    suites += [
        # A minute each, from one seed.
        Suite("fuzz", ("nice", "Tests/Fuzz/run", "short"), is_filler=True, minutes=max(60, minutes), skipped=why_not("Tests/Fuzz/library")),
        # On two platforms, since it is the longest by far: what hangs on the broker, and what asks nothing of it.
        outside("story-once", "-m", "once or each"),
        outside("story", "-m", "not once"),
        outside("story-kafka", "-m", "not once", environment=kafka, skipped=no_kafka),
        outside(
            "upgrade", prepare=("Tests/Outside/upgrade/prepare",), build=("Tests/Outside/upgrade/build",), environment=kafka,
            skipped=why_not("Tests/Outside/upgrade/previous-release")),
        outside("operators"),
        outside("oidc"),
        outside("tls", environment=kafka),
        # They load every core and more, and what runs beside them outlasts its deadlines. Where there is a Kafka the kills are tried on it alone: what is
        # promised is the services', and ten minutes of two cores are much for a broker of one process that nobody runs but to develop with.
        outside("faults", "short", is_alone=True, skipped="on a Kafka alone, since there is one (faults-kafka); by itself: Tests/Outside/faults/run" if home else ""),
        outside("faults-kafka", "short", is_alone=True, environment=kafka, skipped=no_kafka),
        Suite("style", ("deploy/dev/style",)),
        # It asks how long a gentle client waits.
        outside("attack", "short", is_alone=True)]
    without = os.environ.get("CARE_TEST_WITHOUT", "").split()
    unknown = set(without) - {suite.name for suite in suites}
    if unknown:
        sys.exit(f"careline: CARE_TEST_WITHOUT names no suite: {', '.join(sorted(unknown))}")
    suites = [replace(suite, skipped=suite.skipped or "CARE_TEST_WITHOUT leaves it out") if suite.name in without else suite for suite in suites]
    # None that wants the machine for itself waits in the middle of the others; then the longest, which nothing is left over behind.
    return sorted(suites, key=lambda suite: (not suite.is_alone, not suite.prepare, not suite.is_filler, longest_first(suite)))


def longest_first(suite: Suite) -> int:
    """What takes minutes; the others are short, and fill what is left beside the last of these."""
    minutes = ("story", "operators", "oidc", "tls", "auth")
    name = suite.name.partition("-")[0]
    return minutes.index(name) if name in minutes else len(minutes)
