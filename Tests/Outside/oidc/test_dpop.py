"""Tokens that are bound to a key of the app's (RFC 9449): the way of a public app, and the attacks of its section 11."""

import json
import secrets
import time

import httpx
import pytest
from bound import BoundApp
from joserfc import jwt
from joserfc.jwk import OctKey
from relying_party import REDIRECT

from careline.proofs import ProofKey, encoded
from careline.waiting import until


@pytest.fixture
def tokens(app, browser, person) -> dict:
    answer = app.exchange(app.code(browser, person), app.proof())
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_it_is_announced(rp):
    assert rp.metadata["dpop_signing_alg_values_supported"] == ["ES256", "RS256"]


def test_a_bound_token_is_taken_by_every_service(app, tokens):
    """`/account/sessions` is Auth's, `/appointments` Scheduling's: each looks at the proof itself."""
    assert tokens["token_type"] == "DPoP"
    token = tokens["access_token"]
    assert app.get("/account/sessions", token, app.key.proof("GET", app.rp.issuer + "/account/sessions", token)).status_code == 200
    assert app.get("/userinfo", token, app.key.proof("GET", app.rp.metadata["userinfo_endpoint"], token)).status_code == 200
    # Scheduling looks at it before the scope, which it was not given.
    path = "/appointments/019ca001-0b1c-7e2d-b3f4-a59687786960"
    narrow = app.get(path, token, app.key.proof("GET", app.rp.issuer + path, token))
    assert narrow.status_code in (403, 404)
    assert narrow.status_code == 404 or narrow.headers["WWW-Authenticate"].startswith('DPoP realm="careline", error="insufficient_scope"')
    assert app.get(path, token, app.key.proof("GET", app.rp.issuer + "/elsewhere", token)).status_code == 401


def test_it_is_no_bearer_token(app, tokens):
    """7.2, downgraded"""
    token = tokens["access_token"]
    answer = app.get("/userinfo", token, app.key.proof("GET", app.rp.metadata["userinfo_endpoint"], token), scheme="Bearer")
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("DPoP ")
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"] and 'algs="ES256 RS256"' in answer.headers["WWW-Authenticate"]


def test_a_proof_that_is_replayed(app, tokens):
    """11.1: each is good once, in the replica that it was shown to"""
    token, address = tokens["access_token"], app.rp.metadata["userinfo_endpoint"]
    proof = app.key.proof("GET", address, token)
    assert [app.get("/userinfo", token, proof).status_code for _ in range(2)] == [200, 401]
    proof = app.proof()
    answers = [app.refresh(tokens["refresh_token"], proof) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 400] and answers[1].json()["error"] == "invalid_dpop_proof"


def wrong_proofs(app: BoundApp, method: str, address: str, token: str | None) -> dict[str, str]:
    """What does not fit, by its name in RFC 9449, 4.3."""
    key, now = app.key, int(time.time())
    private = key.key.as_dict(private=True)
    shared = OctKey.import_key(secrets.token_bytes(32))
    hs256 = jwt.encode({**key.header(), "alg": "HS256"}, key.claims(method, address, token), shared, algorithms=["HS256"])
    none = ".".join(encoded(json.dumps(part).encode()) for part in (key.header(alg="none"), key.claims(method, address, token))) + "."
    good = key.proof(method, address, token)
    proofs = {
        "htm": key.proof("PUT", address, token), "htu": key.proof(method, app.rp.issuer + "/elsewhere", token),
        "stale iat": key.proof(method, address, token, iat=now - 120), "iat ahead": key.proof(method, address, token, iat=now + 120),
        "no iat": key.proof(method, address, token, iat=None), "no jti": key.proof(method, address, token, jti=None),
        "typ": key.proof(method, address, token, header={"typ": "JWT"}), "alg none": none, "alg HS256": hs256,
        "private key": key.proof(method, address, token, header={"jwk": {**key.header()["jwk"], "d": private["d"]}}),
        "another's jwk": key.proof(method, address, token, header={"jwk": ProofKey().header()["jwk"]}),
        "signature": good.rsplit(".", 1)[0] + "." + encoded(bytes(64)), "no proof": "nonsense",
    }
    if token is not None:
        proofs |= {"ath": key.proof(method, address, "another token"), "no ath": key.proof(method, address), "jkt": ProofKey().proof(method, address, token)}
    return proofs


def test_what_does_not_fit_opens_nothing(app, tokens):
    """11: at a resource"""
    token, address = tokens["access_token"], app.rp.metadata["userinfo_endpoint"]
    for name, proof in wrong_proofs(app, "GET", address, token).items():
        answer = app.get("/userinfo", token, proof)
        assert answer.status_code == 401, name
        assert 'DPoP realm="careline", error="invalid_dpop_proof"' in answer.headers["WWW-Authenticate"], name
    assert app.get("/userinfo", token, None).status_code == 401
    assert app.get("/userinfo", token, app.key.proof("GET", address, token)).status_code == 200


def test_what_does_not_fit_gives_nothing(app, tokens):
    """11: at the token endpoint; the refresh token stays what it was"""
    for name, proof in wrong_proofs(app, "POST", app.rp.metadata["token_endpoint"], None).items():
        answer = app.refresh(tokens["refresh_token"], proof)
        assert answer.status_code == 400 and answer.json()["error"] == "invalid_dpop_proof", name
    assert app.refresh(tokens["refresh_token"], app.proof()).status_code == 200


def test_a_stolen_refresh_token_is_worth_nothing(app, tokens):
    """5: a public app's is bound to its key"""
    for proof in (None, app.proof(ProofKey())):
        answer = app.refresh(tokens["refresh_token"], proof)
        assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant"
    answer = app.refresh(tokens["refresh_token"], app.proof())
    assert answer.status_code == 200 and answer.json()["token_type"] == "DPoP"


def test_a_lost_answer_is_heard_again(lost_answer, wait_since):
    """RFC 9700, 4.14.2: whoever shows the key hears it for longer than the ten seconds of others, until it is used"""
    app, spent, successor, lost = lost_answer
    wait_since(lost, 11)
    assert app.refresh(spent, app.proof()).json()["refresh_token"] == successor
    last = app.refresh(successor, app.proof()).json()["refresh_token"]
    for token in (spent, last):
        assert app.refresh(token, app.proof()).json()["error"] == "invalid_grant", "two hold it: the session ends"


def test_a_key_that_is_shown_later_binds_from_then_on(app, browser, person):
    """5"""
    tokens = app.exchange(app.code(browser, person), None).json()
    assert tokens["token_type"] == "Bearer"
    bound = app.refresh(tokens["refresh_token"], app.proof()).json()
    assert bound["token_type"] == "DPoP"
    assert app.refresh(bound["refresh_token"], None).json()["error"] == "invalid_grant"
    assert app.refresh(bound["refresh_token"], app.proof()).status_code == 200


def test_a_stolen_code_is_worth_nothing(app, browser, person):
    """11.9, by dpop_jkt (10)"""
    code = app.code(browser, person, dpop_jkt=app.key.thumbprint)
    assert app.exchange(code, app.proof(ProofKey())).json()["error"] == "invalid_grant"
    assert app.exchange(code, app.proof()).json()["error"] == "invalid_grant", "it has leaked"
    assert app.exchange(app.code(browser, person, dpop_jkt=app.key.thumbprint), app.proof()).status_code == 200


def test_introspection_names_the_key(rp, browser, person):
    """6.2, and RFC 9470, 6.2"""
    key = ProofKey()
    code = rp.ask(browser, person, rp.request()).code
    proof = key.proof("POST", rp.metadata["token_endpoint"])
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT}
    tokens = httpx.post(rp.metadata["token_endpoint"], data=form, auth=(rp.client_id, rp.secret), headers={"DPoP": proof}, timeout=30).json()
    found = rp.post("introspection_endpoint", {"token": tokens["access_token"]}).json()
    assert found["token_type"] == "DPoP" and found["cnf"] == {"jkt": key.thumbprint}
    assert found["acr"] == "1" and found["amr"] == ["pwd"] and found["auth_time"] <= time.time()


def test_a_page_of_another_origin_may_use_it(url, public):
    """The browser asks before it sends the header. Its origin is that of the redirect address, which services read again and again."""
    asked = {"Origin": "https://rp.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "dpop"}
    answer = until(
        "the origin is known", lambda: httpx.request("OPTIONS", f"{url}/oauth/token", headers=asked, timeout=30), 60, every=1,
        holds=lambda answer: answer.status_code != 403)
    assert "dpop" in answer.headers["Access-Control-Allow-Headers"].lower()
