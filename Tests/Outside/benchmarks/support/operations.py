"""The operations whose cost is measured: each as an app asks for it, through the gateway."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from figures import searches
from figures.messages import TEXT
from figures.slots import WEEKLY
from support import directory, lives, messaging, scheduling
from support.bench import Bench
from support.platform import Failed
from support.steady import Lines
from support.streams import open_stream

from careline.people import PASSWORD, Person

JSON, FHIR, FORM = "application/json", "application/fhir+json", "application/x-www-form-urlencoded"


@dataclass
class Pushed:
    """Bytes that streams have brought."""

    bytes: int = 0


@contextlib.asynccontextmanager
async def alone(pushed: Pushed) -> AsyncIterator[None]:
    yield


@dataclass
class Operation:
    # As the workload names it.
    name: str
    about: str
    # A second: little enough that none waits for another.
    rate: float
    act: Callable[[Lines, int], Awaitable[None]]
    # What is there beside it, as the streams of those who hear of it.
    meanwhile: Callable[[Pushed], contextlib.AbstractAsyncContextManager] = field(default=alone)


async def asked(lines: Lines, method: str, path: str, person: Person | None, body: dict | str | None = None, kind: str = JSON, **headers: str) -> dict:
    """The answer's JSON; any but 2xx is a failure of the measurement."""
    content = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if person:
        sent["Authorization"] = f"Bearer {person.token}"
    if content:
        sent["Content-Type"] = kind
    status, answer = await lines.ask(method, path, sent, content)
    if status // 100 != 2:
        raise Failed(f"{method} {path}: {status} {answer}")
    return answer


def instant(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def of_auth(bench: Bench) -> list[Operation]:
    people = bench.people.patients
    tokens = [bench.people.log_in(each.username).refresh_token for each in people]
    turns = [asyncio.Lock() for _ in tokens]

    async def log_in(lines: Lines, number: int) -> None:
        await asked(lines, "POST", "/auth/login", None, {"username": people[number % len(people)].username, "password": PASSWORD})

    async def refresh(lines: Lines, number: int) -> None:
        family = number % len(tokens)
        async with turns[family]:
            form = urlencode({"grant_type": "refresh_token", "client_id": "careline", "refresh_token": tokens[family]})
            tokens[family] = (await asked(lines, "POST", "/oauth/token", None, form, FORM))["refresh_token"]

    return [
        Operation("login", "a password, hashed by Argon2id at 19 MiB", 6, log_in),
        Operation("refresh", "a refresh token for a new pair", 50, refresh)]


def of_scheduling(bench: Bench) -> list[Operation]:
    patients = bench.people.of("patient", 128)
    bench.people.wait_until_known(scheduling.DATABASE, patients)
    ids = scheduling.appointments(bench.platform, patients[2].id, scheduling.providers(bench.platform, 9, 1, "costs-reading")[0], 200)
    searched = scheduling.providers(bench.platform, 10, 100, "costs-slots", WEEKLY, slot_minutes=30)
    booked_with = scheduling.providers(bench.platform, 11, len(patients), "costs")
    base, booked = (int(time.time()) // 86_400 + 30) * 86_400, []
    tomorrow = (int(time.time()) // 86_400 + 1) * 86_400

    async def read(lines: Lines, number: int) -> None:
        await asked(lines, "GET", f"/appointments/{ids[number % len(ids)]}", patients[2])

    async def look(lines: Lines, number: int) -> None:
        patient = patients[number % len(patients)]
        await asked(lines, "GET", f"/users/{patient.id}/appointments?limit=20", patient)

    async def search(lines: Lines, number: int) -> None:
        days = urlencode({"from": instant(tomorrow), "to": instant(tomorrow + 7 * 86_400), "limit": 200})
        await asked(lines, "GET", f"/providers/{searched[number % len(searched)]}/slots?{days}", patients[number % len(patients)])

    async def book(lines: Lines, number: int) -> None:
        turn, which = divmod(number, len(patients))
        start = base + turn * 3600
        body = {"providerId": booked_with[which], "title": "Check-up", "description": "A first visit", "startTime": instant(start),
                "endTime": instant(start + scheduling.SLOT_MINUTES * 60)}
        made = await asked(lines, "POST", "/appointments", patients[which], body, Idempotency_Key=f"cost-{number}")
        booked.append((patients[which], made["id"]))

    async def cancel(lines: Lines, number: int) -> None:
        patient, appointment = booked.pop(0)
        await asked(lines, "DELETE", f"/appointments/{appointment}", patient, If_Match='"1"')

    return [
        Operation("readAppointment", "an authenticated GET of one row", 100, read),
        Operation("listAppointments", "the first page of one's appointments", 50, look),
        Operation("freeSlots", "of one provider, a week", 50, search),
        Operation("book", "with its key, its texts sealed, its event, and both people told by Messaging", 40, book),
        Operation("cancel", "likewise", 30, cancel)]


def of_messaging(bench: Bench) -> list[Operation]:
    talks = messaging.conversations(bench, 32)
    gateway = bench.platform.info["address"]

    @contextlib.asynccontextmanager
    async def heard(pushed: Pushed) -> AsyncIterator[None]:
        """Both of each conversation listen."""
        people = {each.id: each for talk in talks for each in (talk.patient, talk.provider)}
        sockets = [await open_stream(gateway, each) for each in people.values()]

        async def listen(socket) -> None:
            async for frame in socket:
                pushed.bytes += len(frame.encode())

        tasks = [asyncio.create_task(listen(socket)) for socket in sockets]
        try:
            yield
            await asyncio.sleep(1)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(socket.close() for socket in sockets))

    async def say(lines: Lines, number: int) -> None:
        talk = talks[number % len(talks)]
        body = {"clientId": f"cost-{number}", "content": {"text": TEXT}}
        await asked(lines, "POST", f"/conversations/{talk.id}/messages", talk.patient, body)

    async def read(lines: Lines, number: int) -> None:
        await asked(lines, "GET", "/feed?limit=50", talks[number % len(talks)].patient)

    async def stream(lines: Lines, number: int) -> None:
        socket = await open_stream(gateway, talks[number % len(talks)].patient)
        await socket.close()

    return [
        Operation("message", "sent, and pushed to both people's streams", 50, say, heard),
        Operation("readFeed", "a page of 50 entries", 50, read),
        Operation("openStream", "a WebSocket, resumed at the feed's end, and closed", 20, stream)]


def of_health(bench: Bench) -> list[Operation]:
    patients = bench.people.patients
    bench.platform.settle()
    began = datetime.now(UTC) - timedelta(hours=20)

    async def beat(lines: Lines, number: int) -> None:
        # Each at a time of its own; a rate that raises nothing.
        turn, which = divmod(number, len(patients))
        at = (began + timedelta(seconds=turn)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        await asked(lines, "POST", "/health/heart-rates", patients[which], {"items": [{"at": at, "bpm": 60 + number % 5, "kind": "resting"}]})

    async def summarise(lines: Lines, number: int) -> None:
        await asked(lines, "GET", "/health/summary", patients[number % len(patients)])

    return [
        Operation("heartRate", "one, sent by itself, judged, with its event", 50, beat),
        Operation("readHealth", "the summary", 50, summarise)]


def of_the_directory(bench: Bench) -> list[Operation]:
    directory.import_real(bench.platform)
    directory.enter_hours(bench.platform)
    chance = random.Random(7)
    places = [(40.75 + chance.uniform(-0.2, 0.2), -73.99 + chance.uniform(-0.2, 0.2)) for _ in range(1000)]

    async def nearest(lines: Lines, number: int) -> None:
        north, east = places[number % len(places)]
        await asked(lines, "GET", f"/ers/nearest?latitude={north:.5f}&longitude={east:.5f}", None)

    return [Operation("nearestRoom", f"among {directory.REAL_COUNT:,}, in New York", 50, nearest)]


def of_records(bench: Bench) -> list[Operation]:
    patients = bench.people.of("patient", 64)
    for each in patients[:8]:
        searches.store(bench.platform.address("records"), each, 200)
    made: list[tuple[Person, str]] = []

    async def create(lines: Lines, number: int) -> None:
        person = patients[number % len(patients)]
        resource = lives.observation(f"Patient/{person.id}", number)
        made.append((person, (await asked(lines, "POST", "/fhir/r4/Observation", person, resource, FHIR, Idempotency_Key=f"cost-{number}"))["id"]))

    async def read(lines: Lines, number: int) -> None:
        person, id = made[number % len(made)]
        await asked(lines, "GET", f"/fhir/r4/Observation/{id}", person)

    async def search(lines: Lines, number: int) -> None:
        person = patients[number % 8]
        await asked(lines, "GET", searches.searches(person, 200)[number % searches.CODES][1], person)

    return [
        Operation("createResource", "an Observation of 1 KB: validated, sealed, indexed, noted, with its event", 40, create),
        Operation("readResource", "one, noted in the person's access log", 50, read),
        Operation("searchResources", "by patient, code and date, 20 a page, of a person with 200", 30, search)]


SUBJECTS = {
    "auth": of_auth, "scheduling": of_scheduling, "messaging": of_messaging, "health": of_health, "ers": of_the_directory, "records": of_records}


def operations(bench: Bench, subjects: list[str]) -> list[Operation]:
    """What each needs is made now."""
    return [operation for subject in subjects for operation in SUBJECTS[subject](bench)]
