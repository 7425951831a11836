"""Story, part 5: a patient's resting heart rate is above their boundary; they are asked once, answer, and are reminded once."""

import json
import signal
from datetime import datetime, timedelta

import pytest
import requests

from careline import people, topics
from careline.health import afternoon, failed, notifications, record
from careline.health_replica import kill_platforms_own, replica
from careline.waiting import until

LATER = timedelta(minutes=11)


@pytest.fixture(scope="module")
def patient(url):
    person = people.sign_up(url, "patient", "beat", timeZone=afternoon())
    until("HealthMonitor knows the time zone", lambda: person.get("/health/settings").json()["effectiveTimeZone"] != "UTC")
    return person


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def events(bootstrap, topic, key, count):
    """The events of this key, once there are so many; fails on more. Who was killed between sending one and marking it sends it again, by the same id."""
    def of_key(records):
        found = {}
        for each in records:
            if each.key == key:
                found.setdefault(each.headers["ce_id"], each)
        return list(found.values())

    found = of_key(topics.wait_for(bootstrap, topic, lambda all: len(of_key(all)) >= count))
    assert len(found) == count, [each.type for each in found]
    assert [json.loads(each.value)["version"] for each in found] == list(range(1, count + 1))
    return found


def feed_entries(person, notification):
    items = person.get("/feed", params={"after": 0, "limit": 200}).json()["items"]
    return [each for each in items if each.get("notification", {}).get("id") == notification["id"]]


def hears_once(person, kind, title, **about):
    """One notification, which says nothing that others may not read, as one entry of the person's feed."""
    until(f"the notification of the {kind}", lambda: notifications(person, kind, **about))
    [one] = notifications(person, kind, **about)
    assert one["title"] == title
    [entry] = feed_entries(person, one)
    assert entry["kind"] == "notification" and entry["notification"] == one


@pytest.fixture(scope="module")
def alerts(patient, bootstrap):
    """Two alerts, eleven minutes apart: one heart rate between them raised none."""
    settings = patient.call("PUT", "/health/settings", {"boundary": 75, "dynamic": True, "gap": 3}, headers={"If-Match": '"0"'})
    assert settings.status_code == 200 and settings.headers["ETag"] == '"1"', settings.text
    low = record(patient, 70)
    assert failed(low["evaluation"]) == ["is-above-boundary"] and "alert" not in low
    first = record(patient, 80)
    assert failed(first["evaluation"]) == [] and first["evaluation"]["raised"]
    soon = record(patient, 81)
    assert failed(soon["evaluation"]) == ["interval-has-passed"] and "alert" not in soon
    with replica("11m") as (_, address):
        second = record(patient.at(address), 82, LATER)
        assert failed(second["evaluation"]) == [], second
    return first["alert"], second["alert"]


def test_one_alert_and_one_notification_in_the_interval(patient, alerts, bootstrap):
    for alert, bpm in zip(alerts, (80, 82)):
        assert alert["text"] == (
            f"Your resting heart rate is {bpm} bpm, above your boundary 75 bpm. Have you remembered your medication today?")
        assert patient.get(f"/health/alerts/{alert['id']}").json() == alert
        [raised] = events(bootstrap, "care.alerts.v1", alert["id"], 1)
        assert set(json.loads(raised.value)) == {"alertId", "version", "patientId", "raisedAt"}
        hears_once(patient, "alert", "Have you remembered your medication today?", alertId=alert["id"])
    assert len(notifications(patient, "alert")) == 2
    listed = patient.get("/health/alerts?limit=10").json()["items"]
    assert [each["id"] for each in listed] == [alerts[1]["id"], alerts[0]["id"]]
    assert len(patient.get("/health/evaluations").json()["items"]) == 4


def test_who_reads_french_is_asked_and_notified_in_french(patient, alerts):
    """The same alert and the same notification, which another of their devices reads in English."""
    french = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}
    shown = patient.get(f"/health/alerts/{alerts[0]['id']}", headers=french)
    assert shown.headers["Content-Language"] == "fr" and shown.headers["ETag"] == '"1.fr"'
    assert shown.json() == alerts[0] | {"text": (
        "Votre fréquence cardiaque au repos est de 80 bpm, au-dessus de votre seuil de 75 bpm. Avez-vous pensé à votre médicament aujourd’hui\N{NO-BREAK SPACE}?")}
    [found] = [each for each in patient.get("/health/evaluations", headers=french).json()["items"] if each.get("alertId") == alerts[0]["id"]]
    assert found["conditions"][1]["text"] == "80 bpm dépasse le seuil de 75 bpm."
    until("the notification of the alert", lambda: notifications(patient, "alert", alertId=alerts[0]["id"]))
    told = patient.get("/notifications", headers=french)
    titles = {each["title"] for each in told.json()["items"] if each["kind"] == "alert"}
    assert titles == {"Avez-vous pensé à votre médicament aujourd’hui\N{NO-BREAK SPACE}?"} and told.headers["Content-Language"] == "fr"


def test_yes_raises_the_boundary(patient, alerts):
    answered = patient.post(f"/health/alerts/{alerts[0]['id']}/answer", {"taken": "yes"})
    assert answered.status_code == 200 and answered.json()["answer"]["taken"] == "yes", answered.text
    settings = patient.get("/health/settings")
    assert settings.json()["boundary"] == 78 and settings.headers["ETag"] == '"2"'
    stale = patient.call("PUT", "/health/settings", {"boundary": 60}, headers={"If-Match": '"1"'})
    people.problem(stale, 412, "precondition-failed")
    people.problem(patient.post(f"/health/alerts/{alerts[0]['id']}/answer", {"taken": "no"}), 409, "already-answered")


def test_no_reminds_once_whatever_is_killed(patient, alerts, bootstrap):
    answered = patient.post(f"/health/alerts/{alerts[1]['id']}/answer", {"taken": "no", "remindInHours": 2})
    assert answered.status_code == 200, answered.text
    reminder, answer = answered.json()["reminder"], answered.json()["answer"]
    assert instant(reminder["dueAt"]) - instant(answer["answeredAt"]) == timedelta(hours=2)
    assert len(patient.get("/health/summary").json()["warnings"]) == 1
    events(bootstrap, "care.reminders.v1", reminder["id"], 1)

    kill_platforms_own(patient)
    assert "firedAt" not in patient.get(f"/health/alerts/{alerts[1]['id']}").json()["reminder"]

    # Two hours later, by the clock of two replicas; one of them is killed when the reminder is due.
    with replica("2h") as (one, _), replica("2h"):
        one.send_signal(signal.SIGKILL)
        until("the reminder has fired", lambda: "firedAt" in patient.get(f"/health/alerts/{alerts[1]['id']}").json()["reminder"])
        scheduled, fired = events(bootstrap, "care.reminders.v1", reminder["id"], 2)
    assert (scheduled.type, fired.type) == ("care.reminders.scheduled.v1", "care.reminders.fired.v1")
    assert json.loads(fired.value)["dueAt"] == reminder["dueAt"]
    with replica("3h"):
        hears_once(patient, "reminder", "Reminder: your medication", alertId=alerts[1]["id"], reminderId=reminder["id"])
        events(bootstrap, "care.reminders.v1", reminder["id"], 2)


def test_a_patients_own_only(url, patient, alerts):
    stranger = people.sign_up(url, "patient", "stranger")
    doctor = people.provider(url, "cardiology")
    path = f"/health/alerts/{alerts[0]['id']}"
    people.problem(stranger.get(path), 404, "not-found")
    people.problem(stranger.post(path + "/answer", {"taken": "yes"}), 404, "not-found")
    people.problem(doctor.get(path), 403, "forbidden")
    people.problem(requests.get(url + path, timeout=30), 401, "unauthorized")
    assert stranger.get("/health/alerts").json() == {"items": []}


def test_the_seven_day_average(url):
    person = people.sign_up(url, "patient", "average", timeZone="America/Winnipeg")
    people.problem(person.post("/health/settings/seven-day-average"), 409, "no-average")
    assert record(person, 64)["recorded"] == 1
    assert record(person, 65)["recorded"] == 1
    assert person.post("/health/settings/seven-day-average").json()["boundary"] == 64.5
    assert person.get("/health/summary").json()["sevenDayAverage"] == 64.5


def test_an_erased_patient_is_forgotten(url):
    person = people.sign_up(url, "patient", "leaver")
    record(person, 64)
    assert person.delete(f"/users/{person.id}").status_code in (202, 204)
    until("nothing of them is read any more", lambda: person.get("/health/summary").status_code in (401, 403))
