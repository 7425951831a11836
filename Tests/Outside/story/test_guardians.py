"""A parent acts for a child: with a token that names both, for what is care, until the guardianship ends."""

import pytest
import requests
from joserfc import jwt
from joserfc.jwk import KeySet

from careline import guardians, people
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.people import Person, problem
from careline.waiting import until

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def doctor(open_clinic):
    weekly = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
    return open_clinic("paediatrics", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})


@pytest.fixture()
def child(url):
    return people.sign_up(url, "patient", "child")


@pytest.fixture()
def parent(url):
    return people.sign_up(url, "patient", "parent")


def acting(parent: Person, child: Person) -> Person:
    """The parent, in the child's place."""
    return Person(child.url, child.id, child.username, guardians.acting(parent, child), "")


def test_a_parent_books_and_reads_for_a_child(url, doctor, parent, child):
    guardians.begin(child, parent)
    them = acting(parent, child)
    keys = KeySet.import_key_set(requests.get(f"{url}/oauth/jwks", timeout=30).json())
    claims = jwt.decode(them.token, keys).claims
    assert claims["sub"] == child.id and claims["act"] == {"sub": parent.id}
    booked = them.post("/appointments", booking(doctor, slots(child, doctor, *next_days())[0]))
    assert booked.status_code == 201, booked.text
    assert booked.json()["bookedBy"] == parent.id
    assert child.get(f"/appointments/{booked.json()['id']}").json()["bookedBy"] == parent.id
    assert [each["id"] for each in them.get(f"/users/{child.id}/appointments").json()["items"]] == [booked.json()["id"]]

    def begin():
        answer = child.post("/conversations", {"participantIds": [doctor.id]})
        return answer.json() if answer.status_code == 201 else None

    conversation = until("Messaging knows them", begin)
    assert them.get(f"/conversations/{conversation['id']}/items").status_code == 200
    # The child sees that somebody acts for them, and what is theirs stays theirs.
    sessions = child.get("/account/sessions").json()["items"]
    assert [each.get("guardianId") for each in sessions if not each["isCurrent"] and "guardianId" in each] == [parent.id]
    problem(them.delete(f"/users/{child.id}"), 403, "forbidden")
    problem(them.get("/account/sessions"), 403, "forbidden")
    assert parent.get(f"/conversations/{conversation['id']}").status_code == 404


def test_it_ends_everywhere_at_once(doctor, parent, child):
    guardianship = guardians.begin(child, parent)
    them = acting(parent, child)
    paths = [f"/users/{child.id}/appointments", "/conversations", "/health/settings", "/app-data"]
    assert [them.get(path).status_code for path in paths] == [200] * len(paths)
    assert child.delete(f"/users/{child.id}/guardianships/{guardianship}").status_code == 204
    for path in paths:
        until(f"{path} is refused", lambda path=path: them.get(path).status_code == 401)
    assert guardians.exchange(parent, child).json()["error"] == "invalid_request"
    assert child.get("/conversations").status_code == 200 and parent.get("/conversations").status_code == 200


def test_it_ends_with_the_guardians_own_session(parent, child):
    guardians.begin(child, parent)
    them = acting(parent, child)
    assert them.get("/conversations").status_code == 200
    assert parent.post("/auth/logout").status_code == 204
    until("it is refused", lambda: them.get("/conversations").status_code == 401)


def test_nobody_acts_without_being_asked_and_accepting(parent, child):
    assert guardians.exchange(parent, child).json()["error"] == "invalid_request"
    guardianship = guardians.invite(child, parent)
    assert guardians.exchange(parent, child).json()["error"] == "invalid_request"
    # The child cannot accept in the parent's place.
    problem(child.call("PUT", f"/users/{child.id}/guardianships/{guardianship}/acceptance"), 404, "not-found")
    problem(child.call("PUT", f"/users/{parent.id}/guardianships/{guardianship}/acceptance"), 404, "not-found")
