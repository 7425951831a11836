"""Story, part 5: a list of hospitals is imported, a scheduler enters hours, and anyone finds the nearest open emergency room."""

import csv
import json
import os
import secrets
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
import requests

from careline import people, topics
from careline.checkout import BUILD, CHECKOUT
from careline.load import at_once
from careline.people import problem

HERE = Path(__file__).resolve().parent
LIST = HERE / "ers.csv"
REAL = CHECKOUT.parent / "shared/data/ers/hifld-hospitals.csv"
NEW_YORK = ZoneInfo("America/New_York")


@pytest.fixture(scope="module")
def imported(url, careline, auth_service, tmp_path_factory):
    """Takes in a list. Of a platform on this machine the command finds by itself what it needs; of another one, as in containers, it is told."""
    place = urlsplit(url)
    if place.hostname == "127.0.0.1":
        options = ["--state", os.environ["CARELINE_STATE"], "--port", str(place.port)]
    else:
        secret = tmp_path_factory.mktemp("client") / "secret"
        secret.write_text(secrets.token_urlsafe(33) + "\n")
        auth_service("seed-client", "--id", "importer", "--name", "Importer", "--grant", "client_credentials", "--scope", "ers:write", "--secret-file", str(secret))
        options = ["--url", url, "--client", "importer", "--client-secret-file", str(secret)]

    def run(file: Path, *more: str) -> str:
        return careline("import", "ers", str(file), *options, *more)

    return run


@pytest.fixture(scope="module")
def source():
    return f"test-{secrets.token_hex(4)}"


@pytest.fixture(scope="module")
def boston(url, imported, source, tmp_path_factory):
    """The first of the list, and what the import said."""
    report = tmp_path_factory.mktemp("import") / "report.csv"
    dry = imported(LIST, "--source", source, "--dry-run")
    assert "would be: 8 rows: 5 created, 3 refused" in dry, dry
    output = imported(LIST, "--source", source, "--report", str(report))
    assert "8 rows: 5 created, 3 refused" in output, output
    with report.open() as file:
        lines = list(csv.DictReader(file))
    near = requests.get(f"{url}/ers", params={"bbox": "-71.1083,42.3375,-71.1081,42.3377", "limit": 200}, timeout=30).json()["items"]
    # The latest of that name: these tests may have run on this platform before.
    mine = [er for er in near if er["name"] == "HARBOR GENERAL HOSPITAL"]
    return {"er": max(mine, key=lambda er: er["createdAt"]), "report": lines}


def put(person, er, date, hours, tag):
    return person.call("PUT", f"/ers/{er['id']}/schedule/{date}", hours, headers={"If-Match": tag})


def test_the_import_reports_what_it_refused_and_why(boston):
    told = [(line["line"], line["outcome"], line["field"]) for line in boston["report"]]
    assert told == [("5", "remark", "phone"), ("7", "refused", "status"), ("8", "refused", "latitude"), ("9", "refused", "id")]
    er = boston["er"]
    assert er["phone"] == "+16175550141" and er["phoneLink"] == "tel:+16175550141" and er["postalCode"] == "02115"
    assert er["timeZone"] == "America/New_York"


def test_a_second_import_changes_nothing_and_keeps_corrections(url, scheduler, imported, boston, source):
    gary = next(er for er in requests.get(f"{url}/ers?bbox=-87.35,41.59,-87.34,41.6", timeout=30).json()["items"] if er["name"].startswith("LAKESIDE"))
    assert gary["timeZone"] == "America/Chicago" and gary["timeZoneBasis"] == "county"
    read = requests.get(f"{url}/ers/{gary['id']}", timeout=30)
    corrected = scheduler.patch(f"/ers/{gary['id']}", {"phone": "219-555-0199"}, headers={"If-Match": read.headers["ETag"]})
    assert corrected.status_code == 200 and corrected.json()["phone"] == "+12195550199"
    again = imported(LIST, "--source", source)
    assert "8 rows: 5 unchanged, 3 refused" in again, again
    assert requests.get(f"{url}/ers/{gary['id']}", timeout=30).json()["phone"] == "+12195550199"


def test_hours_make_it_the_nearest_open_one(url, scheduler, boston):
    er = boston["er"]
    where = {"latitude": 42.3376, "longitude": -71.1082, "limit": 50}

    def status():
        found = requests.get(f"{url}/ers/nearest", params=where, timeout=30).json()
        lists = {"open": [found.get("nearestOpen"), *found["otherOpen"]], "unknown": found["possiblyClosed"]}
        return next((name for name, ers in lists.items() if any(each and each["id"] == er["id"] for each in ers)), "closed")

    assert status() == "unknown"
    today = datetime.now(NEW_YORK).date()
    schedule = requests.get(f"{url}/ers/{er['id']}/schedule", timeout=30)
    dates = {"from": (today - timedelta(days=1)).isoformat(), "to": (today + timedelta(days=1)).isoformat(), "preset": "open24"}
    done = scheduler.call("PUT", f"/ers/{er['id']}/schedule", dates, headers={"If-Match": schedule.headers["ETag"]})
    assert done.status_code == 200 and len(done.json()["items"]) == 3
    assert status() == "open"
    nearest = requests.get(f"{url}/ers/nearest", params=where, timeout=30)
    first = nearest.json()["nearestOpen"]
    assert first["distanceKm"] < 1 and first["directions"].startswith("https://") and first["freshness"]["hoursUpdatedAt"]
    assert "stale-if-error=86400" in nearest.headers["Cache-Control"]
    again = requests.get(f"{url}/ers/nearest", params=where, headers={"If-None-Match": nearest.headers["ETag"]}, timeout=30)
    assert again.status_code in (200, 304)   # 200 at the very minute in which something changes
    for day in (-1, 0, 1):
        date = (today + timedelta(days=day)).isoformat()
        tag = requests.get(f"{url}/ers/{er['id']}/schedule/{date}", timeout=30).headers["ETag"]
        assert put(scheduler, er, date, {"preset": "closed"}, tag).status_code == 200
    assert status() == "closed"
    # Closed through tomorrow, and nothing is known of the day after.
    alone = requests.get(f"{url}/ers/{er['id']}", timeout=30).json()
    assert alone["statusText"] == "Closed, call ahead" and "opensAt" not in alone
    date = (today + timedelta(days=2)).isoformat()
    assert put(scheduler, er, date, {"intervals": [{"start": "07:00", "end": "19:00"}]}, "*").status_code == 200
    opens = datetime.combine(today + timedelta(days=2), datetime.min.time(), NEW_YORK).replace(hour=7)
    assert datetime.fromisoformat(requests.get(f"{url}/ers/{er['id']}", timeout=30).json()["opensAt"]) == opens


def test_who_may_not_edit(url, boston):
    er = boston["er"]
    patient = people.sign_up(url, "patient", "curious")
    problem(put(patient, er, "2026-12-24", {"preset": "open24"}, "*"), 403, "insufficient-scope")
    problem(patient.post("/ers", {"name": "Mine", "latitude": 1, "longitude": 1}), 403, "insufficient-scope")
    problem(requests.put(f"{url}/ers/{er['id']}/schedule/2026-12-24", json={"preset": "open24"}, timeout=30), 401, "unauthorized")


def test_of_fifty_schedulers_with_one_tag_one_writes(url, scheduler, boston):
    er = boston["er"]
    date = (datetime.now(UTC) + timedelta(days=30)).date().isoformat()
    hours = [{"intervals": [{"start": "08:00", "end": f"{9 + number // 6:02}:{number % 6}0"}]} for number in range(50)]
    problem(scheduler.call("PUT", f"/ers/{er['id']}/schedule/{date}", hours[0]), 428, "precondition-required")
    answers = at_once(lambda each: put(scheduler, er, date, each, '"0"'), hours, threads=50)
    assert sorted(answer.status_code for answer in answers) == [200] + [412] * 49
    log = scheduler.get(f"/ers/{er['id']}/audit", params={"limit": 200}).json()["items"]
    mine = [line for line in log if any(day["date"] == date for day in line.get("after", {}).get("days", []))]
    assert len(mine) == 1 and mine[0]["doneBy"] == scheduler.id and mine[0]["clientId"] == "careline"


def test_an_offline_copy_follows_the_feed(url, scheduler, bootstrap):
    def changes(since):
        items = []
        while True:
            page = requests.get(f"{url}/ers/changes", params={"since": since, "limit": 100}, timeout=30).json()
            items += page["items"]
            since = page["nextSince"]
            if "nextCursor" not in page:
                return items, since

    _, since = changes(0)
    made = scheduler.post("/ers", {"name": "Feed Hospital", "latitude": 49.9, "longitude": -97.1, "country": "CA"}).json()
    date = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()
    assert put(scheduler, made, date, {"preset": "open12"}, '"0"').status_code == 200
    items, later = changes(since)
    assert [item["type"] for item in items] == ["er", "schedule"] and items[0]["er"]["name"] == "Feed Hospital"
    gone = scheduler.delete(f"/ers/{made['id']}", headers={"If-Match": '"1"'})
    assert gone.status_code == 204
    items, _ = changes(later)
    assert [(item["erId"], item["deleted"]) for item in items] == [(made["id"], True)]
    heard = topics.wait_for(bootstrap, "care.ers.v1", lambda all: sum(record.key == made["id"] for record in all) == 2)
    mine = [record for record in heard if record.key == made["id"]]
    assert [record.type for record in mine] == ["care.ers.created.v1", "care.ers.removed.v1"]
    assert [json.loads(record.value)["version"] for record in mine] == [1, 2]


@pytest.mark.skipif(not REAL.exists(), reason="the real list of hospitals is not on this machine (../shared/data/ers)")
def test_the_real_list(url, imported):
    output = imported(REAL)
    assert "5,668 rows" in output and "refused" not in output, output
    again = imported(REAL)
    assert "5,668 rows: 5,668 unchanged" in again, again
    found = requests.get(f"{url}/ers/nearest", params={"latitude": 34.0522, "longitude": -118.2437, "limit": 20}, timeout=30).json()
    assert len(found["possiblyClosed"]) == 20 and found["possiblyClosed"][0]["distanceKm"] < 5
    assert {er["timeZone"] for er in found["possiblyClosed"]} == {"America/Los_Angeles"}


def test_without_a_platform_the_import_says_so(tmp_path):
    token = tmp_path / "token"
    token.write_text("nothing\n")
    done = subprocess.run(
        [BUILD / "careline", "import", "ers", str(LIST), "--url", "http://127.0.0.1:9", "--token-file", str(token)], capture_output=True, text=True,
        timeout=60)
    assert done.returncode == 1 and "cannot be reached" in done.stderr, done.stderr
