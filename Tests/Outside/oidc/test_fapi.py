"""FAPI 2.0's Security Profile for a client that is registered for it, as the OpenID Foundation's plan asks: with DPoP, private_key_jwt and ES256 or PS256."""

import json
import secrets
import time
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey
from relying_party import REDIRECT, RelyingParty

from careline import operator
from careline.databases import asked
from careline.oauth import Form
from careline.people import PASSWORD
from careline.proofs import ProofKey

KIND = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class FAPIClient:
    def __init__(self, url: str, algorithm: str):
        self.algorithm, self.id, self.proof_key, self.verifier = algorithm, f"fapi-{secrets.token_hex(4)}", ProofKey(), generate_token(48)
        self.key = RSAKey.generate_key(2048) if algorithm == "PS256" else ECKey.generate_key("P-256")
        public = {**self.key.as_dict(private=False), "kid": "k1"}
        operator.auth_service(
            "seed-client", "--id", self.id, "--name", "A bank", "--redirect-uri", REDIRECT, "--fapi2", "--jwks-file", "-", "--scope", "openid", "--scope",
            "offline_access", stdin=json.dumps({"keys": [public]}))
        self.rp = RelyingParty(url, self.id, "", "private_key_jwt", "ES256")

    def request(self, **changes) -> dict:
        challenge = {"code_challenge": create_s256_code_challenge(self.verifier), "code_challenge_method": "S256"}
        return self.rp.request(**{"scope": "openid offline_access", **challenge, **changes})

    def proven(self, form: dict, algorithm: str | None = None, **changes) -> dict:
        now = int(time.time())
        usual = {"iss": self.id, "sub": self.id, "aud": self.rp.issuer, "iat": now, "exp": now + 60, "jti": secrets.token_hex(8)}
        claims = {name: value for name, value in {**usual, **changes}.items() if value is not None}
        used = algorithm or self.algorithm
        assertion = jwt.encode({"alg": used, "kid": "k1"}, claims, self.key, algorithms=[used])
        return {**form, "client_id": self.id, "client_assertion_type": KIND, "client_assertion": assertion}

    def push(self, request: dict, proof: str | None = None, **changes) -> httpx.Response:
        headers = {} if proof is None else {"DPoP": proof}
        return httpx.post(self.rp.metadata["pushed_authorization_request_endpoint"], data=self.proven(request, **changes), headers=headers, timeout=30)

    def proof(self, key: ProofKey | None = None, **changes) -> str:
        return (key or self.proof_key).proof("POST", self.rp.metadata["token_endpoint"], **changes)

    def token(self, form: dict, shows: bool = True, proof: str | None = None, **changes) -> httpx.Response:
        headers = {"DPoP": proof or self.proof()} if shows else {}
        return httpx.post(self.rp.metadata["token_endpoint"], data=self.proven(form, **changes), headers=headers, timeout=30)

    def address(self, pushed: httpx.Response) -> str:
        assert pushed.status_code == 201, pushed.text
        return self.rp.address({"client_id": self.id, "request_uri": pushed.json()["request_uri"]})

    def ask(self, browser, person, request: dict, proof: str | None = None):
        return self.rp.follow(browser, person, request, browser.open(self.address(self.push(request, proof))))

    def code(self, browser, person, **parameters) -> str:
        return self.ask(browser, person, self.request(**parameters)).code

    def form(self, code: str, **changes) -> dict:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": self.verifier, **changes}
        return {name: value for name, value in form.items() if value is not None}

    def exchange(self, code: str, shows: bool = True, proof: str | None = None, **changes) -> httpx.Response:
        return self.token(self.form(code, **changes), shows, proof)

    def userinfo(self, tokens: dict, scheme: str = "DPoP", key: ProofKey | None = None, **changes) -> httpx.Response:
        address, token = self.rp.metadata["userinfo_endpoint"], tokens["access_token"]
        proof = (key or self.proof_key).proof("GET", address, token, **changes)
        return httpx.get(address, headers={"Authorization": f"{scheme} {token}", "DPoP": proof}, timeout=30)


@pytest.fixture(params=["ES256", "PS256"], scope="module")
def bank(request, url) -> FAPIClient:
    return FAPIClient(url, request.param)


def test_the_happy_flow(bank, browser, person):
    """fapi2-security-profile-final-happy-flow"""
    answer = bank.exchange(bank.code(browser, person))
    assert answer.status_code == 200 and answer.json()["token_type"] == "DPoP", answer.text
    tokens = answer.json()
    assert bank.userinfo(tokens).json()["sub"] == person.id
    # No rotation: the same token again and again.
    for _ in range(2):
        again = bank.token({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})
        assert again.status_code == 200 and again.json()["refresh_token"] == tokens["refresh_token"]


def test_discovery(bank):
    """fapi2-security-profile-final-discovery-end-point-verification"""
    metadata = bank.rp.metadata
    assert "private_key_jwt" in metadata["token_endpoint_auth_methods_supported"] and metadata["code_challenge_methods_supported"] == ["S256"]
    assert {"ES256", "PS256"} <= set(metadata["token_endpoint_auth_signing_alg_values_supported"]) and metadata["dpop_signing_alg_values_supported"] == ["ES256", "RS256"]
    assert metadata["authorization_response_iss_parameter_supported"] is True


def test_the_person_says_no(bank, browser, person):
    """fapi2-security-profile-final-user-rejects-authentication"""
    request = bank.request(prompt="consent")
    page = browser.open(bank.address(bank.push(request)))
    while "password" in Form(page).fields:
        page = browser.submit(Form(page), username=person.username, password=PASSWORD)
    location = browser.submit(Form(page), decision="deny").headers["Location"]
    values = {name: value for name, [value] in parse_qs(urlsplit(location).query).items()}
    assert values["error"] == "access_denied" and values["state"] == request["state"] and values["iss"] == bank.rp.issuer and "code" not in values


@pytest.mark.parametrize("changes", [
    {"state": None}, {"nonce": None}, {"state": "s" * 384}, {"nonce": "n" * 384}, {"nonce": "n" * 64}, {"response_mode": "query"}, {"scope": "offline_access openid"},
    {"claims": json.dumps({"id_token": {name: None for name in ("name", "given_name", "family_name", "email", "email_verified", "birthdate", "acr")}})}],
    ids=["request-without-state", "request-without-nonce", "long-state", "long-nonce", "64-char-nonce", "response-mode-query", "other-scope-order", "claims-parameter-idtoken-identity-claims"])
def test_ways_to_ask(bank, browser, person, changes):
    """fapi2-security-profile-final-ensure-request-without-state-success, -ensure-request-without-nonce-success, -ensure-authorization-request-with-long-state, -…-long-nonce, -…-64-char-nonce-success,
    -ensure-response-mode-query, -ensure-other-scope-order-succeeds, -test-claims-parameter-idtoken-identity-claims"""
    request = bank.request(**changes)
    answer = bank.ask(browser, person, request)
    assert answer.values.keys() == {"code", "iss"} | ({"state"} & request.keys())
    claims = bank.rp.identity(bank.exchange(answer.code).json(), request)
    assert claims["sub"] == person.id and claims.get("nonce") == request.get("nonce") and claims.header["alg"] == "ES256"
    # Of what was not asked for there is nothing that the suite would warn of: nobody tells this client of sessions that end.
    assert "sid" not in claims


@pytest.mark.parametrize("scheme", ["dpop", "DPOP", "dPoP"])
def test_the_scheme_in_other_letters(bank, browser, person, scheme):
    """fapi2-security-profile-final-access-token-type-header-case-sensitivity"""
    assert bank.userinfo(bank.exchange(bank.code(browser, person)).json(), scheme).status_code == 200


def test_a_request_that_was_used(bank, browser, person):
    """fapi2-security-profile-final-par-attempt-reuse-request_uri"""
    request = bank.request()
    address = bank.address(bank.push(request))
    assert bank.rp.follow(browser, person, request, browser.open(address)).code
    again = browser.open(address)
    assert again.status_code == 400 and "Location" not in again.headers and "request_uri" in again.text


def test_a_request_that_is_opened_again_before_it_is_over(bank, browser, person):
    """fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds: whoever reloads the login page goes on"""
    request = bank.request()
    address = bank.address(bank.push(request))
    for _ in range(2):
        assert "password" in Form(browser.open(address)).fields
    assert bank.exchange(bank.rp.follow(browser, person, request, browser.open(address)).code).status_code == 200


def test_what_was_pushed_counts_beside_what_comes_again(bank, browser, person):
    """fapi2-security-profile-final-par-…: the parameters of the request once more, as they were and as others, beside request_uri (RFC 9126, 4; RFC 9101, 6.3)"""
    for changes in ({}, {"state": "another", "nonce": "another", "scope": "openid profile", "redirect_uri": "https://other.example/cb", "code_challenge": "A" * 43}):
        request = bank.request()
        named = {**request, **changes, "request_uri": bank.push(request).json()["request_uri"]}
        answer = bank.rp.follow(browser, person, request, browser.open(bank.rp.address(named)))
        assert answer.values["state"] == request["state"]
        tokens = bank.exchange(answer.code)
        assert tokens.status_code == 200, tokens.text
        assert bank.rp.identity(tokens.json(), request)["nonce"] == request["nonce"] and "profile" not in tokens.json()["scope"].split()


def test_a_request_of_another_client(bank, url, browser):
    """fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client"""
    other, mine = FAPIClient(url, "ES256"), bank.push(bank.request()).json()["request_uri"]
    answer = browser.open(other.rp.address({"client_id": other.id, "request_uri": mine}))
    assert answer.status_code == 400 and "Location" not in answer.headers


def test_a_request_that_is_not_known_any_more(bank, browser):
    """fapi2-security-profile-final-par-attempt-to-use-expired-request_uri: what it says is asked by PushedRequestTests, whose clock can be moved"""
    assert 5 < bank.push(bank.request()).json()["expires_in"] < 600
    unknown = {"client_id": bank.id, "request_uri": "urn:ietf:params:oauth:request_uri:" + "A" * 43}
    answer = browser.open(bank.rp.address(unknown))
    assert answer.status_code == 400 and "Location" not in answer.headers and "request_uri" in answer.text


def test_what_is_pushed_names_no_other(bank):
    """fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param: RFC 9126, 2.1"""
    answer = bank.push(bank.request(request_uri="urn:ietf:params:oauth:request_uri:x"))
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_request"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_requests_are_pushed_by_post(bank, method):
    """fapi2-security-profile-final-par-attempt-invalid-http-method"""
    answer = httpx.request(method, bank.rp.metadata["pushed_authorization_request_endpoint"], timeout=30)
    assert answer.status_code == 405 and "POST" in answer.headers["Allow"]


def test_a_response_type_with_tokens(bank):
    """fapi2-security-profile-final-ensure-response-type-code-idtoken-fails"""
    for kind in ("code id_token", "token", "id_token"):
        assert bank.push(bank.request(response_type=kind)).json()["error"] == "unsupported_response_type"


def test_a_code_is_its_clients(bank, url, browser, person):
    """fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client"""
    other, code = FAPIClient(url, "ES256"), bank.code(browser, person)
    stolen = other.token(bank.form(code))
    assert stolen.status_code == 400 and stolen.json()["error"] == "invalid_grant"


def test_a_refresh_token_is_its_clients(bank, url, browser, person):
    """fapi2-security-profile-final-refresh-token"""
    other, tokens = FAPIClient(url, "ES256"), bank.exchange(bank.code(browser, person)).json()
    form = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    stolen = other.token(form)
    assert stolen.status_code == 400 and stolen.json()["error"] == "invalid_grant"
    fresh = bank.token(form).json()
    assert fresh["access_token"] != tokens["access_token"] and fresh["token_type"] == "DPoP" and bank.userinfo(fresh).status_code == 200


def test_a_code_after_a_second(bank, browser, person):
    """fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second: what it gave is taken back, too"""
    code = bank.code(browser, person)
    tokens = bank.exchange(code).json()
    time.sleep(1)
    again = bank.exchange(code)
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant"
    assert bank.userinfo(tokens).status_code == 401


def test_a_code_that_has_expired(bank, browser, person):
    """fapi2-security-profile-final-token-endpoint-fails-with-expired-auth-code: by its row, since nobody waits here"""
    code = bank.code(browser, person)
    asked("auth", f"UPDATE authorization_codes SET expires_at = now() - interval '1 second' WHERE client_id = '{bank.id}' AND used_at IS NULL")
    late = bank.exchange(code)
    assert late.status_code == 400 and late.json()["error"] == "invalid_grant"


def test_the_client_id_at_the_token_endpoint(bank, browser, person):
    """fapi2-security-profile-final-ensure-client-id-in-token-endpoint: named beside the assertion, left to it, and another's"""
    def exchange(code: str, **changes) -> httpx.Response:
        form = {name: value for name, value in {**bank.proven(bank.form(code)), **changes}.items() if value is not None}
        return httpx.post(bank.rp.metadata["token_endpoint"], data=form, headers={"DPoP": bank.proof()}, timeout=30)

    assert exchange(bank.code(browser, person)).status_code == 200
    code = bank.code(browser, person)
    other = exchange(code, client_id="somebody-else")
    assert other.status_code == 400 and other.json()["error"] == "invalid_request"
    assert exchange(code, client_id=None).status_code == 200


@pytest.mark.parametrize("verifier", [None, "another-" + "x" * 40])
def test_the_verifier(bank, browser, person, verifier):
    """fapi2-security-profile-final-ensure-pkce-code-verifier-required, -incorrect-pkce-code-verifier-rejected"""
    answer = bank.exchange(bank.code(browser, person), code_verifier=verifier)
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant"


@pytest.mark.parametrize("skew", [-10, 10])
def test_proofs_by_clocks_that_differ(bank, browser, person, skew):
    """fapi2-security-profile-final-ensure-dpop-proof-with-iat-10-seconds-before-succeeds, -…-after-succeeds"""
    tokens = bank.exchange(bank.code(browser, person), proof=bank.proof(iat=int(time.time()) + skew))
    assert tokens.status_code == 200, tokens.text
    assert bank.userinfo(tokens.json(), iat=int(time.time()) + skew).status_code == 200


def test_proofs_with_times_of_their_own(bank, browser, person):
    """fapi2-security-profile-final-check-dpop-proof-nbf-exp: no claims of a proof's, so that they are passed over"""
    now = int(time.time())
    tokens = bank.exchange(bank.code(browser, person), proof=bank.proof(nbf=now - 10, exp=now + 60))
    assert tokens.status_code == 200 and bank.userinfo(tokens.json(), nbf=now - 10, exp=now + 60).status_code == 200


@pytest.mark.parametrize("how", ["dpop_jkt", "proof"])
def test_a_code_is_its_keys(bank, browser, person, how):
    """fapi2-security-profile-final-ensure-dpop-auth-code-binding-success, -ensure-dpopproof-at-par-endpoint-binding-success"""
    address = bank.rp.metadata["pushed_authorization_request_endpoint"]

    def code() -> str:
        if how == "dpop_jkt":
            return bank.code(browser, person, dpop_jkt=bank.proof_key.thumbprint)
        return bank.ask(browser, person, bank.request(), bank.proof_key.proof("POST", address)).code

    assert bank.exchange(code()).status_code == 200
    assert bank.exchange(code(), proof=bank.proof(ProofKey())).json()["error"] == "invalid_grant"
    both = bank.push(bank.request(dpop_jkt=ProofKey().thumbprint), bank.proof_key.proof("POST", address))
    assert both.status_code == 400 and both.json()["error"] == "invalid_dpop_proof"


def test_a_proof_by_rsa_is_refused_at_once(bank):
    """What the token endpoint would not take is not taken where the request is pushed (5.4: no RS256)."""
    key, address = RSAKey.generate_key(2048), bank.rp.metadata["pushed_authorization_request_endpoint"]
    claims = {"jti": secrets.token_hex(8), "htm": "POST", "htu": address, "iat": int(time.time())}
    proof = jwt.encode({"typ": "dpop+jwt", "alg": "RS256", "jwk": key.as_dict(private=False)}, claims, key, algorithms=["RS256"])
    refused = bank.push(bank.request(), proof)
    assert refused.status_code == 400 and refused.json()["error"] == "invalid_dpop_proof"


def test_tokens_are_their_keys(bank, browser, person):
    """fapi2-security-profile-final-ensure-holder-of-key-required, -dpop-negative-tests: which proofs do not fit, test_dpop.py asks one by one"""
    tokens = bank.exchange(bank.code(browser, person)).json()
    for answer in (bank.userinfo(tokens, key=ProofKey()), bank.userinfo(tokens, "Bearer"), bank.userinfo(tokens, ath="x"), bank.userinfo(tokens, htm="POST")):
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("DPoP ")
    refused = bank.token(bank.form("unknown"), proof=bank.proof(header={"typ": "JWT"}))
    assert refused.status_code == 400 and refused.json()["error"] == "invalid_dpop_proof"
    assert bank.userinfo(tokens).status_code == 200


@pytest.mark.parametrize("changes", [
    {"exp": -300}, {"aud": "https://other.example"}, {"sub": None}, {"iss": None}, {"jti": None}, {"sub": "somebody-else"}, {"nbf": 70}, {"iat": 70}],
    ids=lambda changes: "-".join(changes))
def test_assertions_that_prove_nothing(bank, browser, person, changes):
    """fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails, -…-with-wrong-aud-fails, -…-with-no-sub-fails,
    -…-with-nbf-/-iat-60-seconds-in-the-future-fails: at both endpoints"""
    now = int(time.time())
    changes = {name: now + value if isinstance(value, int) else value for name, value in changes.items()}
    for answer in (bank.push(bank.request(), **changes), bank.token(bank.form("unknown"), **changes)):
        expected = (400, "invalid_request") if changes.get("sub") else (401, "invalid_client")
        assert (answer.status_code, answer.json()["error"]) == expected, answer.text
    missing = httpx.post(bank.rp.metadata["token_endpoint"], data={**bank.form("unknown"), "client_id": bank.id}, headers={"DPoP": bank.proof()}, timeout=30)
    assert missing.status_code == 401 and missing.json()["error"] == "invalid_client", "-ensure-client-assertion-in-token-endpoint"


@pytest.mark.parametrize("name", ["nbf", "iat"])
def test_assertions_by_a_clock_that_is_ahead(bank, name):
    """…-ensure-server-accepts-nbf-/-iat-8-seconds-in-the-future"""
    assert bank.push(bank.request(), **{name: int(time.time()) + 8}).status_code == 201


def test_what_is_not_pushed(bank, browser):
    """fapi2-security-profile-final-par-attempt-to-use-unpushed-request"""
    location = browser.open(bank.rp.address(bank.request())).headers["Location"]
    assert location.startswith(REDIRECT) and "error=invalid_request" in location and "iss=" in location


@pytest.mark.parametrize("changes", [{"code_challenge": None}, {"code_challenge_method": "plain"}, {"redirect_uri": None},
    {"redirect_uri": "https://bank.example/elsewhere"}])
def test_what_a_pushed_request_has_to_have(bank, changes):
    """fapi2-security-profile-final-par-ensure-pkce-required, -par-plain-pkce-rejected, -ensure-redirect-uri-in-authorization-request, -ensure-registered-redirect-uri"""
    answer = bank.push(bank.request(**changes))
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_request"
    assert bank.push(bank.request()).json()["expires_in"] < 600


def test_who_pushes_proves_who_they_are(bank):
    assert httpx.post(bank.rp.metadata["pushed_authorization_request_endpoint"], data=bank.request(), timeout=30).status_code == 401


def test_audiences(bank):
    """fapi2-security-profile-final-ensure-…-aud: the issuer, as a string"""
    for audience in (bank.rp.metadata["token_endpoint"], [bank.rp.issuer], [bank.rp.issuer, "https://other.example"], "https://other.example"):
        assert bank.push(bank.request(), aud=audience).json()["error"] == "invalid_client", audience


def test_other_algorithms(bank):
    """fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails"""
    if bank.algorithm == "PS256":
        assert bank.push(bank.request(), algorithm="RS256").json()["error"] == "invalid_client"


def test_a_token_without_a_key(bank, browser, person):
    """fapi2-security-profile-final-ensure-holder-of-key-required, and what -refresh-token asks beside: a request without a proof lacks something, so that it is no invalid proof"""
    code = bank.code(browser, person)
    refused = bank.exchange(code, shows=False)
    assert refused.status_code == 400 and refused.json()["error"] == "invalid_request"
    tokens = bank.exchange(code)
    assert tokens.status_code == 200
    refused = bank.token({"grant_type": "refresh_token", "refresh_token": tokens.json()["refresh_token"]}, shows=False)
    assert refused.status_code == 400 and refused.json()["error"] == "invalid_request"
    assert bank.exchange(code).json()["error"] == "invalid_grant", "a code is good once"


def test_what_does_not_go_with_the_profile(url):
    """Registration refuses what could not keep to it."""
    for more in (["--secret-file", "-"], ["--without-pkce", "--jwks-uri", "https://bank.example/jwks"]):
        with pytest.raises(AssertionError, match="fapi2"):
            operator.auth_service(
                "seed-client", "--id", f"fapi-{secrets.token_hex(4)}", "--name", "No bank", "--redirect-uri", REDIRECT, "--fapi2", *more, stdin=secrets.token_urlsafe(33))
