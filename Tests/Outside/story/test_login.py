"""Story, part 1: people sign up, and let an app of a third party in. The app is Authlib."""

import re

import pytest
import requests
from joserfc import jwt

from careline import people
from careline.oauth import SCOPE, Browser, Form
from careline.people import PASSWORD, problem
from careline.waiting import until

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "jo")


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def userinfo(app, token):
    return requests.get(app.metadata["userinfo_endpoint"], headers=bearer(token), timeout=30)


def test_sign_up_tells_every_fault_at_once(url):
    answer = requests.post(f"{url}/signup", json={"username": "a", "password": "short", "role": "king", "email": "nowhere"}, timeout=30)
    faults = {fault["field"] for fault in problem(answer, 400, "validation")["fields"]}
    assert faults == {"username", "password", "role", "email"}


def test_a_username_is_taken_once_whatever_its_case(url, patient):
    account = {"username": patient.username.upper(), "password": PASSWORD, "role": "patient"}
    problem(requests.post(f"{url}/signup", json=account, timeout=30), 409, "username-taken")


def test_a_wrong_password_and_an_unknown_name_sound_alike(url, patient):
    answers = [
        requests.post(f"{url}/auth/login", json={"username": name, "password": "not the password"}, timeout=30)
        for name in (patient.username, "nobody-of-that-name")
    ]
    bodies = [problem(answer, 401, "wrong-credentials") for answer in answers]
    for body in bodies:
        body.pop("requestId", None)
    assert bodies[0] == bodies[1]


def test_a_password_counts_to_its_last_character(url):
    exact = people.sign_up(url, "patient", "exact")
    for almost in (PASSWORD.upper(), PASSWORD[:-1], PASSWORD + " "):
        answer = requests.post(f"{url}/auth/login", json={"username": exact.username, "password": almost}, timeout=30)
        problem(answer, 401, "wrong-credentials")
    assert people.log_in(url, exact.username)["user"]["id"] == exact.id


def test_a_person_lets_an_app_in(url, app, patient):
    authorization = app.begin()
    browser = Browser()

    login = Form(browser.open(authorization.address))
    assert login.page.status_code == 200 and login.scripts == 0
    assert "Clinic Finder" in login.text
    policy = login.page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert login.page.headers["Cache-Control"] == "no-store"
    # Masked, and left to password managers.
    assert re.search(r'<input id="password"[^>]* type="password"[^>]* autocomplete="current-password"', login.page.text)

    again = Form(browser.submit(login, username=patient.username, password="not the password"))
    assert again.page.status_code == 422 and "wrong" in again.text
    assert again.fields["username"] == patient.username and again.fields["password"] == ""

    consent = Form(browser.submit(again, username=patient.username, password=PASSWORD))
    assert consent.page.status_code == 200 and consent.scripts == 0
    assert "Clinic Finder" in consent.text and patient.username in consent.text
    for scope in SCOPE.split():
        assert scope in consent.text, f"{scope} is not shown"

    tokens = authorization.finish(browser.submit(consent, decision="allow"))
    assert set(tokens["scope"].split()) == set(SCOPE.split())
    claims = authorization.identity(tokens)
    assert claims["sub"] == patient.id

    person = userinfo(app, tokens["access_token"])
    assert person.status_code == 200, person.text
    assert person.json()["sub"] == patient.id and person.json()["preferred_username"] == patient.username
    assert "email" not in person.json(), "the scope email was not given"

    # Any service checks the token by itself (RFC 9068).
    token = jwt.decode(tokens["access_token"], app.keys(), algorithms=["ES256"])
    assert token.header["typ"] == "at+jwt"
    assert token.claims["iss"] == url and token.claims["sub"] == patient.id and token.claims["client_id"] == app.client_id
    assert 0 < token.claims["exp"] - token.claims["iat"] <= 3600
    listed = requests.get(f"{url}/users/{patient.id}/appointments", headers=bearer(tokens["access_token"]), timeout=30)
    assert listed.status_code == 200 and listed.json() == {"items": []}


def test_a_person_signs_up_on_the_way_to_an_app(app):
    authorization = app.begin()
    browser = Browser()
    login = browser.open(authorization.address)
    link = re.search(r'href="(/oauth/signup\?[^"]*)"', login.text).group(1).replace("&amp;", "&")
    page = Form(browser.open(app.issuer + link))
    assert page.page.status_code == 200 and page.scripts == 0
    refused = Form(browser.submit(page, username="x", password="short", role="patient"))
    assert refused.page.status_code == 422
    name = people.secrets.token_hex(6)
    consent = Form(browser.submit(refused, username=f"sam-{name}", password=PASSWORD, role="patient"))
    tokens = authorization.finish(browser.submit(consent, decision="allow"))
    assert userinfo(app, tokens["access_token"]).json()["preferred_username"] == f"sam-{name}"


def test_a_person_may_decline(app, patient):
    authorization = app.begin()
    browser = Browser()
    consent = Form(browser.log_in(authorization.address, patient.username, PASSWORD))
    answer = authorization.answer(browser.submit(consent, decision="deny"))
    assert answer["error"] == "access_denied" and "code" not in answer


def test_a_form_of_another_browser_is_refused(app, patient):
    """A foreign site can send the form, but has not got the page that this browser got."""
    page = Form(Browser().open(app.begin().address))
    stolen = Browser()
    stolen.open(app.begin().address)
    answer = stolen.submit(page, username=patient.username, password=PASSWORD)
    assert answer.status_code == 403


def test_silence_is_kept_when_asked_for(app):
    authorization = app.begin(prompt="none")
    assert authorization.answer(Browser().open(authorization.address))["error"] == "login_required"


def test_refresh_rotates_and_a_lost_answer_can_be_asked_for_again(app, patient):
    first = app.log_in(patient.username, PASSWORD)
    second = app.session(token=dict(first)).refresh_token(app.metadata["token_endpoint"], refresh_token=first["refresh_token"])
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]

    # The answer was lost: the app sends the same token again, and gets the same successor.
    repeated = app.refresh(first["refresh_token"])
    assert repeated.status_code == 200, repeated.text
    assert repeated.json()["refresh_token"] == second["refresh_token"]
    assert userinfo(app, repeated.json()["access_token"]).status_code == 200

    third = app.refresh(second["refresh_token"])
    assert third.status_code == 200
    assert third.json()["refresh_token"] not in (first["refresh_token"], second["refresh_token"])


def test_reuse_of_a_spent_refresh_token_ends_the_session_everywhere(url, app, patient):
    first = app.log_in(patient.username, PASSWORD)
    second = app.refresh(first["refresh_token"]).json()
    third = app.refresh(second["refresh_token"]).json()
    appointments = f"{url}/users/{patient.id}/appointments"
    assert requests.get(appointments, headers=bearer(third["access_token"]), timeout=30).status_code == 200

    reused = app.refresh(first["refresh_token"])
    assert reused.status_code == 400 and reused.json()["error"] == "invalid_grant"
    ended = app.refresh(third["refresh_token"])
    assert ended.status_code == 400 and ended.json()["error"] == "invalid_grant", "the whole family is over"
    assert userinfo(app, third["access_token"]).status_code == 401, "Auth refuses the session at once"
    until(
        "Scheduling hears of it and refuses the session's token",
        lambda: requests.get(appointments, headers=bearer(third["access_token"]), timeout=30).status_code == 401)
    # Another session of the same person goes on.
    assert patient.get(f"/users/{patient.id}/appointments").status_code == 200


def test_a_refresh_cannot_gain_scopes(app, patient):
    tokens = app.log_in(patient.username, PASSWORD, scope="openid offline_access appointments:read")
    form = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"], "client_id": app.client_id, "scope": "openid account:write"}
    answer = requests.post(app.metadata["token_endpoint"], data=form, timeout=30)
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_scope"


@pytest.mark.parametrize("redirect", [
    "http://127.0.0.1/callback/more", "http://127.0.0.1/other", "http://evil.example/callback", "http://127.0.0.1.evil.example/callback",
    "https://127.0.0.1/callback", "http://127.0.0.1/callback?x=1", "http://user@127.0.0.1/callback", "http://127.0.0.1/callback#x"])
def test_another_redirect_address_gets_nothing(app, redirect):
    authorization = app.begin()
    address = authorization.address.replace("redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback", "redirect_uri=" + requests.utils.quote(redirect, safe=""))
    assert address != authorization.address
    answer = requests.get(address, allow_redirects=False, timeout=30)
    assert answer.status_code == 400 and "Location" not in answer.headers, answer.headers
    assert answer.headers["Content-Type"].startswith("text/html")


def test_a_loopback_app_may_listen_on_any_port(app, patient):
    """RFC 8252, 7.3: a native app takes the port that it gets."""
    authorization = app.begin()
    address = authorization.address.replace("127.0.0.1%2Fcallback", "127.0.0.1%3A49152%2Fcallback")
    browser = Browser()
    consent = Form(browser.log_in(address, patient.username, PASSWORD))
    back = browser.submit(consent, decision="allow")
    assert back.headers["Location"].startswith("http://127.0.0.1:49152/callback?code=")


def test_without_pkce_there_is_no_code(app):
    for change in (lambda a: a.replace("code_challenge=", "ignored="), lambda a: a.replace("code_challenge_method=S256", "code_challenge_method=plain")):
        authorization = app.begin()
        answer = authorization.answer(requests.get(change(authorization.address), allow_redirects=False, timeout=30))
        assert answer["error"] == "invalid_request" and "code" not in answer


def exchange(app, code, verifier, **more):
    form = {"grant_type": "authorization_code", "code": code, "code_verifier": verifier, "client_id": app.client_id, "redirect_uri": app.redirect_uri}
    return requests.post(app.metadata["token_endpoint"], data={**form, **more}, timeout=30)


def code_for(authorization, patient):
    browser = Browser()
    consent = Form(browser.log_in(authorization.address, patient.username, PASSWORD))
    return authorization.answer(browser.submit(consent, decision="allow"))["code"]


def test_a_stolen_code_is_of_no_use_without_its_verifier(app, patient):
    authorization = app.begin()
    code = code_for(authorization, patient)
    wrong = exchange(app, code, "w" * 43)
    assert wrong.status_code == 400 and wrong.json()["error"] == "invalid_grant"
    late = exchange(app, code, authorization.verifier)
    assert late.status_code == 400 and late.json()["error"] == "invalid_grant", "the wrong try has burnt it"


def test_a_code_works_once_and_its_second_use_ends_what_it_gave(app, patient):
    authorization = app.begin()
    code = code_for(authorization, patient)
    tokens = exchange(app, code, authorization.verifier)
    assert tokens.status_code == 200
    assert exchange(app, code, authorization.verifier).json()["error"] == "invalid_grant"
    assert userinfo(app, tokens.json()["access_token"]).status_code == 401
    assert app.refresh(tokens.json()["refresh_token"]).json()["error"] == "invalid_grant"


def test_logging_out_ends_the_session_in_every_service(url):
    leaving = people.sign_up(url, "patient", "leaving")
    assert leaving.get(f"/users/{leaving.id}/appointments").status_code == 200
    assert leaving.post("/auth/logout").status_code == 204
    problem(leaving.get(f"/users/{leaving.id}"), 401, "unauthorized")
    until("Scheduling hears of it", lambda: leaving.get(f"/users/{leaving.id}/appointments").status_code == 401)
    form = {"grant_type": "refresh_token", "refresh_token": leaving.refresh_token, "client_id": "careline"}
    assert requests.post(f"{url}/oauth/token", data=form, timeout=30).json()["error"] == "invalid_grant"


def test_a_machine_gets_a_token_of_its_own(url, auth_service):
    secret = people.secrets.token_urlsafe(33)
    auth_service(
        "seed-client", "--id", "night-report", "--name", "Night report", "--scope", "appointments:read", "--grant", "client_credentials",
        "--secret-file", "-", stdin=secret + "\n")
    form = {"grant_type": "client_credentials"}
    wrong = requests.post(f"{url}/oauth/token", data=form, auth=("night-report", "not the secret"), timeout=30)
    assert wrong.status_code == 401 and wrong.json()["error"] == "invalid_client"
    answer = requests.post(f"{url}/oauth/token", data=form, auth=("night-report", secret), timeout=30)
    assert answer.status_code == 200, answer.text
    tokens = answer.json()
    assert tokens["scope"] == "appointments:read" and "refresh_token" not in tokens and "id_token" not in tokens
    assert requests.get(f"{url}/providers", headers=bearer(tokens["access_token"]), timeout=30).status_code == 200
    problem(requests.post(f"{url}/auth/logout", headers=bearer(tokens["access_token"]), timeout=30), 403, "forbidden")


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."])
def test_what_is_no_token_is_refused(url, token):
    for path in ("/userinfo", "/providers"):
        answer = requests.get(url + path, headers=bearer(token), timeout=30)
        problem(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_with_a_changed_claim_is_refused(url, patient):
    head, body, signature = patient.token.split(".")
    changed = head + "." + body[:-4] + ("AAAA" if body[-4:] != "AAAA" else "BBBB") + "." + signature
    for path in ("/userinfo", "/providers"):
        assert requests.get(url + path, headers=bearer(changed), timeout=30).status_code == 401
