"""One request's way through the services, as a collector of OpenTelemetry's traces is told of it."""

import secrets

import pytest

from careline import people, promql
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.traces import Span
from careline.waiting import until

SERVER, PRODUCER, CONSUMER = 2, 4, 5


@pytest.fixture(scope="module")
def appointment(url, open_clinic):
    """Books one, with or without a traceparent; gives the answer."""
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    doctor = open_clinic("neurology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
    patient = people.sign_up(url, "patient", "traced")

    def book(**headers: str):
        answer = patient.post("/appointments", booking(doctor, slots(patient, doctor, *next_days())[0]), headers=headers)
        assert answer.status_code == 201, answer.text
        return answer

    return book


@pytest.fixture(scope="module")
def caller() -> tuple[str, str]:
    """The trace and the span of an app that asks for its request to be recorded."""
    return secrets.token_hex(16), secrets.token_hex(8)


@pytest.fixture(scope="module")
def trace(collector, appointment, caller) -> list[Span]:
    """All spans of a booking, once Messaging has told both people of it."""
    appointment(traceparent=f"00-{caller[0]}-{caller[1]}-01")

    def spans() -> list[Span]:
        found = collector.of(caller[0])
        ids = {span.id for span in found}
        handled = any(span.service == "messaging" and span.name == "process care.appointments.v1" for span in found)
        return found if handled and all(span.parent in ids | {caller[1]} for span in found) else []

    return until("the whole trace is there", spans, timeout=60)


def test_a_booking_is_one_trace_from_the_request_to_the_other_services_consumer(trace, caller):
    ids = {span.id: span for span in trace}
    # Events may be sent and handled more than once: one way back to the request is enough.
    handled = next(span for span in trace if (span.service, span.name) == ("messaging", "process care.appointments.v1"))
    sent = ids[handled.parent]
    request = ids[sent.parent]
    assert (request.service, request.name, request.kind, request.parent) == ("scheduling", "POST /appointments", SERVER, caller[1])
    assert request.attributes == {"http.request.method": "POST", "http.route": "/appointments", "http.response.status_code": "201"}
    assert (sent.service, sent.name, sent.kind) == ("scheduling", "send care.appointments.v1", PRODUCER)
    event = {"messaging.system": "kafka", "messaging.destination.name": "care.appointments.v1", "cloudevents.event_type": "care.appointments.booked.v1"}
    assert sent.attributes == event | {"messaging.operation.name": "send", "messaging.operation.type": "send"}
    assert handled.kind == CONSUMER
    assert handled.attributes == event | {
        "messaging.operation.name": "process", "messaging.operation.type": "process", "messaging.consumer.group.name": "messaging.appointments"}


def test_its_spans_follow_each_other_in_time(trace):
    ends = {span.id: span for span in trace}
    for span in trace:
        assert not span.failed and span.began <= span.ended, span
        if span.parent in ends:
            assert ends[span.parent].began <= span.ended, f"{span} before {ends[span.parent]}"


def test_it_holds_nobodys_ids(trace):
    for span in trace:
        for text in (span.name, *span.attributes.values()):
            assert not promql.ID.search(text) and "traced" not in text, f"{span}: {text}"


def test_what_nobody_asked_for_is_not_recorded(collector, appointment, trace):
    """The platform of these tests records no trace of its own accord (CARE_TRACE_RATIO=0), nor one that it is asked not to."""
    def booked() -> set[str]:
        return {span.trace for span in list(collector.spans) if span.name == "POST /appointments"}

    before, asked = booked(), secrets.token_hex(16)
    appointment()
    appointment(traceparent=f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-00")
    appointment(traceparent=f"00-{asked}-{secrets.token_hex(8)}-01")
    until("the one that is asked for is there", lambda: asked in booked(), timeout=60)
    assert booked() - before == {asked}
