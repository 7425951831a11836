"""Run in a network of its own (unshare --net): how many connections the addresses of one /64 get, and those of another. Prints the numbers held."""

import fcntl
import json
import socket
import struct
import sys
import tempfile
import time
from pathlib import Path

import raw
from front import front

SIOCSIFFLAGS, SIOCSIFADDR, IFF_UP = 0x8914, 0x8916, 1
with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as control:
    fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
    for address in ("fd00:1::1", "fd00:1::2", "fd00:1::3", "fd00:2::1"):
        fcntl.ioctl(control, SIOCSIFADDR, socket.inet_pton(socket.AF_INET6, address) + struct.pack("Ii", 64, socket.if_nametoindex("lo")))


def held(port: int, source: str, count: int) -> list[socket.socket]:
    links = []
    for _ in range(count):
        link = socket.socket(socket.AF_INET6)
        link.bind((source, 0))
        try:
            link.connect(("fd00:1::1", port))
            links.append(link)
        except OSError:
            pass
    time.sleep(0.3)
    return [link for link in links if not raw.is_closed(link, 0.05)]


with tempfile.TemporaryDirectory() as place, front(Path(place) / "log", address="fd00:1::1", CARE_GATEWAY_LIMIT_CONNECTIONS=sys.argv[1]) as gateway:
    found = {source: held(gateway.port, source, 20) for source in ("fd00:1::2", "fd00:1::3", "fd00:2::1")}
    print(json.dumps({source: len(links) for source, links in found.items()}))
