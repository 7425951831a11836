"""What openapi.yaml and the guides say of problems is what the one list of their types says (Shared/CareModels/Problems)."""

import re

import pytest
from conftest import sources

from careline import texts
from careline.checkout import CHECKOUT
from careline.contract import METHODS, read, resolve
from careline.contract_rules import OAUTH, PAGES

TEXT = (CHECKOUT / "deploy/api/openapi.yaml").read_text()
TYPES = {name: (int(status), title) for name, status, title in re.findall(
    r'ProblemType\(\s*"([^"]+)", (\d+), "([^"]+)"', sources("Shared/CareModels/Problems"))}
NAME = r"`([a-z]+(?:-[a-z]+)*)`"
# In answers of FHIR's routes alone, which are OperationOutcomes and name no type.
OUTCOMES = {"incomplete-resource", "invalid-resource", "not-acceptable", "patch-not-applicable", "several-matches", "too-costly", "unknown-type"}


@pytest.fixture(scope="module")
def openapi() -> dict:
    return read(TEXT)


def answers(openapi: dict):
    """Every answer of every operation, with its status and what it may hold."""
    for item in openapi["paths"].values():
        for method in item.keys() & METHODS:
            for status, answer in item[method]["responses"].items():
                yield item[method]["operationId"], int(status), resolve(openapi, answer)


def test_there_is_a_list():
    assert len(TYPES) > 50 and TYPES["slot-taken"] == (409, "That time is taken")


def test_what_the_list_says_of_each_type_has_its_french():
    """What it means, what to do, and what its members are: Text says the titles, whose French test_texts.py asks for."""
    said = re.findall(r'(?:means: |mend: |ProblemMember\("\w+", |static let \w+ = )"([^"]+)"', sources("Shared/CareModels/Problems"))
    french = {english: french for _, english, french in texts.catalogue()}
    assert len(said) > 2 * len(TYPES)
    assert [english for english in said if english not in french] == []
    assert all(french[english].endswith(".") == english.endswith(".") for english in said)


def test_every_type_that_an_app_may_hear_is_named():
    named = set(re.findall(NAME, TEXT)) | set(re.findall(r"/problems/([a-z-]+)", TEXT))
    assert TYPES.keys() - named == OUTCOMES


def test_names_of_more_than_one_word_in_problems_answers_are_types(openapi):
    heard = {(operation, name) for operation, _, answer in answers(openapi) if answer.get("content", {}).keys() == {"application/problem+json"}
             for name in re.findall(NAME, answer["description"]) if "-" in name and name not in TYPES}
    assert heard == set()


def test_an_answers_types_have_its_status(openapi):
    wrong = [(operation, status, name) for operation, status, answer in answers(openapi) if "application/problem+json" in answer.get("content", {})
             for name in re.findall(NAME, answer["description"]) if name in TYPES and TYPES[name][0] != status]
    assert wrong == []


# By status: what any operation may hear that has such an answer, and what hears it that takes a token of some role or scope, or a key for repeating.
ALIKE = {
    400: {"validation"}, 404: {"not-found"}, 412: {"precondition-failed"}, 413: {"too-large"}, 415: {"unsupported-encoding"}, 428: {"precondition-required"},
    429: {"too-many-requests"}, 431: {"head-too-large"}, 503: {"unavailable", "deadline", "outcome-unknown"}}


def heard_alike(openapi: dict, item: dict, operation: dict, status: int) -> set[str]:
    security = operation.get("security", openapi["security"])
    headers = {resolve(openapi, each)["name"] for each in [*item.get("parameters", []), *operation.get("parameters", [])]}
    follows = {
        (401, "unauthorized"): any("bearer" in each for each in security), (403, "forbidden"): "x-roles" in operation,
        (403, "insufficient-scope"): any("oauth" in each for each in security),
        (409, "request-in-progress"): "Idempotency-Key" in headers, (422, "idempotency-key-reused"): "Idempotency-Key" in headers}
    return ALIKE.get(status, set()) | {name for (of, name), does in follows.items() if of == status and does}


def test_what_follows_from_how_a_route_is_made_is_named_in_its_answers(openapi):
    """Pages answer people, OAuth's endpoints in OAuth's words, FHIR's in outcomes."""
    missing, seen = [], 0
    for path, item in openapi["paths"].items():
        for method in () if path in PAGES | OAUTH or path.startswith("/fhir/") else item.keys() & METHODS:
            for status, answer in ((int(status), resolve(openapi, answer)) for status, answer in item[method]["responses"].items()):
                if "application/problem+json" in answer.get("content", {}):
                    seen += 1
                    lacks = heard_alike(openapi, item, item[method], status) - set(re.findall(NAME, answer["description"]))
                    missing += [(item[method]["operationId"], status, lacks)] if lacks else []
    assert missing == [] and seen > 500


def test_examples_are_as_the_list_has_them(openapi):
    examples = [each["value"] for each in openapi["components"]["examples"].values() if isinstance(each.get("value"), dict) and "/problems/" in str(each["value"].get("type"))]
    assert len(examples) > 5
    for example in examples:
        assert (example["status"], example["title"]) == TYPES[example["type"].rsplit("/", 1)[1]], example


# By the folder of each service's sources, what it has a most of that is a 409 `quota-exceeded`.
MOST = {
    "Auth": {"passkeys", "organisation"}, "HealthMonitor": {"heart rates"}, "Messaging": {"bytes", "participants"}, "Records": {"bytes", "exports"}, "Scheduling": {"appointments", "calendar"},
    "Webhooks": {"client"}}


def test_the_page_and_the_guide_say_of_what_there_is_a_most():
    here = {file.relative_to(CHECKOUT / "Services").parts[0] for file in (CHECKOUT / "Services").rglob("Problems.swift") if re.search("quotaExceeded|QuotaExceeded", file.read_text())}
    assert here == MOST.keys()
    page = re.search(r'"quota-exceeded", 409.*?means:\s+"([^"]+)"', sources("Shared/CareModels/Problems"), re.S)[1]
    guide = re.search(r"^- \*\*Quotas\*\*: (.*?)^- ", (CHECKOUT / "docs/app-developers.md").read_text(), re.M | re.S)[1]
    for words in (page, guide):
        assert [each for each in set().union(*MOST.values()) if each not in " ".join(words.split())] == []


def test_the_guides_tables_have_every_type_with_its_status():
    guide = (CHECKOUT / "docs/app-developers.md").read_text()
    section = re.search(r"^## Which status says what\n(.*?)^## ", guide, re.MULTILINE | re.DOTALL)[1]
    rows = re.findall(r"^\| (`[^|]+) \| (\d+) \|", section, re.MULTILINE)
    told = sorted((name, int(status)) for names, status in rows for name in re.findall(NAME, names))
    assert told == sorted((name, status) for name, (status, _) in TYPES.items()), "each once"


def test_no_address_leads_to_an_example():
    """But for FHIR's own, which are names and no addresses."""
    assert "careline.example/problems" not in TEXT + sources("Shared", "Services") + (CHECKOUT / "deploy/gateway/haproxy.cfg").read_text()
