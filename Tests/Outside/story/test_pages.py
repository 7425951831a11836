"""The pages on which people log in, sign up, allow, prove themselves and administer, in a real browser, wide and narrow, dark: nothing is in anybody's way."""

import email
import json
import os
import secrets
from email import policy
from pathlib import Path

import pytest
import requests

from careline import browser, factors, passkeys, people
from careline.further_replica import further_replica
from careline.mails import ask, link
from careline.waiting import until

pytestmark = pytest.mark.once

ACCOUNT = ["/account", "/account/profile", "/account/picture", "/account/change-email", "/account/change-password", "/account/factors", "/account/logins", "/account/data", "/account/guardianships", "/account/invitations", "/account/erase", "/device"]
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Visitor:
    """Goes from page to page in one window, and looks at each."""

    def __init__(self, page: browser.Page):
        self.page = page

    def at(self, title: str):
        """The page that is there now has nothing in anybody's way."""
        self.page.until(f"{title!r} is there", f"document.title === {json.dumps(f'{title} – Careline')}")
        for width, dark in ((1200, False), (360, True)):
            self.page.looks(width, dark)
            assert self.page.run("document.documentElement.scrollWidth") <= width, title
            assert self.page.hindrances() == [], title

    def open(self, path: str):
        self.leave(f"location.href = {json.dumps(path)}")

    def type(self, **values: str):
        for name, value in values.items():
            self.page.run(f"document.getElementById({json.dumps(name)}).value = {json.dumps(value)}")

    def press(self, selector: str = "main form button"):
        """Whatever the browser itself would say to an empty field."""
        self.leave(f"document.querySelector('main form').noValidate = true; document.querySelector({json.dumps(selector)}).click()")

    def leave(self, script: str):
        self.page.run(f"window.isBefore = true; {script}")
        self.page.until("the next page is there", "!('isBefore' in window)")

    def log_in(self, person: people.Person):
        self.type(username=person.username, password=people.PASSWORD)
        self.press()


@pytest.fixture
def visit(url):
    """A browser of its own, which keeps its cookies, at the address that passkeys are made at."""
    program = browser.found()
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell (or make setup)")
    with browser.chromium(program) as own:
        yield lambda address: Visitor(own.page(address.replace(url, passkeys.origin(url)), whatever_its_policy=True))


def test_on_the_way_to_an_app(url, app, visit):
    address = app.begin().address
    stranger = visit(address)
    stranger.at("Log in")
    stranger.type(username="nobody-of-that-name", password="not the password")
    stranger.press()
    stranger.at("Log in")
    assert stranger.page.run("document.querySelector('[role=alert]') !== null")
    stranger.open(stranger.page.run("document.querySelector('a[href^=\"/oauth/signup\"]').href"))
    stranger.at("Sign up")
    stranger.type(username="x", password="short", email="nowhere")
    stranger.press()
    stranger.at("Sign up")
    assert stranger.page.run("document.querySelectorAll('[aria-invalid=true]').length") == 3
    stranger.type(username=f"pages-{secrets.token_hex(4)}", password=people.PASSWORD, email="")
    stranger.press()
    stranger.at("Allow Clinic Finder")
    stranger.open("/oauth/logout")
    stranger.at("Log out")
    stranger.press()
    stranger.at("Logged out")


def test_where_something_is_wrong_or_forgotten(visit, url):
    lost = visit(f"{url}/account/reset")
    lost.at("Forgotten password")
    lost.type(account="nobody-of-that-name")
    lost.press()
    lost.at("Look into your mails")
    for path, title in (
        ("/account/reset?token=over", "This link is over"), ("/account/verify?token=over", "This link is over"),
        ("/oauth/authorize?client_id=nobodys", "This link does not work"), ("/oauth/logout?client_id=nobodys", "This link does not work")
    ):
        lost.open(path)
        lost.at(title)


def test_by_the_links_that_are_mailed(url, visit):
    address = f"pages-{secrets.token_hex(4)}@example.org"
    person = people.sign_up(url, "patient", "mailed", email=address)
    own = visit(f"{url}/account/reset")

    def mailed(place: str) -> str:
        folder = Path(os.environ["CARELINE_STATE"], "mail")
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in folder.glob("*.eml")]
        return next((link(mail) for mail in mails if mail["To"] == address and f"/account/{place}?" in mail.get_content()), "")

    own.open(until("the mail is there", lambda: mailed("verify")).removeprefix(url))
    own.at("Confirm your e-mail address")
    own.press()
    own.at("Your e-mail address is confirmed")
    ask(url, person.username)
    own.open(until("the mail is there", lambda: mailed("reset")).removeprefix(url))
    own.at("Set a new password")
    own.type(password="short")
    own.press()
    own.at("Set a new password")
    own.type(password="eleven loud kettles at dusk")
    own.press()
    own.at("Your password is set")


def test_ones_own_account(url, auth_service, visit):
    """A provider's, with a device to connect."""
    person = people.provider(url, "cardiology", "pages")
    device = f"tv-{secrets.token_hex(4)}"
    auth_service("seed-client", "--id", device, "--name", "A television", "--grant", DEVICE, "--scope", "openid")
    own = visit(f"{url}/account/reset")
    own.open("/account")
    own.log_in(person)
    for path in ACCOUNT:
        own.open(path)
        own.at(own.page.run("document.title").removesuffix(" – Careline"))
        assert own.page.run("location.pathname") == path
    codes = requests.post(f"{url}/oauth/device_authorization", data={"client_id": device, "scope": "openid"}, timeout=30).json()
    own.type(user_code=codes["user_code"])
    own.press()
    own.at("Allow A television")
    own.press("button[value=deny]")
    own.at("The device is not connected")
    own.open("/admin")
    own.at("This page is for operators")
    for path in ACCOUNT:
        own.open(f"{path}?lang=fr")
        assert own.page.english() == [], path


def test_second_factors_and_passkeys(url, visit):
    person = people.sign_up(url, "patient", "factors")
    own = visit(f"{url}/account/reset")
    own.page.has_device()
    own.open("/account/factors")
    own.log_in(person)
    own.press("button[formaction='/account/factors/totp']")
    own.at("Set up an authenticator app")
    secret = own.page.run("document.getElementById('key').textContent").replace(" ", "")
    own.type(code="000000")
    own.press()
    own.at("Set up an authenticator app")
    own.type(code=factors.code(secret))
    own.press()
    own.at("Your recovery codes")
    own.open("/account/factors")
    own.press("button[formaction='/account/factors/passkey']")
    own.at("Add a passkey")
    own.type(name="Jo's phone")
    own.press()
    own.at("Second factors and passkeys")
    assert own.page.run("document.querySelectorAll('main li').length") == 2

    own.open("/oauth/logout")
    own.press()
    own.open("/account")
    own.log_in(person)
    own.at("Enter your code")
    own.type(code="000000")
    own.press()
    own.at("Enter your code")
    assert own.page.run("document.querySelector('[role=alert]') !== null")


@pytest.fixture(scope="module")
def stricter(url):
    """Where accounts wait for their erasure, and schedulers need a second factor."""
    with further_replica("auth-service", "care_auth", CARE_ERASURE_GRACE="1h", CARE_SECOND_FACTOR_ROLES="scheduler") as (_, further):
        yield further


def test_a_factor_that_is_demanded(url, auth_service, app, stricter, visit):
    person = people.appointed(url, auth_service, "scheduler")
    own = visit(app.begin().address.replace(url, stricter))
    own.log_in(person)
    own.at("Set up a second factor")
    own.open(f"{own.page.run('location.href')}&ui_locales=fr")
    own.at("Configurer un second facteur")
    assert own.page.english() == []
    own.press("button[formaction='/account/factors/totp']")
    own.type(code=factors.code(own.page.run("document.getElementById('key').textContent").replace(" ", "")))
    own.press()
    assert own.page.run("document.querySelectorAll('main li').length") == 10


def test_an_account_that_waits_to_be_erased(url, app, stricter, visit):
    person = people.sign_up(url, "patient", "leaving").at(stricter)
    assert person.delete(f"/users/{person.id}").status_code == 202
    for locale, title in (("fr", "Votre compte va être effacé"), ("en", "Your account is to be erased")):
        own = visit(app.begin(ui_locales=locale).address.replace(url, stricter))
        own.log_in(person)
        own.at(title)
        assert (own.page.english() == []) == (locale == "fr")
    own.press()
    own.at("Your account stays")
    assert people.log_in(url, person.username)["user"]["id"] == person.id


def test_a_passkey_that_is_not_there(url, visit):
    own = visit(f"{url}/account/reset")
    # A device that is asked and has none.
    own.page.has_device()
    own.open("/account")
    own.press("button[formaction='/oauth/login/passkey']")
    own.page.until("the page says that there is none", "!document.getElementById('fault').hidden")
    own.at("Sign in with a passkey")


def test_administration(url, auth_service, app, visit):
    """By an admin who has to set up a second factor first."""
    username = people.appoint(auth_service, "admin")
    patient = people.sign_up(url, "patient", "looked-at", email="looked.at@example.org")
    doctor = people.provider(url, "cardiology", "licensed")
    own = visit(f"{url}/account/reset")
    own.open("/admin")
    own.type(username=username, password=people.PASSWORD)
    own.press()
    own.at("Set up a second factor first")
    own.open("/account/factors")
    own.press("button[formaction='/account/factors/totp']")
    own.type(code=factors.code(own.page.run("document.getElementById('key').textContent").replace(" ", "")))
    own.press()
    own.at("Your recovery codes")
    for path, title in (
        ("/admin", "Administration"), ("/admin/people?q=looked-at", "People"), ("/admin/people?q=nobody-of-that-name", "People"),
        ("/admin/people/019cb3a1-2c4d-7e5f-8a9b-0c1d2e3f4a5b", "There is no such person"), ("/admin/apps", "Apps"), (f"/admin/apps/{app.client_id}", "An app"),
        ("/admin/apps/nobodys", "There is no such app"), ("/admin/log", "What happened"), ("/admin/log?person=nobody", "What happened"),
        (f"/admin/people/{doctor.id}", "An account"), (f"/admin/people/{patient.id}", "An account")
    ):
        own.open(path)
        own.at(title)
    own.press("button[value=suspend]")
    own.at("An account")
    assert own.page.run("document.querySelector('button[value=resume]') !== null")
