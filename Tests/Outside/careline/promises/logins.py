"""How a person gets an account and is let in while anything may be away, and what their tokens say: for the loads beside it."""
import base64
import json

import requests

from careline.promises.load import PASSWORD

# What a try ends with while something is away; another one follows.
AWAY = (requests.RequestException, AssertionError, TypeError, KeyError)


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


def code_form(app, code, verifier):
    """By which an app gets tokens for a code."""
    return {
        "grant_type": "authorization_code", "client_id": app.client_id, "redirect_uri": app.redirect_uri, "code": code,
        "code_verifier": verifier}


def part(token, number):
    """Of a JWS: its header, or what it says."""
    text = token.split(".")[number]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
