"""The directory of emergency rooms under faults: a scheduler enters hours and a client follows the feed of changes while everything is
killed, and the check of what became of them.

    ers.py LOG PSQL_ERS BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import datetime
import json
import random
import sys
import time
import uuid

from careline import people
from careline.load import Workers
from careline.operator import auth_service
from careline.promises.checker import Verdict, left, rows, told_versions
from careline.promises.client import LoggedClient


def scheduler(port, log):
    username = people.appoint(auth_service, "scheduler")
    client = LoggedClient(port, log)
    status, tokens = client.command("login", "POST", "/auth/login", {"username": username, "password": people.PASSWORD}, username=username)
    assert status == 200, f"login answered {status}: {tokens}"
    client.token = tokens["accessToken"]
    return client


class ERLoad(Workers):
    def __init__(self, port, log, schedulers=2):
        super().__init__()
        self.log, self.acknowledged = log, 0
        self.schedulers = [scheduler(port, log) for _ in range(schedulers)]
        self.follower = LoggedClient(port, log)
        for seed, person in enumerate(self.schedulers):
            self.employ(self._work, person, seed)
        self.employ(self._follow)

    def _work(self, person, seed):
        """Each thread has emergency rooms of its own, so that their last acknowledged hours are what must be found."""
        chance, mine = random.Random(seed), []
        today = datetime.datetime.now(datetime.UTC).date()
        while not self.ending.is_set():
            if not mine or (len(mine) < 5 and chance.random() < 0.1):
                body = {"name": f"Under faults {uuid.uuid4()}", "latitude": chance.uniform(49, 51), "longitude": chance.uniform(-98, -96), "timeZone": "UTC"}
                status, made = person.command("er-create", "POST", "/ers", body)
                if status == 201:
                    mine.append(made["id"])
            else:
                er, date = chance.choice(mine), (today + datetime.timedelta(days=chance.randrange(1, 8))).isoformat()
                end = f"{chance.randrange(9, 24):02}:{chance.randrange(60):02}"
                body = {"intervals": [{"start": "08:00", "end": end}]}
                status, _ = person.command("er-hours", "PUT", f"/ers/{er}/schedule/{date}", body, headers={"If-Match": "*"}, er=er, date=date, end=end)
            self.acknowledged += status in (200, 201)
            time.sleep(0.02)

    def _follow(self):
        """Notes every position that the feed gives, as a client that keeps a copy would read it."""
        since, ends = 0, time.time() + 100_000
        while time.time() < ends:
            is_last = self.ending.is_set() and not any(thread.is_alive() for thread in self.threads[:-1])
            page = self.follower.read(f"/ers/changes?since={since}&limit=50")
            if page is not None:
                for item in page["items"]:
                    hours = (item.get("schedule") or {}).get("intervals")
                    self.log.write(phase="heard", op="er-feed", position=item["position"], type=item["type"], er=item["erId"],
                                   date=(item.get("schedule") or {}).get("date"), end=hours[0]["end"] if hours else None)
                since = page["nextSince"]
                if is_last and "nextCursor" not in page:
                    return
            time.sleep(0.01)


def main(log_path, database, bootstrap):
    log = [json.loads(line) for line in open(log_path)]
    log = [entry for entry in log if entry.get("op", "").startswith("er-")]
    verdict = Verdict()
    verdict.say("the outbox of the directory drains within 30 s without a hand", left(database))

    answers = [entry for entry in log if entry["phase"] == "answer"]
    unsure = {(entry.get("er"), entry.get("date")) for entry in log if entry["phase"] == "unknown"}
    ers = {row["id"]: row for row in rows(database, "SELECT id, version, schedule_version FROM ers")}
    made = {entry["id"] for entry in answers if entry["op"] == "er-create" and entry["status"] == 201}
    faults = [f"{er} is not there" for er in made - set(ers)]
    lost = sum(entry["phase"] == "unknown" and entry["op"] == "er-create" for entry in log)
    faults += [f"{len(ers)} rows for {len(made)} made"] if len(ers) > len(made) + lost else []
    verdict.say("every acknowledged emergency room is there, once", faults, f"{len(made)} made")

    kept = {(row["er"], row["date"]): f"{row['until'] // 60:02}:{row['until'] % 60:02}" for row in rows(
        database, "SELECT er_id AS er, (date '1970-01-01' + day)::text AS date, hours[2] AS until FROM schedules")}
    last = {(entry["er"], entry["date"]): entry["end"] for entry in answers if entry["op"] == "er-hours" and entry["status"] == 200}
    faults = [f"{place}: acknowledged {end}, kept {kept.get(place)}" for place, end in last.items() if place not in unsure and kept.get(place) != end]
    retried = sum(entry["tries"] > 1 for entry in answers)
    verdict.say("every date has the hours of its last acknowledged command", faults, f"{len(last)} dates, {retried} commands retried")

    heard = [entry for entry in log if entry["phase"] == "heard"]
    copy = {(entry["er"], entry["date"]): entry["end"] for entry in heard if entry["type"] == "schedule"}
    faults = [f"{place}: kept {end}, heard {copy.get(place)}" for place, end in kept.items() if copy.get(place) != end]
    faults += [f"{er} was not heard of" for er in set(ers) - {entry["er"] for entry in heard if entry["type"] == "er"}]
    positions = [entry["position"] for entry in heard]
    faults += ["positions did not rise"] if positions != sorted(set(positions)) else []
    verdict.say("who followed the feed through all of it has the whole directory", faults, f"{len(heard)} changes heard")

    logged = {row["er"]: row["n"] for row in rows(database, "SELECT er_id AS er, count(*) AS n FROM audit_log GROUP BY er_id")}
    faults = [f"{er}: {logged.get(er)} lines" for er, row in ers.items() if logged.get(er) != row["version"] + row["schedule_version"]]
    verdict.say("every change is in the log once", faults, f"{sum(logged.values())} lines")

    told, count = told_versions(bootstrap, ["care.ers.v1", "care.er-schedules.v1"])
    faults = [f"{er}: told {told['care.ers.v1', er]}" for er, row in ers.items() if told["care.ers.v1", er] != list(range(1, row["version"] + 1))]
    faults += [f"{er}: told of hours {told['care.er-schedules.v1', er]}" for er, row in ers.items()
               if told["care.er-schedules.v1", er] != list(range(1, row["schedule_version"] + 1))]
    verdict.say("every change was told once, in order", faults, f"{count} events")
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
