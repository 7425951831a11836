"""How a person gets an account and is let in while anything may be away, and what their tokens say: for the loads beside it."""
import base64
import json
import time

import requests

from careline.oauth import App, Browser, Form
from careline.operator import auth_service
from careline.promises.load import PASSWORD
from careline.waiting import eventually

# What a try ends with while something is away; another one follows.
AWAY = (requests.RequestException, AssertionError, TypeError, KeyError)
# Seconds after a load, in which every service refuses the tokens that are over.
HEARD_WITHIN = 60


def sign_up(client, op, username, **more):
    """Their account; None where nobody has heard that there is one. `more`: what else the body says."""
    body = {"username": username, "password": PASSWORD, "role": "patient", **more}
    status, user = client.command(op, "POST", "/signup", body, username=username)
    return user if status == 201 else None


def log_in(client, op, username, password=PASSWORD, **more):
    """What a login is answered; None where they are not let in. `more`: what else the body says, such as a code."""
    body = {"username": username, "password": password, **more}
    status, said = client.command(op, "POST", "/auth/login", body, keyed=False, username=username)
    return said if status == 200 else None


def registered(url, client, name, scope, *more):
    """An app that people let in, as an operator registers it."""
    scopes = [word for each in scope.split() for word in ("--scope", each)]
    auth_service("seed-client", "--id", client, "--name", name, "--redirect-uri", "http://127.0.0.1/callback", *scopes, *more)
    return App(url, client, "http://127.0.0.1/callback")


def allowed(asked, username, password=PASSWORD, address=None):
    """The code that an app gets by the browser of its person, who agrees: one try. `address`: where the app sends them, unless it is as it was asked."""
    browser = Browser()
    consent = Form(browser.log_in(address or asked.address, username, password))
    return asked.answer(browser.submit(consent, decision="allow"))["code"]


def code_of(asked, username, password=PASSWORD):
    """The same by as many tries as it takes; None where they do not suffice."""
    return eventually(lambda: allowed(asked, username, password), 60, every=0.3, allowing=AWAY)


def code_form(app, code, verifier):
    """By which an app gets tokens for a code."""
    return {
        "grant_type": "authorization_code", "client_id": app.client_id, "redirect_uri": app.redirect_uri, "code": code,
        "code_verifier": verifier}


def part(token, number):
    """Of a JWS: its header, or what it says."""
    text = token.split(".")[number]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


class EndedTokens:
    """Tokens that nobody is to take any more, and where they were good. They are tried at the end: who was killed since knows it, too."""

    def __init__(self):
        self._tokens = []

    def add(self, path, token, facts):
        self._tokens.append((path, token, facts))

    def try_all(self, client, op):
        end = time.time() + HEARD_WITHIN
        for path, token, facts in self._tokens:
            headers = {"Authorization": f"Bearer {token}"}
            answer = eventually(
                lambda path=path, headers=headers: client.tried("GET", path, headers=headers), max(1.0, end - time.time()), every=0.3,
                holds=lambda answer: answer is not None and answer.status_code == 401)
            client.log.write(phase="tried", op=op, status=None if answer is None else answer.status_code, **facts)
