"""An app that binds its tokens to a key (RFC 9449)."""

from dataclasses import dataclass, field

import httpx
from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from relying_party import REDIRECT, RelyingParty

from careline.proofs import ProofKey


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
