"""Accounts for the loads, made through the API."""

import uuid

from support.platform import Failed, Platform

from careline import people
from careline.client import Client
from careline.load import at_once
from careline.people import Person
from careline.waiting import until


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
        known += at_once(lambda number: self._sign_up(kind, number), range(len(known), count), threads=4)
        return known[:count]

    def _sign_up(self, kind: str, number: int) -> Person:
        url, username = self.platform.address("auth"), f"bench-{number}-{uuid.uuid4().hex[:8]}"
        account = {"username": username, "password": people.PASSWORD, "role": kind, "fullName": f"Bench {number}"}
        if kind == "provider":
            account["specialty"] = "cardiology"
        Client(url).call("POST", "/signup", account).raise_for_status()
        return self.log_in(username)

    def log_in(self, username: str) -> Person:
        """A session of its own, with its own family of refresh tokens."""
        url = self.platform.address("auth")
        return people.logged_in(url, people.log_in(url, username))

    def wait_until_known(self, database: str, those: list[Person]) -> None:
        """Until the service of this database has heard of them from Kafka."""
        wanted = ", ".join(f"'{each.id}'" for each in those)
        known = f"SELECT count(*) FROM people WHERE version > 0 AND user_id IN ({wanted})"
        until(f"{database} hears of new accounts", lambda: self.platform.sql(database, known) == str(len(those)), 60, every=0.1, error=Failed)
