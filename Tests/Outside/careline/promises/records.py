"""Health records under faults: patients who keep observations while everything is killed, and the check of what became of them.

    records.py LOG PSQL_RECORDS BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import json
import random
import sys
import time
import uuid

from careline.load import Workers
from careline.promises.checker import Verdict, left, rows, told_versions
from careline.promises.load import sign_up


def observation(marker, identifier=None, pulse=None):
    """One with a marker to know it by, and perhaps a resting heart rate, which is told to others."""
    resource = {"resourceType": "Observation", "status": "final", "note": [{"text": marker}], "code": {"text": "under faults"}}
    if pulse is not None:
        resource["code"]["coding"] = [{"system": "http://loinc.org", "code": "40443-4"}]
        resource["effectiveDateTime"] = "2026-03-06T17:10:00Z"
        resource["valueQuantity"] = {"value": pulse, "code": "/min", "system": "http://unitsofmeasure.org"}
    return resource if identifier is None else {**resource, "id": identifier}


class RecordLoad(Workers):
    def __init__(self, port, log, patients=2):
        super().__init__()
        self.log = log
        self.patients = [sign_up(port, log, "patient") for _ in range(patients)]
        self.acknowledged = 0
        for seed, patient in enumerate(self.patients):
            self.employ(self._work, patient, seed)

    def _work(self, patient, seed):
        """At the end the log says how each record was found."""
        chance, mine = random.Random(seed), []
        while not self.ending.is_set():
            marker, roll = uuid.uuid4().hex, chance.random()
            pulse = 55 + chance.randrange(20) if chance.random() < 0.5 else None
            if not mine or roll < 0.4:
                status, made = patient.command("record-create", "POST", "/fhir/r4/Observation", observation(marker, pulse=pulse), marker=marker)
                if status == 201:
                    mine.append(made["id"])
            elif roll < 0.85:
                record = chance.choice(mine)
                status, _ = patient.command(
                    "record-update", "PUT", f"/fhir/r4/Observation/{record}", observation(marker, record, pulse), marker=marker, record=record)
            else:
                record = mine.pop(chance.randrange(len(mine)))
                status, _ = patient.command("record-delete", "DELETE", f"/fhir/r4/Observation/{record}", record=record)
            self.acknowledged += status in (200, 201, 204)
            time.sleep(0.02)
        for record in mine:
            answer = patient.tried("GET", f"/fhir/r4/Observation/{record}", deadline=30)
            status = None if answer is None else answer.status_code
            marker = answer.json()["note"][0]["text"] if status == 200 else None
            self.log.write(phase="found", op="record", record=record, status=status, marker=marker)


def noted(verdict, database):
    """Who used whose record: every person's log is a chain without a hole, which ends where its head says, and nobody's writes are without one."""
    broken = rows(database, """WITH links AS (
            SELECT owner_id, sequence, hash, lag(hash) OVER chain AS before, row_number() OVER chain AS place,
                sha256(uuid_send(owner_id) || uuid_send(access_id) || int8send(round(extract(epoch FROM at) * 1000)::bigint) || body) AS digest
            FROM access_log WINDOW chain AS (PARTITION BY owner_id ORDER BY sequence)
        ) SELECT owner_id AS owner, sequence FROM links
        WHERE sequence <> place OR hash <> CASE WHEN place = 1 THEN digest ELSE sha256(before || digest) END""")
    ends = rows(database, """SELECT owner_id AS owner, h.sequence FROM access_heads h
        LEFT JOIN (SELECT DISTINCT ON (owner_id) owner_id, sequence, hash FROM access_log ORDER BY owner_id, sequence DESC) l USING (owner_id)
        WHERE NOT h.is_erased AND (l.sequence IS DISTINCT FROM h.sequence OR l.hash IS DISTINCT FROM h.hash)""")
    unnoted = rows(database, """SELECT owner_id AS owner, count(*) AS sequence FROM records WHERE owner_id NOT IN (SELECT owner_id FROM access_heads)
        GROUP BY owner_id""")
    faults = [f"{one['owner']}: {what} {one['sequence']}" for what, found in [
        ("the row at place", broken), ("the head of", ends), ("nothing of records:", unnoted)] for one in found]
    verdict.say("of every person's records it is noted in one chain who used them", faults)


def main(log_path, database, bootstrap):
    log = [json.loads(line) for line in open(log_path)]
    log = [entry for entry in log if entry.get("op", "").startswith("record")]
    verdict = Verdict()
    verdict.say("the outbox of the records drains within 30 s without a hand", left(database))

    noted(verdict, database)
    records = {row["id"]: row for row in rows(database, "SELECT record_id AS id, version, status, observations FROM records")}
    versions = collections.defaultdict(list)
    for row in rows(database, "SELECT record_id AS id, version FROM record_versions ORDER BY version"):
        versions[row["id"]].append(row["version"])
    faults = [f"{key}: {versions[key]}, current {row['version']}" for key, row in records.items()
              if versions[key] != list(range(1, row["version"] + 1))]
    verdict.say("every record's versions are kept without a hole", faults, f"{len(records)} records, {sum(map(len, versions.values()))} versions")

    answers = [entry for entry in log if entry["phase"] == "answer"]
    unknown = [entry for entry in log if entry["phase"] == "unknown"]
    made = {entry["id"]: entry for entry in answers if entry["op"] == "record-create" and entry["status"] == 201}
    verdict.say("every acknowledged record is there", [key for key in made if key not in records],
                f"{len(made)} made, {sum(entry['tries'] > 1 for entry in made.values())} of them retried")
    faults = [] if len(records) <= len(made) + sum(entry["op"] == "record-create" for entry in unknown) else [f"{len(records)} rows"]
    verdict.say("a retried creation made one", faults)
    last, unsure = {}, {entry.get("record") for entry in unknown}
    for entry in answers:
        if entry["op"] == "record-create" and entry["status"] == 201:
            last[entry["id"]] = entry["marker"]
        elif entry["op"] == "record-update" and entry["status"] in (200, 201):
            last[entry["record"]] = entry["marker"]
        elif entry["op"] == "record-delete" and entry["status"] == 204:
            last[entry["record"]] = None
    found = {entry["record"]: entry["marker"] for entry in log if entry["phase"] == "found"}
    faults = [f"{key}: acknowledged {last.get(key)}, found {marker}" for key, marker in found.items() if key not in unsure and last.get(key) != marker]
    faults += [f"{key}: deleted, and is {records[key]['status']}" for key, marker in last.items()
               if marker is None and key not in unsure and records[key]["status"] != "deleted"]
    verdict.say("every record is as its last acknowledged command left it", faults, f"{len(found)} read again")

    told, count = told_versions(bootstrap, ["care.records.v1", "care.observations.v1"])
    faults = [f"{key}: told {told['care.records.v1', key]}, stored {row['version']}" for key, row in records.items()
              if told["care.records.v1", key] != list(range(1, row["version"] + 1))]
    faults += [f"{key}: told {told['care.observations.v1', key]}, counted {row['observations']}" for key, row in records.items()
               if told["care.observations.v1", key] != list(range(1, row["observations"] + 1))]
    verdict.say("every version was told once, in order, and every measurement", faults, f"{count} events")
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
