"""openapi.yaml's version says how it differs from the last release's. oasdiff knows more kinds of change, and has the second word where it is: it
comes by the Go module proxy, with CARE_SETUP_TOOLS=1 make setup."""

import json
import re
import subprocess

import pytest
import yaml
from conftest import CHECKOUT, run, tool

from careline import contract_changes
from careline.contract import read

CONTRACT = "deploy/api/openapi.yaml"


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
    return tuple(map(int, read(text)["info"]["version"].split(".")))


def oasdiffs(kind: str, before, after) -> list[dict]:
    """`breaking` or `changelog`: what oasdiff finds."""
    done = subprocess.run([tool("oasdiff"), kind, "--format", "json", before, after], capture_output=True, text=True, timeout=300)
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


def test_whatever_names_the_release_names_the_same():
    tags = yaml.safe_load((CHECKOUT / "deploy/kubernetes/overlays/production/kustomization.yaml").read_text())["images"]
    said = {
        "the events' contract": read(CHECKOUT / "deploy/api/asyncapi.yaml")["info"]["version"],
        "careline": re.search(r'version = "(.*)"', (CHECKOUT / "Services/Careline/Release.swift").read_text())[1],
        "the changelog": re.search(r"^## (.*)$", (CHECKOUT / "docs/changelog.md").read_text(), re.MULTILINE)[1],
        **{f"the tag of {image['name']}": image["newTag"] for image in tags}}
    release = read(CHECKOUT / CONTRACT)["info"]["version"]
    assert {name: version for name, version in said.items() if version != release} == {}, f"info.version is {release}"


@pytest.mark.parametrize(("breaks", "adds", "differs", "least"), [
    (True, True, True, "2.0.0"), (False, True, True, "1.3.0"), (False, False, True, "1.2.4"), (False, False, False, "1.2.3")])
def test_what_a_change_asks_of_the_version(breaks, adds, differs, least):
    assert wanted((1, 2, 3), breaks, adds, differs) == least


def check(previous, breaking: list[str], others: list[str]):
    now = CHECKOUT / CONTRACT
    least = wanted(version(previous.read_text()), bool(breaking), bool(others), previous.read_text() != now.read_text())
    said = ".".join(map(str, version(now.read_text())))
    lines = "\n".join(f"  {line}" for line in sorted(breaking or others))
    assert version(now.read_text()) >= tuple(map(int, least.split("."))), f"info.version is {said}; it has to be {least} at least:\n{lines}"


def test_the_version_says_how_the_contract_differs_from_the_last_releases(previous):
    found = contract_changes.changes(read(previous), read(CHECKOUT / CONTRACT))
    check(previous, [str(each) for each in found if each.breaks], [str(each) for each in found if not each.breaks])


def test_oasdiff_says_the_same(previous):
    found = {kind: oasdiffs(kind, previous, CHECKOUT / CONTRACT) for kind in ("breaking", "changelog")}
    breaking, others = ([f"{each.get('operation', '')} {each.get('path', '')}: {each['text']}" for each in found[kind]] for kind in found)
    check(previous, breaking, others)


SMALL = """
openapi: 3.1.0
info: {title: Small, version: "1.0.0"}
paths:
  /things/{id}:
    get:
      operationId: thing
      parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: kind, in: query, schema: {type: string, enum: [big, small]}}]
      responses:
        "200":
          description: It is.
          headers: {ETag: {schema: {type: string}}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}
        "404": {description: It is not.}
    put:
      operationId: change
      requestBody: {content: {application/json: {schema: {type: object, additionalProperties: false, required: [a], properties: {
        a: {type: string, maxLength: 9}, b: {type: [integer, "null"]}, c: {oneOf: [{type: string}, {type: "null"}]}}}}}}
      responses: {"204": {description: It is changed.}}
components:
  schemas:
    Thing: {type: object, required: [id, size], properties: {id: {type: string}, size: {type: integer}, state: {type: string, enum: [new, old]}, parts: {type: array, items: {$ref: "#/components/schemas/Thing"}}}}
"""
THING = 'Thing: {type: object, required: [id, size], properties: {'
CASES = [
    # What is replaced in the small contract by what, and whether it breaks and adds anything.
    ("", "", False, False),
    ("It is.", "There it is.", False, False),
    ("{id}", "{name}", False, False),
    ("/things/", "/stuff/", True, True),
    ("    put:", "    patch:", True, True),
    # Requests.
    ("{name: kind,", "{name: sort,", True, True),
    ("{name: kind, in: query,", "{name: kind, required: true, in: query,", True, False),
    ("enum: [big, small]", "enum: [big]", True, False),
    ("enum: [big, small]", "enum: [big, small, tiny]", False, True),
    ("{content: {application/json: {schema: {type: object", "{required: true, content: {application/json: {schema: {type: object", True, False),
    ("{content: {application/json: {schema: {type: object", "{content: {text/plain: {schema: {type: object", True, True),
    ("required: [a]", "required: [a, b]", True, False),
    ("required: [a]", "required: []", False, True),
    ("a: {type: string, maxLength: 9}", "d: {type: string, maxLength: 9}", True, True),
    ("b: {type: [integer, \"null\"]}, c", "c", True, False),
    ("b: {type: [integer, \"null\"]}", "b: {type: [integer, \"null\"]}, d: {type: string}", False, True),
    ("b: {type: [integer, \"null\"]}", "b: {type: integer}", True, False),
    ("b: {type: [integer, \"null\"]}", "b: {type: [number, \"null\"]}", False, True),
    ("{oneOf: [{type: string}, {type: \"null\"}]}", "{oneOf: [{type: string}]}", True, False),
    ("maxLength: 9", "maxLength: 8", True, False),
    ("maxLength: 9", "maxLength: 10", False, True),
    ("maxLength: 9", "maxLength: 9, minLength: 1", True, False),
    ("additionalProperties: false, ", "", False, False),
    # Answers.
    ("\"200\":", "\"203\":", True, True),
    ("\"404\": {description: It is not.}", "\"410\": {description: It is no more.}", False, True),
    ("{ETag: ", "{Etag: ", True, True),
    (THING + "id: {type: string}, ", THING, True, False),
    (THING + "id: {type: string}", THING + "name: {type: string}", True, True),
    ("required: [id, size]", "required: [id]", True, False),
    ("required: [id, size]", "required: [id, size, state]", False, True),
    ("size: {type: integer}", "size: {type: number}", True, False),
    ("size: {type: integer}", "size: {type: [integer, \"null\"]}", True, False),
    ("size: {type: integer}", "size: {type: integer}, weight: {type: number}", False, True),
    ("enum: [new, old]", "enum: [new, old, lost]", False, True),
    ("enum: [new, old]", "enum: [new]", False, True),
    ("state: {type: string, enum: [new, old]}", "state: {type: string}", False, True),
]


@pytest.mark.parametrize(("old", "new", "breaks", "adds"), CASES)
def test_what_breaks_is_told_from_what_comes(old, new, breaks, adds):
    assert not old or old in SMALL
    found = contract_changes.changes(read(SMALL), read(SMALL.replace(old, new) if old else SMALL))
    assert (any(each.breaks for each in found), any(not each.breaks for each in found)) == (breaks, adds), found


def test_parts_of_a_whole_and_references_are_read_through():
    parts = "Thing: {allOf: [{$ref: \"#/components/schemas/Named\"}], type: object, required: [size], properties: {"
    said = SMALL.replace(THING + "id: {type: string}, ", parts) + "    Named: {required: [id], properties: {id: {type: string}}}\n"
    assert contract_changes.changes(read(SMALL), read(said)) == []
    found = contract_changes.changes(read(SMALL), read(said.replace("properties: {id: {type: string}}}\n", "properties: {}}\n")))
    assert [str(each) for each in found] == ["GET /things/{}: 200.id is gone", "GET /things/{}: 200.parts[].id is gone"]


@pytest.mark.parametrize(("old", "new", "breaks", "adds"), [
    ("", "", False, False), ("/things/", "/stuff/", True, True), ("required: [id, size]", "required: [id]", True, True),
    ("It is.", "There it is.", False, False)])
def test_oasdiff_tells_what_breaks_from_what_comes(tmp_path, old, new, breaks, adds):
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    before.write_text(SMALL)
    after.write_text(SMALL.replace(old, new) if old else SMALL)
    assert bool(oasdiffs("breaking", before, after)) == breaks
    assert bool(oasdiffs("changelog", before, after)) == adds
