"""Story, part 4: schemathesis tries everything that openapi.yaml describes, and much that it forbids: each operation as all who
may use it, and once as whoever may not. Runs last of all (conftest.py): its wrong passwords make Auth wary of this machine's address, and
its admin disables and suspends whatever it finds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from careline import people
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.cast import MACHINES_EVENT, made
from careline.checkout import CHECKOUT
from careline.contract import METHODS, operations, read, resolve
from careline.contract_rules import PAGES
from careline.operator import webhooks_service
from careline.waiting import until

pytestmark = pytest.mark.once

# Test cases of each operation, beside those that follow from its description one by one.
EXAMPLES = os.environ.get("CARE_SCHEMATHESIS_EXAMPLES", "15")
# In this order: the limits of a form are tried in turn, which takes most of the time, as the first of those who may use it.
ROLES = {"patient": "patient", "doctor": "provider", "scheduler": "scheduler", "admin": "admin"}
# These end the session, the account or the record that the others need.
ENDINGS = ["logOut", "deleteUser", "purgeRecord"]
# These refuse with 400 what the form of a request cannot say: an end before its start, a cursor that was made up, a password
# that is too common, a code that no app shows, a weekday's hours of no length, an app that nobody has registered, a window that ends before it begins, an
# annotation of nothing but a space, an entity tag (schemathesis loses its quotes), a place that goes by both of its names or by none,
# a point that is on no curve, an answer to no challenge, a recipient whom nobody knows,
# a parameter that OAuth takes once sent twice, a password that is not the account's, an app's address that is not registered.
BEYOND_FORM = [
    "findNearestERs", "changeUser", "changeEmail", "changePassword", "confirmTOTP", "enterCodeOnPage", "forgotPasswordOnPage", "setPasswordOnPage", "verifyEmailOnPage", "showAccount", "changeProfileOnPage", "changePictureOnPage", "changeEmailOnPage", "changePasswordOnPage", "endLoginOnPage", "exportOnPage", "withdrawErasureOnPage", "eraseOnPage", "changeGuardianshipOnPage", "inviteGuardian", "listGuardianships", "registerPasskey", "renameFactor", "resetFactors", "beginPasskeyLogin", "logInWithPasskeyOnPage", "changeFactorsOnPage", "beginTOTPOnPage", "confirmTOTPOnPage", "beginPasskeyOnPage", "registerPasskeyOnPage", "introspectToken", "pushRequest", "createLaunch", "authorizeDevice", "enterDeviceCode", "decideDevice", "registerClient", "replaceRegistration",
    "revokeToken", "postUserInfo", "requestLogout", "confirmLogout", "listApps", "listSessions", "listBrowsers", "findUsers", "suspendUser", "listAudit", "showPeople", "showApps", "showLog", "exportLogOnPage", "changePersonOnPage", "changeAppOnPage", "registerAppOnPage", "listClients", "createClient", "changeClient", "disableClient", "rotateClientSecret", "verifyUser", "withdrawVerification", "closeOrganisation", "removeMember", "withdrawMembersVerification", "removeFactor", "createOrganisation", "listOrganisations", "listOwnInvitations", "changeOrganisation", "listMembers", "addMember",
    "changeMember", "verifyMember", "listInvitations", "inviteMember", "listTeams", "createTeam", "changeTeam", "deleteTeam", "acceptInvitationOnPage", "answerAlert", "changeHealthSettings", "useSevenDayAverage", "listHeartRates", "changeHeartRate", "deleteHeartRate", "listReminders", "changeReminder",
    "deleteReminder", "listAlerts", "listEvaluations", "recordHeartRates",
    "addAvailability", "authorize", "bookAppointment", "changeAvailabilityInterval", "removeAvailabilityInterval", "cancelAppointment", "cancelAppointmentInBody", "changeAppointment",
    "changeAppointmentInBody", "changeAvailability", "decideConsent", "listProviderAppointments", "listProviderSlots", "listProviders",
    "listSpecialties", "listSpecialtySlots", "listUserAppointments", "logInOnPage", "makeToken", "showSignUp", "signUp", "signUpOnPage",
    *(name + release for release in ("R4", "STU3") for name in (
        "createResource", "updateResource", "deleteResource", "searchResources", "searchResourcesByForm", "searchAll", "searchAllByForm", "searchCompartment", "searchCompartmentByForm", "runBundle", "readResource", "readVersion",
        "showHistory", "createBinary", "updateBinary", "readBinary", "readAttachment", "validateType", "validateInstance", "explainAccess", "patchResource", "updateFoundResource", "patchFoundResource", "deleteFoundResource", "showTypeHistory", "showSystemHistory",
        "showDifference", "showDifferenceByParameters", "showEverything", "showEverythingByParameters", "startExport", "startPatientExport", "startExportByParameters", "startPatientExportByParameters", "showExport", "cancelExport", "downloadExport", "importResources")),
    "showSubscriptionStatuses", "showSubscriptionStatus", "showSubscriptionEvents",
    "showSubscriptionStatusesByParameters", "showSubscriptionStatusByParameters", "showSubscriptionEventsByParameters",
    "createUpload", "getUpload", "appendToUpload", "deleteUpload", "listAccesses", "breakGlass", "listBreakGlass", "runAppDataBatch", "listAppDataVersions", "getAppDataVersion", "purgeRecord", "listReceipts", "createAppData", "updateAppData", "deleteAppData", "listAppData", "challengeAppDataKey", "createAppDataKey", "listAppDataKeys",
    "addParticipant", "changeConversation", "addBlock", "createConversation", "listBlocks", "listConversations", "listFeed", "listItems", "listNotifications", "sendMessage", "sendMessages",
    "setSeen", "readAllNotifications",
    "changeER", "createER", "forgetERScheduleDate", "getERSchedule", "importERs", "listERAudit", "listERChanges", "listERs", "setERScheduleRange",
    "createWebhook", "changeWebhook", "deleteWebhook", "listWebhooks", "listWebhookDeliveries", "replayWebhook",
]


def reached() -> dict[str, set[str]]:
    """The operations that each role may use, by the contract. What is for everybody with a login the patient stands for, and nobody for what needs none."""
    found = [each for each in operations(read(CHECKOUT / "deploy/api/openapi.yaml")) if each.id]
    people = {role: {each.id for each in found if written in each.roles} for role, written in ROLES.items()}
    people["patient"] |= {each.id for each in found if not each.roles and not each.is_public}
    return people | {"nobody": {each.id for each in found if each.is_public}, "anybody": {each.id for each in found}}


def free_of_form() -> list[str]:
    """Those with a query that may be any text: of all texts one with a NUL is refused, wherever it comes in."""
    document, found = read(CHECKOUT / "deploy/api/openapi.yaml"), []
    for item in document["paths"].values():
        for operation in (each for method, each in item.items() if method in METHODS):
            for parameter in (resolve(document, each) for each in [*item.get("parameters", []), *operation.get("parameters", [])]):
                schema = resolve(document, parameter.get("schema", {}))
                if parameter["in"] == "query" and schema.get("type") == "string" and not {"enum", "pattern", "format"} & schema.keys():
                    found.append(operation["operationId"])
    return found


@pytest.fixture(scope="module")
def world(open_clinic, url, auth_service, scheduler):
    """Ids that exist, so that not everything is a 404."""
    weekly = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
    doctor = open_clinic("podiatry", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
    patient = people.sign_up(url, "patient", "tester")
    free = slots(patient, doctor, *next_days())
    appointment = patient.post("/appointments", booking(doctor, free[0])).json()
    begin = {"participantIds": [doctor.id], "initialMessage": {"clientId": "first", "content": {"text": "Hello"}}}
    conversation = until("Messaging knows them", lambda: (patient.post("/conversations", begin).json()).get("id"))
    admin = people.appointed(url, auth_service, "admin")
    return {"doctor": doctor, "patient": patient, "scheduler": scheduler, "admin": admin, "appointment": appointment["id"], "conversation": conversation}


def persons_places(world, person) -> dict[str, list[str]]:
    """Which ids the paths name."""
    return {
        world["doctor"].id: ["getProvider", "getAvailability", "listProviderSlots", "listProviderAppointments"],
        person.id: ["getUser", "changeUser", "getAvatar", "setAvatar", "removeAvatar", "getFactors", "beginTOTP", "inviteGuardian", "listGuardianships", "beginPasskey", "listUserAppointments"],
        world["appointment"]: ["getAppointment", "listAppointmentChanges", "changeAppointment", "cancelAppointment"],
        world["conversation"]: [
            "getConversation", "changeConversation", "addParticipant", "listItems", "sendMessage", "sendMessages", "setTyping", "setSeen"],
    }


def settings(places: dict[str, list[str]], directory: Path) -> Path:
    """Schemathesis' settings: which ids the paths name, and what counts as accepting valid data."""
    # Valid in form, but not to be had: taken, in the past, no such person.
    accepted = ["2xx", "3xx", "401", "403", "404", "409", "410", "412", "422", "429", "431"]
    refused = ["3xx", "400", "401", "403", "404", "406", "409", "410", "411", "412", "413", "415", "422", "428", "429", "431"]
    text = [
        "[checks.positive_data_acceptance]", f"expected-statuses = {accepted}", "[checks.negative_data_rejection]", f"expected-statuses = {refused}",
        # Who does not say which version they have read hears 428.
        "[checks.missing_required_header]", f"expected-statuses = {['400', '401', '403', '406', '415', '422', '428']}",
        "[[operations]]", f"include-operation-id = {sorted({*BEYOND_FORM, *free_of_form()} - {'openStream'})}", "[operations.checks.positive_data_acceptance]", f"expected-statuses = {[*accepted, '400']}",
    ]
    # Bytes that are no file of a known kind; a request that is no WebSocket's.
    for name, status in (("uploadAttachment", "415"), ("setAvatar", "415"), ("setLogo", "415"), ("openStream", "426")):
        text += ["[[operations]]", f'include-operation-id = ["{name}"]', "[operations.checks.positive_data_acceptance]",
                 f"expected-statuses = {[*accepted, '400', status]}"]
    # It wants one of two headers, which the contract cannot say.
    text += ["[[operations]]", 'include-operation-id = ["setERScheduleDate"]',
             "[operations.checks.positive_data_acceptance]", f"expected-statuses = {[*accepted, '400', '428']}"]
    # A batch is taken, and what in it is no heart rate refused by itself.
    text += ["[[operations]]", 'include-operation-id = ["recordHeartRates"]', "[operations.checks.negative_data_rejection]", f"expected-statuses = {[*refused, '200']}"]
    # An import tells line by line what was not taken.
    imports = ["importResourcesR4", "importResourcesSTU3"]
    text += ["[[operations]]", f"include-operation-id = {imports}", "[operations.checks.negative_data_rejection]", f"expected-statuses = {[*refused, '200']}"]
    # A person's own request needs no purpose: whatever is said of it is not read.
    purposed = [name + release for release in ("R4", "STU3") for name in (
        "runBundle", "searchResources", "searchResourcesByForm", "readResource", "readVersion", "showHistory")]
    text += ["[[operations]]", f"include-operation-id = {purposed}", "[operations.checks.negative_data_rejection]", f"expected-statuses = {[*refused, '200']}"]
    # Headers that nobody knows are passed over, and there is nothing else that could be wrong.
    text += ["[[operations]]", 'include-operation-id = ["createUpload"]', "[operations.checks.negative_data_rejection]", f"expected-statuses = {[*refused, '201']}"]
    # The protocol of uploads has a status of its own for who does not name its version; of whose record it is, is asked before how long a file is.
    text += ["[[operations]]", 'include-operation-id = ["createUpload", "appendToUpload", "deleteUpload"]', "[operations.checks.missing_required_header]",
             f"expected-statuses = {['400', '401', '403', '404', '406', '412', '415', '422']}"]
    # What a Binary takes beside this it takes as any resource does.
    binaries = [name + release for name in ("createBinary", "readBinary", "updateBinary") for release in ("R4", "STU3")]
    text += ["[[operations]]", f"include-operation-id = {binaries}", "[operations.checks.allow_header_conformance]", "enabled = false"]
    # The former names of an account's fields stand for those that are required.
    # Who is not logged in has logged out, whatever the form lacks.
    text += ["[[operations]]", 'include-operation-id = ["confirmLogout"]', "[operations.checks.negative_data_rejection]", f"expected-statuses = {[*refused, '200']}"]
    text += ["[[operations]]", 'include-operation-id = ["signUp"]', "[operations.checks.negative_data_rejection]", f"expected-statuses = {[*refused, '201']}"]
    for identifier, names in places.items():
        text += ["[[operations]]", f"include-operation-id = {names}", f'parameters = {{ "path.id" = "{identifier}" }}']
    file = directory / "schemathesis.toml"
    file.write_text("\n".join(text) + "\n")
    return file


def schemathesis(url, *arguments: str, settings: Path | None = None, excluding: tuple[str, ...] = (), phases: str = "examples,coverage,fuzzing"):
    """Runs it; fails with what it found. Methods that are not described have a test below: schemathesis also tries QUERY, which
    swift-nio's parser does not know as a method at all."""
    program = Path(sys.executable).parent / "schemathesis"
    command = [program, *(["--config-file", settings] if settings else []), "run", CHECKOUT / "deploy/api/openapi.yaml", "--url", url,
               "--phases", phases, "--seed", "20261121", "--generation-database", "none", "--workers", "2",
               "--exclude-checks", ",".join(["unsupported_method", *excluding]), "--continue-on-failure", "--no-color", "--warnings", "off",
               # Some of the contract is narrow: one of two fields, and nothing else.
               "--suppress-health-check", "filter_too_much", *arguments]
    done = subprocess.run([str(word) for word in command], cwd=CHECKOUT / ".careline", capture_output=True, text=True, timeout=900,
                          env={**os.environ, "SCHEMATHESIS_HOOKS": "careline.schemathesis_bodies"})
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    return done.stdout


def only(names) -> list[str]:
    return [word for name in sorted(names) for word in ("--include-operation-id", name)]


@pytest.mark.parametrize("role", ROLES)
def test_a_person_with_ids_that_exist(url, world, role, tmp_path):
    person, all_ = world[role], reached()
    before = set().union(*(all_[each] for each in list(ROLES)[:list(ROLES).index(role)]))
    own, file = all_[role] - set(ENDINGS), settings(persons_places(world, person), tmp_path)
    assert own - before, f"nothing is for a {role} first"
    for names, phases, examples in (
        (own - before, "examples,coverage,fuzzing", EXAMPLES), (own & before, "examples,fuzzing", EXAMPLES),
        (all_["anybody"] - own - set(ENDINGS), "fuzzing", "1"),
    ):
        if names:
            schemathesis(url, "--max-examples", examples, "-H", f"Authorization: Bearer {person.token}", *only(names), settings=file, phases=phases)


def test_a_machine_with_ids_that_exist(url, cast, tmp_path):
    """What is for machines alone: everything else that they reach, a person reaches too."""
    document = read(CHECKOUT / "deploy/api/openapi.yaml")
    alone = {operation.id for operation in operations(document) if operation.roles == {"service"}}
    headers = cast.headers("machine")
    # Of the types that the contract's own example asks for, too.
    types = {MACHINES_EVENT, *document["components"]["examples"]["NewWebhook"]["value"]["types"]}
    webhooks_service("grant", "--client", cast.machine_credentials["client_id"], *(word for each in sorted(types) for word in ("--type", each)))
    # One that stays as it is, one that is changed, and one that is gone after the first time: nothing is sent to an address that was made up.
    stays, changes, goes = cast.webhook, made(cast.hooked()), made(cast.hooked())
    places = {
        cast.patient.id: ["getMeasurementKey"], changes: ["changeWebhook"], goes: ["deleteWebhook"],
        stays: ["getWebhook", "rotateWebhookSecret", "testWebhook", "replayWebhook", "listWebhookDeliveries"],
    }
    assert alone == {"listWebhooks", "createWebhook"}.union(*places.values()), "an operation for machines alone has no place here"
    said = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
    schemathesis(url, "--max-examples", EXAMPLES, *said, *only(alone), settings=settings(places, tmp_path))
    left = [each["id"] for each in requests.get(f"{url}/webhooks?limit=200", headers=headers, timeout=30).json()["items"]]
    assert goes not in left and {stays, changes} < set(left), "it got as far as to make and to remove some"


def test_nobody_in_particular(url, world, tmp_path):
    all_, excluding = reached(), ("positive_data_acceptance", "negative_data_rejection", "allow_header_conformance")
    schemathesis(url, "--max-examples", EXAMPLES, *only(all_["nobody"] - set(ENDINGS)), excluding=excluding)
    schemathesis(url, "--max-examples", "1", *only(all_["anybody"] - all_["nobody"] - set(ENDINGS)), excluding=excluding, phases="fuzzing")


def test_whoever_ends_their_session_or_account(url, world, tmp_path):
    for name in ENDINGS:
        leaving = people.sign_up(url, "patient", "leaving")
        # Where a record has just been purged nothing is stored for a while: 503.
        excluding = ("positive_data_acceptance", *(["not_a_server_error"] if name == "purgeRecord" else []))
        schemathesis(url, "--max-examples", EXAMPLES, "-H", f"Authorization: Bearer {leaving.token}", "--include-operation-id", name, excluding=excluding)


def test_a_method_that_is_not_described_is_refused(url, world):
    document = read(CHECKOUT / "deploy/api/openapi.yaml")
    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    refused = 0
    for path, item in document["paths"].items():
        # A Binary takes besides what any resource does.
        of_any_type = document["paths"][path.replace("Binary", "{type}")] if path.startswith("/fhir/") else {}
        described = {method for method in methods if method.lower() in {**item, **of_any_type}}
        address = url + path.replace("{id}", world["doctor"].id).replace("{specialty}", "podiatry").replace("{type}", "Patient").replace("{version}", "1").replace("{inner}", "Observation")
        for method in methods:
            if method not in described:
                answer = world["patient"].call(method, address.removeprefix(url))
                if path.startswith("/fhir/"):
                    assert answer.status_code == 405 and answer.json()["resourceType"] == "OperationOutcome", answer.text
                elif path in PAGES and answer.headers["Content-Type"].startswith("text/html"):
                    # Where nothing but pages is around it.
                    assert answer.status_code == 405
                else:
                    people.problem(answer, 405, "method-not-allowed")
                assert set(answer.headers["Allow"].replace(" ", "").split(",")) - {"HEAD"} == described
                refused += 1
    assert refused > 50
