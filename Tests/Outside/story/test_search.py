"""Searches of whole lives against a brute force that reads the JSON itself: a thousand questions drawn from what is there, and every answer the same."""

from datetime import datetime

import pytest

from careline import people
from careline.brute_search import Question, found, questions
from careline.checkout import CHECKOUT

LIVES = CHECKOUT.parent / "shared" / "data" / "fhir" / "r4-synthea"
FHIR = {"Content-Type": "application/fhir+json"}


@pytest.fixture(scope="module")
def life(url):
    """Two persons' lives in one record, so that what refers to one is not what refers to the other."""
    if not LIVES.exists():
        pytest.skip(f"{LIVES} is not there")
    person = people.sign_up(url, "patient", "search")
    for file in ("bundle-01.json", "bundle-05.json"):
        answer = person.call("POST", "/fhir/r4", data=(LIVES / file).read_text().encode(), headers=FHIR)
        assert answer.status_code == 200, answer.text[:500]
    return person


def pages(person, address: str) -> tuple[list[dict], int]:
    resources, total = [], None
    while address:
        answer = person.call("GET", address)
        assert answer.status_code == 200, f"{address}: {answer.text[:500]}"
        bundle = answer.json()
        total = bundle["total"]
        resources += [entry["resource"] for entry in bundle.get("entry", []) if entry["search"]["mode"] == "match"]
        following = [link["url"] for link in bundle["link"] if link["relation"] == "next"]
        address = "/fhir/r4" + following[0].partition("/fhir/r4")[2] if following else None
    return resources, total


def asked(person, question: Question, more: dict | None = None) -> set[str]:
    answer = person.call("POST", f"/fhir/r4/{question.type}/_search", data=[*question.parts, ("_count", "500"), *(more or {}).items()])
    assert answer.status_code == 200, f"{question}: {answer.text[:500]}"
    bundle = answer.json()
    ids = [entry["resource"]["id"] for entry in bundle.get("entry", [])]
    assert len(ids) == len(set(ids)) == min(bundle["total"], 500), question
    if bundle["total"] > 500:
        ids = [each["id"] for each in pages(person, "/fhir/r4" + bundle["link"][-1]["url"].partition("/fhir/r4")[2])[0]] + ids
    return set(ids)


def test_a_thousand_questions_have_the_answers_of_brute_force(life):
    resources, total = pages(life, "/fhir/r4?_count=500")
    assert len(resources) == total > 200
    drawn = questions(resources, 1000, seed=14)
    wrong = [question for question in drawn if asked(life, question) != found(question, resources)]
    assert not wrong, f"{len(wrong)} of {len(drawn)} differ, such as {wrong[:3]}"
    # Questions that find all or nothing prove little.
    telling = [question for question in drawn[:200] if 0 < len(found(question, resources)) < sum(each["resourceType"] == question.type for each in resources)]
    assert len(telling) > 50


def test_sorted_pages_lose_and_repeat_nothing(life):
    resources, _ = pages(life, "/fhir/r4/Observation?_count=500")
    instants = {each["id"]: datetime.fromisoformat(each["effectiveDateTime"]) for each in resources}
    for sort in ("date", "-date"):
        listed, total = pages(life, f"/fhir/r4/Observation?_sort={sort}&_count=37")
        ids = [each["id"] for each in listed]
        assert sorted(ids) == sorted(instants) and len(ids) == total
        shown = [instants[id] for id in ids]
        assert shown == sorted(shown, reverse=sort == "-date")
