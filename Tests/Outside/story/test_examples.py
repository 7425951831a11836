"""Every example of a request in openapi.yaml is sent, with the ids, names and times of a world that is there: it is taken, and each answer is as
the contract says."""

import json
import secrets
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import jsonschema
import pytest
import requests

from careline import guardians, passkeys, people, sealed_data
from careline.booking import spelled
from careline.cast import Cast
from careline.checkout import CHECKOUT
from careline.contract import METHODS, read, resolve

pytestmark = pytest.mark.once

DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
# The app of the examples, in whose place the world's stands.
APP = DOCUMENT["components"]["examples"]["Client"]["value"]["id"]
# The forms are without the token that their page has for one browser; the appointment has not begun; the app has not registered where it would have
# people sent; nobody's secret goes with the question.
REFUSED = {
    **{f"{form}-x-www-form-urlencoded-jo": 403 for form in (
        "logInOnPage", "enterCodeOnPage", "signUpOnPage", "forgotPasswordOnPage", "setPasswordOnPage", "verifyEmailOnPage", "withdrawErasureOnPage",
        "beginPasskeyLogin", "logInWithPasskeyOnPage")},
    # That app is for browsers.
    "authorizeDevice-x-www-form-urlencoded-television": 400,
    # Patients practise nothing.
    "changeUser-json-provider": 400,
    # There is nothing that was begun.
    "confirmTOTP-json-app": 404,
    # Nobody has subscribed to anything.
    **{f"{operation}-{kind}-asked": 404 for operation in ("showSubscriptionStatusByParameters", "showSubscriptionEventsByParameters") for kind in ("fhir+json", "json")},
    "changeAppointment-json-end": 409, "confirmLogout-x-www-form-urlencoded-app": 400, "introspectToken-x-www-form-urlencoded-access": 401,
    # Nobody invites with an example.
    "registerClient-json-example": 401, "replaceRegistration-json-example": 401}
# Who sends it, where that is not the patient.
CALLERS = {
    # A token in the header would be a client's own, which it is not.
    **dict.fromkeys(("makeToken", "pushRequest", "authorizeDevice", "revokeToken", "introspectToken", "postUserInfo"), "nobody"),
    **dict.fromkeys(
        ("suspendUser", "resetFactors", "createClient", "changeClient", "rotateClientSecret", "verifyUser", "createOrganisation", "addMember", "verifyMember"), "admin"),
    # Nobody else logs in as this one.
    "changePassword": "outsider",
    **dict.fromkeys(("createWebhook", "changeWebhook", "rotateWebhookSecret", "replayWebhook"), "machine"),
    **dict.fromkeys(("addAvailability", "changeAvailability"), "outsider"),
    **dict.fromkeys(("changeAvailabilityInterval", "changeAppointment", "changeConversation", "breakGlass"), "provider"),
    **dict.fromkeys(("createER", "importERs", "changeER", "setERScheduleRange", "setERScheduleDate"), "scheduler"),
}
# Those that have to name a version.
DEMANDING = {"changeOrganisation", "changeMember", "changeTeam", "changeClient", "rotateClientSecret", "changeER", "setERScheduleRange", "setERScheduleDate", "changeHeartRate", "changeReminder"}
# In the background alone.
LATER = {"startExportByParameters", "startPatientExportByParameters"}
# There may be one alert, and it is answered once, who invites has just signed in, and of a purged record nothing is left: each has a world of its own.
ALONE = {"answerAlert", "changeReminder", "suspendUser", "inviteGuardian", "resetFactors", "registerPasskey", "renameFactor", "purgeRecord"}
# What is no longer as it was afterwards.
USED = {
    "changeConversation": ["conversation", "message"], "cancelAppointment": ["appointment"], "cancelAppointmentInBody": ["appointment"],
    **dict.fromkeys(("patchResource", "patchFoundResource", "updateFoundResource"), ["chart"]),
    # What was sealed once stays sealed.
    "updateAppData": ["record"]}
# An address that names the chart, or finds it: a patch does not say of what type its resource is.
CHARTED = {"patchResource", "patchFoundResource", "updateFoundResource", "searchCompartmentByForm", "showEverythingByParameters", "showDifferenceByParameters"}
FINDING = {"patchFoundResource", "updateFoundResource"}


def name() -> str:
    return f"example-{secrets.token_hex(6)}"


def days_ahead(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat()


def from_now(**time: float) -> str:
    return spelled(datetime.now(UTC) + timedelta(**time))


def times(cast: Cast) -> dict:
    return {name: cast.free_slot[name] for name in ("startTime", "endTime")}


def page(cast: Cast) -> dict:
    return {"request": urlsplit(cast.third_party.begin().address).query, "username": name(), "password": people.PASSWORD}


def member(cast: Cast) -> str:
    """Who practises in the patient's organisation."""
    joined = cast.admin.post(f"/organisations/{cast.organisation}/members", {"userId": cast.colleague.id, "roles": ["practitioner"]})
    assert joined.status_code in (201, 409), joined.text
    return cast.colleague.id


def resource(cast: Cast) -> dict:
    return {"id": cast.fhir}


def chart(cast: Cast) -> dict:
    return {"id": cast.chart}


def sealed(cast: Cast) -> dict:
    """An envelope for a device of the patient's."""
    device = sealed_data.Device.of(cast.patient)
    device.keep()
    return sealed_data.seal(cast.patient.id, [device.public], b"Better than yesterday")


def emergency(cast: Cast) -> dict:
    assert cast.fhir, "without which there is nothing to see"
    return {"patientId": cast.patient.id}


def family(cast: Cast) -> dict:
    """A guardian's token, and whom they act for."""
    ward, guardian = people.sign_up(cast.url, "patient", "example"), people.sign_up(cast.url, "patient", "example")
    guardians.begin(ward, guardian)
    return {"subject_token": guardian.token, "requested_subject": ward.id}


# What of an example is of the world, by the operation and the field.
WORLD = {
    # Nobody whom another test looks for.
    "signUp": lambda cast: {"username": name(), "fullName": "Ex Ample", "specialty": name()},
    "logIn": lambda cast: {"username": cast.patient.username, "password": people.PASSWORD},
    "withdrawErasure": lambda cast: {"username": cast.patient.username, "password": people.PASSWORD},
    "postAuthorize": lambda cast: {"redirect_uri": cast.third_party.redirect_uri},
    # There is one version.
    "showDifferenceByParameters": lambda cast: {"valueInteger": 1},
    "startPatientExportByParameters": lambda cast: {"reference": f"Patient/{cast.patient.id}"},
    "logInOnPage": page,
    "enterCodeOnPage": page,
    "beginPasskeyLogin": page,
    "logInWithPasskeyOnPage": page,
    "changeFactorsOnPage": lambda cast: {"remove": name()},
    "registerPasskey": lambda cast: {"credential": passkeys.registration(passkeys.begin(cast.patient), passkeys.origin(cast.url))},
    "decideConsent": page,
    "signUpOnPage": page,
    "makeToken": lambda cast: {"refresh_token": people.sign_up(cast.url, "patient", "example").refresh_token, **family(cast)},
    "inviteGuardian": lambda cast: {"guardianId": cast.stranger.id},
    # A patient names themselves; what a provider's opens is in AuthTests/LaunchRouteTests.
    "createLaunch": lambda cast: {"patientId": cast.patient.id, "clientId": cast.third_party.client_id},
    "changeGuardianshipOnPage": lambda cast: {"accept": cast.guardianship},
    "pushRequest": lambda cast: {"redirect_uri": cast.third_party.redirect_uri},
    "postUserInfo": lambda cast: {"access_token": cast.patient.token},
    "changePassword": lambda cast: {"current": people.PASSWORD, "new": f"{people.PASSWORD} {name()}"},
    "changeEmail": lambda cast: {"password": people.PASSWORD, "email": f"{name()}@example.org"},
    "createClient": lambda cast: {"id": name()},
    "rotateClientSecret": lambda cast: {"formerSecretUntil": from_now(hours=1)},
    "acceptInvitationOnPage": lambda cast: {"invitation": cast.organisationInvitation},
    "createOrganisation": lambda cast: {"ownerId": cast.patient.id},
    "addMember": lambda cast: {"userId": people.provider(cast.url, cast.specialty, "member").id},
    **dict.fromkeys(("createTeam", "changeTeam"), lambda cast: {"name": name(), "memberIds": [cast.patient.id]}),
    "createWebhook": lambda cast: cast.hook(),
    "replayWebhook": lambda cast: {"from": from_now(hours=-1)},
    "changeAvailabilityInterval": lambda cast: {"endTime": "2090-03-01T12:00:00Z"},
    "bookAppointment": lambda cast: {"providerId": cast.provider.id, **times(cast)},
    "changeAppointment": times,
    "changeAppointmentInBody": lambda cast: {"id": cast.appointment, **times(cast)},
    "cancelAppointmentInBody": lambda cast: {"id": cast.appointment},
    # Where no other test looks for one.
    "createER": lambda cast: {"latitude": 82.4, "longitude": -62.1},
    "setERScheduleRange": lambda cast: {"from": days_ahead(2), "to": days_ahead(32)},
    "searchResourcesByForm": lambda cast: {"_id": cast.fhir},
    "searchAllByForm": lambda cast: {"_id": cast.fhir},
    "searchCompartmentByForm": lambda cast: {"_id": cast.fhir},
    **dict.fromkeys(("createResource", "updateResource", "validateType", "validateInstance", "createBinary", "updateBinary"), resource),
    "updateFoundResource": chart,
    **dict.fromkeys(("createAppData", "updateAppData"), sealed),
    "createAppDataKey": lambda cast: sealed_data.Device.of(cast.patient).proof(),
    "purgeRecord": lambda cast: {"patientId": cast.patient.id},
    "breakGlass": emergency,
    "recordHeartRates": lambda cast: {"at": from_now(seconds=-1)},
    "changeReminder": lambda cast: {"dueAt": from_now(hours=3)},
    "createConversation": lambda cast: {"participantIds": [cast.provider.id], "clientId": name()},
    "addParticipant": lambda cast: {"userId": cast.colleague.id},
    "sendMessage": lambda cast: {"clientId": name()},
    "setSeen": lambda cast: {"itemId": cast.message},
    "readAllNotifications": lambda cast: {"createdUntil": from_now(minutes=-1)},
}


@dataclass(frozen=True)
class Example:
    operation: str
    method: str
    path: str
    kind: str
    title: str
    value: object
    value_of_id: str | None

    def __str__(self) -> str:
        return f"{self.operation}-{self.kind.partition('/')[2]}-{self.title}"

    @property
    def of_any_release(self) -> str:
        return self.operation.removesuffix("R4").removesuffix("STU3")


def examples() -> list[Example]:
    found = []
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS & item.keys():
            operation = item[method]
            references = [each.get("$ref", "") for each in item.get("parameters", []) + operation.get("parameters", [])]
            ids = [each.rpartition("/")[2].removesuffix("Id") for each in references if each.endswith("Id")]
            for kind, media in resolve(DOCUMENT, operation.get("requestBody", {})).get("content", {}).items():
                named = {title: resolve(DOCUMENT, each)["value"] for title, each in media.get("examples", {}).items()}
                named |= {"example": media["example"]} if "example" in media else {}
                found += [
                    Example(operation["operationId"], method.upper(), path, kind, title, value, ids[0] if "{id}" in path else None)
                    for title, value in named.items()]
    return found


EXAMPLES = examples()


def of_this_world(value, own: dict):
    """With the world's values for fields of these names, however deep."""
    if isinstance(value, dict):
        return {key: own[key] if key in own else of_this_world(each, own) for key, each in value.items()}
    return [of_this_world(each, own) for each in value] if isinstance(value, list) else value


def of_this_app(value, app: str):
    """With the id of the world's app for that of the examples, however deep and also within a text."""
    return json.loads(json.dumps(value).replace(APP, app))


def ids(value) -> set[str]:
    """Whatever is written like the id of a thing."""
    if isinstance(value, dict | list):
        return {each for part in (value.values() if isinstance(value, dict) else value) for each in ids(part)}
    try:
        return {value} if isinstance(value, str) and str(uuid.UUID(value)) == value else set()
    except ValueError:
        return set()


def send(example: Example, cast: Cast) -> requests.Response:
    own = WORLD.get(example.of_any_release, lambda cast: {})(cast)
    value = of_this_world(of_this_app(example.value, cast.third_party.client_id), own)
    assert not ids(value) & ids(example.value), "an id of nobody's: name the field in WORLD"
    is_charted = example.of_any_release in CHARTED
    kind = "chart" if is_charted else example.value_of_id
    path = example.path.format(
        userId=member(cast) if "{userId}" in example.path else None,
        id=kind and cast.id(kind), date=days_ahead(3), clientId="{clientId}" in example.path and cast.client,
        factorId=cast.passkey if "{factorId}" in example.path else None, teamId=cast.team if "{teamId}" in example.path else None, inner="Observation",
        type="Patient" if is_charted else value.get("resourceType", "Basic") if isinstance(value, dict) else "Basic")
    headers = {**cast.headers(CALLERS.get(example.operation, "patient")), "Content-Type": example.kind}
    headers |= {"If-Match": "*"} if example.operation in DEMANDING else {}
    headers |= {"Prefer": "respond-async"} if example.of_any_release in LATER else {}
    is_text = isinstance(value, str) or example.kind == "application/x-www-form-urlencoded"
    condition = {"_id": cast.chart} if example.of_any_release in FINDING else None
    return requests.request(
        example.method, cast.url + path, params=condition, data=value if is_text else json.dumps(value), headers=headers, allow_redirects=False, timeout=30)


def faults(example: Example, answer: requests.Response) -> list[str]:
    """What is not in the answer as the contract says."""
    described = DOCUMENT["paths"][example.path][example.method.lower()]["responses"]
    if str(answer.status_code) not in described:
        return [f"{answer.status_code} is not described"]
    content = resolve(DOCUMENT, described[str(answer.status_code)]).get("content", {})
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if not content or kind not in content:
        return [f"{kind} is not described"] if answer.content else []
    if not kind.endswith("json"):
        return []
    schema = {**content[kind].get("schema", {}), "components": DOCUMENT["components"]}
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    return [f"{list(fault.path)}: {fault.message}" for fault in validator.iter_errors(answer.json())]


def test_there_are_examples_of_all_of_it():
    sent = {example.operation for example in EXAMPLES}
    assert len(sent) > 35 and len(EXAMPLES) > len(sent)
    assert (WORLD.keys() | USED.keys() | CHARTED | FINDING | LATER) <= {example.of_any_release for example in EXAMPLES}
    assert (CALLERS.keys() | DEMANDING | ALONE) <= sent
    assert REFUSED.keys() <= {str(example) for example in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_is_taken(example, cast, another_cast):
    world = another_cast() if example.operation in ALONE else cast
    answer = send(example, world)
    for thing in USED.get(example.of_any_release, []):
        world.renew(thing)
    if example.of_any_release in LATER and answer.status_code == 202:
        # So many are kept at once.
        assert world.patient.delete(urlsplit(answer.headers["Content-Location"]).path).status_code == 202
    assert answer.status_code == REFUSED[str(example)] if str(example) in REFUSED else answer.status_code < 400, f"{answer.status_code} {answer.text}"
    assert faults(example, answer) == [], answer.text
