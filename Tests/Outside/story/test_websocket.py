"""RFC 6455 with a client of another make: fragments, pings, close codes, limits. Through the gateway, as any app would."""

import asyncio
import json

import pytest
import websockets
from websockets.asyncio.client import connect

from careline import people
from careline.streams import Stream
from careline.waiting import until


@pytest.fixture(scope="module")
def patient(url):
    person = people.sign_up(url, "patient", "jo")
    until("Messaging answers", lambda: person.get("/feed").status_code == 200)
    return person


@pytest.fixture()
def opened(url, patient):
    """Runs a story with an open socket that was greeted."""

    def run(story):
        async def whole():
            headers = {"Authorization": f"Bearer {patient.token}"}
            async with connect(url.replace("http", "ws", 1) + "/stream", additional_headers=headers, close_timeout=10) as socket:
                assert json.loads(await asyncio.wait_for(socket.recv(), 10))["type"] == "hello"
                async with asyncio.timeout(30):
                    return await story(socket)

        return asyncio.run(whole())

    return run


async def asked(socket):
    """What a message that asks for a pong is answered with."""
    return json.loads(await socket.recv())


def test_texts_without_an_extension(opened):
    async def story(socket):
        # The client offers to compress; the service takes no extension, and says so by naming none.
        assert socket.protocol.extensions == []
        await socket.send('{"type": "ping"}')
        assert await asked(socket) == {"type": "pong"}
        await socket.send('{"type": "dance"}')
        assert (await asked(socket))["type"] == "error"

    opened(story)


def test_fragments_with_a_ping_between_them(opened):
    async def story(socket):
        async def pieces():
            yield '{"type"'
            yield ""
            await (await socket.ping(b"are you there"))
            for letter in ': "ping"}':
                yield letter

        await socket.send(pieces())
        assert await asked(socket) == {"type": "pong"}

    opened(story)


def test_pings_are_answered_in_order_with_their_words(opened):
    async def story(socket):
        for words in (b"", b"\x00\xff", b"x" * 125):
            assert await (await socket.ping(words)) >= 0

    opened(story)


def test_a_message_may_have_64_kib_in_one_frame_or_many(opened):
    whole = '{"type": "ping"%s}'
    padding = " " * ((64 << 10) - len(whole) + 2)

    async def story(socket):
        most = whole % padding
        assert len(most) == 64 << 10
        await socket.send(most)
        assert await asked(socket) == {"type": "pong"}
        await socket.send([most[start:start + 5000] for start in range(0, len(most), 5000)])
        assert await asked(socket) == {"type": "pong"}

    opened(story)


HALF = "x" * (40 << 10)


@pytest.mark.parametrize(("name", "message", "is_text", "code"), [
    ("too large", "x" * ((64 << 10) + 1), None, 1009),
    ("too large in two halves", [HALF, HALF], None, 1009),
    ("binary", b"{}", None, 1003),
    ("no UTF-8", b"\xff\xfe", True, 1007),
    ("no UTF-8 across fragments", [b'{"type": "\xe2\x82', b'"}'], True, 1007),
    ("no JSON", "good morning", None, 1008),
    ("no type", "{}", None, 1008),
])
def test_what_is_refused_closes_with_its_code(opened, name, message, is_text, code):
    async def story(socket):
        await socket.send(message, text=is_text)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
        return closed.value

    closed = opened(story)
    assert (closed.rcvd.code, bool(closed.rcvd.reason)) == (code, True), name
    # The client answered the close, so both sides ended in the orderly way.
    assert closed.sent.code == code and closed.rcvd_then_sent


@pytest.mark.parametrize("code", [1000, 1001, 3000, 4999])
def test_a_clients_close_is_answered_with_its_code(opened, code):
    async def story(socket):
        await socket.close(code, "au revoir ♥")
        return socket.protocol.close_exc

    closed = opened(story)
    assert closed.rcvd.code == closed.sent.code == code and not closed.rcvd_then_sent


def test_what_was_missed_fits_a_clients_usual_limits(url, patient):
    """Forty of the longest messages are 1.6 MB; this client, like many, takes messages of 1 MiB."""
    doctor = people.provider(url, "cardiology", "okafor")

    def begin():
        answer = patient.post("/conversations", {"participantIds": [doctor.id]})
        return answer.json() if answer.status_code == 201 else None

    conversation = until("Messaging knows them", begin)
    longest = "♥" * 3 + "😀" * 9_997
    for number in range(40):
        # As UTF-8: the characters' escapes would be longer than a body may be.
        body = json.dumps({"clientId": str(number), "content": {"text": longest}}, ensure_ascii=False).encode()
        path, headers = f"/conversations/{conversation['id']}/messages", {"Content-Type": "application/json"}
        assert doctor.call("POST", path, data=body, headers=headers).status_code == 201

    async def story():
        stream = await Stream(url.replace("http", "ws", 1), patient).open(since=0)
        await stream.until(lambda: len(stream.texts) == 40)
        assert set(stream.texts) == {longest}
        assert stream.sequences == list(range(1, len(stream.sequences) + 1))
        await stream.socket.close()

    asyncio.run(story())
