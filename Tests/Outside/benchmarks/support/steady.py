"""Requests in one asyncio loop: what has to wait is late for itself alone."""

import asyncio
import json
from urllib.parse import urlsplit

from support.platform import Failed


class Lines:
    """Connections of HTTP/1.1 that stay open, each with one request at a time."""

    def __init__(self, url: str, count: int):
        self._host, self._port, self._count = urlsplit(url).hostname, urlsplit(url).port, count
        # Bytes, heads and bodies.
        self.sent = self.received = 0
        self._free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    async def __aenter__(self):
        for _ in range(self._count):
            self._free.put_nowait(await asyncio.open_connection(self._host, self._port))
        return self

    async def __aexit__(self, *_):
        while not self._free.empty():
            self._free.get_nowait()[1].close()

    async def send(self, method: str, path: str, token: str, body: dict) -> dict:
        """The answer's JSON. Any answer but 2xx is a failure of the measurement."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        status, answer = await self.ask(method, path, headers, json.dumps(body).encode())
        if status // 100 != 2:
            raise Failed(f"{method} {path}: {status} {answer}")
        return answer

    async def ask(self, method: str, path: str, headers: dict[str, str], content: bytes) -> tuple[int, dict]:
        """The answer's status and JSON, whatever it is."""
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        reader, writer = line = await self._free.get()
        request = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{lines}Content-Length: {len(content)}\r\n\r\n".encode() + content
        writer.write(request)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = answer.partition("content-length:")[2].partition("\r")[0]
        text = await reader.readexactly(int(length))
        self.sent += len(request)
        self.received += len(answer) + len(text)
        self._free.put_nowait(line)
        return int(answer.split()[1]), json.loads(text)
