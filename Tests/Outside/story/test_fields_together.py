"""What docs/app-developers.md says of fields that have to fit together ("What has to fit together"): each row is tried, and nothing else is said."""

import re
import uuid

from careline import people, webhooks
from careline.checkout import CHECKOUT
from careline.client import Client
from careline.waiting import until

ROW = re.compile(r"^\| `(?P<request>[A-Z]+ [^`]+)` \| (?P<fields>[^|]+) \| [^|]+ \| (?P<status>\d{3}) `(?P<field>[^`]+)` \|$", re.MULTILINE)
BACKWARDS = {"from": "2026-12-08T12:00:00Z", "to": "2026-12-07T12:00:00Z"}


def rows() -> list[re.Match]:
    page = (CHECKOUT / "docs" / "app-developers.md").read_text()
    section = page.partition("### What has to fit together\n")[2].partition("\n## ")[0]
    return list(ROW.finditer(section))


def test_each_row_holds(url, scheduler):
    nobody, patient, doctor = Client(url), people.sign_up(url, "patient", "together"), people.provider(url, "podiatry", "together")
    until("they are known", lambda: patient.get(f"/providers/{doctor.id}").status_code == 200)
    begun = patient.post("/conversations", {"participantIds": [doctor.id], "initialMessage": {"clientId": "a", "content": {"text": "Hello"}}})
    assert begun.status_code == 201, begun.text
    messages = f"/conversations/{begun.json()['id']}/messages"
    other = patient.post("/conversations", {"participantIds": [doctor.id], "title": "Another", "initialMessage": {"clientId": "b", "content": {"text": "Hello"}}})
    elsewhere = patient.get(f"/conversations/{other.json()['id']}/items").json()["items"][0]["id"]
    er = scheduler.post("/ers", {"name": "Together", "latitude": 49.9, "longitude": -97.1, "timeZone": "UTC"}).json()["id"]
    account = {"username": f"u{uuid.uuid4().hex[:12]}", "password": people.PASSWORD}
    machine = webhooks.subscriber(url, "care.appointments.booked.v1")
    hook = machine.post("/webhooks", {"url": "https://hooks.example.org/together", "types": ["care.appointments.booked.v1"]}).json()["id"]
    hours = {"weekday": "monday", "start": "09:00", "end": "09:00"}
    day = {"date": "2026-12-24", "intervals": []}
    tries = {
        ("POST /signup", "specialty"): [
            nobody.call("POST", "/signup", account | {"role": "patient", "specialty": "podiatry"}), nobody.call("POST", "/signup", account | {"role": "provider"})],
        ("POST /signup", "specialties"): [nobody.call("POST", "/signup", account | {"role": "patient", "specialties": ["podiatry"]})],
        ("POST /signup", "role"): [nobody.call("POST", "/signup", account | {"role": "patient", "userType": "provider"})],
        ("PATCH /users/{id}", "specialty"): [
            patient.patch(f"/users/{patient.id}", {"specialty": "podiatry"}),
            doctor.patch(f"/users/{doctor.id}", {"specialty": "podiatry", "specialties": ["cardiology", "podiatry"]})],
        ("PATCH /users/{id}", "specialties"): [patient.patch(f"/users/{patient.id}", {"specialties": ["podiatry"]})],
        ("PATCH /users/{id}", "specialties[1]"): [doctor.patch(f"/users/{doctor.id}", {"specialties": ["podiatry", "Podiatrist"]})],
        ("PATCH /webhooks/{id}", "status"): [machine.patch(f"/webhooks/{hook}", {"status": "active", "state": "paused"})],
        ("POST /appointments", "endTime"): [
            patient.post("/appointments", {"providerId": doctor.id, "startTime": "2026-12-08T12:00:00Z", "endTime": "2026-12-08T11:00:00Z", "title": "Backwards"})],
        ("GET /users/{id}/appointments", "to"): [patient.get(f"/users/{patient.id}/appointments", params=BACKWARDS)],
        ("GET /providers/{id}/slots", "to"): [patient.get(f"/providers/{doctor.id}/slots", params=BACKWARDS)],
        ("POST /providers/availability", "weekly[0].end"): [doctor.post("/providers/availability", {"timeZone": "UTC", "weekly": [hours]})],
        ("POST /providers/availability", "overrides[1].date"): [doctor.post("/providers/availability", {"timeZone": "UTC", "overrides": [day, day]})],
        ("GET /ers/nearest", "longitude"): [nobody.get("/ers/nearest", params={"latitude": "49.9"})],
        ("GET /ers/{id}/schedule", "to"): [
            nobody.get(f"/ers/{er}/schedule", params={"from": "2026-12-08", "to": "2026-12-07"}),
            nobody.get(f"/ers/{er}/schedule", params={"from": "2026-01-01", "to": "2026-12-31"})],
        ("POST /conversations", "participantIds"): [patient.post("/conversations", {"participantIds": [patient.id]})],
        ("POST /conversations/{id}/messages", "content"): [
            patient.post(messages, {"clientId": "c", "content": {}}),
            patient.post(messages, {"clientId": "c", "content": {"text": "Look", "image": {"attachmentId": str(uuid.uuid4())}}})],
        ("POST /conversations/{id}/messages", "replyToId"): [patient.post(messages, {"clientId": "d", "content": {"text": "Yes"}, "replyToId": elsewhere})],
        ("PUT /health/settings", "window.end"): [patient.call("PUT", "/health/settings", {"boundary": 75, "window": {"start": "20:00", "end": "14:00"}})]}
    said = {(row["request"], row["field"]): int(row["status"]) for row in rows()}
    assert said.keys() == tries.keys(), said.keys() ^ tries.keys()
    for which, answers in tries.items():
        for answer in answers:
            body = answer.json()
            assert answer.status_code == said[which], (which, answer.text)
            assert which[1] in [fault["field"] for fault in body["fields"]], (which, body)
