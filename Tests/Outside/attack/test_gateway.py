"""The gateway alone: what costs it more than the one who asks."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import processes
import pytest
import raw
import requests
from front import HAPROXY, dropped_lines, front

from careline.ports import free_port
from careline.waiting import until

QUICK = {"CARE_GATEWAY_LIMITS": "off", "CARE_GATEWAY_CLIENT_TIMEOUT": "1s", "CARE_GATEWAY_SERVER_TIMEOUT": "2s"}
CHUNKED = b"POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LINE = b"a" * 40_000   # a buffer has 32 KiB

# What an endless line of a chunk may look like, and where in a body it may be.
ENDLESS = {
    "an extension": b"2;" + LINE,
    "an extension as long as two buffers": b"2;" + b"a" * 70_000,
    "the last chunk's extension": b"0;" + LINE,
    "noughts": b"0" * 40_000,
    "spaces": b"2" + b" " * 40_000,
    "a trailer": b"0\r\nX: " + LINE,
    "after a chunk": b"5\r\nhello\r\n2;" + LINE,
    "after 20 kB": b"4e20\r\n" + b"b" * 20_000 + b"\r\n2;" + LINE,
    "after 12 kB, the rest of the buffer": b"2ee0\r\n" + b"b" * 12_000 + b"\r\n2;" + b"a" * 20_700,
    "a chunk cut off": b"ffff\r\n" + b"b" * 1_000,
}
ENDS = {
    "closes": lambda link: link.close(),
    "says that it sends no more": lambda link: link.shutdown(socket.SHUT_WR),
    "resets": lambda link: (link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0"), link.close()),
    "stays": lambda link: None,
}


@pytest.mark.parametrize("head", ["together with the body", "first"])
def test_no_chunk_line_keeps_a_core_busy(tmp_path, head):
    """HAProxy 3.0.11: a chunked request that is answered early, by a service or by HAProxy itself, whose body has a line longer than a buffer."""
    with front(tmp_path / "gateway.log", **QUICK) as gateway:
        links = []
        for path in (b"/appointments", b"/attachments", b"/fhir/r4", b"/nothing", b"/a//b"):
            for body in ENDLESS.values():
                for end in ENDS.values():
                    link = raw.connect(gateway.url)
                    links.append((link, end))
                    try:
                        if head == "first":
                            link.sendall(CHUNKED % path)
                            link.sendall(body)
                        else:
                            link.sendall(CHUNKED % path + body)
                    except OSError:
                        pass
        time.sleep(1)
        for link, end in links:
            try:
                end(link)
            except OSError:
                pass   # it was closed already
        # The gateway waits 5 s for a body, and its timeouts are 2 s.
        time.sleep(8)
        assert not processes.spins(gateway.pid)
        for link, _ in links:
            link.close()
        assert requests.get(f"{gateway.url}/ers/nearest", timeout=5).status_code == 200


def test_a_chunked_body_that_is_whole_arrives(tmp_path):
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMITS="off") as gateway:
        def pieces():
            yield b'{"a": '
            time.sleep(0.2)
            yield b"1}"

        assert requests.post(f"{gateway.url}/appointments", data=pieces(), timeout=10).status_code == 401
        curl = b"POST /appointments HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"
        with raw.connect(gateway.url) as link:
            link.sendall(curl)
            assert link.recv(1 << 16).startswith(b"HTTP/1.1 100"), "who waits to be asked for the body is asked"
            assert raw.say(link, b"2\r\n{}\r\n0\r\n\r\n").status == 401


def test_one_address_does_not_hold_all_connections(tmp_path):
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMIT_CONNECTIONS="20") as gateway:
        with raw.held(gateway.url, 40, source="127.0.0.66") as links:
            time.sleep(0.5)
            assert sum(not raw.is_closed(link, 0.05) for link in links) == 20
            for address in ("127.0.0.1", "127.0.0.67"):
                assert raw.exchange(gateway.url, raw.request("GET", "/providers"), source=address).status == 200


def test_one_address_has_so_many_requests_under_way(tmp_path):
    """Over HTTP/2 a few connections carry as many requests as a service has connections, and an answer that nobody takes keeps its one."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMIT_REQUESTS="20") as gateway:
        def reached(path: str) -> int:
            return sum(head.startswith(f"GET {path} ".encode()) for server in gateway.servers for head in server.seen)

        with raw.connect(gateway.url, source="127.0.0.66") as link:
            link.sendall(raw.h2_opening(0) + b"".join(raw.h2_get(2 * number + 1, "/providers/one") for number in range(30)))
            until("as many as may be have been handed on", lambda: reached("/providers/one") >= 20)
            time.sleep(1)
            assert reached("/providers/one") == 20
            assert raw.exchange(gateway.url, raw.request("GET", "/providers"), source="127.0.0.66").status == 429
            assert raw.exchange(gateway.url, raw.request("GET", "/providers"), source="127.0.0.67").status == 200
        until("who has let go is answered", lambda: raw.exchange(gateway.url, raw.request("GET", "/providers"), source="127.0.0.66").status == 200)


def test_refusals_that_nobody_takes_do_not_fill_the_gateway(tmp_path):
    """Each would lie in a buffer of 32 KiB until its time is over."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMIT_REQUESTS="20") as gateway:
        with raw.held(gateway.url, 3, source="127.0.0.66") as links:
            for link in links:
                link.sendall(raw.h2_opening(0) + b"".join(raw.h2_get(2 * number + 1, "/a//b") for number in range(60)))
                answered = sum(kind == 1 for kind, stream in raw.h2_frames(link, 1))
                assert answered < 40, "the heads of the answers"
        assert raw.exchange(gateway.url, raw.request("GET", "/providers"), source="127.0.0.67").status == 200


def test_who_never_stops_asking_is_not_answered(tmp_path):
    """A refusal costs the gateway little, and a line of its log; without end they would fill both."""
    log = tmp_path / "gateway.log"

    def asked(source: str) -> raw.Answer:
        try:
            return raw.exchange(gateway.url, raw.request("GET", "/providers/often"), source=source)
        except OSError:
            return raw.Answer(b"", closed=True)   # not even the connection is taken

    with front(log, CARE_GATEWAY_LIMIT_10S="20") as gateway:
        answers = [asked("127.0.0.66") for _ in range(120)]
        assert [answer.status for answer in answers] == [200] * 20 + [429] * 59 + [None] * 41
        assert all(answer.closed for answer in answers[-41:])
        assert raw.exchange(gateway.url, raw.request("GET", "/providers"), source="127.0.0.67").status == 200
    assert log.read_text().count("often") == 79


def ask_often(gateway, times: int) -> None:
    def ask(number: int) -> int:
        return raw.exchange(gateway.url, raw.request("GET", f"/providers/asked-{number}")).status

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(ask, range(times))) == {200}


def test_what_is_lost_of_the_log_is_counted(tmp_path):
    """Of two threads that write at once one gives up: each line is there, or counted."""
    log, port, asked = tmp_path / "gateway.log", free_port(), 2000
    with front(log, CARE_GATEWAY_LIMITS="off", CARE_GATEWAY_METRICS=f"127.0.0.1:{port}") as gateway:
        ask_often(gateway, asked)
        until("each line is there or counted", lambda: log.read_text().count("asked-") + dropped_lines(port) == asked)


@pytest.mark.parametrize(("method", "path"), [("GET", "/providers/" + "a" * 15_000), ("GET", "/" + "\"" * 5_000), ("M" * 3_000, "/providers/x")])
def test_no_request_is_too_long_for_its_line(tmp_path, method, path):
    """HAProxy cuts a line off, and with it what it ends with."""
    log = tmp_path / "gateway.log"
    with front(log) as gateway:
        answer = raw.exchange(gateway.url, raw.request(method, path, X_Request_Id="long-1"))
        until("it is in the log", lambda: log.read_text().count('"requestId"') >= 1)
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    (line,) = [line for line in lines if line["requestId"] == "long-1"]
    assert line["status"] == answer.status
    assert (line["method"], line["path"]) == (method[:32], path[:512])


def test_a_log_that_nobody_takes_holds_up_nobody(tmp_path):
    """A pipe that is full: what it does not hold is counted."""
    port, asked = free_port(), 1000
    reading, writing = os.pipe()
    with open(reading, "rb") as pipe:
        with front(tmp_path / "gateway.log", output=writing, CARE_GATEWAY_LIMITS="off", CARE_GATEWAY_METRICS=f"127.0.0.1:{port}") as gateway:
            os.close(writing)
            ask_often(gateway, asked)
            until("most of them are lost", lambda: dropped_lines(port) > asked // 2)
            lost = dropped_lines(port)
        assert pipe.read().count(b"asked-") + lost == asked


@pytest.mark.parametrize("lines", [["one", "two"], ["one, two"], ['one"', "two"], ["two", 'one"'], ["one", ""], [""], ["a" * 129], ["one two"], ["é"]])
def test_what_is_no_one_id_is_replaced(spelled_gateway, lines):
    """In the log, at the service and in the answer stands the same one."""
    data = "GET /providers/ids HTTP/1.1\r\nHost: x\r\n" + "".join(f"X-Request-Id: {line}\r\n" for line in lines) + "\r\n"
    answer = raw.exchange(spelled_gateway.url, data.encode("latin-1"))
    heads = [head for server in spelled_gateway.servers for head in server.seen if head.startswith(b"GET /providers/ids ")]
    seen = [line.split(b":", 1)[1].strip().decode() for line in heads[-1].splitlines() if line.lower().startswith(b"x-request-id:")]
    assert seen == [answer.headers["x-request-id"]] and uuid.UUID(seen[0]), (seen, answer)


def test_a_sane_id_is_kept(spelled_gateway):
    assert raw.exchange(spelled_gateway.url, raw.request("GET", "/providers", X_Request_Id="mine-1.2_3")).headers["x-request-id"] == "mine-1.2_3"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a network of its own")
def test_a_network_of_ipv6_counts_as_one_address():
    """Whoever has a /64 has 2⁶⁴ addresses in it."""
    script = Path(__file__).with_name("neighbours.py")
    said = subprocess.run(["unshare", "--net", sys.executable, script, "12"], capture_output=True, text=True, timeout=60, check=True).stdout
    assert json.loads(said) == {"fd00:1::2": 12, "fd00:1::3": 0, "fd00:2::1": 12}


def test_one_address_does_not_open_connections_without_end(tmp_path):
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMIT_CONNECTIONS_10S="50") as gateway:
        closed = 0
        for _ in range(100):
            with raw.held(gateway.url, 1, source="127.0.0.66") as links:
                closed += all(raw.is_closed(link, 0.02) for link in links)
        assert closed >= 45
        assert requests.get(f"{gateway.url}/providers", timeout=5).status_code == 200


def test_the_last_connections_are_kept_for_emergencies(tmp_path):
    """Whoever else comes is told to come back, and does not keep the connection."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_CONNECTIONS="100") as gateway, ExitStack() as stack:
        # Each with so many that it may have them when it is crowded, too.
        for number in range(5):
            stack.enter_context(raw.held(gateway.url, 18, source=f"127.0.0.{100 + number}"))
        refused = raw.exchange(gateway.url, raw.request("GET", "/providers"))
        assert refused.status == 503 and refused.headers["retry-after"] == "5", refused
        assert refused.headers["content-type"] == "application/problem+json" and refused.headers["connection"] == "close"
        for path in ("/ers/nearest?latitude=1&longitude=1", "/ers", "/healthz"):
            assert raw.exchange(gateway.url, raw.request("GET", path)).status == 200


def test_ten_addresses_do_not_hold_all_connections(tmp_path):
    """They say nothing, so that no rule about requests ever sees them."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_CONNECTIONS="400", CARE_GATEWAY_LIMIT_CONNECTIONS="40") as gateway, ExitStack() as stack:
        for number in range(10):
            stack.enter_context(raw.held(gateway.url, 40, source=f"127.0.0.{100 + number}", timeout=1))
        for path in ("/ers/nearest?latitude=1&longitude=1", "/healthz"):
            assert raw.exchange(gateway.url, raw.request("GET", path), source="127.0.0.99").status == 200
        # And a clinic's people share what an address may have then.
        with raw.held(gateway.url, 30, source="127.0.0.98") as links:
            time.sleep(0.5)
            assert sum(not raw.is_closed(link, 0.05) for link in links) == 20


def test_a_crowded_gateway_keeps_no_connection(tmp_path):
    """Who asks for emergency rooms over and over would else keep those that are left for it."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_CONNECTIONS="100") as gateway:
        with raw.connect(gateway.url) as link:
            assert "connection" not in raw.say(link, raw.request("GET", "/ers")).headers
            assert raw.say(link, raw.request("GET", "/ers")).status == 200
        with ExitStack() as stack:
            for number in range(5):
                stack.enter_context(raw.held(gateway.url, 18, source=f"127.0.0.{100 + number}"))
            for path in ("/ers", "/ers/nearest?latitude=1&longitude=1", "/healthz"):
                with raw.connect(gateway.url) as link:
                    answer = raw.say(link, raw.request("GET", path))
                    assert answer.status == 200 and answer.headers["connection"] == "close"
                    assert raw.is_closed(link, 2)


VERSION = tuple(int(part) for part in re.search(r"version (\d+)\.(\d+)", subprocess.run([HAPROXY, "-v"], capture_output=True, text=True, check=True).stdout).groups())
# Each is as RFC 9113 allows it, and no client does it twenty thousand times.
CONTROL = {
    "a stream that is reset at once": lambda number: raw.h2_get(2 * number + 1, "/healthz") + raw.h2_frame(3, 0, 2 * number + 1, (8).to_bytes(4, "big")),
    "pings": lambda number: raw.h2_frame(6, 0, 0, bytes(8)),
    "settings": lambda number: raw.h2_frame(4, 0, 0),
    "windows": lambda number: raw.h2_frame(8, 0, 0, (1).to_bytes(4, "big")),
    "priorities": lambda number: raw.h2_frame(2, 0, 2 * number + 1, (0).to_bytes(4, "big") + b"\x10"),
}


@pytest.mark.parametrize("kind", CONTROL)
def test_frames_of_control_without_end_hold_up_nobody(tmp_path, kind):
    frames = b"".join(CONTROL[kind](number) for number in range(20_000))
    with front(tmp_path / "gateway.log") as gateway:
        stop = threading.Event()

        def flood():
            while not stop.is_set():
                try:
                    with raw.connect(gateway.url, source="127.0.0.66", timeout=2) as link:
                        link.sendall(raw.h2_opening(65_535) + frames)
                except OSError:
                    pass

        # What HAProxy says itself: the services here are this process's, which the flood keeps busy too.
        thread = threading.Thread(target=flood)
        thread.start()
        try:
            answers = [raw.exchange(gateway.url, raw.request("GET", "/healthz"), source="127.0.0.67", patience=20) for _ in range(20)]
        finally:
            stop.set()
            thread.join()
        assert {answer.status for answer in answers} == {200}
        # What was sent already is read to its end.
        until("it rests", lambda: not processes.spins(gateway.pid, during=1), timeout=30)


def in_pieces(number: int) -> bytes:
    """A request whose header comes byte by byte."""
    block = raw.h2_get(2 * number + 1, "/healthz")[9:]
    pieces = [raw.h2_frame(9, 4 if place == len(block) - 1 else 0, 2 * number + 1, block[place:place + 1]) for place in range(1, len(block))]
    return raw.h2_frame(1, 1, 2 * number + 1, block[:1]) + b"".join(pieces)


# And these are what no client does even once, or hardly.
ODD = {
    "a header in a hundred pieces": in_pieces,
    "a window that gets smaller and smaller": lambda number: (raw.h2_get(1, "/healthz") if number == 0 else b"") + raw.h2_frame(4, 0, 0, (4).to_bytes(2, "big") + (60_000 - number).to_bytes(4, "big")),
}


@pytest.mark.skipif(VERSION < (3, 0), reason="HAProxy 2.6 counts none of it")
@pytest.mark.parametrize("kind", ODD)
def test_who_says_what_no_client_says_is_disconnected(tmp_path, kind):
    with front(tmp_path / "gateway.log") as gateway, raw.connect(gateway.url) as link:
        try:
            link.sendall(raw.h2_opening(65_535) + b"".join(ODD[kind](number) for number in range(3_000)))
        except OSError:
            pass
        assert raw.is_closed(link, 3)


@pytest.mark.skipif(VERSION < (3, 0), reason="HAProxy 2.6 counts none of it")
def test_who_comes_again_to_say_it_has_no_further_connection(tmp_path):
    def asked(source: str) -> int | None:
        try:
            return raw.exchange(gateway.url, raw.request("GET", "/healthz"), source=source).status
        except OSError:
            return None   # not even the connection is taken

    said = b"".join(in_pieces(number) for number in range(3_000))
    with front(tmp_path / "gateway.log") as gateway:
        for _ in range(5):
            try:
                with raw.connect(gateway.url, source="127.0.0.66") as link:
                    link.sendall(raw.h2_opening(65_535) + said)
                    raw.is_closed(link, 3)
            except OSError:
                pass
        assert asked("127.0.0.66") is None
        assert asked("127.0.0.67") == 200


def test_streams_that_are_reset_at_once_reach_a_service_as_often_as_requests_may(tmp_path):
    """HTTP/2's rapid reset, of what a service answers: each counts as a request, whether its answer is waited for or not. Those that are reset in the same breath
    HAProxy passes on to nobody."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMIT_10S="200") as gateway:
        for _ in range(5):
            try:
                with raw.connect(gateway.url, source="127.0.0.66", timeout=5) as link:
                    link.sendall(raw.h2_opening(65_535))
                    for first in range(0, 1_000, 20):
                        streams = range(2 * first + 1, 2 * first + 41, 2)
                        link.sendall(b"".join(raw.h2_get(stream, "/providers/reset") for stream in streams))
                        time.sleep(0.005)
                        link.sendall(b"".join(raw.h2_frame(3, 0, stream, (8).to_bytes(4, "big")) for stream in streams))
                    raw.h2_frames(link, 0.5)
            except OSError:
                pass   # the connection was closed, or not taken
        assert raw.exchange(gateway.url, raw.request("GET", "/providers"), source="127.0.0.67").status == 200
        assert 0 < sum(head.startswith(b"GET /providers/reset ") for server in gateway.servers for head in server.seen) <= 220


@pytest.mark.parametrize("spelling", [
    "/auth/%6Cogin", "/auth/%6cogin", "/%61uth/login", "/auth//login", "//auth/login", "/auth/./login", "/auth/x/../login", "/auth/%2e/login", "/auth%2Flogin",
    "/auth/login%00", "/auth/login#", "/auth/login%20", "/auth/login/", "/auth/login;x", "/AUTH/LOGIN", "/Auth/login", "/auth/login%0d", "/auth\\login",
])
def test_no_other_spelling_of_a_login_reaches_its_service_uncounted(tmp_path_factory, spelled_gateway, spelling):
    """Refused, or sent on as what no service knows for a login: never as the login, percent-decoded."""
    from urllib.parse import unquote

    answer = raw.exchange(spelled_gateway.url, raw.request("POST", spelling, b"{}"), patience=3)
    if answer.status == 401:
        asked = answer.body.decode().split('"asked": "POST ')[1].split(" ")[0]
        assert unquote(asked) != "/auth/login"
    else:
        assert answer.status in (400, 404), answer


def test_an_absolute_address_is_counted_too(spelled_gateway):
    statuses = {raw.exchange(spelled_gateway.url, raw.request("POST", "http://other.example/auth/login", b"{}"), patience=3).status for _ in range(8)}
    assert 429 in statuses or statuses == {400}, statuses


@pytest.fixture(scope="module")
def spelled_gateway(tmp_path_factory):
    with front(tmp_path_factory.mktemp("spelled") / "gateway.log", CARE_GATEWAY_LIMIT_CREDENTIALS_10S="3") as gateway:
        yield gateway


def test_slow_heads_are_cut_off(tmp_path):
    """Slow loris: a header every half second."""
    with front(tmp_path / "gateway.log", CARE_GATEWAY_LIMITS="off", CARE_GATEWAY_REQUEST_TIMEOUT="2s") as gateway:
        with raw.held(gateway.url, 50, b"GET /ers/nearest HTTP/1.1\r\nHost: x\r\n") as links:
            stop = threading.Event()

            def dribble():
                while not stop.wait(0.5):
                    for link in links:
                        try:
                            link.sendall(b"X-A: b\r\n")
                        except OSError:
                            pass

            thread = threading.Thread(target=dribble)
            thread.start()
            time.sleep(3.5)
            stop.set()
            thread.join()
            assert all(raw.is_closed(link, 2) for link in links)
