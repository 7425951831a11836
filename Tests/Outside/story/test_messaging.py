"""People talk: over HTTP and over WebSockets of another make, with the sockets on different replicas of the service."""

import asyncio
import contextlib
import os
import shutil

import pytest
import requests
import websockets
from websockets.asyncio.client import connect

from careline import people
from careline.event_source import EventSource
from careline.further_replica import further_replica
from careline.pictures import jpeg_size, png
from careline.streams import Stream, say
from careline.waiting import until


@pytest.fixture(scope="module")
def replicas(url):
    """The WebSocket addresses of two replicas: the platform's, by the gateway, and a further one."""
    with further_replica("messaging-service", "care_messaging") as (process, further):
        yield [address.replace("http", "ws", 1) for address in (url, further)]
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture()
def pair(url):
    """A patient and a provider whom Messaging knows, and a conversation of theirs."""
    provider = people.provider(url, "cardiology", "okafor")
    patient = people.sign_up(url, "patient", "jo")

    def begin():
        answer = patient.post("/conversations", {"title": "My heart", "participantIds": [provider.id]})
        return answer.json() if answer.status_code == 201 else None

    return patient, provider, until("Messaging knows them", begin)


@contextlib.asynccontextmanager
async def typing(person, conversation):
    """Says so again and again, as an app does: nobody keeps it for those who are not there yet, as a replica that has just begun."""
    async def say_so():
        while True:
            answer = await asyncio.to_thread(person.call, "PUT", f"/conversations/{conversation['id']}/typing")
            assert answer.status_code == 204
            await asyncio.sleep(1)

    saying = asyncio.create_task(say_so())
    yield
    saying.cancel()


def test_they_talk_across_replicas(url, pair, replicas):
    patient, provider, conversation = pair

    async def story():
        theirs = await Stream(replicas[0], provider).open()
        own = await Stream(replicas[1], patient).open()
        # The patient writes and sends a picture.
        assert say(patient, conversation, "It beats so fast").status_code == 201
        drawing = png(8, 8)
        upload = patient.call("POST", "/attachments", files={"file": ("heart.png", drawing, "image/png")})
        assert upload.status_code == 201, upload.text
        picture = upload.json()
        assert (picture["kind"], picture["contentType"], picture["width"], picture["height"]) == ("image", "image/png", 8, 8)
        sent = patient.call("POST", f"/conversations/{conversation['id']}/messages", {
            "clientId": "picture", "content": {"image": {"attachmentId": picture["id"], "caption": "Look"}}})
        assert sent.status_code == 201, sent.text
        await theirs.until(lambda: len(theirs.entries) == 2)
        assert theirs.sequences == [theirs.resumed["sequence"] + 1, theirs.resumed["sequence"] + 2]
        assert theirs.texts == ["It beats so fast"]
        image = theirs.entries[1]["item"]["content"]["image"]
        assert image["caption"] == "Look" and image["fileName"] == "heart.png"
        # The provider opens it, types, and replies.
        shown = provider.get(f"/attachments/{image['attachmentId']}").json()
        whole = requests.get(url + shown["download"]["url"], timeout=10)
        assert whole.content == drawing and whole.headers["Content-Type"] == "image/png"
        part = requests.get(url + shown["download"]["url"], headers={"Range": "bytes=1-3"}, timeout=10)
        assert part.status_code == 206 and part.content == b"PNG"
        async with typing(provider, conversation):
            await own.until(lambda: own.others)
        assert own.others[0]["type"] == "typing" and own.others[0]["userId"] == provider.id
        reply = say(provider, conversation, "Come by at two", replyToId=sent.json()["id"])
        assert reply.status_code == 201
        await own.until(lambda: "Come by at two" in own.texts)
        assert own.entries[-1]["item"]["replyToId"] == sent.json()["id"]
        assert patient.call("PUT", f"/conversations/{conversation['id']}/seen").status_code == 204
        await theirs.until(lambda: theirs.entries[-1]["kind"] == "seen")
        assert theirs.entries[-1]["seen"] == {"userId": patient.id, "sequence": reply.json()["sequence"]}
        await own.socket.close()
        await theirs.socket.close()

    asyncio.run(story())
    assert provider.get(f"/conversations/{conversation['id']}").json()["unreadCount"] == 0


def test_a_cut_socket_resumes_with_no_gap_and_no_double(pair, replicas):
    patient, provider, conversation = pair

    async def story():
        stream = await Stream(replicas[0], provider).open()
        for index in range(5):
            say(patient, conversation, f"early {index}")
        await stream.until(lambda: len(stream.texts) == 5)
        stream.cut()
        for index in range(50):
            assert say(patient, conversation, f"missed {index}").status_code == 201
        again = Stream(replicas[1], provider)
        again.entries = list(stream.entries)
        await again.open(since=stream.sequences[-1])
        assert again.resumed["recovered"] is True
        more = asyncio.create_task(asyncio.to_thread(lambda: [say(patient, conversation, f"live {index}") for index in range(20)]))
        await again.until(lambda: len(again.texts) == 75)
        await more
        assert again.texts == [f"early {i}" for i in range(5)] + [f"missed {i}" for i in range(50)] + [f"live {i}" for i in range(20)]
        assert again.sequences == list(range(again.sequences[0], again.sequences[0] + 75))
        await again.socket.close()

    asyncio.run(story())
    feed = provider.get("/feed?after=0&limit=200").json()
    assert [entry["sequence"] for entry in feed["items"]] == list(range(1, len(feed["items"]) + 1))


def test_a_resent_client_id_makes_no_second_message(pair):
    patient, provider, conversation = pair
    first = say(patient, conversation, "once", "the-same")
    again = say(patient, conversation, "once", "the-same")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    people.problem(say(patient, conversation, "other words", "the-same"), 422, "client-id-reused")
    assert len(provider.get(f"/conversations/{conversation['id']}/items").json()["items"]) == 1


def test_the_longest_text_arrives_however_it_is_escaped(pair):
    patient, provider, conversation = pair
    longest = "\N{ANATOMICAL HEART}" * 10_000   # which Python's JSON spells in 12 bytes each
    assert say(patient, conversation, longest).status_code == 201
    assert provider.get(f"/conversations/{conversation['id']}/items").json()["items"][0]["content"]["text"] == longest
    fields = people.problem(say(patient, conversation, longest + "!"), 400, "validation")["fields"]
    assert [each["field"] for each in fields] == ["content.text"]
    # Not even read: over the route's limit.
    assert people.problem(say(patient, conversation, "x" * (128 << 10)), 413, "too-large")["limit"] == 128 << 10


def test_who_may_open_a_stream(url, pair, replicas):
    patient, _, _ = pair

    async def status(path, **headers):
        try:
            async with connect(replicas[0] + path, additional_headers=headers) as stream:
                await stream.recv()
                return 101
        except websockets.InvalidStatus as refused:
            return refused.response.status_code

    async def story():
        assert await status("/stream") == 401
        assert await status("/stream", Authorization="Bearer nonsense") == 401
        assert await status("/stream", Authorization=f"Bearer {patient.token}", Origin="https://evil.example") == 403
        assert await status("/stream", Authorization=f"Bearer {patient.token}", Origin=url) == 101
        assert await status("/stream?ticket=nonsense") == 401
        ticket = patient.call("POST", "/stream/tickets")
        assert ticket.status_code == 201, ticket.text
        path = f"/stream?ticket={ticket.json()['ticket']}"
        assert await status(path, Origin=url) == 101
        assert await status(path, Origin=url) == 401

    asyncio.run(story())
    people.problem(patient.get("/stream"), 426, "websocket-expected")


def test_a_session_that_ends_takes_its_streams_with_it(pair, replicas):
    patient, _, _ = pair

    async def story():
        streams = [await Stream(base, patient).open() for base in replicas]
        assert patient.post("/auth/logout").status_code in (200, 204)
        for stream in streams:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await stream.until(lambda: False)
            assert closed.value.rcvd.code == 4401

    asyncio.run(story())


def test_events_go_on_at_another_replica(pair, replicas):
    patient, provider, conversation = pair
    bases = [base.replace("ws", "http", 1) for base in replicas]
    first = EventSource(bases[0], provider)
    until("it is told where it begins", lambda: first.of("resumed"))
    assert say(patient, conversation, "here").status_code == 201
    until("it hears the message, whichever replica took it", lambda: first.entries)
    first.close()
    assert say(patient, conversation, "missed").status_code == 201
    second = EventSource(bases[1], provider, last=first.last)
    until("it has what it missed", lambda: second.entries)
    assert say(patient, conversation, "there").status_code == 201
    until("it hears the next", lambda: len(second.entries) == 2)
    assert [entry["item"]["content"]["text"] for entry in second.entries] == ["missed", "there"]
    second.close()


def test_files_of_strangers_stay_theirs(url, pair):
    patient, provider, conversation = pair
    file = patient.call("POST", "/attachments", files={"file": ("a.pdf", b"%PDF-1.4\nsecret\n", "application/pdf")}).json()
    people.problem(provider.get(f"/attachments/{file['id']}"), 404, "not-found")
    stolen = provider.call("POST", f"/conversations/{conversation['id']}/messages", {
        "clientId": "x", "content": {"document": {"attachmentId": file["id"]}}})
    assert people.problem(stolen, 400, "validation")["fields"][0]["field"] == "content.document.attachmentId"
    changed = requests.get(url + file["download"]["url"] + "x", timeout=10)
    people.problem(changed, 403, "forbidden")
    refused = patient.call("POST", "/attachments", files={"file": ("a.png", b"#!/bin/sh\n", "image/png")})
    people.problem(refused, 415, "unsupported-file")


def test_a_picture_comes_in_three_sizes(url, pair):
    patient, provider, conversation = pair
    whole = png(800, 400)
    file = patient.call("POST", "/attachments", files={"file": ("heart.png", whole, "image/png")}).json()
    sent = patient.call("POST", f"/conversations/{conversation['id']}/messages", {"clientId": "heart", "content": {"image": {"attachmentId": file["id"]}}})
    assert sent.status_code == 201, sent.text
    address = url + provider.get(f"/attachments/{file['id']}").json()["download"]["url"]

    def read(size, **headers):
        return requests.get(f"{address}&size={size}", headers={name.replace("_", "-"): value for name, value in headers.items()}, timeout=60)

    assert read("full").content == whole
    if shutil.which("vipsthumbnail"):
        small, large = read(200), read(1000)
        assert (small.status_code, small.headers["Content-Type"], jpeg_size(small.content)) == (200, "image/jpeg", (200, 100))
        assert jpeg_size(large.content) == (800, 400), "what is smaller already stays as large as it is"
        tags = [each.headers["ETag"] for each in (read("full"), large, small)]
        assert len(set(tags)) == 3
        part = read(200, Range="bytes=2-", If_Range=tags[2])
        assert part.status_code == 206 and part.content == small.content[2:]
        assert read(200, Range="bytes=2-", If_Range=tags[0]).content == small.content
        assert read(200, If_None_Match=tags[2]).status_code == 304
    else:
        people.problem(read(200), 404, "no-rendition")
    assert people.problem(read(300), 400, "validation")["fields"][0]["field"] == "size"
    people.problem(requests.get(f"{url}/attachments/{file['id']}/content?size=200", timeout=10), 403, "forbidden")
    # Of what is no picture there is nothing smaller.
    paper = patient.call("POST", "/attachments", files={"file": ("a.pdf", b"%PDF-1.4\nsecret\n", "application/pdf")}).json()
    refused = requests.get(f"{url}{paper['download']['url']}&size=200", timeout=10)
    assert people.problem(refused, 400, "validation")["fields"][0]["field"] == "size"
    # It goes with its message, though it was kept.
    assert patient.call("DELETE", f"/messages/{sent.json()['id']}").status_code == 204
    people.problem(read(200), 404, "not-found")


def test_a_large_file_goes_through_the_gateway(url, pair):
    patient, provider, conversation = pair
    size = 40 << 20
    movie = b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2" + (size - 32).to_bytes(4, "big") + b"mdat" + os.urandom(size - 32)
    upload = patient.call("POST", "/attachments", files={"file": ("film.mp4", movie, "video/mp4")})
    assert upload.status_code == 201, upload.text
    assert (upload.json()["kind"], upload.json()["size"]) == ("video", len(movie))
    assert requests.get(url + upload.json()["download"]["url"], timeout=60).content == movie
