"""Story: what a person writes arrives once and in order, though their app is killed in the midst of it, their network is bad, and services die."""

import json
import os
import random
import re
import subprocess
import threading
import time
from pathlib import Path

import pytest

from careline.bad_network import BadNetwork
from careline.booking import EVERY_DAY
from careline.checkout import BUILD
from careline.processes import kill_platforms
from careline.streams import say
from careline.terminal import Terminal, register
from careline.waiting import until

# Of the long run: CARE_TERMINAL_KILLS=200.
KILLS = int(os.environ.get("CARE_TERMINAL_KILLS", "15"))


@pytest.fixture()
def terminal(url, auth_service, pair, tmp_path):
    patient, provider, conversation = pair
    register(auth_service)
    terminal = Terminal(url, tmp_path)
    terminal.log_in(patient)
    terminal.person = patient
    return terminal


def texts(person, conversation) -> list[str]:
    """What is said there, the oldest first."""
    found, after = [], None
    while True:
        page = person.get(f"/conversations/{conversation['id']}/items", params={"limit": 200, **({"after": after} if after else {})}).json()
        found += [item["content"]["text"] for item in page["items"] if (item.get("content") or {}).get("text")]
        after = page.get("nextCursor")
        if not after:
            return found[::-1]


def test_killed_at_any_instant_it_loses_nothing_and_says_nothing_twice(terminal, pair):
    patient, provider, conversation = pair
    chance, typed, kept = random.Random(20261123), [], set()
    for turn in range(KILLS):
        with subprocess.Popen([BUILD / "care", "chat", "1"], env=terminal.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as app:
            for number in range(4):
                typed.append(f"turn {turn} line {number}")
                app.stdin.write(typed[-1] + "\n")
                app.stdin.flush()
                time.sleep(chance.uniform(0, 0.15))
            time.sleep(chance.uniform(0, 0.5))
            app.kill()
            shown = app.stdout.read()
        kept |= {line[4:].strip() for line in shown.splitlines() if line.startswith(("  … ", "  ✓ "))}
    assert kept, "it was always killed too early to have kept anything"
    terminal.care("chat", "1", "--linger", "2")
    arrived = until("all that was kept has arrived", lambda: (said := texts(provider, conversation)) and kept <= set(said) and said)
    assert len(arrived) == len(set(arrived)), "something was said twice"
    assert arrived == [line for line in typed if line in set(arrived)], "something was said out of turn"


def test_a_bad_network_changes_nothing_of_what_arrives(terminal, pair):
    patient, provider, conversation = pair
    lines = [f"line {number}" for number in range(40)]
    # Seen once: without that, and without a network, there is no conversation to write in.
    terminal.care("chat", "1", "--linger", "1")
    with BadNetwork() as network, terminal.through(network):
        terminal.care("chat", "1", "--linger", "5", typed="".join(line + "\n" for line in lines))
        did = dict(network.did)
    # Lines that wait together go together: there may be no more than a dozen requests.
    assert sum(did.values()) - did.get("", 0) > 5, f"the network was too good: {did}"
    terminal.care("chat", "1", "--linger", "2")
    assert until("all has arrived", lambda: (said := texts(provider, conversation)) and len(said) >= len(lines) and said) == lines, did


def test_a_network_that_changes_loses_nothing_and_is_heard_again(terminal, pair):
    """As on a train: what is open breaks off, for a while there is none, then there is another one with another address."""
    patient, provider, conversation = pair
    typed = []
    with BadNetwork(share=0) as network, terminal.through(network):
        with terminal.running("chat", "1") as app:
            until("the app is at it", lambda: any(line.startswith("With ") for line in app.shown), timeout=60)
            for change in range(3):
                for number in range(4):
                    typed.append(f"network {change} line {number}")
                    app.stdin.write(typed[-1] + "\n")
                    app.stdin.flush()
                    if number == 1:
                        network.change(away=1.5)
                until("all of it was sent", lambda: len(texts(provider, conversation)) >= len(typed) + change, timeout=90)
                answer = {"clientId": f"answer-{change}", "content": {"text": f"Heard in network {change}"}}
                assert provider.post(f"/conversations/{conversation['id']}/messages", answer).status_code == 201
                until("the answer is heard", lambda heard=f": Heard in network {change}\n": any(line.endswith(heard) for line in app.shown), timeout=90)
        assert app.returncode == 0
        assert network.did["changed"] == 3 and network.did["cut stream"] >= 3, network.did
    assert [text for text in texts(provider, conversation) if text.startswith("network ")] == typed


def test_a_bad_network_books_nothing_twice(terminal, open_clinic):
    patient = terminal.person
    hours = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
    open_clinic("urology", {"timeZone": "UTC", "weekly": hours, "slotMinutes": 30}, name="badnetworka")
    said = {}
    with BadNetwork(seed=2) as network, terminal.through(network):
        for number in range(6):
            done = terminal.tried("book", "--provider", "badnetworka", "--first", "--title", f"Visit {number}")
            said[f"Visit {number}"] = "Booked: " in done.stdout
        did = dict(network.did)
    assert sum(did.values()) - did.get("", 0) > 5, f"the network was too good: {did}"
    booked = [item["title"] for item in patient.get(f"/users/{patient.id}/appointments").json()["items"]]
    # Where it was said, it is so; and what was not heard of was done once, or not at all.
    assert len(booked) == len(set(booked)) and {title for title, was_booked in said.items() if was_booked} <= set(booked), (said, booked)
    assert any(said.values()), "none came through"


def walked(steps: int) -> dict:
    code = {"coding": [{"system": "http://loinc.org", "code": "55423-8"}]}
    return {"resourceType": "Observation", "status": "final", "code": code, "valueQuantity": {"value": steps, "unit": "steps"}}


def kept(terminal) -> tuple[list, list]:
    """The pulses and steps that the platform has, from the least on. Whatever waits goes with any run."""
    terminal.care("pulse")
    terminal.care("records", "Observation", "code=55423-8")
    rates = [each["bpm"] for each in terminal.person.get("/health/heart-rates").json()["items"]]
    found = terminal.person.get("/fhir/r4/Observation", params={"code": "55423-8", "_count": 50}).json().get("entry", [])
    return sorted(rates), sorted(each["resource"]["valueQuantity"]["value"] for each in found if each["search"]["mode"] == "match")


def test_a_bad_network_loses_and_doubles_no_pulse_and_no_record(terminal):
    given = list(range(60, 68))
    with BadNetwork(seed=3) as network, terminal.through(network):
        for value in given:
            assert f"Kept: {value} a minute." in terminal.tried("pulse", str(value)).stdout
            assert re.search("Kept: Observation|Waits for the network.", terminal.tried("records", "--add", "-", typed=json.dumps(walked(value))).stdout)
        did = dict(network.did)
    assert sum(did.values()) - did.get("", 0) > 5, f"the network was too good: {did}"

    assert until("all has arrived", lambda: (found := kept(terminal)) and min(map(len, found)) >= len(given) and found, timeout=90) == (given, given), did


def test_a_network_that_changes_loses_and_doubles_no_pulse_no_record_and_no_visit(terminal, open_clinic):
    """While each of them is on its way what is open breaks off, for a while there is none, then there is another network."""
    patient, chance, said, given = terminal.person, random.Random(4), {}, list(range(70, 74))
    hours = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
    open_clinic("urology", {"timeZone": "UTC", "weekly": hours, "slotMinutes": 30}, name="othernetworka")
    with BadNetwork(share=0) as network, terminal.through(network):

        def while_it_changes(*words: str, typed: str = "") -> str:
            changing = threading.Timer(chance.uniform(0, 0.4), network.change, kwargs={"away": 0.5})
            changing.start()
            try:
                return terminal.tried(*words, typed=typed).stdout
            finally:
                changing.join()

        for value in given:
            assert f"Kept: {value} a minute." in while_it_changes("pulse", str(value))
            assert re.search("Kept: Observation|Waits for the network.", while_it_changes("records", "--add", "-", typed=json.dumps(walked(value))))
            visit = f"Visit {value}"
            said[visit] = "Booked: " in while_it_changes("book", "--provider", "othernetworka", "--first", "--title", visit)
        did = dict(network.did)
    assert did["changed"] == 3 * len(given)
    assert until("all has arrived", lambda: (found := kept(terminal)) and min(map(len, found)) >= len(given) and found, timeout=90) == (given, given), did
    booked = [item["title"] for item in patient.get(f"/users/{patient.id}/appointments").json()["items"]]
    assert len(booked) == len(set(booked)) and {title for title, was_booked in said.items() if was_booked} <= set(booked), (said, booked)
    assert any(said.values()), "none came through"


def test_a_bad_network_damages_and_doubles_no_file(terminal, pair, tmp_path):
    """What a message's file is cut off in goes anew, whole, before the words that were said behind it."""
    patient, provider, conversation = pair
    terminal.care("chat", "1", "--linger", "1")
    files = {f"letter-{number}.pdf": b"%PDF-1.7\n" + bytes([number]) * 200_000 + b"\n%%EOF\n" for number in range(4)}
    with BadNetwork(seed=5) as network, terminal.through(network):
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
            terminal.care("chat", "1", "--file", str(tmp_path / name), "--linger", "1", typed=f"Behind {name}\n")
        did = dict(network.did)
    assert sum(did.values()) - did.get("", 0) > 5, f"the network was too good: {did}"

    def arrived():
        # Whatever waits goes with any run.
        terminal.care("chat", "1", "--linger", "2")
        items = provider.get(f"/conversations/{conversation['id']}/items", params={"limit": 100}).json()["items"]
        contents = [item["content"] for item in reversed(items) if item.get("content")]
        return contents if len(contents) >= 2 * len(files) else None

    contents = until("all has arrived", arrived, timeout=90)
    came = [provider.get(f"/attachments/{content['document']['attachmentId']}").json() for content in contents[::2]]
    assert [file["fileName"] for file in came] == list(files) and [content["text"] for content in contents[1::2]] == [f"Behind {name}" for name in files], did
    assert [provider.get(file["download"]["url"]).content for file in came] == list(files.values())


def test_what_is_damaged_on_the_disk_is_said_and_loaded_anew(terminal, pair):
    patient, provider, conversation = pair
    assert say(provider, conversation, "How is your heel?").status_code == 201
    assert "How is your heel?" in terminal.care("chat", "1", "--linger", "1")
    [cache] = Path(terminal.environment["CARE_HOME"]).glob("*/cache.sqlite")
    for file in (cache, cache.with_name("outbox.sqlite")):
        # What was written last may lie beside it still.
        for beside in ("-wal", "-shm"):
            Path(f"{file}{beside}").unlink(missing_ok=True)
        file.write_bytes(b"\x07" * 9000)
    done = terminal.tried("chat", "1", "--linger", "1", typed="Better\n")
    assert done.returncode == 0 and "How is your heel?" in done.stdout, done
    assert "It is loaded anew" in done.stderr and "is not sent. It lies in outbox.sqlite.damaged" in done.stderr, done.stderr
    assert cache.with_name("outbox.sqlite.damaged").read_bytes() == b"\x07" * 9000
    # Once.
    assert terminal.tried("chat", "1").stderr == ""
    assert until("what was said then has arrived", lambda: "Better" in (said := texts(provider, conversation)) and said) == ["How is your heel?", "Better"]


def test_services_that_die_and_come_back_lose_nothing_and_are_heard_again(terminal, pair):
    """One app through all of it: what is typed while nobody is there waits, and the stream is opened anew."""
    patient, provider, conversation = pair
    typed, shown = [], []

    def type_some(app, count: int):
        for _ in range(count):
            typed.append(f"line {len(typed)}")
            app.stdin.write(typed[-1] + "\n")
            app.stdin.flush()

    with subprocess.Popen([BUILD / "care", "chat", "1"], env=terminal.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as app:
        reading = threading.Thread(target=lambda: shown.extend(iter(app.stdout.readline, "")))
        reading.start()
        type_some(app, 1)
        until("the app is at it", lambda: texts(provider, conversation) == typed)
        for service in ("messaging", "auth"):
            type_some(app, 3)
            kill_platforms(service)
            type_some(app, 3)
        # Who asks while nobody is there gets a problem in place of a list.
        until("all of it was sent", lambda: len(texts(provider, conversation)) >= len(typed), timeout=90, allowing=KeyError)
        answer = {"clientId": "answer", "content": {"text": "Heard again"}}
        until("who answers is let in", lambda: provider.post(f"/conversations/{conversation['id']}/messages", answer).status_code == 201, timeout=60)
        until("the stream is open again", lambda: any(line.endswith(": Heard again\n") for line in shown), timeout=90)
        app.stdin.close()
        reading.join(60)
    assert app.returncode == 0
    assert [text for text in texts(provider, conversation) if text.startswith("line ")] == typed
