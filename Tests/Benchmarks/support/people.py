"""Accounts for the loads, made through the API."""

import functools
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import requests

from support.platform import Platform

PASSWORD = "nine quiet rivers at dawn"


@dataclass
class Person:
    id: str
    username: str
    token: str
    refresh_token: str


class People:
    def __init__(self, platform: Platform):
        self.platform = platform

    @functools.cached_property
    def patients(self) -> list[Person]:
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(self._sign_up, range(64)))

    def _sign_up(self, number: int) -> Person:
        url, username = self.platform.address("auth"), f"bench-{number}-{uuid.uuid4().hex[:8]}"
        account = {"username": username, "password": PASSWORD, "userType": "patient", "fullName": f"Bench {number}"}
        requests.post(f"{url}/signup", json=account, timeout=30).raise_for_status()
        return self.log_in(username)

    def log_in(self, username: str) -> Person:
        """A session of its own, with its own family of refresh tokens."""
        answer = requests.post(f"{self.platform.address('auth')}/auth/login", json={"username": username, "password": PASSWORD}, timeout=30)
        answer.raise_for_status()
        body = answer.json()
        return Person(body["user"]["id"], username, body["accessToken"], body["refreshToken"])
