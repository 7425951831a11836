"""The plan Config OP: one module."""

import httpx
from joserfc.jwk import KeySet

REQUIRED = {
    "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported", "subject_types_supported",
    "id_token_signing_alg_values_supported"}


def test_oidcc_discovery_endpoint_verification(rp, url):
    answer = httpx.get(f"{url}/.well-known/openid-configuration")
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("application/json")
    metadata = answer.json()
    assert metadata.keys() >= REQUIRED
    assert metadata["issuer"] == url
    assert "RS256" in metadata["id_token_signing_alg_values_supported"], "OpenID Connect Discovery, 3"
    assert "code" in metadata["response_types_supported"] and "openid" in metadata["scopes_supported"]
    assert {"authorization_code"} <= set(metadata["grant_types_supported"])
    assert metadata["claims_parameter_supported"] is True
    assert metadata["request_parameter_supported"] is False and metadata["request_uri_parameter_supported"] is False
    assert {"sub", "iss", "auth_time", "acr", "name", "email", "locale"} <= set(metadata["claims_supported"])
    for name in (name for name in metadata if name.endswith("_endpoint")):
        there = httpx.request("OPTIONS", metadata[name])
        assert there.status_code != 404, name


def test_the_keys_are_public_and_for_signing(rp, browser, person):
    rp.sign_in(browser, person)   # at the latest now there is an RSA key
    keys = httpx.get(rp.metadata["jwks_uri"]).json()["keys"]
    assert {key["alg"] for key in keys} == {"ES256", "RS256"}
    assert all(key["use"] == "sig" and not {"d", "p", "q"} & key.keys() for key in keys)
    assert len({key["kid"] for key in keys}) == len(keys)
    assert len(KeySet.import_key_set({"keys": keys}).keys) == len(keys)
