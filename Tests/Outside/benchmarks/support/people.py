"""Accounts for the loads, made through the API."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import requests
from support.platform import Failed, Platform

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
        self._known: dict[str, list[Person]] = {"patient": [], "provider": []}

    @property
    def patients(self) -> list[Person]:
        return self.of("patient", 64)

    def of(self, kind: str, count: int) -> list[Person]:
        """So many patients or providers; those that are missing sign up."""
        known = self._known[kind]
        with ThreadPoolExecutor(4) as pool:
            known += pool.map(lambda number: self._sign_up(kind, number), range(len(known), count))
        return known[:count]

    def _sign_up(self, kind: str, number: int) -> Person:
        url, username = self.platform.address("auth"), f"bench-{number}-{uuid.uuid4().hex[:8]}"
        account = {"username": username, "password": PASSWORD, "userType": kind, "fullName": f"Bench {number}"}
        if kind == "provider":
            account["providerSpecialty"] = "cardiology"
        requests.post(f"{url}/signup", json=account, timeout=30).raise_for_status()
        return self.log_in(username)

    def log_in(self, username: str) -> Person:
        """A session of its own, with its own family of refresh tokens."""
        answer = requests.post(f"{self.platform.address('auth')}/auth/login", json={"username": username, "password": PASSWORD}, timeout=30)
        answer.raise_for_status()
        body = answer.json()
        return Person(body["user"]["id"], username, body["accessToken"], body["refreshToken"])

    def wait_until_known(self, database: str, people: list[Person]) -> None:
        """Until the service of this database has heard of them from Kafka."""
        wanted = ", ".join(f"'{each.id}'" for each in people)
        deadline = time.monotonic() + 60
        while self.platform.sql(database, f"SELECT count(*) FROM people WHERE version > 0 AND user_id IN ({wanted})") != str(len(people)):
            if time.monotonic() > deadline:
                raise Failed(f"{database} has not heard of new accounts within 60 s")
            time.sleep(0.1)
