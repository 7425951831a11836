"""The gentle client: it looks for the nearest emergency room, keeps its session, writes to its doctor, looks at its appointments and measures its heart, one thing
after the other, while others attack."""

import threading
import time
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

import requests

from careline.client import Client


@dataclass(frozen=True)
class Asked:
    what: str
    at: float
    seconds: float
    status: int | None
    retry_after: bool
    remark: str = ""

    @property
    def is_served(self) -> bool:
        return self.status in (200, 201)

    @property
    def is_fine(self) -> bool:
        """Or told when to come back, which may happen once in a hundred times (`faults`)."""
        return self.is_served or self.status == 503 and self.retry_after


def faults(asked: list[Asked]) -> list[str]:
    """What it may not have met: an answer that is neither what it wanted nor a word when to come back; and of these words more than one in a hundred."""
    found = [f"{each.what}: {each.status} {each.remark}" for each in asked if not each.is_fine]
    unserved = [each for each in asked if not each.is_served]
    if not asked or len(unserved) * 100 > len(asked):
        found.append(f"{len(unserved)} of {len(asked)} not served: {sorted({each.what for each in unserved})}")
    return found


class Gentle:
    def __init__(self, patient, conversation: str):
        self.refresh_token, self.conversation, self.id = patient.refresh_token, conversation, patient.id
        # Who asks for new tokens shows none.
        self._client, self._at_the_door = Client(patient.url, patient.token), Client(patient.url)
        self.log: list[Asked] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._go, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join(timeout=60)

    def since(self, moment: float) -> list[Asked]:
        return [asked for asked in self.log if asked.at >= moment]

    def _go(self):
        turn = 0
        while not self._stop.wait(0.05):
            self._ask(self._client, "nearest", "GET", "/ers/nearest", params={"latitude": 42.34, "longitude": -71.1})
            if turn % 3 == 0:
                message = {"clientId": str(uuid.uuid4()), "content": {"text": "It is better today."}}
                self._ask(self._client, "message", "POST", f"/conversations/{self.conversation}/messages", json=message)
            if turn % 3 == 1:
                self._ask(self._client, "appointments", "GET", f"/users/{self.id}/appointments")
            if turn % 3 == 2:
                now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
                self._ask(self._client, "heart rate", "POST", "/health/heart-rates", json={"items": [{"at": now, "bpm": 60, "kind": "resting"}]})
            if turn % 20 == 0:
                form = {"grant_type": "refresh_token", "client_id": "careline", "refresh_token": self.refresh_token}
                answer = self._ask(self._at_the_door, "refresh", "POST", "/oauth/token", data=form)
                if answer is not None and answer.status_code == 200:
                    self._client.token, self.refresh_token = answer.json()["access_token"], answer.json()["refresh_token"]
            turn += 1

    def _ask(self, client, what, method, path, **options):
        began = time.monotonic()
        try:
            answer = client.call(method, path, **options)
        except requests.RequestException as error:
            self.log.append(Asked(what, began, time.monotonic() - began, None, False, type(error).__name__))
            return None
        remark = "" if answer.ok else answer.text[:200]
        self.log.append(Asked(what, began, time.monotonic() - began, answer.status_code, "Retry-After" in answer.headers, remark))
        return answer
