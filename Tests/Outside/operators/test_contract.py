"""The comparison of openapi.yaml with the routes sees every difference. (What it says of the real ones: story/test_documents.py.)"""

import copy
import re

import pytest
import yaml
from conftest import CHECKOUT

from careline.contract import differences, read

FILE = """
security: [{bearer: []}]
paths:
  /users/{id}:
    parameters: [{$ref: "#/components/parameters/id"}]
    get:
      operationId: getUser
      x-roles: [admin]
      responses: {"200": {}, "401": {}, "403": {}}
  /providers:
    get:
      operationId: listProviders
      security: []
      parameters: [{name: limit, in: query}]
      responses: {"200": {}, "400": {}}
    post:
      operationId: addProvider
      security: [{oauth: [providers.write]}]
      requestBody: {content: {application/json: {}}}
      responses: {"201": {}, "400": {}, "401": {}, "403": {}, "413": {}, "415": {}}
components:
  parameters:
    id: {name: id, in: path}
"""
USER = {"method": "GET", "path": "/users/{id}", "operation": "getUser", "access": "roles", "roles": ["admin"], "scopes": [], "query": [], "bodyLimit": 0,
        "deprecated": False}
LIST = {"method": "GET", "path": "/providers", "operation": "listProviders", "access": "anyone", "roles": [], "scopes": [], "query": ["limit"], "bodyLimit": 0,
        "deprecated": False}
ADD = {"method": "POST", "path": "/providers", "operation": "addProvider", "access": "signedIn", "roles": [], "scopes": ["providers.write"], "query": [],
       "bodyLimit": 1024, "deprecated": False}


def said(*changes: tuple[int, str, object]) -> list[str]:
    routes = copy.deepcopy([USER, LIST, ADD])
    for number, field, value in changes:
        routes[number][field] = value
    return differences(read(FILE), routes)


def test_agreement_is_silence():
    assert said() == []


@pytest.mark.parametrize(("number", "field", "value", "lines"), [
    (0, "path", "/people/{id}", ["GET /people/{id}: the services have it, openapi.yaml has not", "GET /users/{id}: openapi.yaml has it, no service has"]),
    (0, "roles", ["admin", "provider"], ["GET /users/{id}: the role provider missing in openapi.yaml"]),
    (1, "query", ["after"], ["GET /providers: the query parameter after missing in openapi.yaml", "GET /providers: the query parameter limit only in openapi.yaml"]),
    (1, "access", "signedIn", ["GET /providers: open to anyone in openapi.yaml, signedIn in the service"]),
    (2, "access", "anyone", ["POST /providers: for signed-in callers in openapi.yaml, anyone in the service"]),
    (2, "scopes", [], ["POST /providers: the scope providers.write only in openapi.yaml"]),
    (2, "operation", "createProvider", ["POST /providers: operationId is addProvider, the route's operation createProvider"]),
    (1, "deprecated", True, ["GET /providers: deprecated only in the service"]),
    (2, "bodyLimit", 0, ["POST /providers: openapi.yaml has a body, the service takes none"]),
    (0, "bodyLimit", 1024, ["GET /users/{id}: the service has a body, openapi.yaml takes none"]),
])
def test_a_difference_is_named(number, field, value, lines):
    assert said((number, field, value)) == lines


def test_a_parameter_of_the_path_is_written_under_its_name():
    lines = differences(read(FILE.replace("name: id, in: path", "name: user, in: path")), [USER, LIST, ADD])
    assert lines == ["GET /users/{id}: the path parameter id missing in openapi.yaml", "GET /users/{id}: the path parameter user only in openapi.yaml"]


def test_answers_that_follow_from_a_route_are_described():
    less = FILE.replace('"413": {}, ', "").replace(', "401": {}, "403": {}}', "}").replace('"200": {}, "400": {}', '"200": {}').replace(', "415": {}', "")
    assert differences(read(less), [USER, LIST, ADD]) == [
        "GET /users/{id}: the answer 401 is not described (it needs a token)",
        "GET /users/{id}: the answer 403 is not described (not every caller may)",
        "GET /providers: the answer 400 is not described (it takes input, or says that it takes none)",
        "POST /providers: the answer 413 is not described (it takes a body)",
        "POST /providers: the answer 415 is not described (it takes JSON)"]


def test_two_routes_of_one_address_are_seen():
    assert differences(read(FILE), [USER, LIST, ADD, ADD]) == ["two routes have one method and path"]


def test_a_reference_to_nothing_is_a_fault():
    with pytest.raises(KeyError):
        differences(read(FILE.replace('parameters/id"', 'parameters/gone"')), [USER])


def test_a_name_that_is_there_twice_is_a_fault():
    with pytest.raises(yaml.YAMLError, match="there twice"):
        read(FILE + "  parameters: {}\n")


def listed(name: str) -> set[str]:
    """Of the headers that Shared/HTTP lets pages of other origins send or read."""
    source = (CHECKOUT / "Shared/HTTP/Routing/CrossOrigin.swift").read_text()
    text = re.search(rf"static let {name}\b[^=]*=\s*((?:\"[^\"]*\"[\s+]*)+)", source)[1]
    return {word.lower() for part in re.findall(r'"([^"]*)"', text) for word in re.split(r",\s*", part) if word}


def test_a_page_of_another_origin_may_send_and_read_every_header_of_the_contract():
    contract = read(CHECKOUT / "deploy/api/openapi.yaml")
    sent, read_, open_to_all = set(), set(), {"accept", "accept-language", "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified"}

    def walk(node):
        if isinstance(node, dict):
            if node.get("in") == "header":
                sent.add(node["name"].lower())
            if isinstance(node.get("headers"), dict) and "schemas" not in node:
                read_.update(name.lower() for name in node["headers"])
            for child in node.values():
                walk(child)
        elif isinstance(node, list):
            for child in node:
                walk(child)

    walk(contract)
    assert {"if-match", "idempotency-key"} <= sent and {"etag", "location", "retry-after"} <= read_
    assert sent - open_to_all <= listed("sent")
    # Of a page's cookies and redirects no script sees anything.
    assert read_ - open_to_all - {"set-cookie", "referrer-policy", "x-frame-options", "content-security-policy"} <= listed("read")
