"""Devices without a keyboard (RFC 8628)."""

import secrets

import httpx
import pytest

from careline import operator
from careline.oauth import Form
from careline.people import PASSWORD

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture(scope="session")
def device(url) -> dict:
    """Its id and the provider's metadata."""
    client_id = f"tv-{secrets.token_hex(4)}"
    operator.auth_service(
        "seed-client", "--id", client_id, "--name", "A television", "--grant", GRANT, "--grant", "refresh_token", "--scope", "openid", "--scope", "offline_access")
    return {"id": client_id, **httpx.get(f"{url}/.well-known/openid-configuration").json()}


def begin(device: dict, scope: str = "openid offline_access") -> dict:
    answer = httpx.post(device["device_authorization_endpoint"], data={"client_id": device["id"], "scope": scope}, timeout=30)
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store", answer.text
    return answer.json()


def ask(device: dict, code: str) -> httpx.Response:
    return httpx.post(device["token_endpoint"], data={"grant_type": GRANT, "device_code": code, "client_id": device["id"]}, timeout=30)


def open_page(browser, person, address: str) -> Form:
    """By way of the login page, for whom that is new."""
    page = Form(browser.open(address))
    if "password" in page.fields:
        page = Form(browser.submit(page, username=person.username, password=PASSWORD))
    assert "user_code" in page.fields and page.scripts == 0, page.text
    return page


def test_it_is_announced(device):
    assert GRANT in device["grant_types_supported"]


def test_somebody_allows_it(device, browser, person):
    codes = begin(device)
    assert codes["expires_in"] == 600 and codes["interval"] == 5 and "verification_uri_complete" not in codes
    letters = codes["user_code"].replace("-", "")
    assert len(letters) == 8 and not set(letters) & set("AEIOUY"), letters
    assert ask(device, codes["device_code"]).json()["error"] == "authorization_pending"
    consent = Form(browser.submit(open_page(browser, person, codes["verification_uri"]), user_code=codes["user_code"].lower()))
    for words in ("A television", codes["user_code"], "stands on a device before you"):
        assert words in consent.text
    assert consent.scripts == 0 and ("decision", "deny") in consent.buttons
    assert "The device is connected" in Form(browser.submit(consent, decision="allow")).text
    tokens = ask(device, codes["device_code"])
    assert tokens.status_code == 200 and {"access_token", "refresh_token", "id_token"} <= set(tokens.json()), tokens.text
    found = httpx.get(device["userinfo_endpoint"], headers={"Authorization": f"Bearer {tokens.json()['access_token']}"}, timeout=30)
    assert found.json()["sub"] == person.id
    assert ask(device, codes["device_code"]).json()["error"] == "invalid_grant", "its code is good once"


def test_somebody_declines(device, browser, person):
    codes = begin(device)
    consent = Form(browser.submit(open_page(browser, person, codes["verification_uri"]), user_code=codes["user_code"]))
    assert "not connected" in Form(browser.submit(consent, decision="deny")).text
    assert ask(device, codes["device_code"]).json()["error"] == "access_denied"


def test_whoever_asks_too_often_is_to_slow_down(device):
    codes = begin(device)
    assert [ask(device, codes["device_code"]).json()["error"] for _ in range(2)] == ["authorization_pending", "slow_down"]


def test_a_code_that_no_device_shows(device, browser, person):
    page = open_page(browser, person, begin(device)["verification_uri"])
    answer = browser.submit(page, user_code="BBBB-BBBB")
    assert answer.status_code == 422 and "is wrong, or has expired" in Form(answer).text


def test_what_is_not_a_devices(device, rp):
    assert ask(device, "made-up").json()["error"] == "invalid_grant"
    answer = rp.post("device_authorization_endpoint", {"scope": "openid"})
    assert answer.status_code == 400 and answer.json()["error"] == "unauthorized_client"
    assert httpx.post(device["device_authorization_endpoint"], data={"client_id": device["id"], "scope": "unheard"}).json()["error"] == "invalid_scope"
