"""The plan Basic OP (response type code), each module by its name."""

import json
import re
import time
from base64 import urlsafe_b64encode
from hashlib import sha256

import httpx
import pytest
from authlib.common.security import generate_token

from careline.oauth import Browser, Form
from careline.people import PASSWORD


def is_said_plainly(error: dict) -> bool:
    """An error as RFC 6749, 4.1.2.1 and 5.2 has it: with nothing beside it, and described in its characters."""
    return error.keys() <= {"error", "error_description", "error_uri", "state", "iss"} and bool(
        re.fullmatch(r"[\x20-\x21\x23-\x5b\x5d-\x7e]+", error["error_description"]))


def test_oidcc_server(rp, browser, person):
    request = rp.request()
    answer = rp.ask(browser, person, request)
    assert answer.values.keys() == {"code", "state", "iss"} and len(answer.code) >= 22, "a code has 128 bits"
    given = rp.exchange(answer.code)
    assert given.status_code == 200 and given.headers["Content-Type"] == "application/json"
    assert "no-store" in given.headers["Cache-Control"] and given.headers["Pragma"] == "no-cache", "RFC 6749, 5.1"
    tokens = given.json()
    assert tokens.keys() == {"access_token", "token_type", "expires_in", "scope", "id_token"} and tokens["scope"] == "openid"
    assert type(tokens["expires_in"]) is int and 0 < tokens["expires_in"] <= 3600
    claims = rp.identity(tokens, request)
    assert tokens["token_type"] == "Bearer" and claims["sub"] == person.id and len(claims["sub"]) <= 255
    assert claims["at_hash"] and all(type(claims[name]) is int for name in ("exp", "iat", "auth_time"))
    info = rp.userinfo(tokens)
    assert info.headers["Content-Type"] == "application/json" and info.json() == {"sub": person.id}, "openid alone says no more"


def test_oidcc_response_type_missing(rp, browser):
    answer = rp.ask(browser, None, rp.request(response_type=None))
    assert answer.values["error"] == "invalid_request" and is_said_plainly(answer.values)


def test_oidcc_idtoken_signature(rp, browser, person):
    _, claims = rp.sign_in(browser, person)
    assert claims.header["alg"] == "RS256" and claims.header["kid"]


def test_oidcc_idtoken_claims_say_how_the_person_logged_in(rp, browser, person):
    _, claims = rp.sign_in(browser, person)
    assert claims["acr"] == "1" and claims["amr"] == ["pwd"] and abs(claims["auth_time"] - time.time()) < 120


def test_oidcc_userinfo_get(rp, browser, person):
    tokens, _ = rp.sign_in(browser, person)
    assert rp.userinfo(tokens).json()["sub"] == person.id


def test_oidcc_userinfo_post_header(rp, browser, person):
    tokens, _ = rp.sign_in(browser, person)
    answer = httpx.post(rp.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {tokens['access_token']}"})
    assert answer.status_code == 200 and answer.json()["sub"] == person.id


def test_oidcc_userinfo_post_body(rp, browser, person):
    tokens, _ = rp.sign_in(browser, person)
    answer = httpx.post(rp.metadata["userinfo_endpoint"], data={"access_token": tokens["access_token"]})
    assert answer.status_code == 200 and answer.json()["sub"] == person.id


def test_oidcc_ensure_request_without_nonce_succeeds_for_code_flow(rp, browser, person):
    _, claims = rp.sign_in(browser, person, nonce=None)
    assert "nonce" not in claims


# What the person wrote of themselves (conftest.py), and what there is beside it.
OWN = {
    "given_name": "Jo", "middle_name": "Anne Marie", "family_name": "Test", "nickname": "Jojo", "birthdate": "1975-03-08", "gender": "female",
    "profile": "https://social.example/@jo", "website": "https://jo.example/"}
OTHERS = {"name": "Jo Test", "zoneinfo": "America/Winnipeg", "locale": "fr-CA"}
# All that the scope gives (OpenID Connect Core, 5.4): the module warns of each that is missing.
PROFILE = {
    "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture", "website", "gender", "birthdate", "zoneinfo",
    "locale", "updated_at"}


@pytest.mark.parametrize("scope, claims", [
    ("profile", {**OTHERS, **OWN}), ("email", {"email": "jo@example.org", "email_verified": False}),
    ("address", {}), ("phone", {}), ("profile email address phone", {**OTHERS, **OWN, "email": "jo@example.org"})])
def test_oidcc_scope(rp, browser, person, scope, claims):
    """oidcc-scope-profile, -email, -address, -phone, -all: what we know of the person; a scope that there is not is passed over."""
    tokens, _ = rp.sign_in(browser, person, scope=f"openid {scope}")
    info = rp.userinfo(tokens).json()
    assert claims.items() <= info.items() and info["sub"] == person.id
    assert PROFILE & info.keys() == (PROFILE if "profile" in scope.split() else set())
    assert all(value not in (None, "") for value in info.values())
    if "profile" in scope.split():
        assert type(info["updated_at"]) is int and info["preferred_username"] == person.username and httpx.get(info["picture"]).status_code == 200


def test_what_a_person_left_empty_is_left_out(rp, browser, another):
    """OpenID Connect Core, 5.3.2; and none of it is made of anything else, whatever the whole name looks like."""
    tokens, claims = rp.sign_in(browser, another, scope="openid profile", claims=json.dumps({"id_token": dict.fromkeys(OWN)}))
    info = rp.userinfo(tokens).json()
    assert info["name"] == "Another Test" and not OWN.keys() & info.keys() and not OWN.keys() & claims.keys()


def test_oidcc_claims_of_what_a_person_wrote(rp, browser, person):
    """One by one, in the id token and at userinfo; what nobody knows is passed over, also where it is called essential (OpenID Connect Core, 5.5.1)."""
    asked = {
        "userinfo": {"nickname": None, "gender": None},
        "id_token": {"given_name": {"essential": True}, "birthdate": None, "website": None, "phone_number": {"essential": True}}}
    tokens, claims = rp.sign_in(browser, person, claims=json.dumps(asked))
    assert {name: claims[name] for name in PROFILE & claims.keys()} == {"given_name": "Jo", "birthdate": "1975-03-08", "website": "https://jo.example/"}
    assert "phone_number" not in claims and rp.userinfo(tokens).json() == {"sub": person.id, "nickname": "Jojo", "gender": "female"}


def test_oidcc_ensure_other_scope_order_succeeds(rp, browser, person):
    tokens, _ = rp.sign_in(browser, person, scope="email openid")
    assert rp.userinfo(tokens).json()["email"] == "jo@example.org"


@pytest.mark.parametrize("display", ["page", "popup"])
def test_oidcc_display(rp, browser, person, display):
    """oidcc-display-page, oidcc-display-popup"""
    rp.sign_in(browser, person, display=display)


def test_oidcc_prompt_login(rp, browser, person):
    _, first = rp.sign_in(browser, person)
    time.sleep(1.1)   # instants in tokens are of whole seconds
    request = rp.request(prompt="login")
    answer = rp.ask(browser, person, request)
    assert "login" in answer.pages
    second = rp.identity(rp.fetch(answer.code), request)
    assert second["sub"] == first["sub"] and second["auth_time"] > first["auth_time"]


def test_oidcc_prompt_none_not_logged_in(rp, browser):
    answer = rp.ask(browser, None, rp.request(prompt="none"))
    assert answer.values["error"] == "login_required" and is_said_plainly(answer.values) and "code" not in answer.values


def test_oidcc_prompt_none_logged_in(rp, browser, person):
    _, first = rp.sign_in(browser, person)
    request = rp.request(prompt="none")
    answer = rp.ask(browser, None, request)
    second = rp.identity(rp.fetch(answer.code), request)
    assert (second["sub"], second["auth_time"]) == (first["sub"], first["auth_time"])


def test_oidcc_max_age_1(rp, browser, person):
    _, first = rp.sign_in(browser, person)
    time.sleep(2.1)
    request = rp.request(max_age="1")
    answer = rp.ask(browser, person, request)
    assert "login" in answer.pages
    assert rp.identity(rp.fetch(answer.code), request)["auth_time"] > first["auth_time"]


def test_oidcc_max_age_10000(rp, browser, person):
    _, first = rp.sign_in(browser, person)
    request = rp.request(max_age="10000")
    answer = rp.ask(browser, person, request)
    assert answer.pages == [] and rp.identity(rp.fetch(answer.code), request)["auth_time"] == first["auth_time"]


def test_oidcc_ensure_request_with_unknown_parameter_succeeds(rp, browser, person):
    rp.sign_in(browser, person, extra="foobar")


def test_oidcc_id_token_hint(rp, browser, person, another):
    tokens, first = rp.sign_in(browser, person)
    request = rp.request(prompt="none", id_token_hint=tokens["id_token"])
    assert rp.identity(rp.fetch(rp.ask(browser, None, request).code), request)["sub"] == first["sub"]
    elsewhere = Browser()
    rp.sign_in(elsewhere, another)
    assert rp.ask(elsewhere, None, request).values["error"] == "login_required", "it is of somebody else"
    broken = rp.request(prompt="none", id_token_hint=tokens["id_token"][:-8] + "AAAAAAAA")
    assert rp.ask(browser, None, broken).values["error"] == "invalid_request"


def test_oidcc_login_hint(rp, browser, person):
    page = Form(browser.open(rp.address(rp.request(login_hint=person.username))))
    assert page.fields["username"] == person.username


@pytest.mark.parametrize("name, value", [("ui_locales", "se"), ("claims_locales", "se"), ("acr_values", "1 2")])
def test_oidcc_locales_and_acr_values(rp, browser, person, name, value):
    """oidcc-ui-locales, oidcc-claims-locales, oidcc-ensure-request-with-acr-values-succeeds"""
    _, claims = rp.sign_in(browser, person, **{name: value})
    assert claims["acr"] in "1 2".split()


def test_oidcc_codereuse(rp, browser, person):
    code = rp.ask(browser, person, rp.request()).code
    tokens = rp.fetch(code)
    again = rp.exchange(code)
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant" and is_said_plainly(again.json())
    assert again.headers["Content-Type"] == "application/json" and "no-store" in again.headers["Cache-Control"]
    assert rp.userinfo(tokens).status_code == 401, "what the code gave is taken back (RFC 6749, 4.1.2)"


def test_oidcc_codereuse_30seconds(rp, spent_code, wait_since):
    code, tokens, given = spent_code
    wait_since(given, 30)
    assert rp.userinfo(tokens).status_code == 200
    again = rp.exchange(code)
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant"
    assert rp.userinfo(tokens).status_code == 401


@pytest.mark.parametrize("redirect", ["https://rp.example/callback/", "https://rp.example/callback?x=1", "https://evil.example/callback", "https://rp.example"])
def test_oidcc_ensure_registered_redirect_uri(rp, browser, redirect):
    answer = browser.open(rp.address(rp.request(redirect_uri=redirect)))
    assert answer.status_code == 400 and "text/html" in answer.headers["Content-Type"] and "redirect_uri" in answer.text


def test_oidcc_ensure_post_request_succeeds(rp, browser, person):
    request = rp.request()
    answer = browser._follow(browser.session.post(rp.metadata["authorization_endpoint"], data=request, allow_redirects=False, timeout=30))
    tokens = rp.fetch(rp.follow(browser, person, request, answer).code)
    assert rp.identity(tokens, request)["sub"] == person.id


def test_oidcc_server_client_secret_post(rp_by_post, browser, person):
    _, claims = rp_by_post.sign_in(browser, person)
    assert claims["sub"] == person.id


@pytest.mark.parametrize("name, value, error", [
    ("request_uri", "https://rp.example/request.jwt", "request_uri_not_supported"), ("request", "eyJhbGciOiJub25lIn0.e30.", "request_not_supported")])
def test_oidcc_request_objects_are_rejected_as_unsupported(rp, browser, name, value, error):
    """oidcc-request-uri-unsigned-…, oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported"""
    answer = rp.ask(browser, None, rp.request(**{name: value}))
    assert answer.values["error"] == error and is_said_plainly(answer.values)


def test_oidcc_ensure_request_object_with_redirect_uri(rp, browser):
    """Whose address in the query is nobody's: what the object says is not looked at."""
    answer = browser.open(rp.address(rp.request(redirect_uri="https://nobody.example/", request="eyJhbGciOiJub25lIn0.e30.")))
    assert answer.status_code == 400 and "Location" not in answer.headers


def test_oidcc_claims_essential(rp, browser, person):
    tokens, claims = rp.sign_in(browser, person, claims='{"userinfo": {"name": {"essential": true}}, "id_token": {"auth_time": {"essential": true}}}')
    assert rp.userinfo(tokens).json() == {"sub": person.id, "name": "Jo Test"} and "auth_time" in claims


def test_oidcc_refresh_token(rp, browser, person):
    tokens, _ = rp.sign_in(browser, person, scope="openid offline_access", prompt="consent")
    fresh = rp.post("token_endpoint", {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})
    assert fresh.status_code == 200 and fresh.json()["access_token"] != tokens["access_token"], fresh.text
    assert rp.userinfo(fresh.json()).status_code == 200


def test_a_wrong_secret_is_answered_as_its_scheme_asks(rp, rp_by_post):
    """Of each module's client: RFC 6749, 5.2"""
    wrong = httpx.post(rp.metadata["token_endpoint"], data={"grant_type": "authorization_code", "code": "x"}, auth=(rp.client_id, "wrong"), timeout=30)
    assert wrong.status_code == 401 and wrong.headers["WWW-Authenticate"].startswith("Basic ")
    assert wrong.json()["error"] == "invalid_client" and is_said_plainly(wrong.json())
    form = {"grant_type": "authorization_code", "code": "x", "client_id": rp_by_post.client_id, "client_secret": "wrong"}
    wrong = httpx.post(rp.metadata["token_endpoint"], data=form, timeout=30)
    assert wrong.status_code == 401 and wrong.json()["error"] == "invalid_client"


@pytest.mark.parametrize("headers, error", [({}, None), ({"Authorization": "Bearer nonsense"}, "invalid_token")])
def test_userinfo_without_a_token_that_is_good(rp, headers, error):
    """RFC 6750, 3: whoever shows none hears no error"""
    answer = httpx.get(rp.metadata["userinfo_endpoint"], headers=headers, timeout=30)
    challenge = answer.headers["WWW-Authenticate"]
    assert answer.status_code == 401 and challenge.startswith("Bearer ") and (f'error="{error}"' in challenge if error else "error=" not in challenge)


def test_oidcc_refresh_token_of_another_client(rp, rp_by_post, browser, person):
    tokens, _ = rp.sign_in(browser, person, scope="openid offline_access")
    stolen = rp_by_post.post("token_endpoint", {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})
    assert stolen.status_code == 400 and stolen.json()["error"] == "invalid_grant"


def test_oidcc_ensure_request_with_valid_pkce_succeeds(rp, browser, person):
    verifier = generate_token(48)
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    pkce = {"code_challenge": challenge, "code_challenge_method": "S256"}
    code = rp.ask(browser, person, rp.request(**pkce)).code
    assert rp.exchange(code, code_verifier=verifier).status_code == 200
    code = rp.ask(browser, person, rp.request(**pkce)).code
    assert rp.exchange(code).json()["error"] == "invalid_grant", "who sends a challenge is held to it"
    code = rp.ask(browser, person, rp.request()).code
    assert rp.exchange(code, code_verifier=verifier).json()["error"] == "invalid_grant", "somebody has taken the challenge out of the request"


def test_a_wrong_password_goes_nowhere(rp, browser, person):
    page = Form(browser.open(rp.address(rp.request())))
    assert browser.submit(page, username=person.username, password=PASSWORD + "!").status_code == 422
