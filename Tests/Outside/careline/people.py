"""People who use the platform: they sign up and log in as Careline's own apps do, and call it with their token."""

import re
import secrets

from careline import factors
from careline.client import Client, Response
from careline.oauth import Browser, Form
from careline.waiting import until

PASSWORD = "nine quiet rivers at dawn"


class Person(Client):
    def __init__(self, url: str, id: str, username: str, token: str, refresh_token: str):
        super().__init__(url, token)
        self.id, self.username, self.refresh_token = id, username, refresh_token

    def at(self, url: str) -> "Person":
        """The same person, at another address."""
        return Person(url, self.id, self.username, self.token, self.refresh_token)

    def refresh(self) -> None:
        """Another token of the session as it is by now."""
        form = {"grant_type": "refresh_token", "client_id": "careline", "refresh_token": self.refresh_token}
        answer = Client(self.url).call("POST", "/oauth/token", data=form)
        assert answer.status_code == 200, answer.text
        tokens = answer.json()
        self.token, self.refresh_token = tokens["access_token"], tokens["refresh_token"]

    def sign_in_again(self) -> "Person":
        """Who has no second factor: for what only who has just signed in may do."""
        answer = log_in(self.url, self.username)
        self.token, self.refresh_token = answer["accessToken"], answer["refreshToken"]
        return self


def sign_up(url: str, kind: str, name: str | None = None, **more) -> Person:
    """A new person with a username that nobody has, logged in. The fields have their former names, which stay."""
    username = f"{name or kind}-{secrets.token_hex(4)}"
    account = {"username": username, "password": PASSWORD, "userType": kind, "fullName": f"{(name or kind).title()} Test", **more}
    made = Client(url).post("/signup", account)
    assert made.status_code == 201, made.text
    person = logged_in(url, log_in(url, username))
    assert person.id == made.json()["id"]
    return person


def appointed(url: str, auth_service, role: str) -> Person:
    """A scheduler or an admin: only an operator makes such an account."""
    person = logged_in(url, log_in(url, appoint(auth_service, role)))
    if role == "admin":
        factors.set_up(person)
        # Other services than Auth go by what the token says of the sign-in.
        person.refresh()
    return person


def appoint(auth_service, role: str) -> str:
    """Such an account's username."""
    username = f"{role}-{secrets.token_hex(4)}"
    auth_service(f"create-{role}", "--username", username, stdin=PASSWORD + "\n")
    return username


def choose_password(url: str, username: str, given: str) -> None:
    """On the page that whoever logs in with a given one is shown."""
    browser = Browser()
    page = Form(browser.log_in(f"{url}/account", username, given))
    assert page.action and page.action.endswith("/account/reset/password"), page.text
    done = browser.submit(page, password=PASSWORD)
    assert done.status_code == 200, done.text


def logged_in(url: str, answer: dict) -> Person:
    return Person(url, answer["user"]["id"], answer["user"]["username"], answer["accessToken"], answer["refreshToken"])


def log_in(url: str, username: str, password: str = PASSWORD) -> dict:
    answer = Client(url).call("POST", "/auth/login", {"username": username, "password": password})
    assert answer.status_code == 200, answer.text
    return answer.json()


def provider(url: str, specialty: str, name: str | None = None, **more) -> Person:
    return sign_up(url, "provider", name, providerSpecialty=specialty, timeZone="America/Winnipeg", **more)


def clinic(url: str, specialty: str, availability: dict, **more) -> Person:
    """A provider with hours; returns once Scheduling knows them."""
    doctor = provider(url, specialty, **more)
    published = doctor.post("/providers/availability", availability)
    assert published.status_code == 201, published.text
    until("the provider is in the directory", lambda: doctor.get(f"/providers/{doctor.id}").status_code == 200)
    return doctor


def problem(response: Response, status: int, slug: str) -> dict:
    """The problem that the response is; fails unless it is this one, in the right form."""
    assert response.status_code == status, f"{response.status_code}: {response.text}"
    assert response.headers["Content-Type"] == "application/problem+json", response.headers
    body = response.json()
    assert body["status"] == status and body["title"], body
    assert re.fullmatch(rf"https?://[^/]+/problems/{slug}", body["type"]), body
    assert body["requestId"] == response.headers["X-Request-Id"], body
    return body
