"""Story: a person uses Careline from a terminal, by the app that comes along (Examples/care, on CareClient)."""

import json
import os
import re
import subprocess

import pytest
import requests

from careline import people
from careline.booking import EVERY_DAY
from careline.checkout import BUILD
from careline.oauth import Browser, Form
from careline.waiting import until

SCOPES = ["openid", "offline_access", "profile", "messages:read", "messages:write", "appointments:read", "appointments:write", "health:read", "health:write",
          "records:read", "records:write"]


class Terminal:
    """What a person types at a shell, in a home of their own."""

    def __init__(self, url, home):
        self.environment = {**os.environ, "CARE_HOME": str(home), "CARE_SERVER": url, "CARE_CLIENT_ID": "care-terminal"}

    def care(self, *words: str, typed: str = "") -> str:
        done = subprocess.run([BUILD / "care", *words], env=self.environment, input=typed, capture_output=True, text=True, timeout=90)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def fails(self, *words: str) -> str:
        done = subprocess.run([BUILD / "care", *words], env=self.environment, input="", capture_output=True, text=True, timeout=90)
        assert done.returncode == 1, done.stdout + done.stderr
        return done.stderr

    def log_in(self, person: people.Person) -> str:
        with subprocess.Popen([BUILD / "care", "login"], env=self.environment, stdout=subprocess.PIPE, text=True) as process:
            address = next(match[1] for line in process.stdout if (match := re.fullmatch(r"\s*(http\S+/oauth/authorize\S+)\s*", line)))
            browser = Browser()
            consent = Form(browser.log_in(address, person.username, people.PASSWORD))
            back = browser.submit(consent, decision="allow").headers["Location"]
            # A browser asks for icons, too; only the callback ends the waiting.
            assert requests.get(re.sub(r"/callback.*", "/favicon.ico", back), timeout=10).status_code == 404
            assert "You are logged in" in requests.get(back, timeout=10).text
            said = process.stdout.read()
        assert process.returncode == 0, said
        return said


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "jo", timeZone="Europe/Berlin")


@pytest.fixture(scope="module")
def doctor(open_clinic):
    hours = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    return open_clinic("neurology", {"timeZone": "Europe/Berlin", "weekly": hours, "slotMinutes": 30}, name="terminala")


@pytest.fixture(scope="module")
def terminal(url, auth_service, patient, doctor, tmp_path_factory):
    auth_service(
        "seed-client", "--id", "care-terminal", "--name", "Care", "--redirect-uri", "http://127.0.0.1/callback", *[word for scope in SCOPES for word in ("--scope", scope)])
    terminal = Terminal(url, tmp_path_factory.mktemp("care"))
    assert "Nobody is logged in" in terminal.fails("visits")
    assert patient.id in terminal.log_in(patient)
    return terminal


def test_one_books_and_cancels(terminal, patient):
    booked = terminal.care("book", "--provider", "terminala", "--title", "Head ache", typed="2\n")
    time = re.search(r"Booked: (\w{3} \d{4}-\d\d-\d\d 09:30) \(Europe/Berlin\), Terminala Test: Head ache", booked)
    assert time, booked
    assert f"1  {time[1]}  Head ache" in terminal.care("visits")
    assert [item["title"] for item in patient.get(f"/users/{patient.id}/appointments").json()["items"]] == ["Head ache"]
    assert "Cancelled: Head ache" in terminal.care("visits", "--cancel", "1")
    assert "Nothing is booked." in terminal.care("visits")


def test_what_is_typed_is_said_once_and_the_answer_is_seen(terminal, patient, doctor):
    # The one in which the appointment was told of.
    [conversation] = until("they have a conversation", lambda: doctor.get("/conversations").json()["items"])
    said = terminal.care("chat", "1", typed="Good morning\nIt is my head\n")
    assert "Careline: Appointment booked\n" in said
    assert said.index("✓ Good morning") < said.index("✓ It is my head")
    items = doctor.get(f"/conversations/{conversation['id']}/items").json()["items"]
    assert sorted(item["content"]["text"] for item in items if item["kind"] == "text") == ["Good morning", "It is my head"]
    assert doctor.post(f"/conversations/{conversation['id']}/messages", {"clientId": "answer", "content": {"text": "Come at nine"}}).status_code == 201
    assert "Terminala Test: Come at nine" in terminal.care("chat", "1", "--linger", "2")


def test_a_pulse_is_kept_and_shown(terminal, patient):
    assert re.search(r"Kept: 62 a minute.\n(.*\n)*.*\b62 ▇", terminal.care("pulse", "62"))
    assert patient.get("/health/summary").json()["latest"]["bpm"] == 62


def test_a_record_is_kept_and_found(terminal, patient):
    steps = {"resourceType": "Observation", "status": "final", "code": {"text": "Steps", "coding": [{"system": "http://loinc.org", "code": "55423-8"}]},
             "valueQuantity": {"value": 8000, "unit": "steps"}}
    kept = re.fullmatch(r"Kept: Observation/(\S+), version 1\n", terminal.care("records", "--add", "-", typed=json.dumps(steps)))
    assert patient.get(f"/fhir/r4/Observation/{kept[1]}").json()["valueQuantity"]["value"] == 8000
    assert re.search(rf"Observation/{kept[1]}  Steps: 8,000 steps\n", terminal.care("records", "Observation", "code=55423-8"))
    assert "Nothing is there." in terminal.care("records", "Condition")
    assert "colour" in terminal.fails("records", "Observation", "colour=red")


def test_emergency_rooms_are_told_by_distance(terminal, url, auth_service):
    scheduler = people.appointed(url, auth_service, "scheduler")
    made = scheduler.post("/ers", {"name": "Terminal General", "latitude": 10.0, "longitude": 20.0, "country": "TD", "timeZone": "Africa/Ndjamena", "phone": "+23522500000"})
    assert made.status_code == 201, made.text
    found = terminal.care("nearest", "10.01,20.01")
    assert re.search(r"Possibly closed, call ahead:\n\s+1\.6 km  Terminal General", found), found


def test_who_logs_out_leaves_nothing(terminal):
    assert "You are logged out." in terminal.care("logout")
    assert "Nobody is logged in" in terminal.fails("visits")
