"""The connections to the database: one person's requests wait for each other, and nobody else for them."""

import json
import uuid
from datetime import UTC, datetime, timedelta

import pytest
import raw
from conftest import amount

from careline.booking import next_days, slots, spelled
from careline.load import at_once


def heart_rates(target):
    start = datetime.now(UTC) - timedelta(days=2)

    def request(number: int) -> bytes:
        items = [{"at": spelled(start + timedelta(seconds=500 * number + each)), "bpm": 60, "kind": "resting"} for each in range(100)]
        return raw.request("POST", "/health/heart-rates", json.dumps({"items": items}).encode(), target.patient.token)
    return request


def settings(target):
    return lambda number: raw.request("PUT", "/health/settings", json.dumps({"boundary": 70 + number % 20}).encode(), target.patient.token)


def summaries(target):
    return lambda number: raw.request("GET", "/health/summary", token=target.patient.token)


def bookings(target):
    """Of one slot: all but one are refused, under the calendar's lock."""
    start = slots(target.patient, target.doctor, *next_days())[0]
    body = {"providerId": target.doctor.id, "title": "Check-up", "startTime": spelled(start), "endTime": spelled(start + timedelta(minutes=5))}
    return lambda number: raw.request("POST", "/appointments", json.dumps(body).encode(), target.patient.token)


def messages(target):
    def request(number: int) -> bytes:
        body = {"clientId": str(uuid.uuid4()), "content": {"text": "x" * 1_000}}
        return raw.request("POST", f"/conversations/{target.conversation}/messages", json.dumps(body).encode(), target.patient.token)
    return request


def marks(target):
    paths = [f"/conversations/{target.conversation}/seen", "/notifications/read"]
    return lambda number: raw.request("PUT", paths[number % 2], token=target.patient.token)


@pytest.mark.parametrize("kind", [heart_rates, settings, summaries, bookings, messages, marks])
def test_a_flood_of_one_patient(target, kind):
    request = kind(target)
    with target.attacked(f"a flood of {kind.__name__}") as answers:
        answers += at_once(lambda number: raw.exchange(target.url, request(number), 60), amount(200, 3_000), 100)
    assert {answer.status for answer in answers} <= {200, 201, 204, 409, 429, 503}, [answer for answer in answers if answer.status not in (200, 201, 204, 409)][:3]
    assert any(answer.status in (200, 201, 204) for answer in answers)
