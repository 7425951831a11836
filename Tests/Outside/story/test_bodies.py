"""Every operation of openapi.yaml refuses alike a body that is no JSON, or not all of it, and whatever it does not know."""

import json
import time
import uuid

import pytest
import requests

from careline.checkout import CHECKOUT
from careline.contract import METHODS, read, resolve
from careline.contract_rules import PAGES
from careline.people import problem

pytestmark = pytest.mark.once

DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
FREE = ("/fhir/", "/app-data", "/oauth/register")
# OAuth ignores parameters that it does not know (RFC 6749, section 3.1).
TOLERANT = ("/oauth/", "/.well-known/", "/userinfo")
# By name: method, path and the operation.
ALL = {
    item[method]["operationId"]: (method.upper(), path, item[method]) for path, item in DOCUMENT["paths"].items() for method in sorted(METHODS & item.keys())}
OPERATIONS = {
    name: parts for name, parts in ALL.items() if "application/json" in (resolve(DOCUMENT, parts[2].get("requestBody")) or {}).get("content", {})}
OURS = [name for name, (_, path, _) in OPERATIONS.items() if not path.startswith(FREE)]
NOT_JSON = {
    "a byte order mark": b"\xef\xbb\xbf{}", "bytes behind it": b'{} {"a": 1}', "a name twice": b'{"name": 1, "name": 2}', "a name twice, spelled otherwise": b'{"name": 1, "n\\u0061me": 2}',
    "nothing": b" ", "half of it": b'{"name": ', "no UTF-8": b'{"name": "\xff"}', "a comma too many": b'{"name": 1,}',
}


def ask(cast, method: str, path: str, operation: dict, headers: dict | None = None, **options) -> requests.Response:
    """By somebody who may, of a thing that need not be there: what was sent is read first."""
    roles = operation.get("x-roles", ["patient"])
    caller = next((role for role in ("patient", "provider", "scheduler", "admin") if role in roles), "machine")
    # A heart rate is known by its milliseconds; an account is told of to nobody but its owner.
    owner = cast.patient.id if path.startswith("/users/{id}") else None
    thing = int(time.time() * 1000) if path.startswith("/health/heart-rates/") else owner or uuid.uuid4()
    others = {name: uuid.uuid4() for name in ("clientId", "factorId", "guardianshipId", "invitationId", "teamId", "userId", "export")}
    address = path.format(
        id=thing, type="Patient", inner="Observation", date=cast.tomorrow(), version=1, file=1, specialty=cast.specialty, **others)
    return requests.request(method, cast.url + address, headers={**cast.headers(caller), **(headers or {})}, timeout=30, **options)


def send(cast, name: str, body: bytes, media: str = "application/json") -> requests.Response:
    condition = {} if name.endswith(("R4", "STU3")) else {"If-Match": "*"}
    return ask(cast, *OPERATIONS[name], headers={"Content-Type": media, **condition}, data=body)


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("what", NOT_JSON)
def test_what_is_no_json_is_refused(cast, name, what):
    answer = send(cast, name, NOT_JSON[what])
    assert answer.status_code == 400, f"{what}: {answer.status_code} {answer.text}"
    if name in OURS:
        assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("name", OURS)
def test_a_field_that_is_not_known_is_named(cast, name):
    answer = send(cast, name, json.dumps({"unheardOf": [{"deep": 1}]}).encode())
    faults = problem(answer, 400, "validation")["fields"]
    assert {"field": "unheardOf", "message": "is not known"} in faults


# In each service: a field as somebody mistypes it, and where it is meant to be.
SLIPS = {
    "signUp": ({"usernme": "ada"}, "usernme", "username"), "changeUser": ({"fullname": "Ada"}, "fullname", "fullName"),
    "bookAppointment": ({"start_time": "2026-07-06T15:00:00Z"}, "start_time", "startTime"),
    "createConversation": ({"participantsIds": []}, "participantsIds", "participantIds"), "sendMessage": ({"contnet": {"text": "Hello"}}, "contnet", "content"),
    "createER": ({"latitud": 49.9}, "latitud", "latitude"), "createWebhook": ({"desc": "ours"}, "desc", "description"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_the_field_that_was_meant_is_named(cast, name):
    """As the route itself answers, beside what else is wrong with the body."""
    sent, wrong, meant = SLIPS[name]
    faults = problem(send(cast, name, json.dumps(sent).encode()), 400, "validation")["fields"]
    assert {"field": wrong, "message": f"is not known; did you mean {meant}?"} in faults


@pytest.mark.parametrize("name", OURS)
def test_another_type_of_body_is_refused(cast, name):
    answer = send(cast, name, b"{}", "text/plain")
    problem(answer, 415, "unsupported-media-type")
    assert ("Accept-Patch" in answer.headers) == (OPERATIONS[name][0] == "PATCH")


BODILESS = [name for name, (method, _, operation) in ALL.items() if method != "GET" and "requestBody" not in operation]


@pytest.mark.parametrize("name", BODILESS)
def test_a_body_that_nobody_reads_is_refused(cast, name):
    """Whoever says something in it, as when a medicine was taken, would believe that it was heard. An empty object, which some programs always send, says nothing."""
    method, path, operation = ALL[name]
    for body, media in ((b'{"takenAt": "2026-07-06T15:00:00Z"}', "application/json"), (b"note=1", "application/x-www-form-urlencoded")):
        answer = ask(cast, method, path, operation, {"Content-Type": media, "If-Match": "*"}, data=body)
        assert answer.status_code == 400 and "must be empty" in answer.text, f"{answer.status_code} {answer.text}"
    if path.startswith("/health/"):
        answer = ask(cast, method, path, operation, {"Content-Type": "application/json", "If-Match": "*"}, data=b"{}")
        assert answer.status_code != 400, answer.text


# What is wrong with a page's address the page says, to people. What a FHIR server can do it tells to whatever is asked beside: clients send more than it has.
NAMED = [
    name for name, (_, path, _) in ALL.items()
    if not path.startswith(TOLERANT) and "/.well-known/" not in path and not path.endswith("/metadata") and path not in PAGES
]


@pytest.mark.parametrize("name", NAMED)
def test_a_query_parameter_that_is_not_known_is_named(cast, name):
    """In the language that was asked for, which each of them takes."""
    # The form of a search is read with the address.
    form = {"data": {"_count": "1"}} if ALL[name][1].endswith("/_search") else {}
    answer = ask(cast, *ALL[name], headers={"Accept-Language": "fr"}, params={"unheardOf": "1"}, **form)
    assert answer.status_code == 400 and "unheardOf" in answer.text, f"{answer.status_code} {answer.text}"
    assert answer.headers["Content-Language"] == "fr" and "Accept-Language" in answer.headers["Vary"]
