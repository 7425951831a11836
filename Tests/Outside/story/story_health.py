"""The story's chapter on a resting heart rate: an alert, an answer, a reminder."""

import asyncio
import signal
import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from careline import topics
from careline.health import afternoon, failed, notifications, record
from careline.health_replica import kill_platforms_own, replica
from careline.streams import Stream

FHIR = {"Content-Type": "application/fhir+json"}
LAST_DAYS = [61, 64, 63, 66, 62, 65]
LATER = timedelta(minutes=11)


async def notified(stream, kind, **about):
    """The first entry of Jo's stream about such a notification."""
    def found():
        notes = [entry for entry in stream.entries if entry["kind"] == "notification" and entry["notification"]["kind"] == kind]
        return [entry for entry in notes if about.items() <= entry["notification"]["details"].items()]

    await stream.until(found, timeout=30)
    return found()[0]


def observation(bpm):
    return {
        "resourceType": "Observation", "status": "final", "effectiveDateTime": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4", "display": "Heart rate --resting"}]},
        "valueQuantity": {"value": bpm, "unit": "beats/minute", "system": "http://unitsofmeasure.org", "code": "/min"}}


def explain(evaluation):
    for each in evaluation["conditions"]:
        print(f"  {'✓' if each['passed'] else '✗'} {each['condition']:<20} {each['text']}")


def resting_heart_rate(url, bootstrap, patient, chapter, tell):
    chapter("A resting heart rate")
    zone = a_week_and_a_boundary(patient, tell)
    asyncio.run(an_open_socket(url, bootstrap, patient, tell, zone))


async def an_open_socket(url, bootstrap, patient, tell, zone):
    stream = await Stream(url.replace("http", "ws", 1), patient).open()
    first = await an_alert_from_a_record(stream, patient, tell)
    no_second_one(patient, tell)
    yes_raises_the_boundary(first, patient, tell)
    await a_reminder_that_fires_once(bootstrap, stream, patient, tell, zone)
    await stream.socket.close()


def no_second_one(patient, tell):
    soon = record(patient, 74)
    tell(f"The next one, by the API, is 74 bpm: {'AN ALERT' if 'alert' in soon else 'no alert'}. The evaluation says why:")
    explain(soon["evaluation"])
    assert failed(soon["evaluation"]) == ["interval-has-passed"] and len(notifications(patient, "alert")) == 1


def yes_raises_the_boundary(alert, patient, tell):
    before = patient.get("/health/settings").json()["boundary"]
    patient.post(f"/health/alerts/{alert}/answer", {"taken": "yes"})
    settings = patient.get("/health/settings").json()
    tell(f"Jo answers yes, taken. The boundary is dynamic: it rises by the gap of {settings['gap']} bpm, from {before} to {settings['boundary']}.")
    assert settings["boundary"] == before + settings["gap"]


def a_week_and_a_boundary(patient, tell):
    """The patient's time zone, in which it is afternoon."""
    name = afternoon()
    zone, now = ZoneInfo(name), datetime.now(UTC)
    settings = {"dynamic": True, "gap": 3, "timeZone": name}
    patient.call("PUT", "/health/settings", settings, headers={"If-Match": '"0"'})
    items = [{"at": (now - timedelta(days=len(LAST_DAYS) - index)).isoformat(timespec="milliseconds"), "bpm": bpm, "kind": "resting"}
             for index, bpm in enumerate(LAST_DAYS)]
    sent = patient.post("/health/heart-rates", {"items": items}).json()
    averaged = patient.post("/health/settings/seven-day-average").json()
    summary = patient.get("/health/summary").json()
    days = ", ".join(f"{day['date'][5:]}: {day['average']}" for day in summary["series"] if day["count"])
    tell(f"So that an alert may come now, Jo's settings take the time zone {name}, where it is {now.astimezone(zone):%H:%M}. A watch sends "
         f"the resting heart rates of the last days by the API; {sent['recorded']} are recorded ({days}). Jo makes the 7-day average the boundary: {averaged['boundary']} bpm. Alerts may come "
         f"from {averaged['window']['start']} to {averaged['window']['end']} on Jo's clock, at most every {averaged['minimumIntervalMinutes']} minutes.")
    assert averaged["boundary"] == summary["sevenDayAverage"]
    return zone


async def an_alert_from_a_record(stream, patient, tell):
    began = time.monotonic()
    made = patient.call("POST", "/fhir/r4/Observation", observation(72), headers=FHIR)
    assert made.status_code == 201, made.text
    entry = await notified(stream, "alert")
    took = time.monotonic() - began
    notification = entry["notification"]
    alert = patient.get(f"/health/alerts/{notification['details']['alertId']}").json()
    tell(f"Then an app stores an Observation among Jo's records, LOINC 40443-4, 72/min. Records tells HealthMonitor by Kafka, HealthMonitor tells "
         f"Messaging, and {1000 * took:.0f} ms after the app began Jo's open socket says, as entry {entry['sequence']} of the feed: “{notification['title']}” "
         f"Without a number, since it may be read on a locked screen. Jo's app asks for the words: “{alert['text']}”")
    boundary = patient.get("/health/settings").json()["boundary"]
    assert alert["text"] == (
        f"Your resting heart rate is 72 bpm, above your boundary {boundary:g} bpm. Have you remembered your medication today?")
    return alert["id"]


async def a_reminder_that_fires_once(bootstrap, stream, patient, tell, zone):
    with replica("11m") as (_, address):
        alert = record(patient.at(address), 76, LATER)["alert"]
    await notified(stream, "alert", alertId=alert["id"])
    answered = patient.post(f"/health/alerts/{alert['id']}/answer", {"taken": "no", "remindInHours": 2}).json()
    reminder = answered["reminder"]
    warnings = patient.get("/health/summary").json()["warnings"]
    due = datetime.fromisoformat(reminder["dueAt"]).astimezone(zone)
    tell(f"A replica whose clock is eleven minutes ahead takes 76 bpm: the second alert. Jo has not taken it, and wants to be reminded in two "
         f"hours, at {due:%H:%M:%S}. {', '.join(warnings)} is kept as a day with a warning.")
    seconds = kill_platforms_own(patient)
    waits = "firedAt" not in patient.get(f"/health/alerts/{alert['id']}").json()["reminder"]
    tell(f"health-monitor-service is killed with SIGKILL. {seconds:.1f} s later another serves; the reminder {'waits' if waits else 'HAS FIRED'}.")
    assert waits
    with replica("2h") as (one, _), replica("2h"):
        one.send_signal(signal.SIGKILL)
        entry = await notified(stream, "reminder", reminderId=reminder["id"])
    fired = patient.get(f"/health/alerts/{alert['id']}").json()["reminder"]
    told = topics.wait_for(bootstrap, "care.reminders.v1", lambda all: sum(each.key == reminder["id"] for each in all) >= 2)
    kinds = [each.type for each in told if each.key == reminder["id"]]
    heard = notifications(patient, "reminder", reminderId=reminder["id"])
    tell(f"Two replicas start whose clocks are two hours ahead (CARE_CLOCK_OFFSET=2h), and one of them is killed. Entry {entry['sequence']} of the feed: "
         f"“{entry['notification']['title']}”, for {fired['id']}. It fired {len(kinds) - 1} time ({', '.join(kinds)}) and Jo has {len(heard)} notification of it.")
    assert kinds == ["care.reminders.scheduled.v1", "care.reminders.fired.v1"] and len(heard) == 1
