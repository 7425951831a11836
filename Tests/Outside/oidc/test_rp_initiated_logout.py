"""The plan RP-Initiated Logout OP, each module by its name."""

from urllib.parse import urlencode

import httpx
import pytest
from relying_party import GOODBYE

from careline.oauth import Form


@pytest.fixture
def tokens(rp, browser, person) -> dict:
    return rp.sign_in(browser, person, scope="openid offline_access")[0]


def is_logged_in(rp, browser) -> bool:
    return "code" in rp.ask(browser, None, rp.request(prompt="none")).values


def logout(rp, browser, **parameters: str):
    return browser.open(rp.metadata["end_session_endpoint"] + "?" + urlencode(parameters))


def agreed(browser, page):
    """The person is asked, and says yes."""
    form = Form(page)
    assert page.status_code == 200 and "Log out?" in form.text, page.text
    return browser.submit(form)


def stays(answer) -> bool:
    return answer.status_code == 200 and "You are logged out" in Form(answer).text


def test_oidcc_rp_initiated_logout_discovery_endpoint_verification(rp):
    assert rp.metadata["end_session_endpoint"].startswith(rp.issuer + "/")


def test_oidcc_rp_initiated_logout(rp, browser, tokens):
    assert is_logged_in(rp, browser)
    answer = logout(rp, browser, id_token_hint=tokens["id_token"], post_logout_redirect_uri=GOODBYE, state="x&1")
    assert answer.headers["Location"] == GOODBYE + "?state=x%261"
    assert not is_logged_in(rp, browser)
    refused = rp.post("token_endpoint", {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})
    assert refused.status_code == 400 and rp.userinfo(tokens).status_code == 401


def test_oidcc_rp_initiated_logout_by_post(rp, browser, tokens):
    form = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": GOODBYE}
    answer = browser._follow(browser.session.post(rp.metadata["end_session_endpoint"], data=form, allow_redirects=False, timeout=30))
    assert answer.headers["Location"] == GOODBYE and not is_logged_in(rp, browser)


def is_refused_for_its_address(rp, browser, tokens, address: str) -> bool:
    answer = logout(rp, browser, id_token_hint=tokens["id_token"], post_logout_redirect_uri=address)
    assert answer.status_code == 400 and "Location" not in answer.headers and "post_logout_redirect_uri" in answer.text
    return is_logged_in(rp, browser)


@pytest.mark.parametrize("address", ["https://evil.example/", GOODBYE + "/"])
def test_oidcc_rp_initiated_logout_bad_post_logout_redirect_uri(rp, browser, tokens, address):
    assert is_refused_for_its_address(rp, browser, tokens, address)


def test_oidcc_rp_initiated_logout_query_added_to_post_logout_redirect_uri(rp, browser, tokens):
    assert is_refused_for_its_address(rp, browser, tokens, GOODBYE + "?extra=1")


def is_asked_first(rp, browser, hint: str) -> bool:
    """A hint that nobody can trust is none: the person is asked, and who asked is not known."""
    page = logout(rp, browser, id_token_hint=hint, post_logout_redirect_uri=GOODBYE, state="x")
    assert is_logged_in(rp, browser)
    return stays(agreed(browser, page)) and not is_logged_in(rp, browser)


def test_oidcc_rp_initiated_logout_modified_id_token_hint(rp, browser, tokens):
    assert is_asked_first(rp, browser, tokens["id_token"][:-8] + "AAAAAAAA")


def test_oidcc_rp_initiated_logout_bad_id_token_hint(rp, browser, tokens):
    assert is_asked_first(rp, browser, "not-a-token")


def test_oidcc_rp_initiated_logout_no_id_token_hint(rp, browser, tokens):
    page = logout(rp, browser, post_logout_redirect_uri=GOODBYE, state="x")
    assert stays(agreed(browser, page)) and not is_logged_in(rp, browser)


def test_oidcc_rp_initiated_logout_with_client_id(rp, browser, tokens):
    page = logout(rp, browser, client_id=rp.client_id, post_logout_redirect_uri=GOODBYE, state="x")
    assert agreed(browser, page).headers["Location"] == GOODBYE + "?state=x"
    assert not is_logged_in(rp, browser)


def test_oidcc_rp_initiated_logout_no_params(rp, browser, tokens):
    assert stays(agreed(browser, logout(rp, browser))) and not is_logged_in(rp, browser)


def test_oidcc_rp_initiated_logout_only_state(rp, browser, tokens):
    assert stays(agreed(browser, logout(rp, browser, state="x"))) and not is_logged_in(rp, browser)


def test_oidcc_rp_initiated_logout_no_post_logout_redirect_uri(rp, browser, tokens):
    assert stays(logout(rp, browser, id_token_hint=tokens["id_token"], state="x")) and not is_logged_in(rp, browser)


def test_oidcc_rp_initiated_logout_no_state(rp, browser, tokens):
    answer = logout(rp, browser, id_token_hint=tokens["id_token"], post_logout_redirect_uri=GOODBYE)
    assert answer.headers["Location"] == GOODBYE and not is_logged_in(rp, browser)


def test_another_site_cannot_send_the_form(rp, browser, tokens):
    form = Form(logout(rp, browser))
    forged = httpx.post(form.action, data={"request": form.fields["request"]}, cookies=dict(browser.session.cookies), timeout=30)
    assert forged.status_code == 403 and is_logged_in(rp, browser)
