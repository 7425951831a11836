"""The plan Config OP: one module."""

import httpx
from joserfc.jwk import KeySet

REQUIRED = {
    "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported", "subject_types_supported",
    "id_token_signing_alg_values_supported"}
# Of the scope (OpenID Connect Core, 5.4).
PROFILE = {
    "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture", "website", "gender", "birthdate", "zoneinfo",
    "locale", "updated_at"}


def test_oidcc_discovery_endpoint_verification(rp, url):
    answer = httpx.get(f"{url}/.well-known/openid-configuration")
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/json"
    metadata = answer.json()
    assert metadata.keys() >= REQUIRED
    assert metadata["issuer"] == url
    assert "RS256" in metadata["id_token_signing_alg_values_supported"], "OpenID Connect Discovery, 3"
    assert "code" in metadata["response_types_supported"] and "openid" in metadata["scopes_supported"]
    assert {"authorization_code"} <= set(metadata["grant_types_supported"])
    assert metadata["claims_parameter_supported"] is True
    assert metadata["request_parameter_supported"] is False and metadata["request_uri_parameter_supported"] is False
    claims = {"sub", "iss", "auth_time", "acr", "email", "email_verified"} | PROFILE
    assert claims <= set(metadata["claims_supported"]) and not {"address", "phone_number"} & set(metadata["claims_supported"])
    assert metadata["subject_types_supported"] == ["public"] and metadata["claim_types_supported"] == ["normal"]
    assert metadata["authorization_response_iss_parameter_supported"] is True and metadata["require_pushed_authorization_requests"] is False
    # Scopes that give nothing are not named: their modules are passed over then. What is not done is not announced.
    assert not {"address", "phone"} & set(metadata["scopes_supported"]) and "tls_client_certificate_bound_access_tokens" not in metadata
    for name, value in metadata.items():
        if name.endswith(("_supported", "_requests")):
            assert value != [] and (type(value) is bool or type(value) is list and len(set(value)) == len(value)), name
        if name.endswith(("_endpoint", "_uri")) or name == "issuer":
            assert value.startswith(url) and "#" not in value, name
    for name in (name for name in metadata if name.endswith("_endpoint")):
        there = httpx.request("OPTIONS", metadata[name])
        assert there.status_code != 404, name


def test_the_keys_are_public_and_for_signing(rp, browser, person):
    rp.sign_in(browser, person)   # at the latest now there is an RSA key
    keys = httpx.get(rp.metadata["jwks_uri"]).json()["keys"]
    assert {key["alg"] for key in keys} == {"ES256", "RS256"}
    assert all(key["use"] == "sig" and not {"d", "p", "q", "dp", "dq", "qi", "k", "oth"} & key.keys() for key in keys)
    assert all(len(key["n"]) >= 342 and key["e"] == "AQAB" for key in keys if key["kty"] == "RSA"), "2048 bits"
    assert all(key["crv"] == "P-256" for key in keys if key["kty"] == "EC")
    assert len({key["kid"] for key in keys}) == len(keys)
    assert len(KeySet.import_key_set({"keys": keys}).keys) == len(keys)
