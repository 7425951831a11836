"""Who acts for whom, as apps have it: an invitation, its acceptance, and a token that names both."""

import requests

from careline import people
from careline.people import Person

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"


def invite(ward: Person, guardian: Person, **more) -> str:
    """By a ward who signs in for it; the guardianship's id."""
    fresh = people.logged_in(ward.url, people.log_in(ward.url, ward.username))
    answer = fresh.post(f"/users/{ward.id}/guardianships", {"guardianId": guardian.id, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def begin(ward: Person, guardian: Person, **more) -> str:
    """The same, and the guardian has accepted."""
    guardianship = invite(ward, guardian, **more)
    answer = guardian.call("PUT", f"/users/{guardian.id}/guardianships/{guardianship}/acceptance")
    assert answer.status_code == 200, answer.text
    return guardianship


def exchange(guardian: Person, ward: Person, **more) -> requests.Response:
    form: dict = {
        "grant_type": EXCHANGE, "client_id": "careline", "subject_token": guardian.token, "subject_token_type": ACCESS_TOKEN,
        "requested_subject": ward.id, **more}
    return requests.post(f"{guardian.url}/oauth/token", data=form, timeout=30)


def acting(guardian: Person, ward: Person, **more) -> str:
    """An access token in which the guardian acts for the ward."""
    answer = exchange(guardian, ward, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]
