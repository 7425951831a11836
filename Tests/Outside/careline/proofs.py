"""A key that an app binds its tokens to, and the proofs of it (RFC 9449), made with joserfc."""

import base64
import hashlib
import secrets
import time

from joserfc import jwt
from joserfc.jwk import ECKey


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
