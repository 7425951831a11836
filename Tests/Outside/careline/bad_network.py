"""A proxy between a program and the platform that does what networks do: it cuts, delays, loses answers, sends a request twice, truncates, and
answers in the server's place. A program goes through it by `http_proxy`."""

import asyncio
import random
import threading
from collections import Counter
from urllib.parse import urlsplit

FAULTS = ("cut before", "cut after", "delay", "twice", "truncate", "503", "429", "401")


class BadNetwork:
    """With a `share` of requests something happens, drawn from `seed`. Connections for WebSockets (CONNECT, or an upgrade) are cut after a while."""

    def __init__(self, share: float = 0.5, seed: int = 1):
        self.share, self.random, self.did = share, random.Random(seed), Counter()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.open: set[asyncio.StreamWriter] = set()
        self.is_away, self.number = False, 1

    def __enter__(self):
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self.loop).result(10)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)

    async def _end(self):
        self.server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def change(self, away: float):
        """Another network takes this one's place, after so many seconds without any: what is open breaks off, and comes from another address from then on."""
        asyncio.run_coroutine_threadsafe(self._change(away), self.loop).result(away + 10)

    async def _change(self, away: float):
        self.is_away, self.number = True, self.number + 1
        self.did["changed"] += 1
        for writer in list(self.open):
            writer.transport.abort()
        await asyncio.sleep(away)
        self.is_away = False

    def _to(self, place):
        return asyncio.open_connection(place.hostname, place.port, local_addr=(f"127.0.0.{self.number}", 0))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        if self.is_away:
            writer.transport.abort()
            return
        self.open.add(writer)
        try:
            await self._request(reader, writer)
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass
        finally:
            self.open.discard(writer)
            writer.close()

    async def _request(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, rest = head.split(b" ", 2)
        place = urlsplit(("//" if method == b"CONNECT" else "") + target.decode())
        names = {line.split(b":", 1)[0].lower(): line.split(b":", 1)[1].strip() for line in head.split(b"\r\n")[1:] if b":" in line}
        if method == b"CONNECT" or names.get(b"upgrade", b"").lower() == b"websocket":
            await self._tunnel(reader, writer, method, head, place)
            return
        if names.get(b"expect"):
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await reader.readexactly(int(names.get(b"content-length", b"0")))
        path = place.path + ("?" + place.query if place.query else "")
        lines = [line for line in rest.split(b"\r\n")[1:] if not line.lower().startswith((b"connection:", b"proxy-", b"expect:"))]
        request = b" ".join([method, path.encode(), b"HTTP/1.1\r\n"]) + b"Connection: close\r\n" + b"\r\n".join(lines) + body
        fault = self.random.choice(FAULTS) if self.random.random() < self.share else ""
        self.did[fault] += 1
        if fault == "cut before":
            return
        if fault in ("503", "429", "401"):
            extra = "Retry-After: 0\r\n" if fault != "401" else ""
            writer.write(f"HTTP/1.1 {fault} No\r\nContent-Length: 0\r\nConnection: close\r\n{extra}\r\n".encode())
            return
        if fault == "delay":
            await asyncio.sleep(self.random.uniform(0.05, 0.5))
        if b"text/event-stream" in names.get(b"accept", b""):
            # It has no end: what comes is passed on as it comes.
            await self._tunnel(reader, writer, method, request, place)
            return
        answer = await self._ask(place, request)
        if fault == "twice":
            answer = await self._ask(place, request)
        if fault == "cut after":
            return
        writer.write(answer[: len(answer) // 2] if fault == "truncate" else answer)
        await writer.drain()

    async def _ask(self, place, request: bytes) -> bytes:
        upstream, to = await self._to(place)
        try:
            to.write(request)
            return await asyncio.wait_for(upstream.read(), 30)
        finally:
            to.close()

    async def _tunnel(self, reader, writer, method, head, place):
        upstream, to = await self._to(place)
        if method == b"CONNECT":
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        else:
            to.write(head)

        async def copy(one, other):
            while data := await one.read(65536):
                other.write(data)
                await other.drain()

        ways = [asyncio.ensure_future(copy(reader, to)), asyncio.ensure_future(copy(upstream, writer))]
        # A network without faults of its own holds it until it breaks off.
        patience = self.random.uniform(0.2, 3) if self.share else None
        await asyncio.wait(ways, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        self.did["cut stream"] += 1
        to.close()
