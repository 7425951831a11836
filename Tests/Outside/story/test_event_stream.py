"""Server-sent events with a client of another make, through the gateway, for apps whose way knows no WebSockets."""

from careline.event_source import EventSource
from careline.streams import say
from careline.waiting import until


def test_entries_come_live_and_are_resumed(url, pair):
    patient, provider, conversation = pair
    first = EventSource(url, provider)
    until("it is told where it begins", lambda: first.of("resumed"))
    assert first.answer.status_code == 200 and first.answer.headers["Content-Type"] == "text/event-stream"
    assert "Content-Encoding" not in first.answer.headers and first.answer.headers["Cache-Control"] == "no-store, no-transform"
    assert first.retry == 3000
    assert say(patient, conversation, "Grüße ♥").status_code == 201
    [entry] = until("it hears the message at once, though more could come", lambda: first.entries)
    assert entry["item"]["content"]["text"] == "Grüße ♥" and first.last.endswith(f".{entry['sequence']}")
    first.close()
    for index in range(60):
        assert say(patient, conversation, f"missed {index}").status_code == 201
    second = EventSource(url, provider, last=first.last)
    until("it has what it missed", lambda: len(second.entries) >= 60)
    assert second.of("resumed")[0]["recovered"] is True
    assert [each["item"]["content"]["text"] for each in second.entries] == [f"missed {index}" for index in range(60)]
    assert [each["sequence"] for each in second.entries] == list(range(entry["sequence"] + 1, entry["sequence"] + 61))
    second.close()


def test_a_silent_stream_outlives_the_gateways_patience(url, pair):
    """Which is 30 seconds for other answers."""
    patient, provider, conversation = pair
    source = EventSource(url, provider)
    until("it is told where it begins", lambda: source.of("resumed"))
    until("two comments came", lambda: source.comments >= 2 or source.is_over, timeout=60)
    assert not source.is_over and [name for name, _ in source.events] == ["resumed"]
    assert say(patient, conversation, "still there?").status_code == 201
    until("it hears the message", lambda: source.entries)
    source.close()


def test_it_ends_with_the_session(url, pair):
    _, provider, _ = pair
    source = EventSource(url, provider)
    until("it is told where it begins", lambda: source.of("resumed"))
    assert provider.post("/auth/logout").status_code in (200, 204)
    until("the stream is over", lambda: source.is_over)
    # Ended, not broken off.
    assert source.failure is None and source.of("end") == [{"type": "end", "code": 4401, "detail": "the session has ended; sign in again"}]
    assert EventSource(url, provider).answer.status_code == 401
