"""A device with passkeys (WebAuthn, ES256), as a browser on the platform's own pages speaks of it."""

import base64
import hashlib
import json
import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec

from careline.people import Person


def begin(person: Person) -> dict:
    """What a passkey is to be made by, for who has just signed in."""
    answer = person.post(f"/users/{person.id}/factors/passkeys", {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def registration(options: dict, origin: str) -> dict:
    """What a browser sends of a passkey that was made by these options."""
    key, credential = ec.generate_private_key(ec.SECP256R1()), os.urandom(32)
    point = key.public_key().public_numbers()
    cose = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + point.x.to_bytes(32, "big") + b"\x22\x58\x20" + point.y.to_bytes(32, "big")
    # Its person was there and proved it; a credential follows.
    data = hashlib.sha256(options["rp"]["id"].encode()).digest() + b"\x45" + struct.pack(">I", 0) + bytes(16) + struct.pack(">H", 32) + credential + cose
    attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
    client = json.dumps({"type": "webauthn.create", "challenge": options["challenge"], "origin": origin, "crossOrigin": False}).encode()
    name = text(credential)
    return {"id": name, "rawId": name, "type": "public-key", "response": {"clientDataJSON": text(client), "attestationObject": text(attestation), "transports": ["internal"]}}


def origin(issuer: str) -> str:
    """Of the pages that passkeys are made on: browsers make none for addresses."""
    return issuer.replace("127.0.0.1", "localhost")


def text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
