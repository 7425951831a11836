"""One suite's process: its session, its log, its deadline, and what its output says."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from catalogue import CHECKOUT, Suite

LOGS = CHECKOUT / ".careline" / "logs"
# Of the environment that this was started in, what would change what a suite is.
UNWANTED = ("KAFKA_HOME", "CARE_KAFKA_BOOTSTRAP", "CARE_BUILD", "CARE_TEST_FILES")
BROKEN = re.compile(r"^✘ Test .* recorded an issue|^↳ (?!Testing Library)|BROKEN|^FAILED|^ERROR |^E  |^  FAILED|^careline: |Fatal error|Error:")
COUNTS = (
    re.compile(r"Test run with (\d+) tests?"), re.compile(r"^=+ .*?(\d+) passed.* in ", re.MULTILINE), re.compile(r"^  (\d+) fuzzers in ", re.MULTILINE))


class Running:
    """Begins with its making. Its output goes to a log; it gets a session of its own, so that all it started can be ended with it."""

    def __init__(self, suite: Suite, environment: dict[str, str], tried: int = 1):
        self.suite, self.tried, self.log = suite, tried, LOGS / f"test-{suite.name}.log"
        if tried > 1:
            self.log.rename(self.log.with_suffix(".first.log"))
        inherited = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        with open(self.log, "w") as output:
            self.process = subprocess.Popen(
                suite.command, cwd=CHECKOUT, env=inherited | suite.environment | environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, start_new_session=True)
        self.began = time.monotonic()
        self.is_late = False
        # Of the processor, by it and by those of its own that it waited for.
        self.worked = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def status(self) -> int | None:
        """None while it runs. Ends it when its minutes are over."""
        if self.poll() is None and self.seconds > 60 * self.suite.minutes:
            self.is_late = True
            self.end()
            self.poll(0)
        if self.process.returncode is not None:
            self.end()   # what it left behind
        return self.process.returncode

    def poll(self, options: int = os.WNOHANG) -> int | None:
        """As the process's own, and keeps what it worked."""
        if self.process.returncode is None:
            pid, status, usage = os.wait4(self.process.pid, options)
            if pid:
                self.process.returncode, self.worked = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
        return self.process.returncode

    def end(self):
        end_session(self.process.pid, self.poll)

    def text(self) -> str:
        return self.log.read_text(errors="replace")

    def tests(self) -> int | None:
        """How many it says it ran; the faults count promises."""
        text = self.text()
        for pattern in COUNTS:
            found = pattern.findall(text)
            if found:
                return int(found[-1])
        return len(re.findall(r"^  (holds  |BROKEN)", text, re.MULTILINE)) or None

    def failed_files(self) -> list[str]:
        """Of Python tests."""
        return sorted(set(re.findall(r"^(?:FAILED|ERROR) (Tests/\S+?\.py)\b", self.text(), re.MULTILINE)))

    def skipped_tests(self) -> list[str]:
        text = self.text()
        swift = re.findall(r"^\S+ Test (.* skipped.*)$", text, re.MULTILINE)
        return swift + re.findall(r"^SKIPPED (.*)$", text, re.MULTILINE)

    def why(self) -> list[str]:
        """What broke, in a few lines."""
        text = self.text()
        broken = [line[:400] for line in text.splitlines() if BROKEN.search(line)][:10]
        status, ends = self.process.returncode, []
        if self.is_late:
            ends = [f"not at an end after {self.suite.minutes} minutes, so it was ended; {began_only(text)}"]
        elif status is not None and status < 0:
            ends = [f"ended by {signal.Signals(-status).name}; {began_only(text)}"]
        elif not broken:
            ends = [f"ended with status {status}; {began_only(text)}"]
        return ends + (broken or text.splitlines()[-8:])


def end_session(leader: int, poll: Callable[[], int | None]):
    """`poll` hears of the leader's end."""
    for signal_ in (signal.SIGTERM, signal.SIGKILL):
        for _ in range(50):
            left = of_session(leader)
            if not left:
                return
            for process in left:
                try:
                    os.kill(process, signal_)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)
            poll()


def of_session(leader: int) -> list[int]:
    """Its processes, but for those that have ended and wait to be asked."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def began_only(text: str) -> str:
    return f"these had begun and not ended: {', '.join(unended(text)[:10]) or 'none'}"


def unended(text: str) -> list[str]:
    """The Swift tests that began and of which no end is written."""
    began = re.findall(r"^\S+ +Test (.*) started\.$", text, re.MULTILINE)
    ended = set(re.findall(r"^\S+ +Test (.*?) (?:passed|failed|skipped|with \d+ test cases? (?:passed|failed))", text, re.MULTILINE))
    return [test for test in began if test not in ended]
