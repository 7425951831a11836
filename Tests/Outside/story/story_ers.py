"""The story's chapter on emergency rooms."""

import csv
import os
import secrets
import subprocess
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import requests

from careline import people
from careline.checkout import BUILD, CHECKOUT
from careline.directory_copy import DirectoryCopy

HERE = Path(__file__).resolve().parent
REAL = CHECKOUT.parent / "shared/data/ers/hifld-hospitals.csv"
SMALL = HERE / "ers.csv"
BOSTON = {"latitude": 42.3376, "longitude": -71.1082}


def emergency_rooms(url, chapter, tell):
    chapter("Emergency rooms")
    if REAL.exists():
        tell("A list of real hospitals is taken in (HIFLD, US Government):")
        take_in(url, REAL)
    tell("A smaller list, with faults that such lists have:")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.csv"
        take_in(url, SMALL, "--report", report)
        with report.open() as file:
            remarks = [line for line in csv.DictReader(file) if line["outcome"] == "remark"]
    for line in remarks:
        tell(f"Line {line['line']} came in with a remark: {line['field']} {line['message']}")

    theo = scheduler(url)
    copy = DirectoryCopy(url)
    pages = copy.follow()
    size = sum(len(page.content) for page in pages)
    tell(f"An app that must work without a network reads /ers/changes from the beginning: {len(copy.ers):,} emergency rooms in {len(pages)} pages, {size:,} bytes.")
    hours_and_what_is_open(url, theo, copy, tell)
    deletions_and_silence(url, theo, copy, tell)


def hours_and_what_is_open(url, theo, copy, tell):
    found = nearest(url)
    assert len(found["possiblyClosed"]) > 3, found
    tell(f"Jo is in Boston and asks for the nearest, without a login. Of {len(found['possiblyClosed'])} nobody knows the hours today: "
         f"“{found['possiblyClosed'][0]['statusText']}”.")
    chosen = dict(zip(("open12", "closed", "open24", None), found["possiblyClosed"]))
    for preset, er in chosen.items():
        if preset:
            set_hours(theo, er, preset)
    tell("Theo, a scheduler, enters hours for three of them.")
    found = nearest(url)
    copy.follow()
    for preset, er in chosen.items():
        status, now = status_of(url, er)
        clock = now.astimezone(ZoneInfo(er["timeZone"]))
        tell(f"{er['name']} ({preset or 'no hours known'}), {er['distanceKm']:.1f} km, where it is {clock:%H:%M} ({er['timeZone']}): {status}. "
             f"By the copy, without asking: {copy.status(er['id'], now)}.")
        assert copy.status(er["id"], now) == status
    first = found["nearestOpen"]
    tell(f"The nearest open one is {first['name']}, {first['distanceKm']:.1f} km, {first.get('phoneLink', 'no telephone known')}, {first['directions']}")
    far = next((er for er in copy.ers.values() if is_day(er) != is_day(first)), None)
    if far:
        set_hours(theo, far, "open12")
        status, now = status_of(url, far)
        clock = now.astimezone(ZoneInfo(far["timeZone"]))
        tell(f"The twelve hours of {chosen['open12']['name']} for {far['name']} too, where it is {clock:%H:%M} ({far['timeZone']}): {status}.")


def deletions_and_silence(url, theo, copy, tell):
    news = len(copy.follow()[0].json()["items"])
    copy.follow()   # nothing new; its entity tag is that of this address
    silence = copy.follow()[0]
    tell(f"The app asks for what is new since position {copy.since}: {news} entries. Again: {silence.status_code}, {len(silence.content)} bytes.")
    assert silence.status_code == 304
    gone = next(er for er in copy.ers.values() if er["name"] == "HARBOR GENERAL HOSPITAL")
    removed = theo.delete(f"/ers/{gone['id']}", headers={"If-Match": f'"{gone["version"]}"'})
    assert removed.status_code == 204, removed.text
    copy.follow()
    tell(f"Theo takes {gone['name']} out of the directory. In the copy it is {'STILL THERE' if gone['id'] in copy.ers else 'gone too'}. The list once more:")
    take_in(url, SMALL)


def nearest(url) -> dict:
    answer = requests.get(f"{url}/ers/nearest", params={**BOSTON, "limit": 20}, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()


def status_of(url, er) -> tuple[str, datetime]:
    """By the service, and when it said so; asked before and after, so that no minute passes between."""
    while True:
        before = datetime.now().astimezone()
        shown = requests.get(f"{url}/ers/{er['id']}", timeout=30).json()["status"]
        if datetime.now().minute == before.minute:
            return shown, before


def is_day(er) -> bool:
    """Whether a preset of twelve hours, 08:00 to 20:00, would have it open now."""
    return 8 <= datetime.now(ZoneInfo(er["timeZone"])).hour < 20


def set_hours(theo, er, preset):
    """From yesterday to tomorrow on its own calendar."""
    today = datetime.now(ZoneInfo(er["timeZone"])).date()
    dates = {"from": (today - timedelta(days=1)).isoformat(), "to": (today + timedelta(days=1)).isoformat(), "preset": preset}
    tag = theo.get(f"/ers/{er['id']}/schedule").headers["ETag"]
    done = theo.call("PUT", f"/ers/{er['id']}/schedule", dates, headers={"If-Match": tag})
    assert done.status_code == 200, done.text


def scheduler(url) -> people.Person:
    """Made by the operator: nobody can give themselves this role."""
    username = f"theo-{secrets.token_hex(4)}"
    careline(url, "users", "create-scheduler", "--username", username, "--password-file", "-", typed=people.PASSWORD + "\n")
    return people.logged_in(url, people.log_in(url, username))


def take_in(url, file: Path, *options):
    """Its progress and its report go to the terminal as they come."""
    careline(url, "import", "ers", file, *options, shown=None)


def careline(url, *arguments, typed: str = "", shown: int | None = subprocess.PIPE):
    """Runs the operator's CLI on the platform of this story."""
    place = ["--state", os.environ["CARELINE_STATE"], "--port", str(urlsplit(url).port)]
    command = [BUILD / "careline", *map(str, arguments), *place]
    done = subprocess.run(command, input=typed, stdout=shown, stderr=subprocess.STDOUT, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
