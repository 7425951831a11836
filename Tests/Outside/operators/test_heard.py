"""Whether what a test hears is held against the contract in earnest (careline/heard.py; story/conftest.py holds every answer against openapi.yaml)."""

import json

import pytest

from careline.checkout import CHECKOUT
from careline.contract import read
from careline.heard import Contract

SMALL = Contract(read("""
info:
  description: |
    - Any request may hear 400 `malformed-path` or 500 `internal`.
    - Lists have an end.
paths:
  /notes/mine:
    get: {operationId: getMine, responses: {"204": {description: There is none.}}}
  /files/{id}:
    get: {operationId: getFile, responses: {"200": {description: As it was stored., content: {"*/*": {schema: {type: string}}}}}}
  /notes/{id}:
    get:
      operationId: getNote
      responses:
        "200": {description: It is., content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
        "404": {description: "`not-found`: there is none.", content: {application/problem+json: {schema: {type: object}}}}
components:
  schemas:
    Named: {type: object, properties: {name: {type: string}}}
    Note:
      allOf: [{$ref: "#/components/schemas/Named"}]
      type: object
      properties:
        id: {type: string}
        free: {type: object}
        open: {type: object, properties: {a: {}}, additionalProperties: true}
        counts: {type: object, properties: {}, additionalProperties: {$ref: "#/components/schemas/Named"}}
        readers: {type: array, items: {oneOf: [{$ref: "#/components/schemas/Named"}, {type: object, properties: {age: {type: integer}}}]}}
"""))


def problem(name: str) -> bytes:
    return json.dumps({"type": f"https://care.example/problems/{name}"}).encode()


def note(**fields) -> bytes:
    return json.dumps(fields).encode()


@pytest.mark.parametrize(("path", "status", "kind", "body", "faults"), [
    ("/notes/7", 200, "application/json", note(id="7", name="Ada"), []),
    ("/notes/7", 200, "application/json", note(colour="red"), ["getNote 200: colour is not described"]),
    ("/notes/7", 200, "application/json", note(readers=[{"name": "Ada"}, {"age": 7, "height": 1}]), ["getNote 200: readers[].height is not described"]),
    ("/notes/7", 200, "application/json", note(free={"a": 1}, open={"b": 1}, counts={"x": {"name": "y"}}), []),
    ("/notes/7", 200, "application/json", note(counts={"x": {"size": 1}}), ["getNote 200: counts.x.size is not described"]),
    ("/notes/7", 200, "text/plain", b"7", ["getNote 200: text/plain is not described"]),
    ("/notes/7", 202, "", b"", ["getNote 202 is not described"]),
    ("/notes/7", 404, "application/problem+json", problem("not-found"), []),
    ("/notes/7", 404, "application/problem+json", problem("gone-away"), ["getNote 404: gone-away is not named"]),
    ("/notes/7", 409, "application/problem+json", problem("closed"), ["getNote 409 closed is not described"]),
    ("/notes/7", 500, "application/problem+json", problem("internal"), []),
    ("/notes/7", 500, "application/fhir+json", b"{}", []),
    ("/notes/7", 501, "application/fhir+json", b"{}", ["getNote 501 is not described"]),
    ("/notes/mine", 200, "application/json", note(id="7"), ["getMine 200 is not described"]),
    ("/files/7", 200, "application/json", note(colour="red"), []),
    ("/letters/7", 200, "application/json", note(colour="red"), []),
])
def test_what_is_not_described_is_seen(path, status, kind, body, faults):
    assert SMALL.faults("GET", path, status, kind, body) == faults


def test_the_contract_says_what_any_request_may_hear():
    assert {"malformed-request", "no-such-address", "internal", "loop"} <= Contract(read(CHECKOUT / "deploy/api/openapi.yaml")).anywhere
