"""A platform goes from the previous release to this one, back, and forth again. Its state stays, its executables change: what the one
wrote the other reads and goes on with, also while both are at work, and the previous release passes its own tests on this release's schema."""

import re
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import requests
from conftest import CHECKOUT
from life import Life
from migrations import migrations

from careline.further_replica import further_replica

DATABASES = {
    "auth-service": "care_auth", "scheduling-service": "care_scheduling", "messaging-service": "care_messaging",
    "health-monitor-service": "care_health", "er-directory-service": "care_ers", "records-service": "care_records",
    "webhooks-service": "care_webhooks"}
# Of the previous release's end-to-end tests those of the services.
STORY = ["login", "organisations", "booking", "messaging", "websocket", "records", "sharing", "health", "ers", "webhooks", "events"]
A_LOAD = "two_hundred"   # says more of this machine than of a schema
AND_NO_MORE = "no_more"   # events gain fields: it holds those of this release, which are in the topics too, to its own contract
FROM_THE_FIRST_EVENT = "have_no_hole"   # the embedded broker has only those since its start


class Town:
    """Those who live through the releases: somebody new comes with each."""

    def __init__(self, machine):
        self.machine, self.lives = machine, []

    def look(self):
        for life in self.lives:
            life.go_on()
            life.look()

    def live(self, words: str):
        self.lives.append(Life(self.machine.url, self._operator))
        for life in self.lives:
            life.live(words)
            life.look()

    def _operator(self, command: str, *arguments: str, stdin: str):
        self.machine.done("users", command, *arguments, "--password-file", "-", stdin=stdin)


def applied(machine) -> set[str]:
    """The names of the migrations in all databases."""
    command = ["psql", "-X", "-A", "-t", "-c"]

    def asked(name: str, question: str) -> list[str]:
        return subprocess.run([*command, question, "-d", machine.database(name)], capture_output=True, text=True, check=True, timeout=60).stdout.split()

    return {name for each in DATABASES.values() for name in asked(each, "SELECT name FROM schema_migrations")}


def named(checkout: Path) -> set[str]:
    return {Path(path).stem for path in migrations(checkout)}


def signing_keys(machine) -> set[str]:
    return {key["kid"] for key in requests.get(f"{machine.url}/oauth/jwks", timeout=30).json()["keys"]}


def told(machine) -> dict[str, str]:
    """What the end-to-end tests are told of a platform."""
    return {
        "CARELINE_URL": machine.url, "CARELINE_STATE": str(machine.state), "CARE_BUILD": str(machine.build),
        "CARELINE_BOOTSTRAP": f"127.0.0.1:{machine.port + 11}", "CARELINE_AUTH_DATABASE": machine.database("care_auth"),
        "CARE_KAFKA_EMBEDDED": "false" if "KAFKA_HOME" in machine.environment else "true"}


@contextmanager
def beside(machine, build: Path, monkeypatch):
    """These executables' services run beside the platform's own, not behind its gateway: half of the events are theirs."""
    with monkeypatch.context() as patch, ExitStack() as stack:
        for name, value in told(machine).items():
            patch.setenv(name, value)
        for program, name in DATABASES.items():
            stack.enter_context(further_replica(program, name, build))
        yield


def passes_its_own_tests(machine, previous: Path):
    """Those of its checkout."""
    environment = {**machine.environment, **told(machine)}
    without = [A_LOAD, AND_NO_MORE]
    if "KAFKA_HOME" not in environment:
        without.append(FROM_THE_FIRST_EVENT)
    command = [
        sys.executable, "-m", "pytest", "-c", "Tests/Outside/pytest.ini", "--rootdir", "Tests/Outside", "-k", f"not ({' or '.join(without)})",
        *[f"Tests/Outside/story/test_{name}.py" for name in STORY]]
    with open(machine.state / "logs" / "previous-tests.log", "w+") as output:
        done = subprocess.run(command, cwd=previous, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=1200)
        output.seek(0)
        said = output.read()
    assert done.returncode == 0, said[-6000:]


def test_there_and_back_and_there_again(machine, previous, monkeypatch):
    this, town = machine.build, Town(machine)
    with machine.running(previous / ".build" / "debug"):
        assert applied(machine) == named(previous)
        town.live("before the upgrade")

    with machine.running(this):
        assert applied(machine) == named(CHECKOUT)
        town.look()
        town.live("after the upgrade")
        # Which will sign only in an hour, but must be opened wherever tokens are signed and checked.
        key = re.search(r"key \((\S+)\) is published", machine.done("keys", "rotate-signing"))[1]

    with machine.running(previous / ".build" / "debug"):
        assert applied(machine) == named(CHECKOUT), "the previous release ran on another schema than this one's"
        town.look()
        town.live("back on the previous release")
        assert key in signing_keys(machine)
        with beside(machine, this, monkeypatch):
            town.live("both at once")
        passes_its_own_tests(machine, previous)

    with machine.running(this):
        town.look()
        town.live("forth again")
