"""Story, part 2: a provider publishes hours, patients search, book, move and cancel."""

import asyncio
import collections
import secrets
import uuid
from datetime import datetime, time, timedelta

import httpx
import pytest

from careline import people
from careline.booking import EVERY_DAY, WINNIPEG, booking, changing, instant, next_days, slots, spelled
from careline.load import at_once
from careline.people import problem
from careline.waiting import until


@pytest.fixture(scope="module")
def specialty():
    return f"cardiology-{secrets.token_hex(4)}"


@pytest.fixture(scope="module")
def doctor(open_clinic, specialty):
    hours = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    return open_clinic(specialty, {"timeZone": "America/Winnipeg", "weekly": hours, "slotMinutes": 30}, name="okafor")


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "jo")


@pytest.fixture(scope="module")
def stranger(url):
    return people.sign_up(url, "patient", "stranger")


# Hours and slots


def test_weekly_hours_keep_to_the_wall_clock_over_a_clock_change(open_clinic, patient):
    zone, [(date, _), *_] = changing()
    hours = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    clinic = open_clinic("dermatology", {"timeZone": zone.key, "weekly": hours, "slotMinutes": 30})
    begin = datetime.combine(date - timedelta(days=3), time(), zone)
    end = datetime.combine(date + timedelta(days=4), time(), zone)
    found = slots(patient, clinic, begin, end)
    by_day = collections.defaultdict(list)
    for start in found:
        by_day[start.astimezone(zone).date()].append(start.astimezone(zone).strftime("%H:%M"))
    assert len(by_day) == 7
    assert set(map(tuple, by_day.values())) == {("09:00", "09:30", "10:00", "10:30", "11:00", "11:30")}
    assert len({start.strftime("%H:%M") for start in found}) == 8, "in UTC the hours shift by one"


def test_an_hour_that_the_clocks_skip_or_repeat_is_not_or_twice_open(open_clinic, patient):
    night = [{"weekday": day, "start": "00:00", "end": "06:00"} for day in EVERY_DAY]
    zone, changes = changing()
    sleeper = open_clinic("sleep medicine", {"timeZone": zone.key, "weekly": night, "slotMinutes": 60})
    for date, hours in changes:
        begin = datetime.combine(date, time(), zone)
        found = slots(patient, sleeper, begin, datetime.combine(date + timedelta(days=1), time(), zone))
        assert len(found) == hours - 18, f"{date} has {hours} hours, 18 of them closed"
        assert all(later - earlier == timedelta(hours=1) for earlier, later in zip(found, found[1:]))


def test_a_patient_finds_the_provider_by_specialty(doctor, patient, specialty):
    listed = patient.get("/providers", params={"specialty": specialty.upper()})
    assert [card["id"] for card in listed.json()["items"]] == [doctor.id]
    assert listed.json()["items"][0]["fullName"] == "Okafor Test"
    assert "password" not in listed.text and "email" not in listed.text
    for typed in ("okafor", "TEST oka"):
        assert [card["id"] for card in patient.get("/providers", params={"q": typed, "specialty": specialty}).json()["items"]] == [doctor.id], typed

    begin, end = next_days(5)
    found = patient.get(f"/providers/availability/{specialty}", params={"from": spelled(begin), "to": spelled(end), "limit": 200}).json()
    assert [item["provider"]["providerId"] for item in found["items"]] == [doctor.id]
    assert [instant(slot["startTime"]) for slot in found["items"][0]["slots"]] == slots(patient, doctor, begin, end)


def test_pages_of_providers_leave_none_out(open_clinic, patient):
    specialty = f"dermatology-{secrets.token_hex(4)}"
    made = {open_clinic(specialty, {"slotMinutes": 30}, name=f"derma{number}").id for number in range(5)}
    seen, after = [], None
    while True:
        page = patient.get("/providers", params={"specialty": specialty, "limit": 2, **({"after": after} if after else {})}).json()
        assert len(page["items"]) <= 2
        seen += [card["id"] for card in page["items"]]
        after = page.get("nextCursor")
        if not after:
            break
    assert len(seen) == 5 and set(seen) == made


def test_a_provider_of_several_specialties_is_found_by_each(open_clinic, url, stranger):
    first, second, third = (f"{name}-{secrets.token_hex(4)}" for name in ("sleep", "allergy", "pain"))
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    clinic = open_clinic(first, {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30}, name="several")
    account, patient = f"/users/{clinic.id}", people.sign_up(url, "patient", "several")

    def found(name):
        return [card["id"] for card in patient.get("/providers", params={"specialty": name}).json()["items"]]

    changed = clinic.patch(account, {"specialties": [first, second, "Cardiologist"]})
    assert changed.status_code == 200, changed.text
    assert (changed.json()["specialty"], changed.json()["specialties"]) == (first, [first, second, "Cardiologist"])
    until("Scheduling knows both", lambda: found(second) == found(first) == [clinic.id])
    card = patient.get(f"/providers/{clinic.id}").json()
    assert card["specialties"] == [{"name": first}, {"name": second}, {"name": "Cardiologist", "code": "394579002"}]
    begin, end = next_days(5)
    free = patient.get(f"/providers/availability/{second}", params={"from": spelled(begin), "to": spelled(end), "limit": 200}).json()["items"]
    assert [item["provider"]["providerId"] for item in free] == [clinic.id]
    booked = patient.post("/appointments", booking(clinic, instant(free[0]["slots"][0]["startTime"])))
    assert booked.status_code == 201, booked.text

    # Nobody else changes them, a patient has none, and they cannot all go.
    assert stranger.patch(account, {"specialties": [third]}).status_code == 404
    for person, wrong in ((patient, {"specialties": [third]}), (clinic, {"specialties": []}), (clinic, {"specialties": None})):
        refused = problem(person.patch(f"/users/{person.id}", wrong), 400, "validation")
        assert [fault["field"] for fault in refused["fields"]] == ["specialties"], wrong

    # An app that knows the main one alone changes that; and what was booked stays when a specialty goes.
    assert clinic.patch(account, {"specialty": third}).json()["specialties"] == [third, second, "Cardiologist"]
    until("Scheduling knows the new one", lambda: found(third) == [clinic.id])
    assert (found(first), found(second)) == ([], [clinic.id])
    assert clinic.patch(account, {"specialties": [third]}).status_code == 200
    until("Scheduling knows that the others are gone", lambda: found(second) == [])
    assert patient.get(f"/appointments/{booked.json()['id']}").json()["status"] == "booked"


def test_an_absence_and_an_override_take_the_hours_away(open_clinic, patient):
    begin, _ = next_days()
    first, second, third = (begin + timedelta(days=number) for number in range(3))
    weekly = [{"weekday": day, "start": "09:00", "end": "10:00"} for day in EVERY_DAY]
    clinic = open_clinic("allergology", {
        "timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30,
        "overrides": [{"date": str(first.date()), "intervals": []}],
        "intervals": [{"kind": "busy", "startTime": spelled(second.replace(hour=9, minute=30)), "endTime": spelled(second.replace(hour=11))}]})
    found = slots(patient, clinic, first, first + timedelta(days=3))
    local = [start.astimezone(WINNIPEG).replace(tzinfo=None) for start in found]
    naive = lambda day, hour, minute: datetime.combine(day.date(), time(hour, minute))
    assert local == [naive(second, 9, 0), naive(third, 9, 0), naive(third, 9, 30)]


def test_hours_that_make_no_sense_are_all_named(doctor):
    answer = doctor.post("/providers/availability", {
        "timeZone": "CST", "slotMinutes": 3, "weekly": [{"weekday": "monday", "start": "25:00", "end": "10:00"}, {"weekday": "Mon", "start": "09:00", "end": "09:00"}]})
    named = {fault["field"] for fault in problem(answer, 400, "validation")["fields"]}
    assert {"timeZone", "slotMinutes", "weekly[0].start", "weekly[1].weekday", "weekly[1].end"} <= named


# Booking


@pytest.fixture(scope="module")
def crowd(url):
    """200 patients. Passwords cost time by design, so they come eight at a time."""
    return at_once(lambda number: people.sign_up(url, "patient", f"crowd{number}"), 200, threads=8)


def test_of_two_hundred_who_want_one_slot_exactly_one_gets_it(url, doctor, patient, crowd):
    wanted = slots(patient, doctor, *next_days())[0]
    body = booking(doctor, wanted)

    async def race() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:
            def headers(person):
                return {"Authorization": f"Bearer {person.token}", "Idempotency-Key": str(uuid.uuid4())}

            async def book(person):
                mine = headers(person)
                # Who is told to come again, does: the load of a busy machine decides nothing.
                while (answer := await client.post("/appointments", json=body, headers=mine)).status_code == 503:
                    await asyncio.sleep(float(answer.headers["Retry-After"]))
                return answer

            # Connections first, so that the bookings meet each other and not the handshakes.
            await asyncio.gather(*(client.get("/providers?limit=1", headers=headers(person)) for person in crowd))
            return await asyncio.gather(*(book(person) for person in crowd))

    answers = asyncio.run(asyncio.wait_for(race(), 120))
    counts = collections.Counter(answer.status_code for answer in answers)
    assert counts == {201: 1, 409: 199}, counts
    for answer in answers:
        if answer.status_code == 409:
            refusal = problem(answer, 409, "slot-taken")
            assert refusal["conflict"] == "provider" and instant(refusal["conflictStartTime"]) == wanted
    winner = next(answer.json() for answer in answers if answer.status_code == 201)
    assert winner["patientId"] in {person.id for person in crowd} and winner["status"] == "booked"
    assert wanted not in slots(patient, doctor, *next_days())
    listed = doctor.get(f"/providers/{doctor.id}/appointments", params={"when": "upcoming"}).json()["items"]
    assert [item["id"] for item in listed if instant(item["startTime"]) == wanted] == [winner["id"]]


def test_a_retry_with_its_key_books_once(doctor, patient):
    wanted = slots(patient, doctor, *next_days())[-1]
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = patient.post("/appointments", booking(doctor, wanted), headers=key)
    assert first.status_code == 201 and "Idempotent-Replayed" not in first.headers
    again = patient.post("/appointments", booking(doctor, wanted), headers=key)
    assert again.status_code == 201 and again.headers["Idempotent-Replayed"] == "true"
    assert again.json() == first.json() and again.headers["ETag"] == first.headers["ETag"]
    other = patient.post("/appointments", booking(doctor, wanted, title="Another"), headers=key)
    assert other.status_code == 422
    unkeyed = patient.post("/appointments", booking(doctor, wanted))
    problem(unkeyed, 409, "slot-taken")


def test_a_patient_cannot_be_in_two_places(open_clinic, doctor, patient):
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    other = open_clinic("neurology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
    wanted = slots(patient, doctor, *next_days())[1]
    assert patient.post("/appointments", booking(doctor, wanted)).status_code == 201
    assert problem(patient.post("/appointments", booking(other, wanted)), 409, "slot-taken")["conflict"] == "patient"


def test_a_day_of_an_appointment(doctor, patient, stranger):
    """Booked, moved, moved no further, cancelled; and each time that it leaves is free again."""
    week = next_days()
    free = slots(patient, doctor, *week)
    first, second, third = free[6], free[7], free[8]
    booked = patient.post("/appointments", booking(doctor, first, description="Since yesterday"))
    assert booked.status_code == 201, booked.text
    appointment = booked.json()
    path = f"/appointments/{appointment['id']}"
    assert booked.headers["Location"] == path and booked.headers["ETag"] == '"1"'
    assert patient.get(path).json() == appointment and doctor.get(path).json() == appointment
    assert first not in slots(patient, doctor, *week)

    times = {"startTime": spelled(second), "endTime": spelled(second + timedelta(minutes=30))}
    moved = patient.patch(path, times, headers={"If-Match": booked.headers["ETag"]})
    assert moved.status_code == 200 and moved.json()["version"] == 2 and instant(moved.json()["startTime"]) == second
    assert first in slots(patient, doctor, *week) and second not in slots(patient, doctor, *week)

    stale = patient.patch(path, {"startTime": spelled(third), "endTime": spelled(third + timedelta(minutes=30))}, headers={"If-Match": '"1"'})
    problem(stale, 412, "precondition-failed")

    # Where somebody else is, it cannot go, and it stays where it was.
    assert stranger.post("/appointments", booking(doctor, third)).status_code == 201
    clash = patient.patch("/appointments", {"id": appointment["id"], "startTime": spelled(third), "endTime": spelled(third + timedelta(minutes=30))})
    problem(clash, 409, "slot-taken")
    assert instant(patient.get(path).json()["startTime"]) == second

    cancelled = doctor.delete(path, {"reason": "The clinic is closed"})
    assert cancelled.status_code == 200 and cancelled.json()["status"] == "cancelled"
    assert cancelled.json()["cancellation"]["cancelledBy"] == doctor.id
    assert patient.get(path).json()["cancellation"]["reason"] == "The clinic is closed"
    assert second in slots(patient, doctor, *week)
    repeated = patient.delete("/appointments", {"id": appointment["id"]})
    assert repeated.status_code == 200 and repeated.json() == cancelled.json()
    problem(patient.patch(path, times), 409, "not-possible")

    upcoming = patient.get(f"/users/{patient.id}/appointments", params={"when": "upcoming", "status": "cancelled"}).json()["items"]
    assert appointment["id"] in [item["id"] for item in upcoming]


@pytest.mark.parametrize("change, slug", [
    (lambda start: (start + timedelta(minutes=10), 30), "not-a-slot"), (lambda start: (start, 45), "wrong-length"),
    (lambda start: (start - timedelta(hours=6), 30), "outside-hours"), (lambda start: (start - timedelta(days=30), 30), "in-the-past"),
    (lambda start: (start + timedelta(days=400), 30), "too-far-ahead")])
def test_a_time_that_is_no_slot_is_refused_with_the_reason(doctor, patient, change, slug):
    start, minutes = change(datetime.combine(next_days()[0].date(), time(9), WINNIPEG))
    problem(patient.post("/appointments", booking(doctor, start, minutes)), 409, slug)


# Who may what


def test_roles_and_ownership_are_kept(url, app, doctor, patient, stranger):
    wanted = slots(patient, doctor, *next_days())[-2]
    appointment = patient.post("/appointments", booking(doctor, wanted)).json()
    path = f"/appointments/{appointment['id']}"

    problem(patient.post("/providers/availability", {"slotMinutes": 30}), 403, "insufficient-scope")
    problem(doctor.post("/appointments", booking(doctor, wanted)), 403, "forbidden")
    problem(stranger.get(path), 404, "not-found")
    problem(stranger.delete(path), 404, "not-found")
    problem(stranger.patch(path, {"startTime": spelled(wanted), "endTime": spelled(wanted + timedelta(minutes=30))}), 404, "not-found")
    problem(stranger.get(f"/users/{patient.id}/appointments"), 403, "forbidden")
    problem(patient.get(f"/providers/{doctor.id}/appointments"), 403, "forbidden")
    problem(stranger.get(f"/users/{patient.id}"), 404, "not-found")
    problem(stranger.delete(f"/users/{patient.id}"), 404, "not-found")
    problem(patient.get(f"/appointments/{uuid.uuid4()}"), 404, "not-found")
    for path in (f"/providers/{doctor.id}", f"/appointments/{appointment['id']}", "/providers"):
        problem(httpx.get(url + path), 401, "unauthorized")

    # An app can do no more than the person agreed to.
    reader = app.log_in(patient.username, people.PASSWORD, scope="openid appointments:read")
    headers = {"Authorization": f"Bearer {reader['access_token']}"}
    assert httpx.get(f"{url}/appointments/{appointment['id']}", headers=headers).status_code == 200
    problem(httpx.delete(f"{url}/appointments/{appointment['id']}", headers=headers), 403, "insufficient-scope")


def test_whoever_erases_the_account_leaves_no_appointments_behind(url, doctor):
    leaving = people.sign_up(url, "patient", "leaving")
    wanted = slots(leaving, doctor, *next_days())[-3]
    appointment = leaving.post("/appointments", booking(doctor, wanted)).json()
    assert leaving.delete(f"/users/{leaving.id}").status_code == 204
    until("the appointment is cancelled", lambda: doctor.get(f"/appointments/{appointment['id']}").json()["status"] == "cancelled")
    assert wanted in slots(doctor, doctor, *next_days())
    answer = httpx.post(f"{url}/auth/login", json={"username": leaving.username, "password": people.PASSWORD})
    problem(answer, 401, "wrong-credentials")
    kept = doctor.get(f"/appointments/{appointment['id']}").json()
    assert kept.get("patientName") is None
