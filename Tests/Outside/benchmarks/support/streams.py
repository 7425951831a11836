"""The feeds' live streams, as a foreign client sees them."""

import asyncio
import json
from collections.abc import Callable

from support.platform import Failed
from websockets.asyncio.client import ClientConnection, connect

from careline.people import Person


async def open_stream(url: str, person: Person) -> ClientConnection:
    """Resumed at the end of their feed: only what is new comes."""
    # Its own pings would be part of what is measured.
    socket = await connect(
        f"{url.replace('http', 'ws', 1)}/stream", additional_headers={"Authorization": f"Bearer {person.token}"}, compression=None,
        ping_interval=None, open_timeout=60, proxy=None)
    hello = json.loads(await socket.recv())
    await socket.send(json.dumps({"type": "resume", "epoch": hello["epoch"], "since": hello["sequence"]}))
    if json.loads(await socket.recv())["type"] != "resumed":
        raise Failed("a stream did not resume")
    return socket


async def entries(socket: ClientConnection, hear: Callable[[dict], None]) -> None:
    """Tells each entry as soon as it is here; until cancelled."""
    async for frame in socket:
        for entry in json.loads(frame).get("entries", ()):
            hear(entry)


class Listeners:
    """Streams that are listened to at the same time."""

    def __init__(self):
        self._tasks: list[asyncio.Task] = []
        self._sockets: list[ClientConnection] = []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets))

    async def add(self, url: str, person: Person, hear: Callable[[dict], None]) -> None:
        socket = await open_stream(url, person)
        self._sockets.append(socket)
        self._tasks.append(asyncio.create_task(entries(socket, hear)))
