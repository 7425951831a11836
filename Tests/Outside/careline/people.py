"""People who use the platform: they sign up and log in as Careline's own apps do, and call it with their token."""

import secrets
import uuid
from dataclasses import dataclass, field

import requests

from careline.waiting import until

PASSWORD = "nine quiet rivers at dawn"


@dataclass
class Person:
    url: str
    id: str
    username: str
    token: str
    refresh_token: str
    session: requests.Session = field(default_factory=requests.Session, repr=False)

    def call(self, method: str, path: str, json=None, **options) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}", **options.pop("headers", {})}
        return self.session.request(method, self.url + path, json=json, headers=headers, timeout=30, allow_redirects=False, **options)

    def get(self, path: str, **options) -> requests.Response:
        return self.call("GET", path, **options)

    def post(self, path: str, json=None, **options) -> requests.Response:
        headers = {"Idempotency-Key": str(uuid.uuid4()), **options.pop("headers", {})}
        return self.call("POST", path, json, headers=headers, **options)

    def patch(self, path: str, json, **options) -> requests.Response:
        return self.call("PATCH", path, json, **options)

    def delete(self, path: str, json=None, **options) -> requests.Response:
        return self.call("DELETE", path, json, **options)


def sign_up(url: str, kind: str, name: str | None = None, **more) -> Person:
    """A new person with a username that nobody has, logged in."""
    username = f"{name or kind}-{secrets.token_hex(4)}"
    account = {"username": username, "password": PASSWORD, "userType": kind, "fullName": f"{(name or kind).title()} Test", **more}
    with requests.Session() as session:
        made = session.post(f"{url}/signup", json=account, headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=30)
        assert made.status_code == 201, made.text
        answer = log_in(url, username, session=session)
    assert answer["user"]["id"] == made.json()["id"]
    return logged_in(url, answer)


def appointed(url: str, auth_service, role: str) -> Person:
    """A scheduler or an admin: only an operator makes such an account."""
    username = f"{role}-{secrets.token_hex(4)}"
    auth_service(f"create-{role}", "--username", username, stdin=PASSWORD + "\n")
    return logged_in(url, log_in(url, username))


def logged_in(url: str, answer: dict) -> Person:
    return Person(url, answer["user"]["id"], answer["user"]["username"], answer["accessToken"], answer["refreshToken"])


def log_in(url: str, username: str, password: str = PASSWORD, session=requests) -> dict:
    answer = session.post(f"{url}/auth/login", json={"username": username, "password": password}, timeout=30)
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


def problem(response: requests.Response, status: int, slug: str) -> dict:
    """The problem that the response is; fails unless it is this one, in the right form."""
    assert response.status_code == status, f"{response.status_code}: {response.text}"
    assert response.headers["Content-Type"] == "application/problem+json", response.headers
    body = response.json()
    assert body["status"] == status and body["title"], body
    assert body["type"] == f"https://careline.example/problems/{slug}", body
    return body
