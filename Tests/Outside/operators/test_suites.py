"""What the developer's own tools say: which suites a change touches, and that nobody takes for looked at what nobody looked at."""

import json
import os
import subprocess
import sys

import pytest

from careline.checkout import CHECKOUT

SWIFT = ["auth", "careclient", "careline", "contracts", "fhir", "frontdoor", "records"]
OUTSIDE = ["story-once", "story", "story-kafka", "upgrade", "operators", "oidc", "tls", "faults", "faults-kafka", "attack"]
OTHERS = ["fuzz", "style", "records-kafka"]
ALL = {*SWIFT, *OUTSIDE, *OTHERS}
STORY = {"story-once", "story", "story-kafka"}

ASKING = """
import json, sys
from catalogue import Suite
from changed import touched
suites, names, targets = json.load(sys.stdin)
print(json.dumps([suite.name for suite in touched([Suite(name, ()) for name in suites], set(names), set(targets))]))
"""


def touched(*names: str, targets: tuple[str, ...] = ()) -> set[str]:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "deploy/dev/suites")}
    given = json.dumps([sorted(ALL), names, targets])
    done = subprocess.run([sys.executable, "-c", ASKING], input=given, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name, suites", [
    ("deploy/api/openapi.yaml", {"contracts", "operators", "attack", "records", "records-kafka", "careclient", *STORY}),
    ("docs/operators.md", {"contracts", "operators", *STORY}), ("docs/security.md", {"oidc", "operators", *STORY}), ("docs/records.md", {"operators", *STORY}),
    ("deploy/gateway/haproxy.cfg", {"careline", "contracts", "operators", "oidc", "tls", "faults", "faults-kafka", "attack", *STORY}),
    (".swift-format", set()), ("ruff.toml", set()), (".editorconfig", set()), ("README.md", {"operators"}),
    ("deploy/site/build", {"frontdoor", "operators", *STORY}), ("deploy/kubernetes/base/kustomization.yaml", {"operators"}),
    ("Tests/Outside/tls/test_tls.py", {"tls"}), ("Tests/Outside/story/test_ers.py", STORY), ("Tests/Outside/careline/people.py", set(OUTSIDE)),
    ("Tests/Outside/with-platform", set(OUTSIDE)), ("Tests/Fuzz/run", {"fuzz"}), ("Services/Auth/Main.swift", {*OUTSIDE, "fuzz"})])
def test_what_a_change_touches(name, suites):
    """However small it is, how it looks is asked."""
    assert touched(name) == suites | {"style"}


def test_what_builds_and_tests_touches_everything_and_nothing_touches_nothing():
    assert touched("Package.swift") == touched("deploy/dev/suites/changed.py", "docs/records.md") == ALL
    assert touched() == set()


def test_the_longest_begin_before_what_fills_the_rest():
    asking = "import json, catalogue; print(json.dumps([[suite.name, suite.is_alone] for suite in catalogue.catalogue()]))"
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "deploy/dev/suites")}
    done = subprocess.run([sys.executable, "-c", asking], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    begin = [name for name, is_alone in json.loads(done.stdout) if not is_alone]
    assert [name.partition("-")[0] for name in begin[:7]] == ["upgrade", "fuzz", "story", "story", "story", "operators", "oidc"]


def test_targets_are_tested_by_their_own_suites():
    assert touched("Shared/FHIR/Release.swift", targets=("FHIR", "FHIRTests", "RecordsService", "RecordsTests")) & {*SWIFT, "records-kafka"} == {
        "fhir", "records", "records-kafka"}


BUILDING = """
import os, sys, time
from building import Building, may_be_idle, threads
from catalogue import Suite
from running import LOGS, of_session
LOGS.mkdir(parents=True, exist_ok=True)
build = Building(Suite("nothing", (), build=("bash", "-c", "sleep 60 & sleep 60 & wait")))
while len(of_session(build.process.pid)) < 3: time.sleep(0.01)
all_ = of_session(build.process.pid)
def look():
    print([os.sched_getscheduler(thread) for process in all_ for thread in threads(process)])
    try: print("nice", open(f"/proc/{build.process.pid}/autogroup").read().split()[-1])
    except (OSError, IndexError): print("no group")
print(may_be_idle())
look()
time.sleep(0.2)   # a group takes one word in a tenth of a second, but from root
build.is_waited_for()
look()
build.end()
print(of_session(build.process.pid))
"""


def test_what_a_suite_builds_takes_what_is_left_until_it_is_waited_for():
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "deploy/dev/suites"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", BUILDING], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    may, *said, left = done.stdout.splitlines()
    before, nice = (os.SCHED_IDLE, "nice 19") if may == "True" else (os.SCHED_OTHER, "nice 0")
    grouped = "no group" not in said
    assert said == [str([before] * 3), nice if grouped else "no group", str([os.SCHED_OTHER] * 3), "nice 0" if grouped else "no group"]
    assert left == "[]"


def test_what_no_formatter_has_looked_at_does_not_pass(tmp_path):
    """In a checkout of one file, with tools that have nothing to say."""
    checkout = tmp_path / "checkout"
    (checkout / "deploy/dev").mkdir(parents=True)
    # Where Debian's packages have it the script looks beside the PATH.
    text = (CHECKOUT / "deploy/dev/style").read_text()
    assert "/usr/libexec/swift/bin/swift-format" in text
    (checkout / "deploy/dev/style").write_text(text.replace("/usr/libexec/swift/bin/swift-format", "/nowhere/swift-format"))
    (checkout / "deploy/dev/style").chmod(0o755)
    for name in ("one.swift", "one.py"):
        (checkout / name).write_text("\n")
    tools = checkout / ".careline/venv/bin"
    tools.mkdir(parents=True)
    for name in ("ruff", "shfmt", "shellcheck"):
        (tools / name).write_text("#!/bin/sh\n")
        (tools / name).chmod(0o755)
    (checkout / ".gitignore").write_text(".careline/\n")
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=checkout, check=True, capture_output=True)

    def style(**settings: str) -> tuple[int, str]:
        # Without the toolchain's folders, and whatever else has a formatter of Swift.
        path = ":".join(folder for folder in os.environ["PATH"].split(":") if not os.path.exists(f"{folder}/swift-format"))
        done = subprocess.run(["deploy/dev/style"], cwd=checkout, env=os.environ | {"PATH": path} | settings, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout

    status, said = style()
    assert status == 1 and "ABSENT  Swift's format" in said
    status, said = style(CARE_STYLE_WITHOUT_SWIFT="no toolchain on this machine")
    assert status == 0 and "skipped Swift's format" in said and "no toolchain on this machine" in said
