"""Bytes as no well-behaved client sends them."""

import socket
import ssl
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlsplit


class Answer:
    def __init__(self, data: bytes, *, closed: bool, unfinished: bool = False):
        """`unfinished`: what was sent is no whole request, or nobody can tell; who says nothing waits for the rest of it."""
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.closed, self.data, self.unfinished = closed, data, unfinished
        self.status = int(lines[0].split()[1]) if lines[0].startswith("HTTP/1.") else None
        self.headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}

    def __repr__(self):
        return f"<{self.status} {self.data[:300]!r}{' closed' if self.closed else ''}>"

    @property
    def hangs(self) -> bool:
        """Neither an answer nor the end of the connection, to a whole request."""
        return self.status is None and not self.closed and not self.unfinished

    @property
    def is_sound(self) -> bool:
        """There is one, or the connection was closed. No answer says that something broke, but that it is busy and when to come back; or that the request goes in a circle (508), as it said
        itself by its Via."""
        if self.hangs:
            return False
        return self.status is None or self.status < 500 or self.status == 503 and "retry-after" in self.headers or self.status == 508


def connect(url: str, timeout: float = 10, source: str | None = None, receive: int | None = None) -> socket.socket:
    place = urlsplit(url)
    link = socket.socket()
    if receive:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    link.settimeout(timeout)
    if source:
        link.bind((source, 0))
    link.connect((place.hostname, place.port))
    if place.scheme == "https":
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        link = context.wrap_socket(link)
    return link


def exchange(url: str, data: bytes, patience: float = 10, unfinished: bool = False, **options) -> Answer:
    """Sends it on a connection of its own, and reads until the answer is whole, the other side closes, or the patience ends."""
    with connect(url, **options) as link:
        return say(link, data, patience, unfinished)


def say(link: socket.socket, data: bytes, patience: float = 10, unfinished: bool = False) -> Answer:
    end = time.monotonic() + patience
    link.settimeout(patience)
    _send(link, data)
    got, closed = _read(link, end)
    return Answer(got, closed=closed, unfinished=unfinished)


def pipeline(link: socket.socket, data: bytes, patience: float = 10) -> Answer:
    """Many requests one behind the other: sent while the answers are read, since who does not read is read no further. Gives the first of the answers."""
    end = time.monotonic() + patience
    link.settimeout(patience)
    sending = threading.Thread(target=_send, args=(link, data), daemon=True)
    sending.start()
    first, closed = _read(link, end, goes_on=True)
    try:
        link.shutdown(socket.SHUT_RDWR)   # wakes who sends
    except OSError:
        pass
    sending.join()
    return Answer(first, closed=closed)


def _send(link: socket.socket, data: bytes):
    try:
        link.sendall(data)
    except OSError:
        pass   # it may have answered and closed already


def _read(link: socket.socket, end: float, goes_on: bool = False) -> tuple[bytes, bool]:
    """The first answer, and whether the other side has closed. `goes_on`: what comes behind that answer is read too, and let go of."""
    got = b""
    try:
        while (goes_on or not is_whole(got)) and (left := end - time.monotonic()) > 0:
            link.settimeout(left)
            piece = link.recv(1 << 16)
            if not piece:
                return got, True
            if not is_whole(got):
                got += piece
    except TimeoutError:
        pass
    except OSError:
        return got, True
    return got, False


def is_whole(data: bytes) -> bool:
    head, mark, body = data.partition(b"\r\n\r\n")
    if not mark or head.startswith(b"HTTP/1.1 100"):
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
        if line.startswith(b"transfer-encoding:"):
            return body.endswith(b"0\r\n\r\n")
    return b" 204 " in head[:16] or b" 304 " in head[:16]


def request(method: str, path: str, body: bytes = b"", token: str | None = None, **headers: str) -> bytes:
    fields = {"Host": "attack", "Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        fields["Authorization"] = f"Bearer {token}"
    if (body or method in ("POST", "PUT", "PATCH")) and not {"Content-Length", "Transfer-Encoding"} & fields.keys():
        fields["Content-Length"] = str(len(body))
    return "".join([f"{method} {path} HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in fields.items()), "\r\n"]).encode() + body


@contextmanager
def held(url: str, count: int, data: bytes = b"", **options):
    """So many connections, each with these bytes sent, held for the time of the block. The other side may close some."""
    links = []
    try:
        for _ in range(count):
            try:
                link = connect(url, **options)
                links.append(link)
                link.sendall(data)
            except OSError:
                pass
        yield links
    finally:
        for link in links:
            link.close()


def is_closed(link: socket.socket, patience: float = 5) -> bool:
    """Reads what comes, and says whether the other side ends the connection."""
    link.settimeout(patience)
    try:
        while link.recv(1 << 16):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def h2_frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """RFC 9113, section 4.1."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def h2_opening(window: int) -> bytes:
    """How a client begins who takes so many bytes of each answer (SETTINGS_INITIAL_WINDOW_SIZE)."""
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + h2_frame(4, 0, 0, (4).to_bytes(2, "big") + window.to_bytes(4, "big"))


def h2_get(stream: int, path: str) -> bytes:
    """A GET without a body, its fields spelled out (RFC 7541, section 6.2.2)."""
    fields = {":method": "GET", ":scheme": "http", ":path": path, ":authority": "attack"}
    block = b"".join(b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode() for name, value in fields.items())
    return h2_frame(1, 0x5, stream, block)


def h2_frames(link: socket.socket, patience: float) -> list[tuple[int, int]]:
    """Kind and stream of each frame that comes within that time."""
    data, end = b"", time.monotonic() + patience
    try:
        while (left := end - time.monotonic()) > 0:
            link.settimeout(left)
            if not (piece := link.recv(1 << 16)):
                break
            data += piece
    except OSError:
        pass   # the time is over, or the connection
    frames = []
    while len(data) >= 9:
        frames.append((data[3], int.from_bytes(data[5:9], "big") & 0x7FFF_FFFF))
        data = data[9 + int.from_bytes(data[:3], "big"):]
    return frames
