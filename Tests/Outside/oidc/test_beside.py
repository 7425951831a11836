"""What stands beside the plans: revocation, introspection, pushed requests, answers in a form."""

import httpx
import pytest
from relying_party import REDIRECT

from careline.oauth import Form


@pytest.fixture
def tokens(rp, browser, person) -> dict:
    return rp.sign_in(browser, person, scope="openid offline_access")[0]


@pytest.mark.parametrize("kind", ["refresh_token", "access_token"])
def test_revocation_ends_the_session(rp, tokens, kind):
    """RFC 7009"""
    assert rp.post("introspection_endpoint", {"token": tokens["access_token"]}).json()["active"] is True
    answer = rp.post("revocation_endpoint", {"token": tokens[kind], "token_type_hint": kind})
    assert answer.status_code == 200 and not answer.content
    assert rp.userinfo(tokens).status_code == 401
    for token in (tokens["access_token"], tokens["refresh_token"]):
        assert rp.post("introspection_endpoint", {"token": token}).json() == {"active": False}
    assert rp.post("revocation_endpoint", {"token": tokens[kind]}).status_code == 200, "what is none any more is fine"


def test_introspection_tells_an_app_of_its_own_tokens(rp, rp_by_post, tokens, person):
    """RFC 7662"""
    found = rp.post("introspection_endpoint", {"token": tokens["access_token"]}).json()
    assert found["active"] is True and found["sub"] == person.id and found["client_id"] == rp.client_id
    assert set(found["scope"].split()) == {"openid", "offline_access"}
    assert rp_by_post.post("introspection_endpoint", {"token": tokens["access_token"]}).json() == {"active": False}
    assert httpx.post(rp.metadata["introspection_endpoint"], data={"token": tokens["access_token"]}).status_code == 401


def test_a_request_that_was_pushed(rp, browser, person):
    """RFC 9126"""
    request = rp.request()
    pushed = rp.post("pushed_authorization_request_endpoint", request)
    assert pushed.status_code == 201 and pushed.json()["expires_in"] > 0, pushed.text
    named = {"client_id": rp.client_id, "request_uri": pushed.json()["request_uri"]}
    answer = rp.follow(browser, person, request, browser.open(rp.address(named)))
    assert rp.identity(rp.fetch(answer.code), request)["sub"] == person.id
    assert browser.open(rp.address(named)).status_code == 400, "it was used"
    wrong = rp.post("pushed_authorization_request_endpoint", rp.request(redirect_uri="https://evil.example/"))
    assert wrong.status_code == 400 and wrong.json()["error"] == "invalid_request"


def test_an_answer_in_a_form(rp, browser, person):
    """OAuth 2.0 Form Post Response Mode"""
    rp.sign_in(browser, person)
    request = rp.request(response_mode="form_post")
    form = Form(browser.open(rp.address(request)))
    assert form.action == REDIRECT and form.method == "post" and form.fields["state"] == request["state"]
    assert rp.identity(rp.fetch(form.fields["code"]), request)["sub"] == person.id
