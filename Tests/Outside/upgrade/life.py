"""What a patient, a provider and a scheduler do in the services and read there, whichever release they are served by."""

from functools import partial

import requests

from careline import health, people
from careline.cast import Cast, made
from careline.streams import say
from careline.waiting import until


def clinic(url: str, specialty: str, calendar: dict, **more) -> people.Person:
    """As either release knows it: the one before has no word for what patients book by themselves at a front desk."""
    return people.clinic(url, specialty, {name: value for name, value in calendar.items() if name != "deskSeesBookings"}, **more)


class Life:
    """They stay logged in all their lives. What they have is known here, so that a release is never asked what should be there."""

    def __init__(self, url: str, auth_service):
        cast = Cast(url, auth_service, None, partial(clinic, url))
        self.url, self.cast, self.patient, self.provider, self.scheduler = url, cast, cast.patient, cast.provider, cast.scheduler
        self.conversation, self.er, self.alert, self.resource = cast.conversation, cast.er, cast.alert, cast.fhir
        self.appointments: dict[str, str] = {}
        self.cancelled: dict[str, str] = {}
        self.words: list[str] = []

    def live(self, words: str):
        """One more thing in each service, and each says these words where it has any."""
        made(say(self.patient, {"id": self.conversation}, words))
        self.appointments[self.booked(words)] = words
        cancelled = self.booked(words)
        done(self.patient.delete(f"/appointments/{cancelled}", {"reason": f"{words}, better"}))
        self.cancelled[cancelled] = words
        kept = self.cast.resource(id=self.resource, code={"text": words})
        done(self.patient.call("PUT", self.record, kept, headers={"If-Match": f'W/"{len(self.words) + 1}"'}))
        self.words.append(words)
        done(self.patient.call("PUT", "/health/settings", {"boundary": self.boundary}, headers=current(self.patient.get("/health/settings"))))
        health.record(self.patient, 60)
        done(self.scheduler.patch(f"/ers/{self.er}", {"name": words}, headers=current(self.scheduler.get(f"/ers/{self.er}"))))

    def booked(self, words: str) -> str:
        return made(self.patient.post("/appointments", {**self.cast.free_slot, "title": words, "description": f"{words}, at length"}))

    def go_on(self):
        """With the session that they have, from before the release that answers now."""
        for person in (self.patient, self.provider, self.scheduler):
            form = {"grant_type": "refresh_token", "client_id": "careline", "refresh_token": person.refresh_token}
            tokens = done(requests.post(f"{self.url}/oauth/token", data=form, timeout=30))
            person.token, person.refresh_token = tokens["access_token"], tokens["refresh_token"]

    def look(self):
        """Everything that they have is there, for each of them who may see it."""
        patient = self.patient
        assert done(patient.get(f"/users/{patient.id}"))["fullName"] == "Owner Test"
        for each in (patient, self.provider):
            for appointment, words in (self.appointments | self.cancelled).items():
                said = done(each.get(f"/appointments/{appointment}"))
                assert (said["title"], said["description"]) == (words, f"{words}, at length")
                reason = f"{words}, better" if appointment in self.cancelled else None
                assert said.get("cancellation", {}).get("reason") == reason
            items = done(each.get(f"/conversations/{self.conversation}/items", params={"limit": 100}))["items"]
            # Between them are the platform's own, about appointments.
            assert sorted(item["content"]["text"] for item in items if "text" in item.get("content", {})) == sorted(self.words)
        for version, words in enumerate(self.words, start=2):
            assert done(patient.get(f"{self.record}/_history/{version}"))["code"]["text"] == words
        assert "is 80 bpm, above your boundary 75 bpm" in done(patient.get(f"/health/alerts/{self.alert}"))["text"]
        assert done(patient.get("/health/settings"))["boundary"] == self.boundary
        assert done(requests.get(f"{self.url}/ers/{self.er}", timeout=30))["name"] == (self.words[-1] if self.words else "Alert Hospital")
        # What one service tells another by an event, also by one from before the upgrade.
        until("they are told of every appointment", lambda: self.told() == self.appointments.keys() | self.cancelled.keys())

    def told(self) -> set[str]:
        return {note["details"]["appointmentId"] for note in health.notifications(self.provider, "appointment.booked")}

    @property
    def record(self) -> str:
        return f"/fhir/r4/Basic/{self.resource}"

    @property
    def boundary(self) -> int:
        """Far above what they measure, and another one each time."""
        return 75 + len(self.words)


def done(answer: requests.Response) -> dict:
    assert answer.status_code == 200, f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}"
    return answer.json()


def current(answer: requests.Response) -> dict[str, str]:
    """The headers of a change of this version."""
    done(answer)
    return {"If-Match": answer.headers["ETag"]}
