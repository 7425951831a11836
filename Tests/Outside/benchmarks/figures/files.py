"""A scan of 20 MiB, up and down again by ranges, and what the service's memory grows by meanwhile."""

import os
import threading
import time
from statistics import median
from urllib.parse import urlsplit

from support.bench import ROUNDS, Bench
from support.platform import Failed
from support.programs import LOAD_CORE, SERVICE_CORE, pinned

from careline.client import Client

MIB = 1 << 20
SIZE, PART = 20 * MIB, 4 * MIB
PDF = "application/pdf"


def measure(bench: Bench) -> None:
    client = Client(bench.platform.address("records"), bench.people.patients[0].token)
    file = b"%PDF-1.7\n" + os.urandom(SIZE - 9)
    move(client, file)
    before = bench.platform.resident("records") / 1024
    with pinned(bench.platform.pid("records"), {SERVICE_CORE}), pinned(os.getpid(), {LOAD_CORE}), Watch(bench) as watch:
        rates = [move(client, file) for _ in range(2 * ROUNDS)]
    note = "Records on one core, one connection; random bytes that begin as a PDF's, sealed in chunks; median of rounds"
    bench.report.figure("a PDF of 20 MiB up", median(up for up, _ in rates), "MiB/s", value_at_least=150, note=note)
    bench.report.figure("a PDF of 20 MiB down, in ranges of 4 MiB", median(down for _, down in rates), "MiB/s", value_at_least=150, note=note)
    bench.report.figure("memory of Records above what it had, meanwhile", watch.most - before, "MiB", at_most=32, note="VmRSS after one file, every 20 ms")


def move(client: Client, file: bytes) -> tuple[float, float]:
    """MiB a second, up and down."""
    began = time.monotonic()
    made = client.call("POST", "/fhir/r4/Binary", data=file, headers={"Content-Type": PDF, "Prefer": "return=minimal"})
    written = time.monotonic()
    if made.status_code != 201:
        raise Failed(f"the file was answered with {made.status_code}: {made.text[:500]}")
    path = urlsplit(made.headers["Location"]).path.split("/_history")[0]
    ranges = [{"Accept": PDF, "Range": f"bytes={first}-{first + PART - 1}"} for first in range(0, SIZE, PART)]
    begun = time.monotonic()
    parts = [client.call("GET", path, headers=headers).content for headers in ranges]
    read = time.monotonic()
    if b"".join(parts) != file:
        raise Failed("the file came back changed")
    client.delete(path)
    return SIZE / MIB / (written - began), SIZE / MIB / (read - begun)


class Watch:
    """The most memory that Records was seen with, in MiB."""

    def __init__(self, bench: Bench):
        self.bench, self.most, self.ended = bench, 0.0, threading.Event()
        self.thread = threading.Thread(target=self.look)

    def look(self) -> None:
        while not self.ended.wait(0.02):
            self.most = max(self.most, self.bench.platform.resident("records") / 1024)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()
