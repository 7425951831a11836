"""Measurements in events: as another team opens them."""

import base64
import json
import secrets

import requests
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def machine(url: str, auth_service) -> str:
    """A token of a machine that the operator trusts with everybody's measurements."""
    credentials = {"client_id": f"reader-{secrets.token_hex(4)}", "client_secret": secrets.token_urlsafe(33)}
    auth_service(
        "seed-client", "--id", credentials["client_id"], "--name", "Reader", "--scope", "measurements:read", "--grant", "client_credentials",
        "--secret-file", "-", stdin=credentials["client_secret"] + "\n")
    answer = requests.post(f"{url}/oauth/token", data={"grant_type": "client_credentials", **credentials}, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


def asked(url: str, token: str, person: str) -> requests.Response:
    return requests.get(f"{url}/records/measurement-keys/{person}", headers={"Authorization": f"Bearer {token}"}, timeout=30)


def key(url: str, auth_service, person: str) -> bytes:
    answer = asked(url, machine(url, auth_service), person)
    assert answer.status_code == 200, answer.text
    return decoded(answer.json()["key"])


def opened(event: dict, key: bytes) -> dict:
    """What docs/event-consumers.md says, step by step."""
    sealed = decoded(event["sealed"])
    assert sealed[0] == 1
    place = f"care.observations.measured.v1 {event['observationId']} {event['version']}".encode()
    return json.loads(AESGCM(key).decrypt(sealed[1:13], sealed[13:], place))
