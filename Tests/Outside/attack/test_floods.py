"""Many at once: connections, bodies that do not end, answers that nobody reads, streams."""

import asyncio
import json
import time
import uuid

import raw
import websockets
from conftest import amount
from websockets.asyncio.client import connect


def test_bodies_that_never_end_without_a_token(target):
    """Each announces 256 KiB and sends all but a byte."""
    size = 256 << 10
    body = b"{" + b" " * (size - 2)
    with target.attacked("bodies without a token"):
        with raw.held(target.url, amount(300, 1_500), raw.request("POST", "/app-data", Content_Length=str(size)) + body, timeout=2):
            time.sleep(amount(3, 20))


def test_bodies_that_never_end_of_somebody_logged_in(target):
    size = 256 << 10
    with target.attacked("bodies of one person"):
        head = raw.request("POST", "/app-data", token=target.patient.token, Content_Length=str(size), Idempotency_Key=str(uuid.uuid4()))
        with raw.held(target.url, amount(300, 1_500), head + b"{" + b" " * (size - 2), timeout=2):
            time.sleep(amount(3, 20))


def test_heads_in_dribbles(target):
    with target.attacked("slow loris"), raw.held(target.url, amount(300, 1_000), b"GET /ers/nearest HTTP/1.1\r\nHost: x\r\n") as links:
        for _ in range(amount(4, 20)):
            time.sleep(1)
            for link in links:
                try:
                    link.sendall(b"X-A: b\r\n")
                except OSError:
                    pass


def test_connections_in_a_flood(target):
    """Opened and closed, with nothing said, a word, or a request that nobody waits for."""
    words = [b"", b"GET", b"\0" * 100, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", raw.request("GET", "/ers/nearest?latitude=1&longitude=1"), raw.request("POST", "/signup", b"{"), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    with target.attacked("connections"):
        for number in range(amount(1_500, 20_000)):
            try:
                with raw.connect(target.url) as link:
                    link.sendall(words[number % len(words)])
            except OSError:
                pass


def test_answers_that_nobody_reads(target):
    """Requests one behind the other, on connections whose receiving end is closed up."""
    asked = raw.request("GET", "/.well-known/openid-configuration") * 400
    with target.attacked("answers unread"):
        with raw.held(target.url, amount(100, 800), asked, receive=4096, timeout=1):
            time.sleep(amount(3, 20))


def test_pipelines(target):
    with target.attacked("pipelines") as answers:
        for request in (raw.request("GET", "/ers/nearest?latitude=1&longitude=1"), raw.request("GET", "/feed", token=target.patient.token), raw.request("POST", "/signup", b"{}")):
            with raw.connect(target.url) as link:
                answers.append(raw.pipeline(link, request * amount(1_000, 10_000), amount(4, 10)))


class Streams:
    def __init__(self, target):
        self.address, self.headers = target.url.replace("http", "ws", 1) + "/stream", {"Authorization": f"Bearer {target.patient.token}"}

    def open(self, **more):
        return connect(self.address, additional_headers=self.headers, open_timeout=20, close_timeout=2, ping_interval=None, **more)


async def until_closed(socket, patience: float) -> int | None:
    """The code with which the other side closes; nothing when it does not."""
    try:
        async with asyncio.timeout(patience):
            while True:
                await socket.recv()
    except websockets.ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    except TimeoutError:
        return None


def test_frames_without_end(target):
    """20,000 pings, and as many empty fragments: neither is what a client does."""
    async def pings():
        async with Streams(target).open() as socket:
            try:
                for _ in range(20_000):
                    await socket.ping()
            except websockets.ConnectionClosed:
                pass
            return await until_closed(socket, 10)

    async def fragments():
        async with Streams(target).open() as socket:
            async def empty():
                yield '{"type":'
                for _ in range(20_000):
                    yield ""

            try:
                await socket.send(empty())
            except websockets.ConnectionClosed:
                pass
            return await until_closed(socket, 10)

    with target.attacked("frames without end"):
        codes = [asyncio.run(pings()), asyncio.run(fragments())]
    assert all(code in (1008, 1009) for code in codes), codes


def test_texts_of_streams_that_are_no_json_of_ours(target):
    texts = ['{"type":"resume","\\ud800":1}', '{"\\udc00":1}', '{"\\q":1}', '{"\\uZZZZ":1}', "[" * 10_000, '{"type":' * 2_000, '{"type":"resume","since":1e999}', '{"type":"resume","since":-1}',
             '{"type":"authorize","token":"' + "a." * 5_000 + '"}', '"', "nul", "\x00", '{"type":"resume","epoch":' + "9" * 10_000 + "}"]

    async def say(text):
        async with Streams(target).open() as socket:
            await socket.recv()
            try:
                await socket.send(text)
                await asyncio.wait_for(socket.recv(), 5)
            except (websockets.ConnectionClosed, TimeoutError):
                pass

    with target.attacked("texts of streams"):
        for text in texts:
            asyncio.run(say(text))


def test_streams_that_never_read(target):
    """Their person hears much, and takes nothing of it."""
    async def story():
        sockets = [await Streams(target).open(max_queue=1) for _ in range(15)]
        for socket in sockets:
            hello = json.loads(await socket.recv())
            await socket.send(json.dumps({"type": "resume", "epoch": hello["epoch"], "since": 0}))
            socket.transport.pause_reading()
        for number in range(amount(60, 1_000)):
            message = {"clientId": str(uuid.uuid4()), "content": {"text": "x" * 4_000}}
            await asyncio.to_thread(target.patient.call, "POST", f"/conversations/{target.conversation}/messages", message)
        for socket in sockets:
            socket.transport.abort()

    with target.attacked("streams unread"):
        asyncio.run(story())
