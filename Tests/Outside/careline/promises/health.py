"""A patient's heart under faults: patients who send heart rates and answer alerts while everything is killed, and whose reminders
become due meanwhile; and the check of what became of them.

    health.py LOG PSQL_HEALTH BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import datetime
import json
import random
import sys
import threading
import time

from careline.health_replica import replica
from careline.load import Workers
from careline.promises.checker import Verdict, epoch, left, read_topics, rows
from careline.promises.client import LoggedClient
from careline.promises.load import sign_up
from careline.waiting import eventually, until

BOUNDARY, GAP, INTERVAL = 60, 1, 60   # bpm, bpm, and the seconds between two alerts
SETTINGS = {"boundary": BOUNDARY, "dynamic": True, "gap": GAP, "window": {"start": "00:00", "end": "24:00"}, "minimumIntervalMinutes": INTERVAL // 60}
WAVE, WAVES, FIRST = 4, 4, 20         # patients whose reminders are due together, waves a round, and the seconds until the first
APART = 25                            # seconds between two waves


def instant(milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Instants:
    """Of measurements: just now, and none twice."""

    def __init__(self):
        self._last, self._lock = 0, threading.Lock()

    def take(self, count):
        with self._lock:
            first = max(self._last + 1, int(time.time() * 1000) - count)
            self._last = first + count - 1
            return list(range(first, first + count))


class HealthLoad(Workers):
    def __init__(self, port, log, rounds=1, devices=2):
        super().__init__()
        self.log, self.acknowledged, self._instants = log, 0, Instants()
        self.patients = [sign_up(port, log, "patient") for _ in range(WAVE * WAVES * rounds)]
        self._remind_in_waves()
        for seed in range(devices):
            self.employ(self._work, LoggedClient(port, log), seed)

    def _remind_in_waves(self):
        """Everyone is alerted and answers no. The answer is given to a replica whose clock is nearly an hour behind, so that the
        reminder for an hour later is due, by the clock of those that will be killed, during the trial."""
        for patient in self.patients:
            status, _ = patient.command("health-settings", "PUT", "/health/settings", SETTINGS, headers={"If-Match": '"0"'}, patient=patient.user_id)
            assert status == 200, f"changing the settings answered {status}"
        self._due = time.time() + FIRST - APART
        for number in range(0, len(self.patients), WAVE):
            self._due += APART
            behind = round(time.time() + 3600 - self._due)
            with replica(f"-{behind}s") as (_, url):
                there = LoggedClient(int(url.rsplit(":", 1)[1]), self.log)
                for patient in self.patients[number:number + WAVE]:
                    alert = self._measure(patient, patient, 1, 100)
                    assert alert, "the first heart rate above the boundary raised no alert"
                    self._answer(there, patient, alert, "no", 1)

    def stop(self):
        """Afterwards the log says how each patient found things at the end, when the last wave's reminders have been due."""
        super().stop()
        time.sleep(max(0, self._due + 5 - time.time()))
        for patient in self.patients:
            self._look(patient)

    def _work(self, client, seed):
        """One of several devices: each may send for every patient, so that batches of one patient come at once."""
        chance = random.Random(seed)
        while not self.ending.is_set():
            patient = chance.choice(self.patients)
            if chance.random() < 0.15:
                self._store(client, patient, chance.randrange(100, 200))
            elif alert := self._measure(client, patient, chance.randrange(1, 6), chance.randrange(100, 200)):
                taken = "yes" if chance.random() < 0.5 else "no"
                hours = chance.randrange(1, 5) if taken == "no" and chance.random() < 0.7 else None
                for _ in range(chance.choice([1, 1, 2])):   # the same answer again changes nothing
                    self._answer(client, patient, alert, taken, hours)
            time.sleep(0.02)

    def _measure(self, client, patient, count, bpm):
        """The alert that the batch raised, if it did."""
        client.token, instants = patient.token, self._instants.take(count)
        body = {"items": [{"at": instant(each), "bpm": bpm, "kind": "resting"} for each in instants]}
        status, answer = client.command("health-batch", "POST", "/health/heart-rates", body, patient=patient.user_id, instants=instants)
        if status != 200:
            return None
        self.acknowledged += 1
        alert = (answer.get("alert") or {}).get("id")
        self.log.write(phase="heard", op="health-batch", instants=instants, recorded=answer["recorded"], alert=alert)
        return alert

    def _store(self, client, patient, bpm):
        """Among the records, from where it comes by topic."""
        client.token, instants = patient.token, self._instants.take(1)
        resource = {"resourceType": "Observation", "status": "final", "effectiveDateTime": instant(instants[0]),
                    "code": {"coding": [{"system": "http://loinc.org", "code": "40443-4"}]},
                    "valueQuantity": {"value": bpm, "code": "/min", "system": "http://unitsofmeasure.org"}}
        client.command("record-create", "POST", "/fhir/r4/Observation", resource, marker="by FHIR", patient=patient.user_id, instants=instants)

    def _answer(self, client, patient, alert, taken, hours):
        client.token, body = patient.token, {"taken": taken} if hours is None else {"taken": taken, "remindInHours": hours}
        status, _ = client.command("health-answer", "POST", f"/health/alerts/{alert}/answer", body,
                                   patient=patient.user_id, alert=alert, taken=taken, hours=hours)
        self.acknowledged += status == 200

    def _look(self, patient):
        """What the patient sees, once their feed has told of every alert and of every reminder that was due."""
        def seen():
            alerts = list(self._items(patient, "/health/alerts"))
            due = [one["reminder"] for one in alerts if "reminder" in one and epoch(one["reminder"]["dueAt"]) < time.time()]
            notes = [entry["notification"] for entry in self._items(patient, "/feed") if "notification" in entry]
            return alerts, due, [[note["kind"], note["details"].get("reminderId") or note["details"]["alertId"], note["id"]] for note in notes]

        def has_told(found):
            alerts, due, told = found
            return {one["id"] for one in alerts + due} <= {about for _, about, _ in told}

        alerts, due, told = eventually(seen, every=0.2, holds=has_told)
        settings, summary = self._get(patient, "/health/settings"), self._get(patient, "/health/summary")
        self.log.write(phase="found", op="health-patient", patient=patient.user_id, told=told, alerts=[one["id"] for one in alerts],
                       reminders=[one["id"] for one in due], boundary=settings["boundary"], version=settings["version"],
                       count=sum(day["count"] for day in summary["series"]))

    def _items(self, patient, path):
        """Of all pages."""
        after = ""
        while after is not None:
            page = self._get(patient, f"{path}?limit=100{after}")
            yield from page["items"]
            after = f"&after={page['nextCursor']}" if "nextCursor" in page else None

    def _get(self, patient, path):
        return until(f"GET {path} is answered", lambda: patient.read(path), every=0.2, holds=lambda found: found is not None)


def main(log_path, database, bootstrap):
    log = [json.loads(line) for line in open(log_path)]
    log = [entry for entry in log if entry.get("op", "").startswith("health-") or "instants" in entry]
    verdict = Verdict()
    verdict.say("the outbox of the health monitor drains within 30 s without a hand", left(database))
    answers = [entry for entry in log if entry["phase"] == "answer" and entry["status"] in (200, 201)]
    unknown = [entry for entry in log if entry["phase"] == "unknown"]
    found = {entry["patient"]: entry for entry in log if entry["phase"] == "found"}

    readings(verdict, log, answers, unknown, found, database)
    alerts = rows(database, """SELECT id, person_id AS patient, version, extract(epoch FROM raised_at) AS raised, answered_at IS NOT NULL AS answered
        FROM alerts ORDER BY raised_at""")
    by_patient = collections.defaultdict(list)
    for one in alerts:
        by_patient[one["patient"]].append(one)
    faults = [f"{first['id']} and {second['id']} are {second['raised'] - first['raised']:.3f} s apart" for each in by_patient.values()
              for first, second in zip(each, each[1:]) if second["raised"] - first["raised"] < INTERVAL]
    verdict.say(f"no patient is alerted twice within {INTERVAL} s", faults, f"{len(alerts)} alerts of {len(by_patient)} patients")
    reminders = eventually(lambda: rows(database, """SELECT id, alert_id AS alert, version, extract(epoch FROM due_at) AS due,
        extract(epoch FROM fired_at) AS fired, due_at < now() AS is_due FROM reminders"""), every=0.2, holds=all_fired)
    effects(verdict, answers, unknown, found, {one["id"]: one for one in alerts}, reminders)

    faults = [f"{one['id']}: due, and not fired" for one in reminders if one["is_due"] and one["fired"] is None]
    faults += [f"{one['id']}: fired {one['due'] - one['fired']:.3f} s early" for one in reminders if one["fired"] is not None and one["fired"] < one["due"]]
    timers = {row["key"] for row in rows(database, "SELECT key FROM timers WHERE kind = 'medication-reminder'")}
    faults += [f"{key}: its timer and its row disagree" for key in timers ^ {one["id"] for one in reminders if one["fired"] is None}]
    fired = [one for one in reminders if one["fired"] is not None]
    latest = max((one["fired"] - one["due"] for one in fired), default=0)
    verdict.say("every reminder that was due has fired, and no other", faults + ([] if fired else ["none was due"]),
                f"{len(fired)} of {len(reminders)}, at most {latest:.1f} s late")
    hearing(verdict, found, {one["id"] for one in fired})
    telling(verdict, bootstrap, database, found, alerts, reminders)
    return 1 if verdict.broken else 0


def all_fired(reminders):
    return all(one["fired"] is not None for one in reminders if one["is_due"])


def readings(verdict, log, answers, unknown, found, database):
    def places(entries):
        return {(entry["patient"], at) for entry in entries if "instants" in entry for at in entry["instants"]}

    sent, unsure = places(answers), places(unknown)

    def stored():
        return [(row["patient"], row["at"]) for row in rows(database, """SELECT person_id AS patient,
            (extract(epoch FROM measured_at) * 1000)::bigint AS at FROM heart_rates""") if row["patient"] in found]

    kept = eventually(stored, every=0.2, holds=lambda all: sent <= set(all))   # an observation comes by topic
    faults = [f"{place} was acknowledged and is not there" for place in sent - set(kept)]
    faults += [f"{place} is there and was not acknowledged" for place in set(kept) - sent - unsure]
    faults += [f"{place} is there {count} times" for place, count in collections.Counter(kept).items() if count > 1]
    faults += [f"a batch of {len(entry['instants'])} was told that {entry['recorded']} are recorded" for entry in log
               if entry["phase"] == "heard" and entry["recorded"] != len(entry["instants"])]
    counts = collections.Counter(patient for patient, _ in kept)
    sure = set(found) - {patient for patient, _ in unsure}
    faults += [f"{patient} sees {found[patient]['count']} of {counts[patient]}" for patient in sure if found[patient]["count"] != counts[patient]]
    retried = sum(entry["tries"] > 1 for entry in answers if "instants" in entry)
    observed = sum(entry["op"] == "record-create" for entry in answers)
    verdict.say("every acknowledged heart rate is there once, and the first answer is heard again", faults,
                f"{len(kept)} heart rates, {observed} of them by FHIR, {retried} commands retried")


def effects(verdict, answers, unknown, found, alerts, reminders):
    given = {entry["alert"]: entry for entry in answers if entry["op"] == "health-answer"}
    unsure = {entry["patient"] for entry in unknown}
    by_alert = collections.defaultdict(list)
    for one in reminders:
        by_alert[one["alert"]].append(one)
    faults = [f"{alert} was answered, and is {alerts.get(alert)}" for alert in given
              if alert not in alerts or (alerts[alert]["version"], alerts[alert]["answered"]) != (2, True)]
    faults += [f"{alert}: {len(by_alert[alert])} reminders after {entry['taken']}, {entry['hours']}" for alert, entry in given.items()
               if len(by_alert[alert]) != (entry["hours"] is not None)]
    faults += [f"{alert}: a reminder without an answer" for alert in by_alert if alert not in given and alerts[alert]["patient"] not in unsure]
    raised = collections.Counter(entry["patient"] for entry in given.values() if entry["taken"] == "yes")
    for patient, one in found.items():
        wanted = (BOUNDARY + GAP * raised[patient], 1 + raised[patient])
        if patient not in unsure and (one["boundary"], one["version"]) != wanted:
            faults.append(f"{patient}: boundary and version {one['boundary']}, {one['version']}, wanted {wanted}")
    times = sum(entry["op"] == "health-answer" for entry in answers)
    verdict.say("every accepted answer had its effect once", faults, f"{times} answers to {len(given)} alerts, {sum(raised.values())} raised the boundary")


def hearing(verdict, found, fired):
    faults = []
    for patient, one in found.items():
        notes = collections.defaultdict(set)
        entries = collections.Counter(about for kind, about, _ in one["told"] if kind == "reminder")
        for _, about, note in one["told"]:
            notes[about].add(note)
        faults += [f"{patient}: {len(notes[about])} notifications of {about}" for about in one["alerts"] + one["reminders"] if len(notes[about]) != 1]
        faults += [f"{patient}: {count} entries of reminder {about}" for about, count in entries.items() if count != 1 or about not in fired]
    told = sum(len(one["alerts"]) for one in found.values()), sum(len(one["reminders"]) for one in found.values())
    verdict.say("every patient was notified of each alert once, and of each due reminder once", faults, f"{told[0]} alerts, {told[1]} reminders")


def telling(verdict, bootstrap, database, found, alerts, reminders):
    told, counts, seen = collections.defaultdict(list), collections.Counter(), set()
    for record in read_topics(bootstrap, ["care.heart-rates.v1", "care.alerts.v1", "care.reminders.v1"]):
        headers = {name: (value or b"").decode() for name, value in record.headers() or []}
        if headers["ce_id"] not in seen:
            seen.add(headers["ce_id"])
            data = json.loads(record.value())
            told[record.topic(), record.key().decode()].append(data["version"])
            counts[record.key().decode()] += data.get("count", 0)
    wanted = {("care.alerts.v1", one["id"]): one["version"] for one in alerts}
    wanted |= {("care.reminders.v1", one["id"]): 1 if one["fired"] is None else 2 for one in reminders}
    kept = {}
    for row in rows(database, """SELECT person_id AS patient, heart_rates_version AS version,
            (SELECT count(*) FROM heart_rates h WHERE h.person_id = m.person_id) AS kept FROM monitors m WHERE heart_rates_version > 0"""):
        wanted["care.heart-rates.v1", row["patient"]] = row["version"]
        kept[row["patient"]] = row["kept"]
    faults = [f"{patient}: told of {counts[patient]} heart rates, {kept.get(patient)} are kept" for patient in found if counts[patient] != kept.get(patient)]
    faults += [f"{place}: told {told[place]}, stored {version}" for place, version in wanted.items() if told[place] != list(range(1, version + 1))]
    faults += [f"{place}: told, and not stored" for place in set(told) - set(wanted)]
    verdict.say("every heart rate, alert and reminder was told once, in order", faults, f"{len(seen)} events")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
