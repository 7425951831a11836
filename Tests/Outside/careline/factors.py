"""An authenticator app (RFC 6238, SHA-1, six digits)."""

import base64
import hashlib
import hmac
import struct
import time

from careline.client import Client


def set_up(person: Client) -> str:
    """Sets one up; the session counts as signed in with both factors then. Its secret."""
    secret = begin(person)
    answer = person.post(f"/users/{person.id}/factors/totp/confirmation", {"code": code(secret)})
    assert answer.status_code == 200, answer.text
    return secret


def begin(person: Client) -> str:
    """Begins to set one up, for who has just signed in; its secret."""
    answer = person.post(f"/users/{person.id}/factors/totp", {})
    assert answer.status_code == 201, answer.text
    return answer.json()["secret"]


def code(secret: str, steps_ahead: int = 0) -> str:
    step = int(time.time()) // 30 + steps_ahead
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">q", step), hashlib.sha1)
    offset = digest[19] & 0xF
    return f"{(struct.unpack_from('>I', digest, offset)[0] & 0x7FFFFFFF) % 1_000_000:06d}"
