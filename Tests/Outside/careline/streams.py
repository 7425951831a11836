"""The realtime feed from outside: a user's stream over a WebSocket of another make."""

import asyncio
import json
import uuid

from websockets.asyncio.client import connect

from careline import people


def say(person: people.Person, conversation: dict, text: str, client_id: str | None = None, **more):
    body = {"clientId": client_id or str(uuid.uuid4()), "content": {"text": text}, **more}
    return person.call("POST", f"/conversations/{conversation['id']}/messages", body)


class Stream:
    """Says hello, resumes, and gathers what comes."""

    def __init__(self, base, person):
        self.base, self.person, self.entries, self.others = base, person, [], []

    async def open(self, since=None):
        self.socket = await connect(f"{self.base}/stream", additional_headers={"Authorization": f"Bearer {self.person.token}"})
        self.hello = json.loads(await asyncio.wait_for(self.socket.recv(), 10))
        assert self.hello["type"] == "hello", self.hello
        resume = {"type": "resume", "epoch": self.hello["epoch"]}
        await self.socket.send(json.dumps(resume if since is None else {**resume, "since": since}))
        self.resumed = json.loads(await asyncio.wait_for(self.socket.recv(), 10))
        assert self.resumed["type"] == "resumed", self.resumed
        return self

    async def until(self, condition, timeout=20):
        async with asyncio.timeout(timeout):
            while not condition():
                frame = json.loads(await self.socket.recv())
                if frame["type"] == "entries":
                    self.entries += frame["entries"]
                else:
                    self.others.append(frame)

    def cut(self):
        """Ends the connection without a word, as a tunnel or a lift does."""
        self.socket.transport.abort()

    @property
    def sequences(self):
        return [entry["sequence"] for entry in self.entries]

    @property
    def texts(self):
        return [entry["item"]["content"]["text"] for entry in self.entries if "text" in entry.get("item", {}).get("content", {})]
