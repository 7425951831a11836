"""Data that its person alone can open, as an app of somebody else's seals and opens it: by what docs/records.md says, and RFC 9180 from its primitives."""

import base64
import hashlib
import hmac
import json
import secrets
import uuid
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

MEDIA_TYPE = "application/vnd.careline.sealed+json"
SUITE = "HPKE-P256-SHA256-A256GCM"
KEY_INFO = b"careline app data key v1"
PROOF_INFO = b"careline app data proof v1"
# DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
KEM, HPKE = b"KEM\x00\x10", b"HPKE\x00\x10\x00\x01\x00\x02"


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def thumbprint(public: bytes) -> str:
    """RFC 7638."""
    x, y = encoded(public[1:33]), encoded(public[33:])
    return encoded(hashlib.sha256(f'{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}'.encode()).digest())


# RFC 9180, sections 4 and 5.1.

def extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.new(salt, b"HPKE-v1" + suite + label + material, hashlib.sha256).digest()


def expand(suite: bytes, secret: bytes, label: bytes, info: bytes, length: int) -> bytes:
    """Of 32 bytes at most: one block of HKDF."""
    labelled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.new(secret, labelled + b"\x01", hashlib.sha256).digest()[:length]


def context(shared: bytes, encapsulated: bytes, public: bytes, info: bytes) -> tuple[AESGCM, bytes]:
    secret = expand(KEM, extract(KEM, b"", b"eae_prk", shared), b"shared_secret", encapsulated + public, 32)
    schedule = b"\x00" + extract(HPKE, b"", b"psk_id_hash", b"") + extract(HPKE, b"", b"info_hash", info)
    master = extract(HPKE, secret, b"secret", b"")
    return AESGCM(expand(HPKE, master, b"key", schedule, 32)), expand(HPKE, master, b"base_nonce", schedule, 12)


def wrap(public: bytes, info: bytes, place: bytes, content: bytes, ephemeral: EllipticCurvePrivateKey | None = None) -> tuple[bytes, bytes]:
    ephemeral = ephemeral or generate_private_key(SECP256R1())
    encapsulated = point(ephemeral.public_key())
    shared = ephemeral.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), public))
    key, nonce = context(shared, encapsulated, public, info)
    return encapsulated, key.encrypt(nonce, content, place)


def unwrap(private: EllipticCurvePrivateKey, info: bytes, place: bytes, encapsulated: bytes, wrapped: bytes) -> bytes:
    shared = private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), encapsulated))
    key, nonce = context(shared, encapsulated, point(private.public_key()), info)
    return key.decrypt(nonce, wrapped, place)


def place(person: str, envelope: dict) -> bytes:
    return f"careline app data v1\n{person}\n{envelope['objectId']}\n{envelope['revision']}".encode()


def seal(person: str, publics: list[bytes], content: bytes, object: str | None = None, revision: int = 1) -> dict:
    envelope = {"version": 1, "suite": SUITE, "objectId": object or str(uuid.uuid4()), "revision": revision}
    key, nonce = secrets.token_bytes(32), secrets.token_bytes(12)
    where = place(person, envelope)
    envelope |= {"nonce": encoded(nonce), "ciphertext": encoded(AESGCM(key).encrypt(nonce, content, where))}
    return envelope | {"recipients": [recipient(public, where, key) for public in publics]}


def recipient(public: bytes, where: bytes, key: bytes) -> dict:
    encapsulated, wrapped = wrap(public, KEY_INFO, where, key)
    return {"key": thumbprint(public), "encapsulated": encoded(encapsulated), "wrapped": encoded(wrapped)}


def content_key(person: str, private: EllipticCurvePrivateKey, envelope: dict) -> bytes:
    [mine] = [each for each in envelope["recipients"] if each["key"] == thumbprint(point(private.public_key()))]
    return unwrap(private, KEY_INFO, place(person, envelope), decoded(mine["encapsulated"]), decoded(mine["wrapped"]))


def opened(person: str, private: EllipticCurvePrivateKey, envelope: dict) -> bytes:
    key = content_key(person, private, envelope)
    return AESGCM(key).decrypt(decoded(envelope["nonce"]), decoded(envelope["ciphertext"]), place(person, envelope))


def shared_with(person: str, private: EllipticCurvePrivateKey, envelope: dict, public: bytes) -> dict:
    """Not a byte of what is sealed changes."""
    added = recipient(public, place(person, envelope), content_key(person, private, envelope))
    return {**envelope, "recipients": [*envelope["recipients"], added]}


@dataclass
class Device:
    """A key pair on a device of a person's."""

    person: object
    private: EllipticCurvePrivateKey

    @classmethod
    def of(cls, person) -> "Device":
        return cls(person, generate_private_key(SECP256R1()))

    @property
    def public(self) -> bytes:
        return point(self.private.public_key())

    def proof(self) -> dict:
        """The body that keeps the key."""
        asked = self.person.post("/app-data/keys/challenges", {"publicKey": encoded(self.public)})
        assert asked.status_code == 200, asked.text
        challenge = asked.json()
        where = f"{self.person.id}\n{thumbprint(self.public)}".encode()
        answer = unwrap(self.private, PROOF_INFO, where, decoded(challenge["encapsulated"]), decoded(challenge["sealed"]))
        return {"publicKey": encoded(self.public), "expiresAt": challenge["expiresAt"], "answer": encoded(answer)}

    def keep(self, name: str | None = None) -> dict:
        made = self.person.post("/app-data/keys", {**self.proof(), **({"name": name} if name else {})})
        assert made.status_code == 201, made.text
        return made.json()


def vectors() -> dict:
    """The same whenever it is asked: everything drawn at random is counted out instead."""
    person, one, other = "019ca001-0b1c-7e2d-b3f4-a5968778695a", derive_private_key(0x1001, SECP256R1()), derive_private_key(0x1002, SECP256R1())
    envelope = {"version": 1, "suite": SUITE, "objectId": "0b0f4a52-6f0e-4a38-9d1c-2f7a1f9f3c11", "revision": 3}
    key, nonce, where = bytes(range(32)), bytes(range(64, 76)), place(person, envelope)
    content = b'{"mood":"better than yesterday"}'
    envelope |= {"nonce": encoded(nonce), "ciphertext": encoded(AESGCM(key).encrypt(nonce, content, where)), "recipients": []}
    for private, ephemeral in ((one, 0x2001), (other, 0x2002)):
        public = point(private.public_key())
        encapsulated, wrapped = wrap(public, KEY_INFO, where, key, derive_private_key(ephemeral, SECP256R1()))
        envelope["recipients"].append({"key": thumbprint(public), "encapsulated": encoded(encapsulated), "wrapped": encoded(wrapped)})
    keys = [{"private": encoded(each.private_numbers().private_value.to_bytes(32, "big")), "public": encoded(point(each.public_key())),
             "thumbprint": thumbprint(point(each.public_key()))} for each in (one, other)]
    return {"person": person, "content": content.decode(), "contentKey": encoded(key), "additionalData": where.decode(), "keys": keys, "envelope": envelope}


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=2))
