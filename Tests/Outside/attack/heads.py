"""Heads of requests, nearly right: each built by the grammar of RFC 9112 and then changed in one to three places, by a seeded source. Those that once
found something, or that somebody wrote, are in Tests/Fuzz, as the fuzzers' are; what finds something is kept where they keep it."""

import hashlib
from pathlib import Path

from careline.checkout import CHECKOUT

FUZZ = CHECKOUT / "Tests/Fuzz"
FOUND = CHECKOUT / ".careline/fuzz/found"

METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G\tET", "X" * 300, ""]
PATHS = ["/ers/nearest?latitude=1&longitude=1", "/appointments", "/userinfo", "/feed", "/app-data", "/health/summary", "*", "http://x/userinfo", "//userinfo", "/userinfo#a", "/a b", "/\x01",
         "x", "", "/" + "a" * 9_000, "http://[::1", "/%", "http:///userinfo", "/feed\x00", "/userinfo HTTP/1.1\r\nX: /"]
VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 ", "http/1.1", "HTTP/1.10", "HTTP/11", "", "HTTP/1.1\x0b"]
ENDS = ["\r\n", "\n", "\r", "\r\r\n", "\n\r", "\x0b\r\n", " \r\n"]
LENGTHS = ["Content-Length: {n}", "Content-Length: +{n}", "Content-Length: 0{n}", "Content-Length: {n}, {n}", "Content-Length: {n}\r\nContent-Length: 0", "Content-Length : {n}",
           " Content-Length: {n}", "Content-Length:\x0b{n}", "Content-Length: {n}\x00", "Content-Length: 0x{n:x}", "Content-Length: -{n}", "content-length: {n}", "Content_Length: {n}",
           "Content-Length: 18446744073709551616", "Content-Length: {n}\r\n\tx", "Content-Length:\r\n {n}", "X: y\rContent-Length: {n}"]
ENCODINGS = ["Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\x0bchunked", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity",
             "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x", "Transfer-Encoding:\r\n chunked", "transfer-encoding: Chunked",
             "Transfer-Encoding: \"chunked\"", "Transfer_Encoding: chunked", "X: y\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\x00", "TE: chunked", "Transfer-Encoding: ,chunked"]
HOSTS = ["Host: x", "Host: x\r\nHost: y", "Host: ", "", "Host: x, y", "Host : x", "Host: x:99999", "Host: a@b", "Host:x\x00"]
OTHERS = ["X: " + "a" * 20_000, "Expect: 100-continue", "Expect: 200-ok", "Connection: close, Host", "Connection: Content-Length", "Connection: Transfer-Encoding, keep-alive", "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "X-Forwarded-For: 127.0.0.1", "X-Request-Id: a\tb", ": empty", "no colon", "X\x00: y", "Via: 1.1 careline-gateway", "\x80: \xff",
          "Authorization: Bearer " + "a" * 9_000, "Cookie: " + "a=b; " * 900, *(f"X-{number}: y" for number in range(3)), "\r\n".join(f"X-{number}: y" for number in range(120))]
SIZES = ["{n:x}", "{n:X}", "0{n:x}", "0x{n:x}", "+{n:x}", "{n:x};a=b", "{n:x} ", " {n:x}", "{n:x}\x00", "ffffffffffffffff{n:x}", "-{n:x}", "{n:x};" + "a" * 5_000, "{n:x}\t", "1\r\nX\r\n{n:x}"]


def known() -> list[bytes]:
    """What once found something first."""
    return [file.read_bytes() for folder in ("regressions", "corpus") for file in sorted((FUZZ / folder / "heads").glob("*.http"))]


def keep(data: bytes) -> Path:
    """As a file for Tests/Fuzz/regressions/heads."""
    FOUND.mkdir(parents=True, exist_ok=True)
    file = FOUND / f"heads-{hashlib.sha1(data).hexdigest()}.http"
    file.write_bytes(data)
    return file


def request(source, number: int) -> bytes:
    """One whose body, read wrongly, would be a request of its own."""
    hidden = f"GET /ers/hidden-{number} HTTP/1.1\r\nHost: x\r\nX-Request-Id: hidden-{number}\r\n\r\n"
    plain = {"method": "POST", "path": source.choice(PATHS[:6]), "version": "HTTP/1.1", "host": "Host: x", "end": "\r\n", "size": "{n:x}", "more": []}
    chosen = plain | {"framing": source.choice([[LENGTHS[0]], [ENCODINGS[0]], []])}
    for _ in range(source.randint(1, 3)):
        match source.randrange(9):
            case 0: chosen["method"] = source.choice(METHODS)
            case 1: chosen["path"] = source.choice(PATHS)
            case 2: chosen["version"] = source.choice(VERSIONS)
            case 3: chosen["host"] = source.choice(HOSTS)
            case 4: chosen["end"] = source.choice(ENDS)
            case 5: chosen["framing"] = [source.choice(LENGTHS), source.choice(ENCODINGS)]
            case 6: chosen["framing"] = [source.choice(LENGTHS + ENCODINGS)]
            case 7: chosen["more"] = chosen["more"] + [source.choice(OTHERS)]
            case 8: chosen["size"] = source.choice(SIZES)
    source.shuffle(chosen["framing"])
    is_chunked = any("hunked" in each for each in chosen["framing"])
    whole, none = f"{chosen['size'].format(n=len(hidden))}\r\n{hidden}\r\n0\r\n\r\n", f"0\r\n\r\n{hidden}"
    body = source.choice([whole, none]) if is_chunked else hidden
    length = source.choice([len(body), 0, 5, len(body) + 5])
    lines = [f"{chosen['method']} {chosen['path']} {chosen['version']}", chosen["host"], *chosen["more"], *(each.format(n=length) for each in chosen["framing"])]
    data = bytearray("".join(line + (chosen["end"] if source.random() < 0.5 else "\r\n") for line in lines if line).encode("latin-1") + b"\r\n" + body.encode("latin-1"))
    if source.random() < 0.1:
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(data)
