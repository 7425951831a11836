"""What every operation of openapi.yaml takes alike: bodies without unknown fields, merge patches, If-Match, Idempotency-Key."""

import pytest

from careline.checkout import CHECKOUT
from careline.contract import METHODS, read, resolve

DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
# FHIR's resources, an app's own data and what RFC 7591 describes are no JSON of ours.
FREE = ("/fhir/", "/app-data", "/oauth/register")
# A POST that makes nothing: it asks, ends something, or gives out a token, of which another one does no harm.
MAKES_NOTHING = {"challengeAppDataKey", "logIn", "logOut", "makeToken", "pushRequest", "createLaunch", "authorizeDevice", "revokeToken", "introspectToken", "postUserInfo", "searchResourcesByFormR4",
                 "searchResourcesByFormSTU3", "validateTypeR4", "validateTypeSTU3", "validateInstanceR4", "validateInstanceSTU3", "searchAllByFormR4", "searchAllByFormSTU3", "searchCompartmentByFormR4", "searchCompartmentByFormSTU3", "showEverythingByParametersR4", "showEverythingByParametersSTU3", "showDifferenceByParametersR4", "showDifferenceByParametersSTU3",
                 "showSubscriptionStatusesByParameters", "showSubscriptionStatusByParameters", "showSubscriptionEventsByParameters", "createStreamTicket", "testWebhook", "changePassword", "forgotPassword", "changeEmail",
                 "suspendUser", "resumeUser", "unlockUser", "resetFactors", "beginTOTP", "confirmTOTP", "renewRecoveryCodes",
                 "withdrawErasure",
                 # A challenge is an answer's own, and what it signs is taken once: the second try is a 400 that says so, and the passkey is in the list.
                 "beginPasskey", "registerPasskey",
                 # What was destroyed is destroyed once.
                 "purgeRecord"}
# RFC 7591 knows no such header, and its bearer is an invitation, no token of ours: there is no caller whose key it would be, and the answer shows secrets.
UNNAMED = {"registerClient"}
# For browsers, whose forms send no headers.
PAGES = {"postAuthorize", "logInOnPage", "enterCodeOnPage", "decideConsent", "signUpOnPage", "postLogout", "confirmLogout", "forgotPasswordOnPage", "setPasswordOnPage",
         "verifyEmailOnPage", "changeProfileOnPage", "changePictureOnPage", "changeEmailOnPage", "changePasswordOnPage", "endLoginOnPage", "exportOnPage", "eraseOnPage", "withdrawErasureOnPage", "changeGuardianshipOnPage", "enterDeviceCode", "decideDevice", "changePersonOnPage", "changeAppOnPage", "registerAppOnPage", "changeFactorsOnPage", "beginTOTPOnPage", "confirmTOTPOnPage", "beginPasskeyOnPage",
         "registerPasskeyOnPage", "beginPasskeyLogin", "logInWithPasskeyOnPage", "acceptInvitationOnPage"}
# They have no version: to say them twice, or late, changes nothing, and an account is erased whatever it was last.
MARKS = {"setTyping", "setSeen", "readAllNotifications", "readNotification", "deleteMessage", "deleteUser",
         "leaveConversation", "declineInvitation", "addBlock", "removeBlock", "endSession", "endOtherSessions", "endBrowser", "endOtherBrowsers", "withdrawConsent",
         "acceptGuardianship", "endGuardianship",
         # RFC 7592 knows no condition.
         "replaceRegistration", "endRegistration",
         "withdrawInvitation", "retireAppDataKey",
         # tus has a condition of its own: where the upload is.
         "appendToUpload", "deleteUpload",
         # What is exported has no version.
         "cancelExportR4", "cancelExportSTU3"}
# FHIR has patches of its own (http://hl7.org/fhir/R4/http.html#patch), and so has tus.
OTHER_PATCHES = {"patchResourceR4", "patchResourceSTU3", "patchFoundResourceR4", "patchFoundResourceSTU3", "appendToUpload"}
# As a seed's app has sent it from the beginning, the id in the body and both ends of a time: it stays as it is (docs/versions.md).
IN_BODY = {"changeAppointmentInBody"}
# Where several people edit the same thing, what is written was read first (RFC 6585, section 3): the directory, organisations with their members and teams, clients.
DEMANDING = {"changeER", "removeER", "setERScheduleRange", "setERScheduleDate", "forgetERScheduleDate",
             "changeOrganisation", "closeOrganisation", "changeMember", "removeMember", "changeTeam", "deleteTeam", "changeClient", "disableClient", "rotateClientSecret"}
# They are few and small: their list has each one's version.
LISTED = {"/health/heart-rates/{id}": "/health/heart-rates", "/health/reminders/{id}": "/health/reminders", "/users/{id}/factors/{factorId}": "/users/{id}/factors",
          **dict.fromkeys(("/organisations/{id}/members/{userId}", "/organisations/{id}/members/{userId}/verification"), "/organisations/{id}/members")}
# Where the tag is read, if it is not at the address that is written to.
READ_AT = {
    "/providers/availability/intervals/{id}": "/providers/{id}/availability", "/appointments": "/appointments/{id}", "/fhir/r4/{type}": "/fhir/r4/{type}/{id}", "/fhir/stu3/{type}": "/fhir/stu3/{type}/{id}", "/providers/availability": "/providers/{id}/availability", "/health/settings/seven-day-average": "/health/settings",
    "/admin/clients/{clientId}/secret": "/admin/clients/{clientId}",
}


class Operation:
    def __init__(self, method: str, path: str, item: dict):
        self.method, self.path, self.value = method.upper(), path, item[method]
        self.id = self.value["operationId"]
        parameters = [resolve(DOCUMENT, each) for each in [*item.get("parameters", []), *self.value.get("parameters", [])]]
        self.headers = {each["name"]: each for each in parameters if each["in"] == "header"}
        self.answers = {status: resolve(DOCUMENT, answer) for status, answer in self.value["responses"].items()}
        self.content = (resolve(DOCUMENT, self.value.get("requestBody")) or {}).get("content", {})


OPERATIONS = {
    each.id: each for path, item in DOCUMENT["paths"].items() for each in (Operation(method, path, item) for method in METHODS & item.keys())
}
JSON = [each for each in OPERATIONS.values() if "application/json" in each.content and not each.path.startswith(FREE)]
UPDATES = [each for each in OPERATIONS.values() if each.method in ("PUT", "PATCH", "DELETE") and each.id not in MARKS or each.id in DEMANDING]


def name(operation: Operation) -> str:
    return operation.id


def schemas(node, document=None, seen=None):
    """Every schema within, references followed once."""
    document, seen = document or DOCUMENT, set() if seen is None else seen
    if isinstance(node, list):
        for each in node:
            yield from schemas(each, document, seen)
    elif isinstance(node, dict):
        reference = node.get("$ref")
        if reference and reference not in seen:
            seen.add(reference)
            yield from schemas(resolve(document, {"$ref": reference}), document, seen)
        yield node
        for key, each in node.items():
            if key not in ("example", "examples", "default", "enum", "const"):
                yield from schemas(each, document, seen)


ANSWERED = {id(each) for operation in OPERATIONS.values() for answer in operation.answers.values() for each in schemas(answer)}


def open_objects(schema: dict, document=None) -> list[list[str]]:
    """The properties of each object that takes others too. What is a part of a composition is closed by the whole of it; what answers
    have as well may gain fields there, and is closed where a request refers to it."""
    document, found = document or DOCUMENT, []
    inner = {id(resolve(document, part)) for each in schemas(schema, document) for part in each.get("oneOf", []) + each.get("allOf", [])
             if each.get("unevaluatedProperties") is False}
    for each in schemas(schema, document):
        closed = each.get("additionalProperties") is False or each.get("unevaluatedProperties") is False
        if "properties" in each and not closed and id(each) not in inner and id(each) not in ANSWERED:
            found.append(sorted(each["properties"]))
    return found


def open_references(schema: dict) -> list[str]:
    """References from a request's own schemas to objects that answers have as well."""
    return [
        each["$ref"] for each in schemas(schema) if id(each) not in ANSWERED and "$ref" in each and each.get("unevaluatedProperties") is not False
        and id(target := resolve(DOCUMENT, each)) in ANSWERED and "properties" in target]


@pytest.mark.parametrize("operation", JSON, ids=name)
def test_a_body_has_no_field_that_is_not_known(operation):
    for media in operation.content.values():
        assert open_objects(media["schema"]) == []
        assert open_references(media["schema"]) == []


@pytest.mark.parametrize(("schema", "found"), [
    ({"type": "object", "properties": {"a": {}}}, [["a"]]),
    ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, []),
    ({"type": "array", "items": {"properties": {"b": {}, "a": {}}}}, [["a", "b"]]),
    ({"properties": {"a": {"properties": {"b": {}}}}, "additionalProperties": False}, [["b"]]),
    ({"oneOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False}, []),
    ({"oneOf": [{"properties": {"a": {}}}]}, [["a"]]),
    ({"type": "object", "additionalProperties": {"type": "string"}}, []),
])
def test_an_open_object_is_seen(schema, found):
    assert open_objects(schema, {}) == found


@pytest.mark.parametrize("operation", [each for each in OPERATIONS.values() if each.method == "PATCH" and each.id not in OTHER_PATCHES], ids=name)
def test_a_patch_is_a_merge_patch(operation):
    assert set(operation.content) == {"application/json", "application/merge-patch+json"}
    schemas = [media["schema"] for media in operation.content.values()]
    assert schemas[0] == schemas[1]


def demands(schema: dict, document: dict | None = None) -> list[str]:
    """What a merge patch would have to hold; of what is within a value it is the value's own affair (RFC 7396: a list is one)."""
    schema = resolve(document or DOCUMENT, schema)
    parts = [part for name in ("allOf", "oneOf", "anyOf") for part in schema.get(name, [])]
    own = [name for name in ("required", "minProperties", "dependentRequired") if schema.get(name)]
    return own + [each for part in parts for each in demands(part, document)]


@pytest.mark.parametrize("operation", [each for each in OPERATIONS.values() if each.method == "PATCH" and each.id not in OTHER_PATCHES | IN_BODY], ids=name)
def test_what_a_patch_leaves_out_stays(operation):
    for media in operation.content.values():
        assert demands(media["schema"]) == [], "what is absent from a merge patch stays, and {} changes nothing"


@pytest.mark.parametrize(("schema", "found"), [
    ({"properties": {"a": {"required": ["b"]}}}, []), ({"required": ["a"]}, ["required"]), ({"minProperties": 1}, ["minProperties"]),
    ({"allOf": [{"dependentRequired": {"a": ["b"]}}]}, ["dependentRequired"]), ({"required": []}, [])])
def test_what_a_patch_demands_is_seen(schema, found):
    assert demands(schema, {}) == found


@pytest.mark.parametrize("operation", UPDATES, ids=name)
def test_an_update_takes_if_match(operation):
    assert "If-Match" in operation.headers, "an update takes If-Match, or is named among the marks"
    assert "412" in operation.answers
    assert ("428" in operation.answers) == (operation.id in DEMANDING)
    if "If-None-Match" not in operation.headers:
        assert operation.headers["If-Match"].get("required", False) == (operation.id in DEMANDING)


@pytest.mark.parametrize("path", sorted({each.path for each in UPDATES}))
def test_what_if_match_names_can_be_read(path):
    if path in LISTED:
        page = resolve(DOCUMENT, resolve(DOCUMENT, DOCUMENT["paths"][LISTED[path]]["get"]["responses"]["200"])["content"]["application/json"]["schema"])
        items = next(each for each in page["properties"].values() if each["type"] == "array")
        assert "version" in resolve(DOCUMENT, items["items"])["required"]
        return
    answer = resolve(DOCUMENT, DOCUMENT["paths"][READ_AT.get(path, path)]["get"]["responses"]["200"])
    assert "ETag" in answer.get("headers", {})


@pytest.mark.parametrize("operation", [each for each in OPERATIONS.values() if each.method == "GET"], ids=name)
def test_what_has_a_tag_is_asked_for_again_by_it(operation):
    """Whoever has it hears 304: said by the answer, the header and the tag together, or by none of them."""
    tagged = "ETag" in operation.answers.get("200", {}).get("headers", {})
    assert ("304" in operation.answers) == ("If-None-Match" in operation.headers) == tagged


def test_refusals_name_their_request():
    """By the header, as the body does."""
    refusals = {
        (operation.id, status): answer for operation in OPERATIONS.values() for status, answer in operation.answers.items()
        if status >= "400" and {"application/problem+json", "application/fhir+json"} & answer.get("content", {}).keys()}
    assert len(refusals) > 2_000
    assert [place for place, answer in refusals.items() if "X-Request-Id" not in answer.get("headers", {})] == []


@pytest.mark.parametrize("operation", [each for each in OPERATIONS.values() if each.method == "POST" and each.id not in MAKES_NOTHING | UNNAMED | PAGES], ids=name)
def test_what_makes_something_takes_an_idempotency_key(operation):
    assert "Idempotency-Key" in operation.headers
    assert {"409", "422"} <= operation.answers.keys(), "409 while the first is at work, 422 for another request"


@pytest.mark.parametrize("operation", [each for each in OPERATIONS.values() if "Idempotency-Key" in each.headers], ids=name)
def test_a_repetition_says_that_it_is_one(operation):
    assert any("Idempotent-Replayed" in answer.get("headers", {}) for status, answer in operation.answers.items() if status.startswith("2"))


def test_every_exception_is_there():
    assert OPERATIONS.keys() >= MAKES_NOTHING | UNNAMED | PAGES | MARKS | DEMANDING | IN_BODY | OTHER_PATCHES
