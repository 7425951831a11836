"""RFC 9700, the best current practice for OAuth's security: what it asks of an authorization server, by its sections. docs/security.md has a line for each of them, with what
asks something of apps alone, and what stands in other files."""

import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from relying_party import REDIRECT

from careline import operator, people
from careline.oauth import Browser, Form
from careline.people import PASSWORD


def exchanged(app, browser, person) -> dict:
    answer = app.exchange(app.code(browser, person), None)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("address", [
    REDIRECT + "/", REDIRECT + "?more=1", REDIRECT + "#fragment", REDIRECT.replace("https", "http"), REDIRECT.replace("rp.example", "rp.example.evil.example"),
    REDIRECT.replace("rp.example", "rp.example@evil.example"), REDIRECT.replace("/callback", "/callback/../other"), REDIRECT.replace("/callback", "/%63allback"),
    REDIRECT.upper(), "javascript:alert(1)", ""])
def test_2_1_redirect_addresses_are_compared_exactly(app, browser, address):
    """4.1.3; and nobody is sent to one that is not registered, with an error neither (4.11)"""
    answer = browser.open(app.rp.address(app.rp.request(redirect_uri=address)))
    assert answer.status_code == 400 and "Location" not in answer.headers


def test_2_1_1_a_public_app_uses_pkce(app, browser):
    """Both without and with `plain`"""
    for challenge in ({}, {"code_challenge": "a" * 43, "code_challenge_method": "plain"}, {"code_challenge": "a" * 43}):
        location = urlsplit(browser.open(app.rp.address(app.rp.request(**challenge))).headers["Location"])
        assert parse_qs(location.query)["error"] == ["invalid_request"]
    assert app.rp.metadata["code_challenge_methods_supported"] == ["S256"], "2.1.1: it is announced"


def test_2_1_1_a_challenge_wants_its_verifier(app, rp, browser, person):
    for verifier in ("", "a" * 43):
        form = {"grant_type": "authorization_code", "code": app.code(browser, person), "redirect_uri": REDIRECT, "code_verifier": verifier}
        assert app.post(form, None).json()["error"] in ("invalid_grant", "invalid_request")
    # 4.8.2: somebody has taken the challenge out of the request of an app that may go without.
    code = rp.ask(browser, person, rp.request()).code
    assert rp.exchange(code, code_verifier="a" * 43).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("kind", ["token", "id_token", "code token", "code id_token", "code id_token token"])
def test_2_1_2_no_token_comes_in_an_address(app, browser, kind):
    """4.3.2 too"""
    location = browser.open(app.rp.address(app.rp.request(response_type=kind))).headers["Location"]
    assert "access_token" not in location and "id_token=" not in location and "error=unsupported_response_type" in location
    assert app.rp.metadata["response_types_supported"] == ["code"]


def test_2_2_2_refresh_tokens_are_rotated(app, browser, person):
    """4.14.2: one that comes back after its successor was used ends them all"""
    first = exchanged(app, browser, person)
    second = app.refresh(first["refresh_token"], None).json()
    third = app.refresh(second["refresh_token"], None)
    assert third.status_code == 200
    assert app.refresh(first["refresh_token"], None).json()["error"] == "invalid_grant"
    assert app.refresh(third.json()["refresh_token"], None).json()["error"] == "invalid_grant"


def test_2_3_access_tokens_are_restricted(app, browser, person):
    """To an audience, and to what was asked for; 4.14.2: a refresh gives no more"""
    tokens = exchanged(app, browser, person)
    assert set(tokens["scope"].split()) == {"openid", "offline_access", "account:read"}
    wide = app.post({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"], "scope": "openid appointments:read"}, None)
    assert wide.status_code == 400 or "appointments:read" not in wide.json()["scope"].split()
    assert app.get("/appointments/019ca001-0b1c-7e2d-b3f4-a59687786960", tokens["access_token"], None, scheme="Bearer").status_code == 403


def test_2_4_no_app_asks_for_a_password(app, person):
    answer = app.post({"grant_type": "password", "username": person.username, "password": PASSWORD}, None)
    assert answer.status_code == 400 and answer.json()["error"] == "unsupported_grant_type"
    assert "password" not in app.rp.metadata["grant_types_supported"]


def test_2_5_apps_may_prove_themselves_by_a_key(app):
    assert "private_key_jwt" in app.rp.metadata["token_endpoint_auth_methods_supported"]


def test_2_6_the_page_for_people_is_for_no_other_page(app):
    """No CORS where people decide"""
    answer = httpx.get(app.rp.address(app.rp.request()), headers={"Origin": "https://rp.example"}, timeout=30)
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_4_2_4_nothing_leaks_by_referer(app, browser):
    """Neither from the page that has the request in its address, nor by what it would load from elsewhere or lead to, nor by the answer on its way to the app"""
    page = browser.open(app.rp.address(app.rp.request(code_challenge="A" * 43, code_challenge_method="S256")))
    assert page.status_code == 200 and page.headers["Referrer-Policy"] in ("no-referrer", "same-origin", "strict-origin")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    links = re.findall(r"""(?:href|src|action)=["']([^"']+)""", page.text)
    assert links and all(link.startswith(("/", "#")) and not link.startswith("//") for link in links), links
    answer = browser.open(app.rp.address(app.rp.request(scope="unheard")))
    assert answer.headers["Location"].startswith(REDIRECT) and answer.headers["Referrer-Policy"] == "no-referrer"


def test_4_3_2_no_token_is_taken_from_an_address(app, browser, person):
    """RFC 6750's query parameter, which ends in logs and histories"""
    token = exchanged(app, browser, person)["access_token"]
    for address in (app.rp.metadata["userinfo_endpoint"], f"{app.rp.issuer}/users/{person.id}", f"{app.rp.issuer}/account/sessions"):
        answer = httpx.get(address, params={"access_token": token}, timeout=30)
        assert answer.status_code in (400, 401), f"{address}: {answer.status_code}"


def test_4_4_2_whoever_answers_says_who(app, browser, person):
    """Against mix-up: `iss` in each answer, in errors too (RFC 9207)"""
    assert app.rp.metadata["authorization_response_iss_parameter_supported"] is True
    refused = urlsplit(browser.open(app.rp.address(app.rp.request(scope="unheard"))).headers["Location"])
    assert parse_qs(refused.query)["iss"] == [app.rp.issuer]
    app.code(browser, person)  # its helper looks at `iss` in the answer


def test_4_5_3_an_injected_code_is_worth_nothing(app, browser, person):
    """In another session of the same app: the verifier is that one's"""
    code = app.code(browser, person)
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": "b" * 43}
    assert app.post(form, None).json()["error"] == "invalid_grant"
    assert app.exchange(code, None).json()["error"] == "invalid_grant", "and it is burnt"


def test_4_7_1_nobody_elses_page_decides(app, browser, person):
    """The forms are bound to the browser that got them"""
    page = Form(browser.open(app.rp.address(app.rp.request(code_challenge="A" * 43, code_challenge_method="S256"))))
    forged = httpx.post(page.action, data={**page.fields, "username": person.username, "password": PASSWORD}, timeout=30)
    assert forged.status_code == 403 and "care_session" not in str(forged.headers.get_list("Set-Cookie"))


def test_4_11_2_whoever_opens_no_door(app, browser):
    """An address that is nobody's, an app's that does not exist, and the wishes of whoever links here: nobody is sent on by any of them"""
    for changes in ({"client_id": "nobodys"}, {"redirect_uri": "https://evil.example/"}, {"client_id": None}, {"redirect_uri": None}):
        answer = browser.open(app.rp.address(app.rp.request(**changes)))
        assert answer.status_code == 400 and "Location" not in answer.headers, changes
    away = browser.open(f"{app.rp.issuer}/oauth/logout?post_logout_redirect_uri=https://evil.example/")
    assert "evil.example" not in away.headers.get("Location", "") and not re.search("""(?:href|action)=["']https://evil""", away.text)


def test_4_12_after_a_password_the_browser_goes_on_with_get(app, browser, person):
    """303, and never 307, which would bring the password along"""
    page = Form(browser.open(app.rp.address(app.rp.request(code_challenge="A" * 43, code_challenge_method="S256"))))
    cookies = browser.session.cookies.get_dict()
    answer = httpx.post(page.action, data={**page.fields, "username": person.username, "password": PASSWORD}, cookies=cookies, timeout=30)
    assert answer.status_code == 303


def test_4_13_a_client_says_nothing_in_the_gateways_place(app, browser, person):
    """What a proxy tells of the client counts from the gateway alone: an address that the client makes up changes no answer"""
    tokens = exchanged(app, browser, person)
    headers = {"Authorization": f"Bearer {tokens['access_token']}", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example;proto=http"}
    assert httpx.get(f"{app.rp.issuer}/.well-known/openid-configuration", headers=headers, timeout=30).json()["issuer"] == app.rp.issuer
    assert httpx.get(app.rp.metadata["userinfo_endpoint"], headers=headers, timeout=30).json()["sub"] == person.id


def test_4_14_2_refresh_tokens_end_with_what_they_rest_on(app, url):
    """A changed password, and a logout"""
    for way in ("password", "logout"):
        own = people.sign_up(url, "patient", "resting")
        theirs = exchanged(app, Browser(), own)
        assert app.refresh(theirs["refresh_token"], None).status_code == 200
        latest = exchanged(app, Browser(), own)
        if way == "password":
            assert own.call("POST", "/account/password", {"current": PASSWORD, "new": "eleven loud kettles at dusk"}).status_code == 204
        else:
            headers = {"Authorization": f"Bearer {latest['access_token']}"}
            assert httpx.post(f"{app.rp.issuer}/auth/logout", headers=headers, timeout=30).status_code == 204
        assert app.refresh(latest["refresh_token"], None).json()["error"] == "invalid_grant", way


def test_4_15_no_client_is_called_as_a_person(app, person):
    """A machine's token has the client's id as its subject: none can be registered that reads as a person's"""
    with pytest.raises(AssertionError, match="no UUID"):
        operator.auth_service(
            "seed-client", "--id", person.id, "--name", "Somebody", "--grant", "client_credentials", "--scope", "appointments:read", "--secret-file", "-",
            stdin="a secret of at least thirty-two characters")


def test_4_16_no_page_is_put_into_anothers_frame(app, browser):
    for address in (app.rp.address(app.rp.request(code_challenge="A" * 43, code_challenge_method="S256")), f"{app.rp.issuer}/device", f"{app.rp.issuer}/account"):
        page = browser.open(address)
        assert page.status_code == 200 and "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("mode", ["web_message", "fragment", "jwt"])
def test_4_17_no_page_hands_an_answer_to_another(app, browser, mode):
    """By `postMessage`; nor does an answer come in a fragment"""
    assert set(app.rp.metadata["response_modes_supported"]) == {"query", "form_post"}
    location = browser.open(app.rp.address(app.rp.request(response_mode=mode, code_challenge="A" * 43, code_challenge_method="S256"))).headers["Location"]
    assert parse_qs(urlsplit(location).query)["error"] == ["invalid_request"]
