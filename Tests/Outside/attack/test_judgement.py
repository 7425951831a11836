"""What the other tests judge by."""

import socket
import threading
from contextlib import contextmanager

import pytest
import raw
from gentle import Asked, faults


@contextmanager
def server(answer: bytes | None):
    """Takes connections and says that to each, or nothing; then it closes, or with nothing to say holds them."""
    listener, held = socket.create_server(("127.0.0.1", 0)), []

    def take():
        try:
            while True:
                link = listener.accept()[0]
                held.append(link)
                if answer is not None:
                    link.recv(1 << 16)
                    link.sendall(answer)
                    link.close()
        except OSError:
            pass

    threading.Thread(target=take, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()
        for link in held:
            link.close()


@pytest.mark.parametrize(("answer", "is_sound"), [
    (None, False), (b"", True), (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", True), (b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", False),
    (b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", False), (b"HTTP/1.1 503 No\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n", True),
])
def test_who_hangs_is_not_sound(answer, is_sound):
    with server(answer) as url:
        assert raw.exchange(url, raw.request("GET", "/"), 0.3).is_sound == is_sound


def test_who_waits_for_the_rest_of_a_request_does_not_hang():
    with server(None) as url:
        assert raw.exchange(url, raw.request("POST", "/", Content_Length="5"), 0.3, unfinished=True).is_sound


def asked(*statuses: int | None, retry_after: bool = True) -> list[Asked]:
    return [Asked("nearest", 0, 0.1, status, retry_after) for status in statuses]


def test_the_gentle_client_is_served_in_ninety_nine_of_a_hundred_times():
    assert faults(asked(*[200] * 99, 503)) == []
    assert faults(asked(*[201] * 300)) == []
    assert faults(asked(*[200] * 98, 503, 503)) == ["2 of 100 not served: ['nearest']"]
    assert faults(asked(200, 503)) and faults(asked(*[503] * 50)) and faults([])
    assert faults(asked(*[200] * 199, None)) and faults(asked(*[200] * 199, 429))
    assert faults(asked(*[200] * 199) + asked(503, retry_after=False))
