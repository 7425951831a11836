"""openapi.yaml's version says how it differs from the last release's. oasdiff compares them, which comes by the Go module proxy: make setup
installs it where Go is."""

import json
import os
import subprocess

import pytest
import yaml
from conftest import CHECKOUT, run, tool

CONTRACT = "deploy/api/openapi.yaml"


def oasdiff() -> str:
    own = CHECKOUT / ".careline/bin/oasdiff"
    return str(own) if os.access(own, os.X_OK) else tool("oasdiff")


@pytest.fixture(scope="module")
def previous(tmp_path_factory):
    """The last release's."""
    asked = subprocess.run([CHECKOUT / "Tests/Outside/upgrade/previous-release"], capture_output=True, text=True, timeout=60)
    if asked.returncode:
        pytest.skip(asked.stderr.strip())
    file = tmp_path_factory.mktemp("previous") / "openapi.yaml"
    file.write_text(run("git", "-C", CHECKOUT, "show", f"{asked.stdout.strip()}:{CONTRACT}"))
    return file


def version(text: str) -> tuple[int, ...]:
    return tuple(map(int, yaml.safe_load(text)["info"]["version"].split(".")))


def changes(kind: str, before, after) -> list[dict]:
    """`breaking` or `changelog`: what oasdiff finds."""
    done = subprocess.run([oasdiff(), kind, "--format", "json", before, after], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout or "null") or []


def wanted(before: tuple[int, ...], breaks: bool, adds: bool, differs: bool) -> str:
    """Of the number after `before`; a release may raise it by more than it must."""
    major, minor, patch = before
    if breaks:
        return f"{major + 1}.0.0"
    if adds:
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + (1 if differs else 0)}"


@pytest.mark.parametrize(("breaks", "adds", "differs", "least"), [
    (True, True, True, "2.0.0"), (False, True, True, "1.3.0"), (False, False, True, "1.2.4"), (False, False, False, "1.2.3")])
def test_what_a_change_asks_of_the_version(breaks, adds, differs, least):
    assert wanted((1, 2, 3), breaks, adds, differs) == least


def lines(found: list[dict]) -> str:
    return "\n".join(sorted(f"  {each.get('operation', '')} {each.get('path', '')}: {each['text']}" for each in found))


def test_the_version_says_how_the_contract_differs_from_the_last_releases(previous):
    now = CHECKOUT / CONTRACT
    breaking, all_changes = changes("breaking", previous, now), changes("changelog", previous, now)
    least = wanted(version(previous.read_text()), bool(breaking), bool(all_changes), previous.read_text() != now.read_text())
    said = ".".join(map(str, version(now.read_text())))
    assert version(now.read_text()) >= tuple(map(int, least.split("."))), (
        f"info.version is {said}; it has to be {least} at least. What is no longer so:\n{lines(breaking)}" if breaking
        else f"info.version is {said}; it has to be {least} at least. What changed:\n{lines(all_changes)}")


SMALL = """
openapi: 3.1.0
info: {title: Small, version: "1.0.0"}
paths:
  /things:
    get:
      operationId: things
      responses: {"200": {description: They are., content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: string}}}}}}}
"""


@pytest.mark.parametrize(("old", "new", "breaks", "adds"), [
    ("", "", False, False),
    ("/things", "/stuff", True, True),
    ("required: [a]", "required: []", True, True),
    ("{a: {type: string}}", "{a: {type: string}, b: {type: string}}", False, True),
    ("They are.", "There they are.", False, False)])
def test_oasdiff_tells_what_breaks_from_what_comes(tmp_path, old, new, breaks, adds):
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    before.write_text(SMALL)
    after.write_text(SMALL.replace(old, new) if old else SMALL)
    assert bool(changes("breaking", before, after)) == breaks
    assert bool(changes("changelog", before, after)) == adds
