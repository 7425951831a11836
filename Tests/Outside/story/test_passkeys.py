"""A second factor and a passkey, set up and used in a real browser; the pages are those that people see."""

import json

import pytest

from careline import browser, factors, passkeys, people

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def program() -> str:
    found = browser.found()
    if found is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell (or make setup)")
    return found


def at(page, path: str):
    page.until(f"{path} is there", f"location.pathname === '{path}'")


def typed(page, **values: str):
    for name, value in values.items():
        page.run(f"document.getElementById({json.dumps(name)}).value = {json.dumps(value)}")


def click(page, selector: str = "main form button"):
    page.run(f"document.querySelector({json.dumps(selector)}).click()")


def logged_in(chromium, base: str, person: people.Person, path: str, scripts: bool = True):
    """A page of the account, by way of the login page."""
    page = chromium.page(f"{base}/account/reset", scripts=scripts)
    page.run(f"location.href = {json.dumps(path)}")
    at(page, "/oauth/authorize")
    typed(page, username=person.username, password=people.PASSWORD)
    click(page)
    at(page, path)
    return page


def test_somebody_makes_a_passkey_and_signs_in_with_it_alone(url, program):
    base = passkeys.origin(url)
    person = people.sign_up(url, "patient", "key")
    with browser.chromium(program) as chromium:
        page = logged_in(chromium, base, person, "/account/factors")
        page.has_device()
        click(page, "button[formaction='/account/factors/passkey']")
        at(page, "/account/factors/passkey")
        typed(page, name="Jo's phone")
        click(page)
        at(page, "/account/factors/passkey/registration")
        assert len(page.run("[...document.querySelectorAll('.codes li')].map((line) => line.textContent)")) == 10
        page.run("location.href = '/account/factors'")
        at(page, "/account/factors")
        assert "Jo's phone" in page.run("document.querySelector('main').innerText")

        # Nothing is left of the login, and neither name nor password is typed.
        page.run("location.href = '/oauth/logout'")
        at(page, "/oauth/logout")
        click(page)
        page.until("they are logged out", "document.querySelector('main form') === null")
        page.run("location.href = '/account/factors'")
        at(page, "/oauth/authorize")
        click(page, "button[formaction='/oauth/login/passkey']")
        at(page, "/account/factors")
        assert "last used on" in page.run("document.querySelector('main').innerText")
        # The password alone lets nobody in any more.
        refused = people.Client(url).call("POST", "/auth/login", {"username": person.username, "password": people.PASSWORD})
        assert refused.status_code == 401 and refused.json()["type"].endswith("/second-factor-required")


def test_without_its_device_the_page_says_so_and_leads_elsewhere(url, program):
    base = passkeys.origin(url)
    with browser.chromium(program) as chromium:
        page = chromium.page(f"{base}/account/reset")
        # A device that is asked and has none.
        page.has_device()
        page.run("location.href = '/account'")
        at(page, "/oauth/authorize")
        click(page, "button[formaction='/oauth/login/passkey']")
        at(page, "/oauth/login/passkey")
        page.until("the page says that there is none", "!document.getElementById('fault').hidden")
        click(page, "main p.below a")
        at(page, "/oauth/authorize")
        assert page.run("document.getElementById('username') !== null")


def test_codes_are_set_up_by_plain_forms(url, program):
    base = passkeys.origin(url)
    person = people.sign_up(url, "patient", "codes")
    with browser.chromium(program) as chromium:
        page = logged_in(chromium, base, person, "/account/factors", scripts=False)
        click(page, "button[formaction='/account/factors/totp']")
        at(page, "/account/factors/totp")
        assert page.run("document.querySelector('svg.qr').getBoundingClientRect().width") > 100
        secret = page.run("document.getElementById('key').textContent").replace(" ", "")
        typed(page, code=factors.code(secret))
        click(page)
        at(page, "/account/factors/totp/confirmation")
        codes = page.run("[...document.querySelectorAll('.codes li')].map((line) => line.textContent)")
        assert len(codes) == 10
        answer = people.Client(url).call("POST", "/auth/login", {"username": person.username, "password": people.PASSWORD, "code": codes[0]})
        assert answer.status_code == 200, answer.text
