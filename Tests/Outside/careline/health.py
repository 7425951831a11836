"""Patients' heart rates, and what they hear of them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

# Every few hours around the earth, so that somewhere it is afternoon.
ZONES = [
    "Pacific/Auckland", "Australia/Brisbane", "Asia/Tokyo", "Asia/Bangkok", "Asia/Karachi", "Asia/Dubai", "Africa/Nairobi", "Africa/Lagos",
    "Atlantic/Azores", "America/Sao_Paulo", "America/Halifax", "America/Bogota", "America/Winnipeg", "America/Phoenix", "Pacific/Honolulu",
]
# As Records takes it, with what nobody but its patient is to read.
NOTE = "Sleeps badly since the operation"
OBSERVATION = {
    "resourceType": "Observation", "status": "final", "effectiveDateTime": "2026-03-06T17:10:00Z", "note": [{"text": NOTE}],
    "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]},
    "valueQuantity": {"value": 61, "unit": "beats/minute", "system": "http://unitsofmeasure.org", "code": "/min"}}


def afternoon() -> str:
    """A zone where it is between 14:05 and 19:30: within the window of alerts, and for a while."""
    now = datetime.now(UTC)
    return next(zone for zone in ZONES if (14, 5) <= (now.astimezone(ZoneInfo(zone)).hour, now.minute) and now.astimezone(ZoneInfo(zone)).hour < 19)


def measurement(bpm: float, ahead: timedelta = timedelta(0)) -> dict:
    """Of just now, or of now by a clock that is ahead."""
    at = datetime.now(UTC) + ahead
    return {"items": [{"at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"), "bpm": bpm, "kind": "resting"}]}


def record(person, bpm: float, ahead: timedelta = timedelta(0)) -> dict:
    answer = person.post("/health/heart-rates", measurement(bpm, ahead))
    assert answer.status_code == 200, answer.text
    return answer.json()


def failed(evaluation) -> list[str]:
    return [each["condition"] for each in evaluation["conditions"] if not each["passed"]]


def notifications(person, kind: str, **about) -> list[dict]:
    """The person's newest, of this kind, whose details say this."""
    answer = person.get("/notifications", params={"limit": 100})
    assert answer.status_code == 200, answer.text
    return [each for each in answer.json()["items"] if each["kind"] == kind and about.items() <= each["details"].items()]
