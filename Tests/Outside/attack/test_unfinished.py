"""What is begun and not ended, asked for and not taken, or asked for again and again."""

import contextlib
import json
import secrets
import socket
import threading
import time
import uuid
from urllib.parse import urlsplit

import raw
from conftest import amount

from careline import people
from careline.booking import booking, next_days, slots
from careline.load import at_once
from careline.operator import auth_service
from careline.webhooks import Receiver, subscriber

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
FORM = "application/x-www-form-urlencoded"


def test_event_streams_that_never_read(target):
    """Their person hears much, and takes nothing of it."""
    asked = raw.request("GET", "/feed", token=target.patient.token, Accept="text/event-stream")
    with target.attacked("event streams unread"), raw.held(target.url, amount(15, 200), asked, receive=4096, timeout=10) as links:
        heads = []
        for link in links:
            with contextlib.suppress(OSError):
                heads.append(link.recv(12))
        assert b"HTTP/1.1 200" in heads, heads
        for _ in range(amount(60, 1_000)):
            message = {"clientId": str(uuid.uuid4()), "content": {"text": "x" * 4_000}}
            target.patient.call("POST", f"/conversations/{target.conversation}/messages", message)


def test_uploads_begun_and_never_finished(target):
    """Of tus: each announces a megabyte, and a request for all of it sends a little."""
    size = 1 << 20
    begin = raw.request("POST", "/records/uploads", token=target.patient.token, Tus_Resumable="1.0.0", Upload_Length=str(size))
    with target.attacked("uploads unfinished") as answers:
        answers += at_once(lambda _: raw.exchange(target.url, begin, 30), amount(60, 1_000), 8)
        begun = [urlsplit(answer.headers["location"]).path for answer in answers if answer.status == 201]
        with contextlib.ExitStack() as stack:
            for path in begun * amount(2, 20):
                head = raw.request("PATCH", path, token=target.patient.token, Tus_Resumable="1.0.0", Upload_Offset="0", Content_Length=str(size), Content_Type="application/offset+octet-stream")
                stack.enter_context(raw.held(target.url, 1, head + b"%PDF-1.7\n" + b"x" * 65_536, timeout=2))
            time.sleep(amount(3, 25))
    assert begun
    assert {answer.status for answer in answers} <= {201, 409, 429, 503}, answers[:3]


def test_exports_and_imports_again_and_again(target):
    token = target.patient.token
    lines = b"\n".join([json.dumps({"resourceType": "Basic", "code": {"text": "x" * 500}}).encode()] * amount(100, 5_000))
    types = json.dumps({"resourceType": "Parameters", "parameter": [{"name": "_type", "valueString": "Basic"}]}).encode()
    asked = [
        raw.request("POST", "/fhir/r4/$export", types, token, Content_Type="application/fhir+json", Prefer="respond-async"),
        raw.request("GET", "/fhir/r4/$export", token=token, Prefer="respond-async"), raw.request("GET", "/fhir/r4/Patient/$export", token=token, Prefer="respond-async"),
        raw.request("POST", "/fhir/r4/$import", lines, token, Content_Type="application/fhir+ndjson")]
    with target.attacked("exports and imports") as answers:
        answers += at_once(lambda number: raw.exchange(target.url, asked[number % len(asked)], 60), amount(60, 800), 9)
    assert {200, 202} <= {answer.status for answer in answers} <= {200, 202, 409, 429, 503}, [answer for answer in answers if answer.status not in (200, 202)][:3]


def test_searches_that_nobody_reads(target):
    """Pages of megabytes, by forms and in batches: what their clients do not take stays in memory."""
    person = people.sign_up(target.url, "patient", "hoarder")
    entry = {"resource": {"resourceType": "Basic", "code": {"text": "x" * 40_000}}, "request": {"method": "POST", "url": "Basic"}}
    stored = person.post("/fhir/r4", {"resourceType": "Bundle", "type": "transaction", "entry": [entry] * amount(60, 180)}, deadline=120)
    assert stored.status_code == 200, stored.text[:300]
    search = raw.request("POST", "/fhir/r4/Basic/_search", b"_count=200", person.token, Content_Type=FORM)
    read = {"request": {"method": "GET", "url": "Basic?_count=200"}}
    batch = raw.request("POST", "/fhir/r4", json.dumps({"resourceType": "Bundle", "type": "batch", "entry": [read] * 8}).encode(), person.token, Content_Type="application/fhir+json")
    with target.attacked("searches unread") as answers:
        with raw.held(target.url, amount(40, 400), search, receive=4096, timeout=2), raw.held(target.url, 4, batch, receive=4096, timeout=2):
            time.sleep(amount(5, 25))
            answers += at_once(lambda _: raw.exchange(target.url, search, 60), amount(6, 60), 6)
    assert {answer.status for answer in answers} <= {200, 429, 503}, answers[:3]


def test_registrations_and_devices_in_a_flood(target):
    """Clients without an invitation, of metadata as long as may be; and codes that nobody enters."""
    television = f"tv-{secrets.token_hex(4)}"
    auth_service("seed-client", "--id", television, "--name", "A television", "--grant", DEVICE, "--scope", "openid")
    client = json.dumps({"client_name": "x" * 2_000, "redirect_uris": [f"https://app.example/{number}" for number in range(300)]}).encode()
    begin = raw.request("POST", "/oauth/device_authorization", f"client_id={television}&scope=openid".encode(), Content_Type=FORM)
    with target.attacked("registrations and devices") as answers:
        answers += at_once(lambda _: raw.exchange(target.url, raw.request("POST", "/oauth/register", client, secrets.token_urlsafe(32)), 30), amount(100, 2_000), 16)
        answers += at_once(lambda _: raw.exchange(target.url, begin, 30), amount(100, 2_000), 16)
    assert {answer.status for answer in answers} <= {200, 400, 401, 429, 503}, [answer for answer in answers if answer.status not in (200, 401)][:3]
    assert {200, 401} <= {answer.status for answer in answers}


def test_a_receiver_that_never_answers(target):
    """It takes connections and says nothing: events wait for it, and tests of the webhook are asked for all the while."""
    silent = socket.create_server(("127.0.0.1", 0), backlog=200)
    taken: list[socket.socket] = []

    def take():
        with contextlib.suppress(OSError):
            while True:
                taken.append(silent.accept()[0])

    threading.Thread(target=take, daemon=True).start()
    booked = "care.appointments.booked.v1"
    machine = subscriber(target.url, booked)
    made = machine.call("POST", "/webhooks", {"url": f"http://127.0.0.1:{silent.getsockname()[1]}/", "types": [booked]})
    assert made.status_code == 201, made.text
    times = slots(target.patient, target.doctor, *next_days())[:amount(5, 50)]
    test = raw.request("POST", f"/webhooks/{made.json()['id']}/test", token=machine.token)
    try:
        with target.attacked("a silent receiver") as answers:
            for time_of_day in times:
                assert target.patient.post("/appointments", booking(target.doctor, time_of_day, minutes=5)).status_code == 201
            answers += at_once(lambda _: raw.exchange(target.url, test, 40), amount(20, 300), 20)
        assert taken and times
    finally:
        silent.close()
        for link in taken:
            link.close()
    assert {answer.status for answer in answers} <= {200, 409, 429, 503}, answers[:3]


def test_a_receiver_whose_answers_are_hard_to_compare(target):
    """Rows of combining marks, as long as a head may be: one thread carries the events of all clients, and others' receivers are reached all the while."""
    marks = ("\u0301" * 7_000 + "\u0316" * 7_000).encode()
    head = b"HTTP/1.1 200 OK\r\n" + marks + b": 1\r\nRetry-After: Sun, 06 " + marks + b" 1994 08:49:37 GMT\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    hostile, taken = socket.create_server(("127.0.0.1", 0), backlog=200), []

    def answer():
        with contextlib.suppress(OSError):
            while True:
                with hostile.accept()[0] as link:
                    taken.append(link.recv(1 << 16))
                    link.sendall(head)

    threading.Thread(target=answer, daemon=True).start()
    booked, receiver = "care.appointments.booked.v1", Receiver()
    asked = []
    for url in (f"http://127.0.0.1:{hostile.getsockname()[1]}/", receiver.url):
        machine = subscriber(target.url, booked)
        made = machine.call("POST", "/webhooks", {"url": url, "types": [booked]})
        assert made.status_code == 201, made.text
        asked.append(raw.request("POST", f"/webhooks/{made.json()['id']}/test", token=machine.token))
    receiver.secret = made.json()["secret"]
    try:
        with target.attacked("answers of marks") as answers:
            said = at_once(lambda number: (number % 2, raw.exchange(target.url, asked[number % 2], 40)), amount(24, 300), 4)
            answers += [each for _, each in said]
    finally:
        hostile.close()
        receiver.shutdown()
    assert taken
    # The other client's own two at once may have been taken.
    others = [each for is_other, each in said if is_other and each.status not in (409, 429)]
    assert others and all(each.status == 200 and json.loads(each.body)["delivered"] for each in others), others[:3]
