"""The load: patients who book, move and cancel among few slots, so that they collide all the time."""
import datetime
import random
import time
import uuid

from careline.load import Workers
from careline.promises.client import LoggedClient
from careline.waiting import eventually

PASSWORD = "a long password for faults"
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def instant(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def sign_up(port, log, kind):
    client = LoggedClient(port, log)
    username = f"f{uuid.uuid4().hex[:12]}"
    body = {"username": username, "password": PASSWORD, "role": kind, "timeZone": "UTC", "fullName": "Fault Person"}
    if kind == "provider":
        body["specialty"] = "faults"
    status, user = client.command("signup", "POST", "/signup", body, username=username)
    assert status == 201, f"sign-up answered {status}: {user}"
    client.user_id = user["id"]
    status, tokens = client.command("login", "POST", "/auth/login", {"username": username, "password": PASSWORD}, username=username)
    assert status == 200, f"login answered {status}: {tokens}"
    client.token = tokens.get("accessToken") or tokens.get("access_token")
    return client


def publish_hours(provider):
    weekly = [{"weekday": day, "start": "00:00", "end": "24:00"} for day in WEEKDAYS]
    body = {"timeZone": "UTC", "weekly": weekly, "slotMinutes": 30, "minimumNoticeMinutes": 0, "bookingWindowDays": 60,
            "cancelNoticeMinutes": 0, "rescheduleNoticeMinutes": 0}
    # Scheduling learns of the provider from the users topic.
    taken = (200, 201)
    status, answer = eventually(
        lambda: provider.command("hours", "POST", "/providers/availability", body), 60, every=0.3, holds=lambda answer: answer[0] in taken)
    assert status in taken, f"publishing hours answered {status}: {answer}"


class Load(Workers):
    def __init__(self, port, log, patients=8, providers=2, slots=60):
        super().__init__()
        self.port, self.log = port, log
        self.providers = [sign_up(port, log, "provider") for _ in range(providers)]
        for provider in self.providers:
            publish_hours(provider)
        self.patients = [sign_up(port, log, "patient") for _ in range(patients)]
        tomorrow = datetime.datetime.now(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        first = tomorrow + datetime.timedelta(days=2)
        self.slots = [first + datetime.timedelta(minutes=30 * index) for index in range(slots)]
        for index, patient in enumerate(self.patients):
            self.employ(self._work, patient, index)
        self.acknowledged = 0

    def _slot(self, chance):
        start = chance.choice(self.slots)
        return instant(start), instant(start + datetime.timedelta(minutes=30))

    def _work(self, patient, seed):
        chance, mine = random.Random(seed), []
        while not self.ending.is_set():
            roll = chance.random()
            if not mine or roll < 0.5:
                start, end = self._slot(chance)
                provider = chance.choice(self.providers).user_id
                title = uuid.uuid4().hex   # found again in the tables: one row at most
                body = {"providerId": provider, "title": title, "startTime": start, "endTime": end}
                status, made = patient.command("book", "POST", "/appointments", body, title=title, patient=patient.user_id,
                                               provider=provider, start=start, end=end)
                if status == 201:
                    mine.append(made["id"])
                    self.acknowledged += 1
            elif roll < 0.75:
                start, end = self._slot(chance)
                appointment = chance.choice(mine)
                status, _ = patient.command("move", "PATCH", f"/appointments/{appointment}", {"startTime": start, "endTime": end},
                                            appointment=appointment, start=start, end=end)
                self.acknowledged += status == 200
            else:
                appointment = mine.pop(chance.randrange(len(mine)))
                status, _ = patient.command("cancel", "DELETE", f"/appointments/{appointment}", appointment=appointment)
                self.acknowledged += status in (200, 204)
            time.sleep(0.01)
