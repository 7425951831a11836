"""A patient who measures and looks: what was acknowledged has to be there, whichever replica and whichever PostgreSQL answers, and reads have to go on while the
primary is away."""

import threading
import time

from careline.load import Workers
from careline.promises.client import LoggedClient
from careline.promises.health import instant
from careline.promises.load import sign_up

PAUSE = 0.05


class Reads(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.patient, self.lock = sign_up(port, log, "patient"), threading.Lock()
        # The latest measurement that was acknowledged; when reads were answered; what they lacked.
        self.known, self.answered, self.lacking = "", [], []
        # On connections of its own.
        reader = LoggedClient(port, log)
        reader.token = self.patient.token
        self.employ(self._measure)
        self.employ(self._look, reader)

    def _measure(self):
        while not self.ending.is_set():
            at = instant(int(time.time() * 1000))
            status, _ = self.patient.command("measure", "POST", "/health/heart-rates", {"items": [{"at": at, "bpm": 60, "kind": "resting"}]})
            if status is not None and 200 <= status < 300:
                with self.lock:
                    self.known = at
            time.sleep(PAUSE)

    def _look(self, client):
        while not self.ending.is_set():
            with self.lock:
                known = self.known
            page = client.read("/health/heart-rates?limit=1")
            if page is not None:
                latest = page["items"][0]["at"] if page["items"] else ""
                with self.lock:
                    self.answered.append(time.time())
                    if latest < known:
                        self.lacking.append(f"{known} was acknowledged, and {latest or 'nothing'} was the latest")
            time.sleep(PAUSE)

    def between(self, begin: float, end: float) -> int:
        """How many reads were answered."""
        with self.lock:
            return sum(begin < moment < end for moment in self.answered)

    def lacked(self) -> list[str]:
        """What reads lacked since somebody asked last."""
        with self.lock:
            found, self.lacking = self.lacking, []
            return found
