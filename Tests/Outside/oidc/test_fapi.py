"""FAPI 2.0's Security Profile for a client that is registered for it, as the OpenID Foundation's plan asks: with DPoP, private_key_jwt and ES256 or PS256."""

import json
import secrets
import time

import httpx
import pytest
from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from bound import ProofKey
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey
from relying_party import REDIRECT, RelyingParty

from careline import operator

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
        claims = {"iss": self.id, "sub": self.id, "aud": self.rp.issuer, "iat": now, "exp": now + 60, "jti": secrets.token_hex(8), **changes}
        used = algorithm or self.algorithm
        assertion = jwt.encode({"alg": used, "kid": "k1"}, claims, self.key, algorithms=[used])
        return {**form, "client_id": self.id, "client_assertion_type": KIND, "client_assertion": assertion}

    def push(self, request: dict, **changes) -> httpx.Response:
        return httpx.post(self.rp.metadata["pushed_authorization_request_endpoint"], data=self.proven(request, **changes), timeout=30)

    def token(self, form: dict, shows: bool = True) -> httpx.Response:
        address = self.rp.metadata["token_endpoint"]
        headers = {"DPoP": self.proof_key.proof("POST", address)} if shows else {}
        return httpx.post(address, data=self.proven(form), headers=headers, timeout=30)

    def code(self, browser, person) -> str:
        request = self.request()
        named = {"client_id": self.id, "request_uri": self.push(request).json()["request_uri"]}
        return self.rp.follow(browser, person, request, browser.open(self.rp.address(named))).code

    def exchange(self, code: str, shows: bool = True) -> httpx.Response:
        return self.token({"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": self.verifier}, shows)


@pytest.fixture(params=["ES256", "PS256"], scope="module")
def bank(request, url) -> FAPIClient:
    return FAPIClient(url, request.param)


def test_the_happy_flow(bank, browser, person):
    """fapi2-security-profile-final-happy-flow"""
    answer = bank.exchange(bank.code(browser, person))
    assert answer.status_code == 200 and answer.json()["token_type"] == "DPoP", answer.text
    tokens, address = answer.json(), bank.rp.metadata["userinfo_endpoint"]
    proof = bank.proof_key.proof("GET", address, tokens["access_token"])
    found = httpx.get(address, headers={"Authorization": f"DPoP {tokens['access_token']}", "DPoP": proof}, timeout=30)
    assert found.json()["sub"] == person.id
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


def test_what_is_not_pushed(bank, browser):
    """fapi2-security-profile-final-par-attempt-to-use-unpushed-request"""
    location = browser.open(bank.rp.address(bank.request())).headers["Location"]
    assert location.startswith(REDIRECT) and "error=invalid_request" in location and "iss=" in location


@pytest.mark.parametrize("changes", [{"code_challenge": None}, {"code_challenge_method": "plain"}, {"redirect_uri": None}])
def test_what_a_pushed_request_has_to_have(bank, changes):
    """fapi2-security-profile-final-par-ensure-pkce-required, …-plain-pkce-rejected"""
    answer = bank.push(bank.request(**changes))
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_request"
    assert bank.push(bank.request()).json()["expires_in"] < 600


def test_who_pushes_proves_who_they_are(bank):
    assert httpx.post(bank.rp.metadata["pushed_authorization_request_endpoint"], data=bank.request(), timeout=30).status_code == 401


def test_audiences(bank):
    """fapi2-security-profile-final-ensure-…-aud: the issuer, as a string"""
    for audience in (bank.rp.metadata["token_endpoint"], [bank.rp.issuer], [bank.rp.issuer, "https://other.example"], "https://other.example"):
        assert bank.push(bank.request(), aud=audience).json()["error"] == "invalid_client", audience


def test_clocks_that_differ(bank):
    """…-ensure-client-assertion-with-iat-8-seconds-in-the-future-succeeds, and 70 are too many"""
    assert bank.push(bank.request(), iat=int(time.time()) + 8).status_code == 201
    assert bank.push(bank.request(), iat=int(time.time()) + 70).status_code == 401


def test_other_algorithms(bank):
    """fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails"""
    if bank.algorithm == "PS256":
        assert bank.push(bank.request(), algorithm="RS256").json()["error"] == "invalid_client"


def test_a_token_without_a_key(bank, browser, person):
    """fapi2-security-profile-final-ensure-token-endpoint-fails-without-dpop-proof"""
    code = bank.code(browser, person)
    assert bank.exchange(code, shows=False).json()["error"] == "invalid_dpop_proof"
    assert bank.exchange(code).status_code == 200
    assert bank.exchange(code).json()["error"] == "invalid_grant", "a code is good once"


def test_what_does_not_go_with_the_profile(url):
    """Registration refuses what could not keep to it."""
    for more in (["--secret-file", "-"], ["--without-pkce", "--jwks-uri", "https://bank.example/jwks"]):
        with pytest.raises(AssertionError, match="fapi2"):
            operator.auth_service(
                "seed-client", "--id", f"fapi-{secrets.token_hex(4)}", "--name", "No bank", "--redirect-uri", REDIRECT, "--fapi2", *more, stdin=secrets.token_urlsafe(33))
