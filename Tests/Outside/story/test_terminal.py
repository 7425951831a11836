"""Story: a person uses Careline from a terminal, by the app that comes along (Examples/care, on CareClient)."""

import json
import re
from pathlib import Path

import pytest

from careline import health, people
from careline.booking import EVERY_DAY
from careline.client import Client
from careline.terminal import Terminal, register
from careline.waiting import until


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "jo", timeZone="Europe/Berlin")


@pytest.fixture(scope="module")
def doctor(open_clinic):
    hours = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    return open_clinic("neurology", {"timeZone": "Europe/Berlin", "weekly": hours, "slotMinutes": 30}, name="terminala")


@pytest.fixture(scope="module")
def terminal(url, auth_service, patient, doctor, tmp_path_factory):
    register(auth_service)
    terminal = Terminal(url, tmp_path_factory.mktemp("care"))
    assert "Nobody is logged in" in terminal.fails("visits")
    assert patient.id in terminal.log_in(patient)
    return terminal


def test_one_books_and_cancels(terminal, patient):
    # Whatever the hour, the first that are offered may be a day's last.
    wanted = next(number for time, number in terminal.offers("book", "--provider", "terminala").items() if time.endswith(" 09:30"))
    booked = terminal.care("book", "--provider", "terminala", "--title", "Head ache", typed=f"{wanted}\n")
    time = re.search(r"Booked: (\w{3} \d{4}-\d\d-\d\d 09:30) \(Europe/Berlin\), Terminala Test: Head ache", booked)
    assert time and "\n  and more\n" in booked, booked
    with terminal.without_a_network():
        assert f"1  {time[1]}  Head ache" in terminal.care("visits")
        assert "Nothing was chosen" not in (said := terminal.fails("book")) and "cannot be reached" in said
    assert f"1  {time[1]}  Head ache" in terminal.care("visits")
    assert [item["title"] for item in patient.get(f"/users/{patient.id}/appointments").json()["items"]] == ["Head ache"]
    assert f"Cancelled: Head ache, {time[1]}\n" in terminal.care("visits", "--cancel", "1")
    assert "Nothing is booked." in terminal.care("visits")


def test_a_number_is_of_the_list_that_was_shown(terminal):
    sooner, later = list(terminal.offers("book", "--provider", "terminala").values())[-2:]
    terminal.care("book", "--provider", "terminala", "--title", "Later", typed=f"{later}\n")
    assert re.search(r"1  .*  Later", terminal.care("visits"))
    terminal.care("book", "--provider", "terminala", "--title", "Sooner", typed=f"{sooner}\n")
    assert "Cancelled: Later, " in terminal.care("visits", "--cancel", "1")
    # It is there no more, and what has its number by now was not meant.
    assert terminal.fails("visits", "--cancel", "1") == "care: There is no number 1 now: care visits\n"
    assert re.search(r"1  .*  Sooner", terminal.care("visits"))
    assert "There is no number 2 now" in terminal.fails("visits", "--cancel", "2")
    assert "Cancelled: Sooner, " in terminal.care("visits", "--cancel", "1")
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


def test_what_others_write_stays_on_its_line(terminal, doctor):
    [conversation] = doctor.get("/conversations").json()["items"]
    forged = "Good news\r\nMon 2026-07-06 09:00  Careline: Take ten of them\u2028me: I will"
    assert doctor.post(f"/conversations/{conversation['id']}/messages", {"clientId": "forged", "content": {"text": forged}}).status_code == 201
    said = terminal.care("chat", "1", "--linger", "2")
    assert "Terminala Test: Good news ⏎ Mon 2026-07-06 09:00  Careline: Take ten of them ⏎ me: I will\n" in said


def test_what_is_refused_can_be_tried_again_and_taken_back(terminal, doctor):
    [conversation] = doctor.get("/conversations").json()["items"]
    long = "much " * 2001
    assert re.search(r"✗ much .*10,?.?000", terminal.care("chat", "1", typed=long + "\nShort\n"))
    # Refused once more; it is there until it is taken back.
    assert re.search(r"✗ much .*10,?.?000", terminal.care("chat", "1", "--retry"))
    taken_back = terminal.care("chat", "1", "--drop")
    assert "(taken back: much" in taken_back and "✗" not in taken_back
    assert "✗" not in terminal.care("chat", "1")
    texts = [item["content"]["text"] for item in doctor.get(f"/conversations/{conversation['id']}/items").json()["items"] if item["kind"] == "text"]
    assert texts.count("Short") == 1 and not any(text.startswith("much") for text in texts)


def test_a_file_that_is_given_without_a_network_arrives_once(terminal, doctor, tmp_path):
    [conversation] = doctor.get("/conversations").json()["items"]
    letter = tmp_path / "letter.pdf"
    letter.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 2000 + b"\n%%EOF\n")
    with terminal.without_a_network():
        said = terminal.care("chat", "1", "--file", str(letter), typed="As promised\n")
    assert said.index("… (letter.pdf)") < said.index("… As promised") and "✓" not in said
    assert "(letter.pdf)" in terminal.care("chat", "1", "--linger", "2")

    def arrived():
        items = doctor.get(f"/conversations/{conversation['id']}/items").json()["items"]
        return [item["content"] for item in items if item["kind"] == "document" or (item.get("content") or {}).get("text") == "As promised"]

    said_after, sent = until("both are there", lambda: len(found := arrived()) == 2 and found)
    assert said_after == {"text": "As promised"}
    file = doctor.get(f"/attachments/{sent['document']['attachmentId']}").json()
    assert (file["contentType"], file["fileName"]) == ("application/pdf", "letter.pdf")
    assert doctor.get(file["download"]["url"]).content == letter.read_bytes()


def test_a_pulse_is_kept_and_shown(terminal, patient):
    with terminal.without_a_network():
        # The first of all: there is no week to show yet, and nothing is lost.
        said = terminal.care("pulse", "62")
        assert said.startswith("Kept: 62 a minute.") and said.endswith("The server cannot be reached.\nWaits for the network.\n")
        assert "cannot be reached" in terminal.fails("pulse")
    assert re.search(r"Kept: 62 a minute.\n(.*\n)*.*\b62 ▇", terminal.care("pulse", "62"))
    assert patient.get("/health/summary").json()["latest"]["bpm"] == 62
    # What is not taken is said, with the reason, and not shown as kept; after that it is gone.
    refused = terminal.tried("pulse", "5")
    assert refused.returncode == 1 and "Kept" not in refused.stdout, refused
    assert re.search(r"care: Not taken: .*bpm must be from 20 to 300", refused.stderr), refused.stderr
    assert "Not taken" not in terminal.care("pulse")
    assert patient.get("/health/summary").json()["latest"]["bpm"] == 62


def test_a_record_is_kept_and_found(terminal, patient):
    steps = {"resourceType": "Observation", "status": "final", "code": {"text": "Steps", "coding": [{"system": "http://loinc.org", "code": "55423-8"}]},
             "valueQuantity": {"value": 8000, "unit": "steps"}}
    assert terminal.care("records", "--add", "-", typed=json.dumps(steps)) == "Kept: Observation\n"
    shown = re.search(r"Observation/(\S+)  Steps: 8,000 steps\n", terminal.care("records", "Observation", "code=55423-8"))
    assert patient.get(f"/fhir/r4/Observation/{shown[1]}").json()["valueQuantity"]["value"] == 8000
    assert "Nothing is there." in terminal.care("records", "Condition")
    # What a value is compared by, and what was no measurement, is shown with it.
    for status, number in (("final", 5), ("entered-in-error", 6)):
        quantity = {"value": number, "comparator": "<", "unit": "ng/L"}
        troponin = {"resourceType": "Observation", "status": status, "code": {"text": "Troponin"}, "valueQuantity": quantity}
        assert patient.post("/fhir/r4/Observation", troponin, headers={"Content-Type": "application/fhir+json"}).status_code == 201
    shown = terminal.care("records")
    assert re.search(r"Troponin: <5 ng/L\n", shown) and re.search(r"Troponin: <6 ng/L \(entered in error\)\n", shown), shown
    assert "colour" in terminal.fails("records", "Observation", "colour=red")


def test_one_client_sees_all_that_happens(terminal, patient, doctor):
    """From a booking by way of the conversation's message and an alert to the feed and the watchers of a client that runs meanwhile."""
    zone = health.afternoon()
    assert patient.call("PUT", "/health/settings", {"boundary": 75, "timeZone": zone}).status_code == 200
    [conversation] = doctor.get("/conversations").json()["items"]
    with terminal.running("follow") as app:
        def shows(pattern: str):
            return until(f"it shows {pattern}", lambda: next((match for line in app.shown if (match := re.fullmatch(pattern, line.strip()))), None), timeout=60)

        shows(r"\(what happens is heard at once\)")
        shows(r"Appointments: 0")
        shows(r"Alerts: 0")
        booked = terminal.care("book", "--provider", "terminala", "--first", "--title", "Follow-up")
        time = re.search(r"Booked: (\w{3} \S+ \S+) \(", booked)[1]
        # Told by the feed; the watcher was loaded anew by it.
        shows(r"Notified: .+")
        shows(f"Appointments: 1, the next {time}: Follow-up")
        shows(r"Message: Appointment booked")
        assert doctor.post(f"/conversations/{conversation['id']}/messages", {"clientId": "follow", "content": {"text": "See you then"}}).status_code == 201
        shows(r"Message: See you then")
        terminal.care("pulse", "91")
        alert = shows(r"Alerts: 1, the latest of 91 a minute: (.+)")
        assert [each["text"] for each in patient.get("/health/alerts").json()["items"]] == [alert[1]]
        assert len(health.notifications(patient, "alert")) == 1
    assert app.returncode == 0
    # Each was told once.
    for pattern in (r"Message: See you then", r"Message: Appointment booked"):
        assert sum(bool(re.fullmatch(pattern, line.strip())) for line in app.shown) == 1, app.shown


def test_emergency_rooms_are_told_by_distance(terminal, url, auth_service):
    scheduler = people.appointed(url, auth_service, "scheduler")
    made = scheduler.post("/ers", {"name": "Terminal General", "latitude": 10.0, "longitude": 20.0, "country": "TD", "timeZone": "Africa/Ndjamena", "phone": "+23522500000"})
    assert made.status_code == 201, made.text
    found = terminal.care("nearest", "10.01,20.01")
    assert re.search(r"Possibly closed, call ahead:\n\s+1\.6 km  Terminal General", found), found
    with terminal.without_a_network():
        assert "cannot be reached. As it was known:" in (found := terminal.care("nearest", "10.01,20.01")) and "Terminal General" in found


def test_who_has_no_copy_and_no_network_hears_so(url, tmp_path):
    terminal = Terminal(url, tmp_path)
    with terminal.without_a_network():
        assert "cannot be reached" in terminal.fails("nearest", "10.01,20.01")


def test_what_would_be_passed_over_is_refused(terminal, tmp_path):
    for words in (["--file", str(tmp_path)], ["--retry"], ["--drop"]):
        done = terminal.tried("chat", *words)
        assert done.returncode == 64 and "for one conversation" in done.stderr, done
    assert terminal.tried("chat", "1", "--with", "terminala").returncode == 64
    for words in (["nearest", "1,x,2"], ["nearest", "1,2", "--limit", "0"], ["pulse", "nan"], ["chat", "1", "--linger", "nan"], ["visits", "--server", "ftp://x"]):
        assert terminal.tried(*words).returncode == 64, words
    missing = str(tmp_path / "missing.json")
    assert terminal.fails("records", "--add", missing) == f"care: {missing} cannot be read.\n"
    assert f"{missing} cannot be read." in terminal.fails("chat", "1", "--file", missing)


def test_an_address_that_nobody_has_logged_in_at_is_not_gone_on_with(terminal, url):
    assert "Nobody is logged in" in terminal.fails("visits", "--server", "http://127.0.0.1:1")
    assert (Path(terminal.environment["CARE_HOME"]) / "server").read_text() == url


def test_who_was_logged_out_elsewhere_loses_nothing(terminal, url, patient, doctor):
    [conversation] = doctor.get("/conversations").json()["items"]
    [session] = [each for each in patient.get("/account/sessions").json()["items"] if each["clientId"] == "care-terminal"]
    theirs = Client(url, terminal.access_token)
    assert theirs.get("/conversations").status_code == 200
    assert patient.delete(f"/account/sessions/{session['id']}").status_code == 204
    until("Messaging has heard of it", lambda: theirs.get("/conversations").status_code == 401)
    # What is on the disk is shown, and what is typed is kept.
    said = terminal.care("chat", "1", typed="After the end\n")
    assert "… After the end" in said and "✓ After the end" not in said
    assert "(the session has ended: what is typed is kept, and goes after care login)" in said
    with terminal.running("follow") as app:
        until("it says so", lambda: any(line == "(the session has ended: care login)\n" for line in app.shown), timeout=60)
    assert patient.id in terminal.log_in(patient)
    terminal.care("chat", "1", "--linger", "2")

    def arrived():
        items = doctor.get(f"/conversations/{conversation['id']}/items").json()["items"]
        return [text for item in items if (text := (item.get("content") or {}).get("text")) == "After the end"]

    assert until("it has arrived", arrived) == ["After the end"]


def test_who_logs_out_leaves_nothing(terminal):
    terminal.care("chat")
    assert "You are logged out." in terminal.care("logout")
    assert not list(Path(terminal.environment["CARE_HOME"]).glob("*/keys/shown-*"))
    assert "Nobody is logged in" in terminal.fails("visits")
