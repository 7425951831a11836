"""What the modules stand on: the running platform, two clients as the suite has them, a person, and a browser for each."""

import os
import secrets
import threading
import time

import pytest
from bound import BoundApp
from relying_party import GOODBYE, REDIRECT, SCOPE, RelyingParty

from careline import operator, people
from careline.listener import Listener
from careline.oauth import Browser
from careline.pictures import png


@pytest.fixture(scope="session")
def url() -> str:
    """The gateway's address."""
    if "CARELINE_URL" not in os.environ:
        pytest.skip("no platform: start these tests with Tests/Outside/oidc/run")
    return os.environ["CARELINE_URL"]


def registered(url: str, method: str = "client_secret_basic", *more: str) -> RelyingParty:
    client_id, secret = f"rp-{secrets.token_hex(4)}", secrets.token_urlsafe(33)
    scopes = [word for scope in SCOPE.split() for word in ("--scope", scope)]
    operator.auth_service(
        "seed-client", "--id", client_id, "--name", "A relying party", "--redirect-uri", REDIRECT, "--post-logout-redirect-uri", GOODBYE,
        "--secret-file", "-", "--without-pkce", "--id-token-signed-response-alg", "RS256", *scopes, *more, stdin=secret + "\n")
    return RelyingParty(url, client_id, secret, method)


@pytest.fixture(scope="session")
def rp_by_header(url) -> RelyingParty:
    return registered(url)


@pytest.fixture(scope="session")
def rp(rp_by_header) -> RelyingParty:
    """A file may have one of its own."""
    return rp_by_header


@pytest.fixture(scope="session")
def rp_by_post(url) -> RelyingParty:
    """Proves itself in the form."""
    return registered(url, "client_secret_post")


@pytest.fixture(scope="session")
def listener():
    """Where an app hears of logouts."""
    server = Listener()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def rp_that_listens(url, listener) -> RelyingParty:
    return registered(url, "client_secret_basic", "--backchannel-logout-uri", listener.url)


WRITTEN = {
    "givenName": "Jo", "middleName": "Anne Marie", "familyName": "Test", "nickname": "Jojo", "birthdate": "1975-03-08", "gender": "female",
    "profileUrl": "https://social.example/@jo", "websiteUrl": "https://jo.example/"}


@pytest.fixture(scope="session")
def person(url) -> people.Person:
    person = people.sign_up(url, "patient", "jo", email="jo@example.org", timeZone="America/Winnipeg")
    assert person.patch(f"/users/{person.id}", {"languages": ["fr-CA", "en"], **WRITTEN}).status_code == 200
    pictured = person.call("PUT", f"/users/{person.id}/avatar", data=png(8, 8), headers={"Content-Type": "image/png"})
    assert pictured.status_code == 204, pictured.text
    return person


@pytest.fixture(scope="session")
def another(url) -> people.Person:
    return people.sign_up(url, "patient", "another")


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture(scope="session")
def public(url) -> RelyingParty:
    client_id = f"bound-{secrets.token_hex(4)}"
    scopes = [word for scope in ("openid", "offline_access", "account:read", "appointments:read") for word in ("--scope", scope)]
    operator.auth_service("seed-client", "--id", client_id, "--name", "A bound app", "--redirect-uri", REDIRECT, *scopes)
    return RelyingParty(url, client_id, "", "none", "ES256")


@pytest.fixture
def app(public) -> BoundApp:
    return BoundApp(public)


# What has to lie a while begins with the first test, of people whom no other one knows, and is looked at when its own test comes.

@pytest.fixture(scope="session", autouse=True)
def early(request):
    for name in ("spent_code", "lost_answer"):
        if any(name in item.fixturenames for item in request.session.items):
            request.getfixturevalue(name)


@pytest.fixture(scope="session")
def spent_code(url, rp_by_header) -> tuple[str, dict, float]:
    """A code, what it gave, and when it did."""
    code = rp_by_header.ask(Browser(), people.sign_up(url, "patient", "patience"), rp_by_header.request()).code
    return code, rp_by_header.fetch(code), time.monotonic()


@pytest.fixture(scope="session")
def lost_answer(url, public) -> tuple[BoundApp, str, str, float]:
    """An app, the refresh token that it spent, the successor that it did not hear of, and when that was."""
    app = BoundApp(public)
    spent = app.exchange(app.code(Browser(), people.sign_up(url, "patient", "lost")), app.proof()).json()["refresh_token"]
    return app, spent, app.refresh(spent, app.proof()).json()["refresh_token"], time.monotonic()


@pytest.fixture(scope="session")
def wait_since():
    return lambda instant, seconds: time.sleep(max(0, instant + seconds - time.monotonic()))
