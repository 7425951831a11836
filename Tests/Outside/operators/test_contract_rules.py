"""The conventions of the API, kept over the whole of openapi.yaml: one way to page, to name, to refuse, to give examples."""

import copy

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from careline.checkout import CHECKOUT
from careline.contract import read
from careline.contract_rules import (
    EXPLAINED,
    RETIRED,
    RULES,
    absent,
    bounded,
    breaches,
    current,
    deprecated,
    described,
    exemplified,
    explained,
    fields,
    fitting,
    ids,
    instants,
    lengths,
    listed,
    named,
    operations,
    plain,
    refused,
    retired,
    secured,
    spellings,
    unexplained,
    worded,
)

NEAREST = "no list but an answer: the nearest ones, of three kinds, and as many as are asked for at most"
LOG = "an entry of a log, or a measurement, has one instant"
OPENAPI = read(CHECKOUT / "deploy/api/openapi.yaml")
# Arrays that are no page and end all the same, by name: the rule that ends each, or why there are no more of them.
COPY = "the whole of one account, as its copy: at most 1000 of a kind, and the audit line by line as it is read"
REGISTERED = "what one registration holds, whose body has 16 KiB at most"
ENDING = {
    **dict.fromkeys(("sessions", "browserLogins", "apps", "links", "waitingMails", "guardianships", "memberships", "adoptions", "audit", "verifications"), COPY),
    **dict.fromkeys(("redirectUris", "postLogoutRedirectUris", "origins", "scopes", "grants"), REGISTERED),
    **dict.fromkeys(("otherOpen", "possiblyClosed", "closed"), "as many as `limit` asks for, of each of the three kinds"),
    **dict.fromkeys(("weekly", "overrides"), "a calendar holds 100 and 400 (AvailabilityRule)"),
    "intervals": "a calendar holds 1000 (AvailabilityRule), a date of an emergency room 12 (OpeningHours)",
    "items": "as many as the request had: its body is bounded, and there is no next page",
    "languages": "a profile has 8 (Profile)",
    "recoveryCodes": "ten are made at once",
    "pubKeyCredParams": "the algorithms that are understood",
    "excludeCredentials": "somebody's passkeys, of which there are 20 at most",
    "addresses": "an organisation has 20 (OrganisationDetails)",
    "platforms": "those of the operator's file",
    "annotations": "a document has 50 (Annotations)",
    "keys": "the signing key and those before it that are still believed",
    "warnings": "each kind of warning once",
    "participants": "a conversation has ten (ConversationRule)",
    "invitations": "a conversation's places are ten, taken or offered (ConversationRule); in an account's copy 1000",
    "types": "a webhook has 200 (Webhook)",
}
EPOCH = "no thing's id: it is another one when the feed begins anew"
# What does not follow a rule today: the one line that is said of the one operation, and why. Of everything else the operation is held to the rule, and one that
# is not needed any more has to go.
EXCEPTIONS = {
    listed: {
        ("GET /ers/nearest", "after is not a string"): NEAREST,
        ("GET /ers/nearest", "its answer has no items"): NEAREST,
        ("GET /ers/nearest", "its answer has no nextCursor that may be absent"): NEAREST,
        ("GET /ers/nearest", "limit is not from 1 to 200, 50 by default"): NEAREST,
        ("GET /ers/changes", "pages by since"): "a copy's position in the feed goes on after the last page, so it is a number that is kept",
        ("GET /attachments/{id}/content", "pages by size"): "it is no list: the size is of a picture, named as at the files of health records",
        ("GET /feed", "after is not a string"): "after is a sequence, which the stream speaks of too",
    },
    bounded: {
        (name, line): ENDING[array] for name, lines in breaches(OPENAPI, bounded).items() for line in lines
        if (array := line.partition(" is no ")[0]) in ENDING},
    instants: {
        **dict.fromkeys(((operation, "the instant at has a name of its own") for operation in (
            "GET /account/export", "GET /admin/audit", "GET /appointments/{id}/changes", "GET /ers/{id}/audit", "GET /records/access-log", "GET /health/heart-rates",
            "POST /health/heart-rates", "PATCH /health/heart-rates/{id}", "GET /health/summary", "GET /health/evaluations",
            "GET /health/alerts", "GET /health/alerts/{id}", "POST /health/alerts/{id}/answer", "GET /feed")), LOG),
    },
    lengths: {
        ("POST /auth/login", "the length expiresIn does not say its unit"): "seconds, as OAuth's expires_in, which it stands for",
        ("POST /users/{id}/factors/passkeys", "the length timeout does not say its unit"): "a word of WebAuthn's",
    },
    ids: {
        ("GET /feed", "the id epoch is not called …Id"): EPOCH,
    },
    explained: {
        ("POST /users/{id}/factors/passkeys/registration", "rawId is not in the glossary"): "a word of WebAuthn's",
    },
}


@pytest.fixture(scope="module")
def openapi():
    return OPENAPI


def test_it_is_valid(openapi):
    faults = [f"{list(fault.path)}: {fault.message}" for fault in OpenAPIV31SpecValidator(openapi).iter_errors()]
    assert not faults, "\n".join(faults[:20])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_contract_keeps_the_rule(openapi, rule):
    found = {(name, line) for name, lines in breaches(openapi, rule).items() for line in lines}
    excused = EXCEPTIONS.get(rule, {}).keys()
    assert len(operations(openapi)) > 50
    assert not found - excused, "\n".join(sorted(f"{name}: {line}" for name, line in found - excused))
    assert not excused - found, f"not needed any more: {excused - found}"


def test_no_array_is_excused_that_is_answered_nowhere():
    assert {line.partition(" is no ")[0] for _, line in EXCEPTIONS[bounded]} == ENDING.keys()


def named_as_deprecated(document) -> set[str]:
    return set(deprecated(document))


def test_what_is_deprecated_is_in_the_page_of_versions(openapi):
    """Whoever hears of it (`deprecated: true`, a header) reads there what to use instead."""
    page = (CHECKOUT / "docs/versions.md").read_text().partition("## What is deprecated")[2]
    marked = named_as_deprecated(openapi)
    for file in [CHECKOUT / "deploy/api/asyncapi.yaml", *(CHECKOUT / "deploy/api/schemas").glob("*.json")]:
        marked |= named_as_deprecated(read(file))
    assert {"PATCH /appointments", "avatarUrl", "lat", "hours"} <= marked
    assert not [name for name in marked if f"`{name}`" not in page]


def test_whatever_is_marked_is_found():
    document = {
        "paths": {"/notes": {"parameters": [{"name": "q", "deprecated": True}], "get": {"deprecated": True}}},
        "components": {"schemas": {"Note": {"properties": {"author": {"deprecated": True}, "deprecated": {"type": "boolean"}, "id": {}}}}}}
    assert named_as_deprecated(document) == {"q", "GET /notes", "author"}


def test_one_thing_has_one_spelling(openapi):
    """PATCH and DELETE /appointments are the ones that are left for the apps that know them, and marked so."""
    assert spellings(openapi) == []


@pytest.fixture(scope="module")
def events():
    """The schemas of all events, and of their headers."""
    schemas = [read(file) for file in (CHECKOUT / "deploy/api/schemas").glob("*.json")]
    headers = [trait["headers"] for trait in read(CHECKOUT / "deploy/api/asyncapi.yaml")["components"]["messageTraits"].values()]
    assert len(schemas) > 30 and headers
    return schemas + headers


def test_events_have_no_retired_name(events):
    """What stays for who reads it is marked: an event gains fields and loses none."""
    assert [line for schema in events for line in retired(fields(schema, schema, []))] == []


def test_the_ids_of_events_are_in_the_glossary(events):
    assert [line for schema in events for line in unexplained(fields(schema, schema, []))] == []


def test_the_glossary_explains_no_id_that_there_is_not(openapi, events):
    named = {name for operation in operations(openapi) for name, _, _ in operation.properties()}
    assert named | {name for schema in events for name, _, _ in fields(schema, schema, [])} >= EXPLAINED


@pytest.mark.parametrize("name", RETIRED)
def test_a_retired_name_is_seen_in_an_event(name):
    day = {"type": "object", "properties": {name: {"type": "string"}}}
    assert list(retired(fields({}, day, []))) == [f"{name} is called {RETIRED[name]}"]
    assert list(retired(fields({}, {"properties": {"days": {"type": "array", "items": day}}}, []))) == [f"{name} is called {RETIRED[name]}"]
    day["properties"][name]["deprecated"] = True
    assert list(retired(fields({}, day, []))) == []


# Whether the rules see anything: a small contract that keeps them all, and what each of them says of one that does not ----------

SMALL = read("""
tags: [{name: Notes, description: What is written down.}]
security: [{oauth: ["notes:read"]}]
paths:
  /notes:
    get:
      tags: [Notes]
      operationId: listNotes
      summary: Notes, newest first
      description: One's own.
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 200, default: 50}}
        - {name: after, in: query, schema: {type: string}}
        - {$ref: "#/components/parameters/language"}
      responses:
        "200":
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items: {type: array, items: {$ref: "#/components/schemas/Note"}}
                  nextCursor: {type: string}
              example: {items: []}
        "401": {$ref: "#/components/responses/Refused"}
    post:
      tags: [Notes]
      operationId: writeNote
      summary: Write one
      description: It is one's own.
      security: []
      parameters:
        - {name: Idempotency-Key, in: header, schema: {type: string}}
        - {$ref: "#/components/parameters/language"}
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Note"}
            examples: {short: {value: {id: "019ca000-55aa-7d10-8f3b-9a1c2e4d6f80", writtenAt: "2026-11-22T13:00:00Z"}}}
      responses:
        "204": {description: It is written.}
        "400": {$ref: "#/components/responses/Refused"}
  /notes/{id}:
    patch:
      tags: [Notes]
      operationId: changeNote
      summary: Change one
      description: One's own.
      parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}, {$ref: "#/components/parameters/language"}]
      responses: {"204": {description: It is changed.}, "404": {$ref: "#/components/responses/Refused"}}
components:
  securitySchemes: {oauth: {type: oauth2, flows: {clientCredentials: {scopes: {"notes:read": To read them}}}}}
  parameters: {language: {name: Accept-Language, in: header, schema: {type: string}}}
  responses:
    Refused:
      headers: {Content-Language: {schema: {type: string}}}
      content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
  schemas:
    Problem: {type: object}
    Note:
      type: object
      required: [id]
      properties:
        id: {type: string, format: uuid}
        authorId: {type: string, format: uuid}
        writtenAt: {type: string, format: date-time}
""")
LIST, WRITE, CHANGE, NOTE = ["paths", "/notes", "get"], ["paths", "/notes", "post"], ["paths", "/notes/{id}", "patch"], ["components", "schemas", "Note"]
ANSWER = [*LIST, "responses", "200", "content", "application/json"]
PAGE = [*ANSWER, "schema", "properties"]
GONE = object()


def changed(*changes: tuple[list, object]) -> dict:
    document = copy.deepcopy(SMALL)
    for path, value in changes:
        node = document
        for part in path[:-1]:
            node = node[part]
        if value is GONE:
            del node[path[-1]]
        else:
            node[path[-1]] = value
    return document


def test_the_small_contract_keeps_every_rule():
    assert [breaches(SMALL, rule) for rule in RULES] == [{}] * len(RULES)
    assert spellings(SMALL) == []


def test_whoever_takes_a_bearer_says_that_it_takes_a_bound_token():
    schemes = (["components", "securitySchemes"], {"bearer": {}, "dpop": {}})
    assert breaches(changed(schemes, (["security"], [{"bearer": []}, {"dpop": []}])), secured) == {}
    assert set(breaches(changed(schemes, (["security"], [{"bearer": []}])), secured)) == {"GET /notes", "PATCH /notes/{id}"}


def test_what_a_query_carries_in_the_place_of_a_token_is_a_security_scheme():
    schemes = (["components", "securitySchemes", "ticket"], {"type": "apiKey", "in": "query", "name": "ticket"})
    carried = ([*LIST, "parameters", 0], {"name": "ticket", "in": "query", "schema": {"type": "string"}})
    taken = ([*LIST, "security"], [{"ticket": []}])
    assert breaches(changed(schemes, carried, taken), secured) == {}
    line = ["takes ticket in its query, or by the security scheme ticket, and not by both"]
    assert [breaches(changed(schemes, one), secured) for one in (carried, taken)] == [{"GET /notes": line}] * 2


FHIR = {"get": SMALL["paths"]["/notes/{id}"]["patch"]}


@pytest.mark.parametrize(("rule", "path", "value", "name", "line"), [
    (described, [*LIST, "operationId"], GONE, "GET /notes", "has no operationId"),
    (described, [*LIST, "summary"], " ", "GET /notes", "has no summary"),
    (described, [*LIST, "summary"], "x" * 81, "GET /notes", "its summary is longer than 80 characters"),
    (described, [*LIST, "description"], GONE, "GET /notes", "has no description"),
    (described, [*LIST, "tags"], [], "GET /notes", "has 0 tags instead of one"),
    (described, [*LIST, "tags"], ["Letters"], "GET /notes", "the tag Letters is not described"),
    (secured, ["security"], GONE, "GET /notes", "does not say whether it takes a token"),
    (secured, [*LIST, "security"], [{"password": []}], "GET /notes", "asks for password, which is no security scheme"),
    (secured, [*LIST, "security"], [{"oauth": ["notes:burn"]}], "GET /notes", "asks for notes:burn, which oauth does not have"),
    (listed, [*LIST, "parameters", 0, "schema", "default"], 20, "GET /notes", "limit is not from 1 to 200, 50 by default"),
    (listed, [*LIST, "parameters", 0, "schema", "maximum"], GONE, "GET /notes", "limit is not from 1 to 200, 50 by default"),
    (listed, [*LIST, "parameters", 1, "schema", "type"], "integer", "GET /notes", "after is not a string"),
    (listed, [*LIST, "parameters", 1, "name"], "offset", "GET /notes", "pages by offset"),
    (listed, [*PAGE, "items", "type"], "object", "GET /notes", "its answer has no items"),
    (listed, [*PAGE, "nextCursor"], GONE, "GET /notes", "its answer has no nextCursor that may be absent"),
    (listed, [*ANSWER, "schema", "required"], ["items", "nextCursor"], "GET /notes", "its answer has no nextCursor that may be absent"),
    (bounded, [*PAGE, "nextCursor"], GONE, "GET /notes", "items is no list's page and has no end (maxItems)"),
    (bounded, [*PAGE, "authors"], {"type": "array", "items": {"type": "string"}}, "GET /notes", "authors is no list's page and has no end (maxItems)"),
    (bounded, [*ANSWER, "schema"], {"type": ["array", "null"]}, "GET /notes", "the answer itself is no list's page and has no end (maxItems)"),
    (bounded, [*ANSWER, "schema"], {"allOf": [{"type": "object", "properties": {"readers": {"type": "array"}}}]}, "GET /notes",
     "readers is no list's page and has no end (maxItems)"),
    (named, [*NOTE, "properties", "written_by"], {"type": "string"}, "GET /notes", "written_by is not camelCase"),
    (named, [*LIST, "parameters", 1, "name"], "After", "GET /notes", "After is not camelCase"),
    (named, [*WRITE, "parameters", 0, "name"], "idempotency_key", "POST /notes", "the header idempotency_key is not spelled as headers are"),
    (named, ["paths", "/oldNotes"], SMALL["paths"]["/notes/{id}"], "PATCH /oldNotes", "oldNotes in its path is not lower-case words with hyphens between"),
    (current, [*NOTE, "properties", "mediaType"], {"type": "string"}, "GET /notes", "mediaType is called contentType"),
    (current, [*NOTE, "properties", "readers"], {"type": "array", "items": {"properties": {"userType": {"type": "string"}}}},
     "POST /notes", "userType is called role"),
    (current, [*LIST, "parameters", 1, "name"], "lat", "GET /notes", "lat is called latitude"),
    (current, [*LIST, "parameters", 1, "name"], "state", "GET /notes", "state is called status"),
    (instants, [*NOTE, "properties", "written"], {"type": "string", "format": "date-time"}, "POST /notes", "the instant written has a name of its own"),
    (instants, [*NOTE, "properties", "writtenAt", "format"], "date", "POST /notes", "writtenAt is called like an instant and is none"),
    (lengths, [*NOTE, "properties", "window"], {"type": ["integer", "null"]}, "GET /notes", "the length window does not say its unit"),
    (plain, [*NOTE, "properties", "isClosed"], {"type": "boolean"}, "GET /notes", "the yes or no isClosed has a verb before its word"),
    (absent, [*NOTE, "properties", "writtenAt", "type"], ["string", "null"], "GET /notes", "writtenAt may be null in an answer"),
    (absent, [*PAGE, "nextCursor"], {"oneOf": [{"type": "string"}, {"type": "null"}]}, "GET /notes", "nextCursor may be null in an answer"),
    (ids, [*NOTE, "properties", "author"], {"type": "string", "format": "uuid"}, "GET /notes", "the id author is not called …Id"),
    (ids, [*NOTE, "properties", "readers"], {"type": "array", "items": {"type": "string", "format": "uuid"}}, "GET /notes", "the ids readers are not called …Ids"),
    (explained, [*NOTE, "properties", "writerId"], {"type": "string", "format": "uuid"}, "POST /notes", "writerId is not in the glossary"),
    (explained, [*NOTE, "properties", "seenBy"], {"type": "string", "format": "uuid"}, "GET /notes", "seenBy is not in the glossary"),
    (refused, [*LIST, "responses", "401"], GONE, "GET /notes", "describes no error"),
    (refused, [*LIST, "responses", "401"], {"description": "No."}, "GET /notes", "401 is no Problem in application/problem+json"),
    (refused, ["paths", "/fhir/r4/Note"], FHIR, "GET /fhir/r4/Note", "404 is no OperationOutcome in application/fhir+json"),
    (worded, [*LIST, "parameters"], SMALL["paths"]["/notes"]["get"]["parameters"][:2], "GET /notes", "does not take Accept-Language"),
    (worded, ["components", "parameters", "language", "required"], True, "PATCH /notes/{id}", "demands Accept-Language"),
    (worded, ["components", "responses", "Refused", "headers"], GONE, "PATCH /notes/{id}", "404 does not say its language (Content-Language)"),
    (worded, [*WRITE, "responses", "204"], {"content": {"text/html": {"schema": {"type": "string"}}}}, "POST /notes", "204 does not say its language (Content-Language)"),
    (exemplified, [*ANSWER, "example"], GONE, "GET /notes", "200 has no example of application/json"),
    (exemplified, [*WRITE, "requestBody", "content", "application/json", "examples"], {}, "POST /notes", "request has no example of application/json"),
    (fitting, [*ANSWER, "example"], {}, "GET /notes", "the example of 200 application/json does not fit: 'items' is a required property"),
    (fitting, [*WRITE, "requestBody", "content", "application/json", "examples", "short", "value", "writtenAt"], "yesterday", "POST /notes",
     "the example short of the request application/json does not fit: 'yesterday' is not a 'date-time'"),
    (fitting, [*LIST, "parameters", 0, "example"], 500, "GET /notes", "the example of limit does not fit: 500 is greater than the maximum of 200"),
])
def test_a_rule_sees_what_breaks_it(rule, path, value, name, line):
    assert line in breaches(changed((path, value)), rule).get(name, [])


def test_a_retired_name_that_is_marked_may_stay():
    assert breaches(changed(([*NOTE, "properties", "mediaType"], {"type": "string", "deprecated": True})), current) == {}


def test_what_comes_back_to_an_app_is_called_as_oauth_has_it():
    document = changed(
        (["paths", "/oauth/notes"], copy.deepcopy(SMALL["paths"]["/notes"])), (["paths", "/oauth/notes", "get", "parameters", 1, "name"], "state"))
    assert "GET /oauth/notes" not in breaches(document, current)


def test_foreign_standards_have_names_and_lists_of_their_own():
    document = changed(
        (["paths", "/oauth/notes"], SMALL["paths"]["/notes"]), ([*PAGE, "nextCursor"], GONE), ([*NOTE, "properties", "written_by"], {"type": "string"}))
    document["paths"]["/oauth/notes"]["get"]["parameters"][1]["name"] = "page_token"
    assert not [name for rule in (listed, named, instants, ids) for name in breaches(document, rule) if "/oauth/" in name]


@pytest.mark.parametrize(("path", "value", "line"), [
    ([*CHANGE, "operationId"], "writeNote", "writeNote is the operationId of 2"),
    (["paths", "/Notes/{note}"], SMALL["paths"]["/notes/{id}"], "PATCH /Notes/{note} and PATCH /notes/{id} differ in spelling alone"),
    (["paths", "/notes", "patch"], {**SMALL["paths"]["/notes"]["post"], "operationId": "changeNoteInBody"},
     "PATCH /notes takes its id in the body and PATCH /notes/{id} in the path"),
])
def test_a_second_spelling_is_seen(path, value, line):
    assert line in spellings(changed((path, value)))


def test_a_second_spelling_that_is_marked_may_stay():
    old = {**SMALL["paths"]["/notes"]["post"], "operationId": "changeNoteInBody", "deprecated": True}
    assert spellings(changed((["paths", "/notes", "patch"], old))) == []
