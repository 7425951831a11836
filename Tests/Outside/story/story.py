"""The story of Careline, told on the terminal while it happens. Every number and id is a real one; nothing is acted."""

import collections
import itertools
import os
import textwrap
import time
import uuid
from datetime import datetime, timedelta

import requests
from story_ers import emergency_rooms
from story_health import resting_heart_rate
from story_messages import messages
from story_records import health_records

from careline import people, topics
from careline.booking import EVERY_DAY, booking, changing, instant, next_days, slots, spelled
from careline.load import at_once
from careline.oauth import App, Browser, Form
from careline.waiting import until

HOME, CHANGES = changing()
url, bootstrap = os.environ["CARELINE_URL"], os.environ["CARELINE_BOOTSTRAP"]
numbers = itertools.count(1)


def chapter(title: str):
    numbered = f"{next(numbers)}. {title}"
    print(f"\n{numbered}\n{'─' * len(numbered)}", flush=True)


def tell(text: str):
    print(textwrap.fill(" ".join(text.split()), 100, subsequent_indent="  "), flush=True)


def local(moment: datetime) -> str:
    return moment.astimezone(HOME).strftime("%a %-d %b %Y, %H:%M %Z")


def short(token: str) -> str:
    return f"{token[:6]}…{token[-4:]}"


def people_and_an_app():
    chapter("People, and an app that they let in")
    doctor = people.provider(url, "cardiology", "okafor", fullName="Amara Okafor")
    began = time.monotonic()
    tell(f"Dr. Amara Okafor signs up as {doctor.username}; her id is {doctor.id}.")
    until("the directory knows her", lambda: doctor.get(f"/providers/{doctor.id}").status_code == 200, every=0.005)
    tell(f"Within {1000 * (time.monotonic() - began):.0f} ms she is in the directory of Scheduling, which knows people from Kafka alone.")
    patient = people.sign_up(url, "patient", "jo", fullName="Jo Tremblay")
    tell(f"Jo Tremblay signs up as {patient.username}; Jo's id is {patient.id}.")

    app = App(url, "demo-app", "http://127.0.0.1/callback")
    tell(f"A third party's app knows only the address {url}. Its library, Authlib, reads the discovery document there and finds "
         f"{app.metadata['authorization_endpoint']} and the public keys (kid {', '.join(key.kid for key in app.keys().keys)}).")
    authorization, browser = app.begin(), Browser()
    login = Form(browser.open(authorization.address))
    tell(f"It sends Jo's browser there. The page has no JavaScript and says: “{login.text}”")
    wrong = Form(browser.submit(login, username=patient.username, password="not the password"))
    tell(f"Jo mistypes the password; the page answers {wrong.page.status_code} and keeps the name. Then it is right.")
    consent = Form(browser.submit(wrong, username=patient.username, password=people.PASSWORD))
    tokens = authorization.finish(browser.submit(consent, decision="allow"))
    claims = authorization.identity(tokens)
    tell(f"Jo agrees to “{tokens['scope']}”. The app gets an id token, signed with ES256; it checks signature, issuer, audience and "
         f"nonce, and learns that this is {claims['sub']}.")

    second = app.refresh(tokens["refresh_token"]).json()
    again = app.refresh(tokens["refresh_token"]).json()
    same = again["refresh_token"] == second["refresh_token"]
    tell(f"It refreshes: {short(tokens['refresh_token'])} is spent, {short(second['refresh_token'])} comes. The answer got lost? It asks once "
         f"more, and gets {'the same successor' if same else 'ANOTHER SUCCESSOR'}.")
    third = app.refresh(second["refresh_token"]).json()
    thief = app.refresh(tokens["refresh_token"])
    ended = app.refresh(third["refresh_token"])
    tell(f"Later somebody shows the first token again, which must be a copy: {thief.status_code} {thief.json()['error']}. From then on "
         f"the whole session is over, for the thief and for the app: {ended.json()['error']}.")
    return doctor, patient


def hours_and_slots(doctor, patient):
    chapter("Hours, over a change of the clocks")
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    doctor.post("/providers/availability", {"timeZone": HOME.key, "weekly": weekly, "slotMinutes": 30})
    tell(f"Dr. Okafor is open every day from 09:00 to 12:00, by the clocks of {HOME.key}.")
    date, hours = CHANGES[0]
    for day in (date - timedelta(days=1), date + timedelta(days=1)):
        midnight = datetime.combine(day, datetime.min.time(), HOME)
        first = slots(patient, doctor, midnight, midnight + timedelta(days=1))[0]
        tell(f"{local(first)} is {spelled(first)}.")
    tell(f"Between them the clocks change ({date} has {hours:.0f} hours); her mornings do not.")
    begin, end = next_days(5)
    found = patient.get("/providers/availability/cardiology", params={"from": spelled(begin), "to": spelled(end), "limit": 200}).json()["items"]
    tell(f"Jo looks for a cardiologist from {begin.date()} on: {len(found)} have time, with "
         f"{', '.join(str(len(item['slots'])) for item in found)} free slots.")
    return slots(patient, doctor, *next_days())


def one_slot_for_two_hundred(doctor, patient, free):
    chapter("Two hundred patients, one slot")
    wanted = free[0]
    crowd = at_once(lambda number: people.sign_up(url, "patient", f"crowd{number}"), 200, threads=8)
    tell(f"200 more patients sign up. All of them want {local(wanted)}, and all of them ask now.")
    answers = at_once(lambda person: person.post("/appointments", booking(doctor, wanted)), crowd, threads=200)
    counts = collections.Counter(answer.status_code for answer in answers)
    refusal = next(answer.json() for answer in answers if answer.status_code == 409)
    tell(f"{counts[201]} is booked; {counts[409]} hear 409 “{refusal['title']}” ({refusal['detail']}) {refusal['type']}.")
    assert counts == {201: 1, 409: 199}, counts

    first, second = free[2], free[3]
    booked = patient.post("/appointments", booking(doctor, first)).json()
    tell(f"Jo takes {local(first)} instead: appointment {booked['id']}.")
    key = {"Idempotency-Key": str(uuid.uuid4())}
    path = f"/appointments/{booked['id']}"
    times = {"startTime": spelled(second), "endTime": spelled(second + timedelta(minutes=30))}
    moved = patient.patch(path, times, headers={"If-Match": '"1"', **key}).json()
    tell(f"Jo moves it to {local(instant(moved['startTime']))}. In the same instant the earlier time is "
         f"{'free again' if first in slots(patient, doctor, *next_days()) else 'NOT FREE'}.")
    doctor.delete(path, {"reason": "The clinic is closed"})
    tell(f"The clinic closes; Dr. Okafor cancels. Jo reads: “{patient.get(path).json()['cancellation']['reason']}”. The time is "
         f"{'free again' if second in slots(patient, doctor, *next_days()) else 'NOT FREE'}.")
    curious = crowd[0].get(path)
    tell(f"A stranger who asks for Jo's appointment hears {curious.status_code}: “{curious.json()['detail']}”")
    return booked["id"]


def others_hear_of_it(appointment):
    chapter("Others hear of it")
    topics.wait_for(bootstrap, "care.appointments.v1", lambda all: sum(record.key == appointment for record in all) == 3)
    names = ["care.users.v1", "care.sessions.v1", "care.appointments.v1", "care.availability.v1"]
    records = topics.read_all(bootstrap, names)
    counts = collections.Counter(record.type for record in records)
    tell(f"Another team reads Kafka at {bootstrap} with confluent-kafka: {len(records)} CloudEvents in {len(names)} topics.")
    for kind, count in sorted(counts.items()):
        print(f"  {count:5}  {kind}")
    tell("About Jo's appointment they hear, in order:")
    for record in records:
        if record.key == appointment:
            print(f"  {record.headers['ce_time']}  {record.type}  partition {record.partition}, offset {record.offset}\n    {record.value.decode()}")
    tell("Ids and times; no title, no reason, no name.")


def main():
    began = time.monotonic()
    doctor, patient = people_and_an_app()
    free = hours_and_slots(doctor, patient)
    appointment = one_slot_for_two_hundred(doctor, patient, free)
    others_hear_of_it(appointment)
    messages(url, doctor, patient, appointment, chapter, tell)
    health_records(url, patient, chapter, tell)
    emergency_rooms(url, chapter, tell)
    resting_heart_rate(url, bootstrap, patient, chapter, tell)
    people.problem(requests.get(f"{url}/users/{patient.id}", timeout=30), 401, "unauthorized")
    print()
    tell(f"{time.monotonic() - began:.0f} s. `make up` leaves the platform running for you to try; `make test` checks all of this and more.")


if __name__ == "__main__":
    main()
