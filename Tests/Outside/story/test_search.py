"""Searches of whole lives, and of what FHIR's own examples hold, against a brute force that reads the JSON itself: thousands of questions drawn from what is there, and
every answer the same."""

import json
from datetime import datetime

import pytest

from careline import people
from careline.brute_search import Brute, Question, place
from careline.checkout import CHECKOUT

pytestmark = pytest.mark.once

DATA = CHECKOUT.parent / "shared" / "data" / "fhir"
FHIR = {"Content-Type": "application/fhir+json"}
PLACES = [(48.8566, 2.3522), (48.85, 2.36), (51.5074, -0.1278), (-18.1416, 178.4419), (-13.8333, -171.7667), (89.9, 10), (89.9, -170), (-90, 0), (0, 180), (0, -179.95), (0, 0)]
INTAKE = "http://acme.test/Questionnaire/intake"


@pytest.fixture(scope="module")
def life(url):
    """Two persons' lives in one record, so that what refers to one is not what refers to the other."""
    if not DATA.exists():
        pytest.skip(f"{DATA} is not there")
    person = people.sign_up(url, "patient", "search")
    for file in ("bundle-01.json", "bundle-05.json"):
        answer = person.call("POST", "/fhir/r4", data=(DATA / "r4-synthea" / file).read_text().encode(), headers=FHIR)
        assert answer.status_code == 200, answer.text[:500]
    return person


@pytest.fixture(scope="module", params=["r4", "stu3"])
def examples(url, request):
    """The standard's own examples in one record, with some questionnaires and places beside."""
    release = request.param
    if not DATA.exists():
        pytest.skip(f"{DATA} is not there")
    person = people.sign_up(url, "patient", f"search-{release}")
    resources = [json.loads(file.read_text()) for file in sorted((DATA / f"{release}-examples").glob("*.json"))]
    wanted = {place(each): each for each in resources + made(release) if each["resourceType"] in Brute(release, []).places and "id" in each}
    resources = list(wanted.values())
    for start in range(0, len(resources), 50):
        entries = [{"resource": each, "request": {"method": "PUT", "url": place(each)}} for each in resources[start:start + 50]]
        answer = person.call("POST", f"/fhir/{release}", data=json.dumps({"resourceType": "Bundle", "type": "batch", "entry": entries}).encode(), headers=FHIR)
        assert answer.status_code == 200, answer.text[:500]
        assert {entry["response"]["status"] for entry in answer.json()["entry"]} == {"201 Created"}, answer.text[:2000]
    stored, total = pages(person, f"/fhir/{release}?_count=500", release)
    assert {place(each) for each in stored} == set(wanted) and total == len(wanted) > 100
    return person, Brute(release, stored)


def made(release: str) -> list[dict]:
    """Versions of one questionnaire, answers that name each in some way, and places all over the world."""
    def refers(name: str):
        return name if release == "r4" else {"reference": name}

    versions = [{"resourceType": "Questionnaire", "id": f"intake-{version}", "url": INTAKE, "version": version, "status": status, "title": f"Intake {status}"}
                for version, status in (("1", "retired"), ("2", "active"), ("3", "draft"))]
    names = [INTAKE, f"{INTAKE}|1", f"{INTAKE}|2", f"{INTAKE}|2#first", f"{INTAKE}|4", "Questionnaire/intake-3", f"{INTAKE}/other"]
    answers = [{"resourceType": "QuestionnaireResponse", "id": f"answers-{index}", "status": "completed", "questionnaire": refers(name), "subject": {"reference": "Patient/example"}}
               for index, name in enumerate(names)]
    spots = [{"resourceType": "Location", "id": f"spot-{index}", "name": f"Spot {index}", "position": {"latitude": north, "longitude": east}}
             for index, (north, east) in enumerate(PLACES)]
    visits = [{"resourceType": "Encounter", "id": f"visit-{index}", "status": "finished", "class": {"code": "AMB"}, "subject": {"reference": "Patient/example"},
               "location": [{"location": {"reference": f"Location/spot-{index}"}}]} for index in range(len(PLACES))]
    return versions + answers + spots + visits


def pages(person, address: str, release: str = "r4") -> tuple[list[dict], int]:
    resources, total = [], None
    while address:
        answer = person.call("GET", address)
        assert answer.status_code == 200, f"{address}: {answer.text[:500]}"
        bundle = answer.json()
        total = bundle["total"]
        resources += [entry["resource"] for entry in bundle.get("entry", []) if entry["search"]["mode"] == "match"]
        following = [link["url"] for link in bundle["link"] if link["relation"] == "next"]
        address = f"/fhir/{release}" + following[0].partition(f"/fhir/{release}")[2] if following else None
    return resources, total


def asked(person, question: Question, release: str = "r4") -> tuple[set[str], set[str]]:
    """The ids of those found, and `Type/id` of what is beside them."""
    answer = person.call("POST", f"/fhir/{release}/{question.type}/_search", data=[*question.parts, *question.includes, ("_count", "500")])
    assert answer.status_code == 200, f"{question}: {answer.text[:500]}"
    bundle = answer.json()
    entries = bundle.get("entry", [])
    ids = [entry["resource"]["id"] for entry in entries if entry["search"]["mode"] == "match"]
    beside = [place(entry["resource"]) for entry in entries if entry["search"]["mode"] == "include"]
    assert len(ids) == len(set(ids)) == min(bundle["total"], 500), question
    assert len(beside) == len(set(beside)) and not any(entry["search"]["mode"] == "outcome" for entry in entries), question
    if bundle["total"] > 500:
        ids = [each["id"] for each in pages(person, f"/fhir/{release}" + bundle["link"][-1]["url"].partition(f"/fhir/{release}")[2], release)[0]] + ids
    return set(ids), set(beside)


def compare(person, brute: Brute, drawn: list[Question]) -> None:
    wrong = [question for question in drawn if asked(person, question, brute.release) != (brute.found(question), brute.included(question))]
    assert not wrong, f"{len(wrong)} of {len(drawn)} differ, such as {wrong[:3]}"
    # Questions that find all or nothing prove little.
    telling = [question for question in drawn if 0 < len(brute.found(question)) < len(brute.by_type[question.type])]
    assert len(telling) > len(drawn) / 4


def test_a_thousand_questions_have_the_answers_of_brute_force(life):
    resources, total = pages(life, "/fhir/r4?_count=500")
    assert len(resources) == total > 200
    brute = Brute("r4", resources)
    compare(life, brute, brute.questions(1000, seed=14))


def test_of_both_releases(examples):
    person, brute = examples
    drawn = brute.questions(1500, seed=15, beside=0.4)
    names = {name for question in drawn for name, _ in question.parts}
    # Every kind of question is among them: nothing would be proved by what is never asked.
    assert {"_text", "_content", "near"} <= names and any(name.startswith("_has:") for name in names) and any("." in name for name in names)
    assert any(name.count(":_has:") or name.count(".") > 1 for name in names)
    assert {"_include", "_revinclude", "_include:iterate", "_revinclude:iterate"} <= {name for question in drawn for name, _ in question.includes}
    compare(person, brute, drawn)
    telling = [question for question in drawn if question.includes and brute.included(question)]
    assert len(telling) > 100


def test_definitions_are_led_to_by_their_addresses(examples):
    person, brute = examples
    kinds = [("QuestionnaireResponse", (("_include", "QuestionnaireResponse:questionnaire"),)), ("Questionnaire", (("_revinclude", "QuestionnaireResponse:questionnaire"),))]
    drawn = [Question(kind, (("_id", each["id"]),), beside) for kind, beside in kinds for each in brute.by_type[kind]]
    for version in ("1", "2", "3"):
        drawn += [Question("QuestionnaireResponse", (("questionnaire:Questionnaire.version", version),)), Question("QuestionnaireResponse", (("questionnaire", f"{INTAKE}|{version}"),))]
    drawn += [Question("Questionnaire", (("_has:QuestionnaireResponse:questionnaire:_id", f"answers-{index}"),)) for index in range(7)]
    wrong = [question for question in drawn if asked(person, question, brute.release) != (brute.found(question), brute.included(question))]
    assert not wrong, wrong[:3]
    assert {len(brute.found(question)) for question in drawn[-7:]} == {0, 1, 3}


def test_sorted_pages_lose_and_repeat_nothing(life):
    resources, _ = pages(life, "/fhir/r4/Observation?_count=500")
    instants = {each["id"]: datetime.fromisoformat(each["effectiveDateTime"]) for each in resources}
    for sort in ("date", "-date"):
        listed, total = pages(life, f"/fhir/r4/Observation?_sort={sort}&_count=37")
        ids = [each["id"] for each in listed]
        assert sorted(ids) == sorted(instants) and len(ids) == total
        shown = [instants[id] for id in ids]
        assert shown == sorted(shown, reverse=sort == "-date")
