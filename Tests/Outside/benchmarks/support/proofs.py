"""Proofs of possession (RFC 9449), made ahead of a load: a load generator signs nothing."""

import base64
import hashlib
import json
import secrets
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class ProofKey:
    def __init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())
        numbers = self._key.public_key().public_numbers()
        x, y = (encoded(each.to_bytes(32, "big")) for each in (numbers.x, numbers.y))
        jwk = {"crv": "P-256", "kty": "EC", "x": x, "y": y}
        self._header = encoded(json.dumps({"typ": "dpop+jwt", "alg": "ES256", "jwk": jwk}).encode())
        self.thumbprint = encoded(hashlib.sha256(json.dumps(jwk, separators=(",", ":"), sort_keys=True).encode()).digest())

    def proof(self, method: str, url: str) -> str:
        """Good for a minute."""
        claims = {"jti": secrets.token_hex(8), "htm": method, "htu": url, "iat": int(time.time())}
        text = f"{self._header}.{encoded(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
