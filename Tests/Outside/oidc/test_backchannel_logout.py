"""The plan Back-Channel Logout OP (oidcc-backchannel-rp-initiated-logout-certification-test-plan), each module by its name."""

import time
from urllib.parse import urlencode

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from relying_party import GOODBYE

EVENT = "http://schemas.openid.net/event/backchannel-logout"


@pytest.fixture
def rp(rp_that_listens, listener):
    listener.heard.clear()
    return rp_that_listens


def logout_token(rp, listener):
    """The next one, checked as Back-Channel Logout, 2.6 asks."""
    kind, form = listener.next()
    assert kind == "application/x-www-form-urlencoded" and list(form) == ["logout_token"]
    keys = KeySet.import_key_set(httpx.get(rp.metadata["jwks_uri"]).json())
    token = jwt.decode(form["logout_token"][0], keys, algorithms=[rp.algorithm])
    claims = token.claims
    assert token.header["typ"] == "logout+jwt"
    assert claims["iss"] == rp.issuer and claims["aud"] == rp.client_id
    assert abs(claims["iat"] - time.time()) < 60 and claims["iat"] < claims["exp"] <= claims["iat"] + 120
    assert claims["events"] == {EVENT: {}} and claims["jti"] and "nonce" not in claims
    return claims


def test_oidcc_backchannel_logout_discovery_endpoint_verification(rp):
    assert rp.metadata["backchannel_logout_supported"] is True and rp.metadata["backchannel_logout_session_supported"] is True
    assert rp.metadata["end_session_endpoint"].startswith(rp.issuer + "/")


def test_oidcc_backchannel_rp_initiated_logout(rp, listener, browser, person):
    tokens, identity = rp.sign_in(browser, person)
    parameters = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": GOODBYE, "state": "x"}
    answer = browser.open(rp.metadata["end_session_endpoint"] + "?" + urlencode(parameters))
    assert answer.headers["Location"] == GOODBYE + "?state=x"
    claims = logout_token(rp, listener)
    assert claims["sub"] == identity["sub"] and claims["sid"] == identity["sid"]
    assert rp.ask(browser, None, rp.request(prompt="none")).values["error"] == "login_required"


def test_another_app_of_the_browser_logs_the_person_out(rp, rp_by_post, listener, browser, person):
    _, mine = rp.sign_in(browser, person)
    others, _ = rp_by_post.sign_in(browser, person)
    browser.open(rp.metadata["end_session_endpoint"] + "?" + urlencode({"id_token_hint": others["id_token"]}))
    assert logout_token(rp, listener)["sid"] == mine["sid"]
