"""Hours, slots and appointments, as an app asks for them."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

WINNIPEG = ZoneInfo("America/Winnipeg")
# Whose clocks change: Winnipeg's do no more from 2026 on, and others may follow.
CHANGING = ("America/Chicago", "Europe/Berlin", "Australia/Sydney", "America/Santiago", "Europe/Chisinau")
EVERY_DAY = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def instant(text: str) -> datetime:
    assert text.endswith("Z"), f"{text} is not in UTC"
    return datetime.fromisoformat(text)


def spelled(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def clock_changes(zone: ZoneInfo, days: int = 360):
    """The dates of the next days on which the zone's clocks change, with the hours that these dates have."""
    today = datetime.now(zone).date()
    for number in range(2, days):
        date = today + timedelta(days=number)
        begin, end = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (date, date + timedelta(days=1)))
        hours = (end - begin) / timedelta(hours=1)
        if hours != 24:
            yield date, hours


def changing() -> tuple[ZoneInfo, list[tuple]]:
    """A zone whose clocks change in the days to come, and when they do."""
    return next((zone, changes) for zone in map(ZoneInfo, CHANGING) if (changes := list(clock_changes(zone))))


def slots(person, provider, begin: datetime, end: datetime) -> list[datetime]:
    found, params = [], {"from": spelled(begin), "to": spelled(end)}
    while True:
        answer = person.get(f"/providers/{provider.id}/slots", params=params)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += [instant(slot["startTime"]) for slot in page["items"]]
        if "nextCursor" not in page:
            return found
        params["after"] = page["nextCursor"]


def next_days(count: int = 7) -> tuple[datetime, datetime]:
    begin = datetime.combine(datetime.now(WINNIPEG).date() + timedelta(days=2), time(), WINNIPEG)
    return begin, begin + timedelta(days=count)


def booking(provider, start: datetime, minutes: int = 30, title: str = "Check-up", **more) -> dict:
    return {"providerId": provider.id, "title": title, "startTime": spelled(start), "endTime": spelled(start + timedelta(minutes=minutes)), **more}
