"""Where openapi.yaml lists words, a generated client takes those and no others: they are the ones that the code knows."""

import re

import pytest

from careline.checkout import CHECKOUT
from careline.contract import read, resolve
from careline.swift_enums import words

DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
# Of the contract's schema at that place: the enumeration whose words it lists, and those of them that are not said there, with the reason.
REDIRECTED = {"login_required": "in a redirect's query alone", "consent_required": "in a redirect's query alone",
              "temporarily_unavailable": "in a redirect's query alone"}
LISTED = [
    ("OAuthError.error", "Services/Auth/Rules/OAuthError.swift", "Code", REDIRECTED),
    ("ClientKeys.keys.alg", "Services/Auth/Rules/AssertionAlgorithm.swift", "AssertionAlgorithm", {}),
    ("NewClientKeys.keys.alg", "Services/Auth/Rules/AssertionAlgorithm.swift", "AssertionAlgorithm", {}),
    ("Guardianship.status", "Services/Auth/Rules/Guardianship.swift", "State", {}),
    ("Guardianship.state", "Services/Auth/Rules/Guardianship.swift", "State", {}),
    ("ER.status", "Services/ERDirectory/Rules/ERStatus.swift", "ERStatus", {}),
    ("Weekday", "Shared/CareModels/Calendar/Weekday.swift", "Weekday", {}),
    ("Webhook.status", "Services/Webhooks/Rules/Webhook.swift", "State", {}),
    ("Webhook.state", "Services/Webhooks/Rules/Webhook.swift", "State", {}),
    ("Webhook.reason", "Services/Webhooks/Rules/Webhook.swift", "Reason", {}),
    ("WebhookAttempt.outcome", "Services/Webhooks/Rules/Attempt.swift", "Outcome", {}),
    ("WebhookChange.status", "Services/Webhooks/Rules/Webhook.swift", "State", {"disabled": "by the service alone"}),
    ("WebhookChange.state", "Services/Webhooks/Rules/Webhook.swift", "State", {"disabled": "by the service alone"}),
]


def listed(place: str) -> set[str]:
    """`Schema.property.property`, through references and arrays."""
    name, *properties = place.split(".")
    node = DOCUMENT["components"]["schemas"][name]
    for each in properties:
        node = resolve(DOCUMENT, node["properties"][each])
        node = resolve(DOCUMENT, node.get("items", node))
    return set(node["enum"])


@pytest.mark.parametrize(("place", "file", "name", "elsewhere"), LISTED, ids=[place for place, *_ in LISTED])
def test_the_contract_lists_the_words_of_the_code(place, file, name, elsewhere):
    known = words(file, name)
    assert elsewhere.keys() <= known
    assert listed(place) == known - elsewhere.keys()


def test_a_bundles_entry_may_ask_by_every_method_that_is_read():
    source = (CHECKOUT / "Services/Records/Rules/FHIR/BundleEntry.swift").read_text()
    request = DOCUMENT["components"]["schemas"]["BundleToRun"]["properties"]["entry"]["items"]["properties"]["request"]["properties"]
    assert set(request["method"]["enum"]) == set(re.findall(r'"(\w+)"', re.search(r'\[("GET", .*?)\]\.contains\(method\)', source)[1]))
    assert set(re.findall(r'"(\w+)"', re.search(r'for name in \[(.*?)\]', source)[1])) == request.keys()


def test_what_kept_a_receiver_from_answering_is_listed():
    source = (CHECKOUT / "Shared/Fetch/FetchError.swift").read_text().partition("var word: String {")[2]
    said = set(re.findall(r'case .*: "(\w+)"', source)) | {"stopped", "expired"}
    assert set(DOCUMENT["components"]["schemas"]["WebhookError"]["enum"]) == said


def test_the_kinds_of_what_is_told_to_a_person_are_named():
    """Others may come, so they are no enumeration of the contract's."""
    for schema, file, name in (("Notification", "Services/Messaging/Rules/NotificationKind.swift", "NotificationKind"),
                               ("FeedEntry", "Services/Messaging/Rules/FeedKind.swift", "FeedKind")):
        said = DOCUMENT["components"]["schemas"][schema]["properties"]["kind"]["description"]
        assert set(re.findall(r"`([^`]+)`", said)) == words(file, name), schema


def test_every_scope_is_in_the_contract_and_in_the_guides_table():
    source = (CHECKOUT / "Services/Auth/Rules/Scopes.swift").read_text()
    known = set(re.findall(r'"([^"]+)"', re.search(r"static let all = \[(.*?)\]", source, re.S)[1]))
    flows = DOCUMENT["components"]["securitySchemes"]["oauth"]["flows"].values()
    # Those of SMART App Launch have types and interactions in them, or none of the form `what:how`.
    described = {scope for flow in flows for scope in flow["scopes"] if "/" not in scope} - {"fhirUser", "launch", "online_access"}
    assert described == known
    table = (CHECKOUT / "docs/app-developers.md").read_text().partition("\n| scope | gives |\n")[2].partition("\n\n")[0]
    named = {scope for row in table.splitlines() for scope in re.findall(r"`([^`]+)`", row.split("|")[1])}
    assert known <= named
