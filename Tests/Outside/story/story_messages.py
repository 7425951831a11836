"""The story's chapter on messages: two sockets on two replicas, a picture, a cut, and a message sent twice."""

import asyncio
import time
import uuid

import requests

from careline.further_replica import further_replica
from careline.pictures import heartbeats
from careline.streams import Stream, say
from careline.waiting import until

EVENTS = ("appointment.booked", "appointment.rescheduled", "appointment.cancelled")


def messages(url, doctor, patient, appointment, chapter, tell):
    chapter("Messages")
    conversation = what_the_platform_wrote(doctor, patient, appointment, tell)
    with further_replica("messaging-service", "care_messaging") as (_, further):
        bases = [address.replace("http", "ws", 1) for address in (url, further)]
        tell(f"A second replica of the service runs at {further}. Dr. Okafor's app opens its WebSocket through the gateway, Jo's at the second replica.")
        asyncio.run(two_sockets(url, bases, doctor, patient, conversation, tell))
    sent_twice(doctor, patient, conversation, tell)


def what_the_platform_wrote(doctor, patient, appointment, tell):
    def told(person):
        items = person.get("/notifications").json()["items"]
        return [item for item in items if item["details"].get("appointmentId") == appointment]

    until("both are notified of the appointment", lambda: all(len(told(person)) == len(EVENTS) for person in (doctor, patient)))
    notices = list(reversed(told(patient)))
    assert tuple(notice["kind"] for notice in notices) == EVENTS, notices
    [conversation] = patient.get("/conversations").json()["items"]
    items = patient.get(f"/conversations/{conversation['id']}/items").json()["items"]
    written = [item["details"]["event"] for item in reversed(items) if item["kind"] == "system"]
    assert tuple(written) == EVENTS, items
    tell(f"Jo's appointment of before has reached Messaging through Kafka. Jo and Dr. Okafor have {len(notices)} notifications each "
         f"({', '.join(notice['kind'] for notice in notices)}), and a conversation with the same as system messages, which began by itself: {conversation['id']}.")
    return conversation


async def two_sockets(url, bases, doctor, patient, conversation, tell):
    theirs, own = await Stream(bases[0], doctor).open(), await Stream(bases[1], patient).open()
    tell(f"Each hears hello: her feed is at {theirs.hello['sequence']}, Jo's at {own.hello['sequence']}.")
    await a_message_and_a_picture(url, doctor, patient, conversation, theirs, tell)
    await an_answer(doctor, patient, conversation, own, theirs, tell)
    await a_cut(bases, doctor, patient, conversation, own, tell)
    await theirs.socket.close()


async def timed(action, arrival):
    """What `action`, run beside, returned, and the milliseconds from its start until `arrival` was over."""
    began = time.monotonic()
    acting = asyncio.create_task(asyncio.to_thread(action))
    await arrival
    spent = 1000 * (time.monotonic() - began)
    return await acting, spent


async def a_message_and_a_picture(url, doctor, patient, conversation, theirs, tell):
    sent, spent = await timed(
        lambda: say(patient, conversation, "It beats so fast on the stairs"), theirs.until(lambda: theirs.texts))
    assert sent.status_code == 201, sent.text
    tell(f"Jo writes; {spent:.0f} ms after Jo's app began to send, Dr. Okafor reads “{theirs.texts[0]}”: entry {theirs.sequences[0]} of her feed.")
    picture = heartbeats()
    upload = patient.call("POST", "/attachments", files={"file": ("stairs.png", picture, "image/png")})
    assert upload.status_code == 201, upload.text
    file = upload.json()
    content = {"image": {"attachmentId": file["id"], "caption": "From my watch"}}
    _, spent = await timed(
        lambda: patient.call("POST", f"/conversations/{conversation['id']}/messages", {"clientId": str(uuid.uuid4()), "content": content}),
        theirs.until(lambda: len(theirs.entries) == 2))
    image = theirs.entries[1]["item"]["content"]["image"]
    assert theirs.sequences == [theirs.hello["sequence"] + 1, theirs.hello["sequence"] + 2], theirs.sequences
    tell(f"Jo sends the watch's picture, a PNG of {image['width']} × {image['height']} and {image['size']:,} bytes; {spent:.0f} ms later it is entry "
         f"{theirs.sequences[1]}, the next, with the words “{image['caption']}”.")
    address = url + doctor.get(f"/attachments/{image['attachmentId']}").json()["download"]["url"]
    whole, part = requests.get(address, timeout=30), requests.get(address, headers={"Range": "bytes=1-3"}, timeout=30)
    assert whole.content == picture and part.status_code == 206, (whole.status_code, part.status_code)
    tell(f"She opens its address, which works for some minutes: {len(whole.content):,} bytes, the same. Bytes 1 to 3 alone: "
         f"{part.status_code}, “{part.text}”. The address with one letter changed: {requests.get(address + 'x', timeout=30).status_code}.")


async def an_answer(doctor, patient, conversation, own, theirs, tell):
    path = f"/conversations/{conversation['id']}"
    _, spent = await timed(lambda: doctor.call("PUT", f"{path}/typing"), own.until(lambda: own.others))
    assert own.others[0]["type"] == "typing" and own.others[0]["userId"] == doctor.id, own.others
    tell(f"She begins to type: Jo's app, at the other replica, shows it after {spent:.0f} ms.")
    reply, spent = await timed(
        lambda: say(doctor, conversation, "Come by at two", replyToId=theirs.entries[1]["item"]["id"]), own.until(lambda: "Come by at two" in own.texts))
    item = own.entries[-1]["item"]
    shown = patient.get(path).json()
    typing = [person for person in shown["participants"] if "typingAt" in person]
    assert item["replyToId"] == theirs.entries[1]["item"]["id"] and item["id"] == reply.json()["id"] and not typing, item
    tell(f"Her answer to the picture takes {spent:.0f} ms to Jo's screen, and ends the typing. Jo has {shown['unreadCount']} unread.")
    await asyncio.to_thread(lambda: patient.call("PUT", f"{path}/seen"))
    await theirs.until(lambda: theirs.entries[-1]["kind"] == "seen")
    tell(f"Jo looks; she sees that Jo has seen it (entry {theirs.sequences[-1]}), and Jo has {patient.get(path).json()['unreadCount']} unread.")


async def a_cut(bases, doctor, patient, conversation, own, tell):
    await own.until(lambda: own.entries[-1]["kind"] == "seen")
    last = own.sequences[-1]
    own.cut()
    missed = [f"missed {number}" for number in range(50)]
    for text in missed:
        assert say(doctor, conversation, text).status_code == 201
    again = await Stream(bases[0], patient).open(since=last)
    await again.until(lambda: len(again.entries) >= len(missed))
    doubled = len(again.sequences) - len(set(again.sequences))
    gaps = len(set(range(last + 1, again.sequences[-1] + 1)) - set(again.sequences))
    tell(f"Jo's train goes into a tunnel: the socket is cut after entry {last}, without a word. Dr. Okafor sends {len(missed)} messages. Jo's app comes back, "
         f"at the other replica, and says: since {last}. It gets entries {again.sequences[0]} to {again.sequences[-1]}: {gaps} missing, {doubled} double"
         f"{', all in order' if again.texts == missed else ', OUT OF ORDER'}.")
    assert again.texts == missed and gaps == doubled == 0 and again.resumed["recovered"], again.sequences
    await again.socket.close()


def sent_twice(doctor, patient, conversation, tell):
    before = patient.get("/feed", params={"limit": 1}).json()["sequence"]
    first, second = (say(patient, conversation, "On my way", "on-my-way") for _ in range(2))
    entries = patient.get("/feed", params={"after": before}).json()["items"]
    same = first.json()["id"] == second.json()["id"]
    tell(f"Jo's app sends “On my way” and gets no answer, so it sends it again under the same clientId: {first.status_code}, then {second.status_code} with "
         f"{'the same message' if same else 'ANOTHER MESSAGE'}. The feed, read over HTTP this time, has {len(entries)} entry more.")
    assert (first.status_code, second.status_code, len(entries)) == (201, 200, 1) and same
