"""What is left of an account's life: a copy of it, mails in its languages, and its end."""

import email
import os
import re
from email import policy
from pathlib import Path

from careline import people
from careline.oauth import Browser, Form
from careline.waiting import until


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


def test_mails_are_in_the_accounts_languages(url):
    address = "zoe.languages@example.org"
    zoe = people.sign_up(url, "patient", "zoe", email=address)
    assert zoe.patch(f"/users/{zoe.id}", {"languages": ["de", "fr-CA", "en"]}).status_code == 200
    assert people.Client(url).post("/account/password/reset", {"usernameOrEmail": zoe.username}).status_code == 202
    folder = Path(os.environ["CARELINE_STATE"], "mail")

    def mine() -> list[str]:
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in sorted(folder.glob("*.eml"))] if folder.exists() else []
        return [mail["Subject"] for mail in mails if mail["To"] == address and mail["Subject"].startswith(("Définir", "Set"))]

    [subject] = until("the mail is there", mine)
    assert subject.startswith("Définir"), subject


def test_without_time_to_think_again_an_account_is_gone_at_once(url):
    """`careline up` gives none; Tests/Outside/faults has a platform that does."""
    bob = people.sign_up(url, "patient", "bob")
    credentials = {"username": bob.username, "password": people.PASSWORD}
    assert people.Client(url).call("POST", "/account/erasure/withdrawal", credentials).status_code == 204, "an account that is not to be erased stays"
    gone = bob.delete(f"/users/{bob.id}")
    assert gone.status_code == 204 and not gone.content
    people.problem(people.Client(url).call("POST", "/account/erasure/withdrawal", credentials), 401, "wrong-credentials")
