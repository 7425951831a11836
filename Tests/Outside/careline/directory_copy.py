"""A client that keeps a copy of the directory of emergency rooms, and needs nobody to know which of them are open."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import requests


class DirectoryCopy:
    """Follows GET /ers/changes; asks again with the entity tag of what it has."""

    def __init__(self, url: str):
        self.url, self.session = url, requests.Session()
        self.ers: dict[str, dict] = {}
        self.hours: dict[str, dict[str, list]] = {}   # by id and date; a date that is not here has its weekday's, if any are known
        self.since, self.tag = 0, None

    def follow(self) -> list[requests.Response]:
        """Reads on to the end; the answers that it got."""
        answers = []
        while True:
            headers = {"If-None-Match": self.tag} if self.tag else {}
            answer = self.session.get(f"{self.url}/ers/changes", params={"since": self.since, "limit": 200}, headers=headers, timeout=30)
            answers.append(answer)
            if answer.status_code == 304:
                return answers
            assert answer.status_code == 200, answer.text
            page = answer.json()
            for item in page["items"]:
                self.take(item)
            # The tag belongs to the address, and the next address is another one until nothing more comes.
            self.tag = answer.headers["ETag"] if page["nextSince"] == self.since else None
            self.since = page["nextSince"]
            if "nextCursor" not in page:
                return answers

    def take(self, item: dict):
        if item["type"] == "er" and item["deleted"]:
            self.ers.pop(item["erId"], None)
            self.hours.pop(item["erId"], None)
        elif item["type"] == "er":
            self.ers[item["erId"]] = item["er"]
        else:
            day = item["schedule"]
            known = self.hours.setdefault(item["erId"], {})
            known.pop(day["date"], None)
            if not item["deleted"]:
                known[day["date"]] = day["intervals"]

    def status(self, id: str, now: datetime) -> str:
        """open, closed or unknown, by the clocks of its own time zone."""
        clock = now.astimezone(ZoneInfo(self.ers[id]["timeZone"]))
        minute = clock.hour * 60 + clock.minute
        today, yesterday = (self.intervals(id, clock.date() - timedelta(days=days)) for days in (0, 1))
        if within(yesterday or [], minute + 1440) or within(today or [], minute):
            return "open"
        return "unknown" if today is None else "closed"

    def intervals(self, id: str, day: date) -> list[dict] | None:
        """Of that date alone, else of its weekday; None when nobody knows."""
        er, text = self.ers[id], day.isoformat()
        own = self.hours.get(id, {}).get(text)
        if own is not None or "week" not in er or not er.get("weeklyHoursFrom", text) <= text <= er.get("weeklyHoursTo", text):
            return own
        return er["week"][day.weekday()]["intervals"]


def within(intervals: list[dict], minute: int) -> bool:
    spans = [(minutes(each["start"]), minutes(each["end"])) for each in intervals]
    return any(start <= minute < (end if end > start else end + 1440) for start, end in spans)


def minutes(text: str) -> int:
    return int(text[:2]) * 60 + int(text[3:])
