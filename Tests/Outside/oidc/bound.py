"""A key that an app binds its tokens to, and the proofs of it (RFC 9449), made with joserfc."""

import base64
import hashlib
import secrets
import time
from dataclasses import dataclass, field

import httpx
from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import ECKey
from relying_party import REDIRECT, RelyingParty


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class ProofKey:
    def __init__(self):
        self.key = ECKey.generate_key("P-256")

    @property
    def thumbprint(self) -> str:
        return self.key.thumbprint()

    def header(self, **changes) -> dict:
        public = {name: value for name, value in self.key.as_dict(private=False).items() if name in ("kty", "crv", "x", "y")}
        return {"typ": "dpop+jwt", "alg": "ES256", "jwk": public, **changes}

    def claims(self, method: str, address: str, token: str | None = None, **changes) -> dict:
        claims = {"jti": secrets.token_hex(8), "htm": method, "htu": address, "iat": int(time.time())}
        if token is not None:
            claims["ath"] = encoded(hashlib.sha256(token.encode()).digest())
        return {name: value for name, value in {**claims, **changes}.items() if value is not None}

    def proof(self, method: str, address: str, token: str | None = None, header: dict | None = None, **changes) -> str:
        return jwt.encode(self.header(**(header or {})), self.claims(method, address, token, **changes), self.key, algorithms=["ES256"])


@dataclass
class BoundApp:
    """A public app, which shows its key where it likes."""

    rp: RelyingParty
    key: ProofKey = field(default_factory=ProofKey)
    verifier: str = field(default_factory=lambda: generate_token(48))

    def code(self, browser, person, **parameters) -> str:
        request = self.rp.request(
            scope="openid offline_access account:read", code_challenge=create_s256_code_challenge(self.verifier), code_challenge_method="S256", **parameters)
        return self.rp.ask(browser, person, request).code

    def post(self, form: dict, proof: str | None, endpoint: str = "token_endpoint") -> httpx.Response:
        headers = {} if proof is None else {"DPoP": proof}
        return httpx.post(self.rp.metadata[endpoint], data={"client_id": self.rp.client_id, **form}, headers=headers, timeout=30)

    def proof(self, key: ProofKey | None = None, **changes) -> str:
        return (key or self.key).proof("POST", self.rp.metadata["token_endpoint"], **changes)

    def exchange(self, code: str, proof: str | None) -> httpx.Response:
        return self.post({"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": self.verifier}, proof)

    def refresh(self, token: str, proof: str | None) -> httpx.Response:
        return self.post({"grant_type": "refresh_token", "refresh_token": token}, proof)

    def get(self, path: str, token: str, proof: str | None, scheme: str = "DPoP") -> httpx.Response:
        headers = {"Authorization": f"{scheme} {token}"} | ({} if proof is None else {"DPoP": proof})
        return httpx.get(self.rp.issuer + path, headers=headers, timeout=30)
