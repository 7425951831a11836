"""What is left of an account's life: a copy of it, mails in its languages, and its end."""

import email
import os
import re
from email import policy
from pathlib import Path

import pytest

from careline import factors, people
from careline.mails import ask, confirm
from careline.oauth import Browser, Form
from careline.pictures import png
from careline.waiting import until

pytestmark = pytest.mark.once


def test_one_downloads_what_is_known_of_oneself(url):
    ada = people.sign_up(url, "patient", "ada", email="ada.copy@example.org", avatarUrl="https://pixel.example/ada.png")
    answer = ada.get("/account/export")
    assert answer.status_code == 200 and answer.headers["Content-Disposition"] == 'attachment; filename="careline-account.json"'
    copy = answer.json()
    assert copy["format"] == "careline.account.v1" and copy["account"]["username"] == ada.username
    assert [session["isCurrent"] for session in copy["sessions"]] == [True]
    assert [line["kind"] for line in copy["audit"]] == ["signed-up", "logged-in", "account-exported"]
    assert "pixel.example" not in answer.text, "a foreign picture is taken and forgotten"
    people.problem(people.Client(url).get("/account/export"), 401, "unauthorized")


def test_the_page_gives_the_same(url):
    eve = people.sign_up(url, "patient", "eve")
    browser = Browser()
    form = Form(browser.open(f"{url}/account/data"))
    form = Form(browser.submit(form, username=eve.username, password=people.PASSWORD))
    assert form.scripts == 0 and "Download your data" in form.text
    copy = browser.submit(form, password=people.PASSWORD).json()
    assert copy["account"]["id"] == eve.id and len(copy["browserLogins"]) == 1


def test_one_logs_out_ones_browsers_by_an_app(url):
    kim = people.sign_up(url, "patient", "kim")
    there = [Browser(), Browser()]
    for browser in there:
        browser.submit(Form(browser.open(f"{url}/account/logins")), username=kim.username, password=people.PASSWORD)
    listed = kim.get("/account/browsers").json()["items"]
    assert [each["isCurrent"] for each in listed] == [False, False] and listed[0]["signedInAt"] >= listed[1]["signedInAt"]
    assert kim.delete(f"/account/browsers/{listed[1]['id']}").status_code == 204
    people.problem(kim.delete(f"/account/browsers/{listed[1]['id']}"), 404, "not-found")
    titles = [re.search("<title>(.+) – ", browser.open(f"{url}/account/logins").text).group(1) for browser in there]
    assert titles == ["Log in", "Devices and apps"]
    assert kim.delete("/account/browsers").status_code == 204
    assert kim.get("/account/browsers").json()["items"] == [] and "Log in" in there[1].open(f"{url}/account/logins").text


def test_who_has_a_second_factor_shows_it_before_another_address_or_password(url):
    ray = people.sign_up(url, "patient", "ray")
    before = people.logged_in(url, people.log_in(url, ray.username))
    browser, pages = Browser(), [f"{url}/account/change-email", f"{url}/account/change-password"]
    assert "Change your e-mail address" in browser.submit(Form(browser.open(pages[0])), username=ray.username, password=people.PASSWORD).text
    factors.set_up(ray)
    wishes = {
        "/account/email": {"email": "ray.elsewhere@example.org", "password": people.PASSWORD},
        "/account/password": {"current": people.PASSWORD, "new": "eleven loud kettles at dusk"}}
    for path, body in wishes.items():
        people.problem(before.post(path, body), 401, "insufficient-user-authentication")
    for page in pages:
        assert "one-time-code" in browser.open(page).text, page
    assert [ray.post(path, body).status_code for path, body in wishes.items()] == [202, 204]


def test_one_shows_a_picture_on_a_page(url):
    lee = people.sign_up(url, "patient", "lee")
    browser = Browser()
    form = Form(browser.submit(Form(browser.open(f"{url}/account/picture")), username=lee.username, password=people.PASSWORD))
    assert form.scripts == 0 and "Change your picture" in form.text

    def send(fields: dict, **files) -> Form:
        parts = {**{name: (None, value) for name, value in fields.items() if name != "picture"}, **files}
        return Form(browser.session.post(form.action, files=parts, headers={"Origin": url}, timeout=30))

    assert 'alt="Your picture"' in send(form.fields, picture=("me.png", png(8, 8), "image/png")).page.text
    shown = browser.session.get(f"{url}/account/picture/image", timeout=30)
    assert shown.headers["Content-Type"] == "image/png" and lee.get(f"/users/{lee.id}/avatar").content == shown.content
    refused = send(form.fields, picture=("me.png", b"no picture", "image/png"))
    assert refused.page.status_code == 422 and "must be a PNG, JPEG or WebP image" in refused.text
    assert "<img" not in send({**form.fields, "remove": "yes"}).page.text
    people.problem(lee.get(f"/users/{lee.id}/avatar"), 404, "not-found")


def test_mails_are_in_the_accounts_languages(url):
    address = "zoe.languages@example.org"
    zoe = people.sign_up(url, "patient", "zoe", email=address)
    assert zoe.patch(f"/users/{zoe.id}", {"languages": ["de", "fr-CA", "en"]}).status_code == 200
    folder = Path(os.environ["CARELINE_STATE"], "mail")

    def mine(*beginnings: str) -> list:
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in sorted(folder.glob("*.eml"))] if folder.exists() else []
        return [mail for mail in mails if mail["To"] == address and mail["Subject"].startswith(beginnings)]

    # Her sign-up said nothing of languages yet.
    [asked] = until("the mail is there", lambda: mine("Confirm"))
    confirm(asked)
    ask(url, zoe.username)
    [mail] = until("the mail is there", lambda: mine("Définir", "Set"))
    subject = mail["Subject"]
    assert subject.startswith("Définir"), subject


def test_without_time_to_think_again_an_account_is_gone_at_once(url):
    """`careline up` gives none; Tests/Outside/faults has a platform that does."""
    bob = people.sign_up(url, "patient", "bob")
    credentials = {"username": bob.username, "password": people.PASSWORD}
    assert people.Client(url).call("POST", "/account/erasure/withdrawal", credentials).status_code == 204, "an account that is not to be erased stays"
    gone = bob.delete(f"/users/{bob.id}")
    assert gone.status_code == 204 and not gone.content
    people.problem(people.Client(url).call("POST", "/account/erasure/withdrawal", credentials), 401, "wrong-credentials")
