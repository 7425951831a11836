"""A client that proves itself with a key of its own (private_key_jwt: OpenID Connect Core, 9), which the suite's FAPI plans ask for."""

import json
import secrets
import time

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

from careline import operator

KIND = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


@pytest.fixture(params=["ES256", "ES384", "RS256"], scope="module")
def machine(request, url):
    """Its id, algorithm and key."""
    client_id, algorithm = f"machine-{secrets.token_hex(4)}", request.param
    key = RSAKey.generate_key(2048) if algorithm == "RS256" else ECKey.generate_key("P-256" if algorithm == "ES256" else "P-384")
    public = {**key.as_dict(private=False), "kid": "k1"}
    operator.auth_service(
        "seed-client", "--id", client_id, "--name", "A machine", "--grant", "client_credentials", "--scope", "appointments:read", "--jwks-file", "-",
        stdin=json.dumps({"keys": [public]}, indent=2))
    return client_id, algorithm, key


def ask(url, machine, **changes):
    client_id, algorithm, key = machine
    claims = {
        "iss": client_id, "sub": client_id, "aud": url, "exp": int(time.time()) + 60, "iat": int(time.time()), "jti": secrets.token_hex(8), **changes}
    assertion = jwt.encode({"alg": algorithm, "kid": "k1"}, claims, key, algorithms=[algorithm])
    form = {"grant_type": "client_credentials", "client_assertion_type": KIND, "client_assertion": assertion}
    return httpx.post(f"{url}/oauth/token", data=form, timeout=30)


def test_it_gets_its_token(url, machine):
    metadata = httpx.get(f"{url}/.well-known/openid-configuration").json()
    assert "private_key_jwt" in metadata["token_endpoint_auth_methods_supported"]
    assert machine[1] in metadata["token_endpoint_auth_signing_alg_values_supported"]
    answer = ask(url, machine, aud=metadata["token_endpoint"])
    assert answer.status_code == 200 and answer.json()["scope"] == "appointments:read"


@pytest.mark.parametrize("changes", [{"aud": "https://other.example"}, {"exp": 1}, {"exp": int(time.time()) + 86_400}, {"iss": "other"}])
def test_what_is_not_for_us_or_not_good_now_is_refused(url, machine, changes):
    answer = ask(url, machine, **changes)
    assert answer.status_code == 401 and answer.json()["error"] == "invalid_client"


def test_each_is_good_once(url, machine):
    jti = secrets.token_hex(8)
    assert [ask(url, machine, jti=jti).status_code for _ in range(2)] == [200, 401]
