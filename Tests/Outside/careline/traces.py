"""A collector of OpenTelemetry's traces, where the platform sends them."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Span:
    """Of OTLP's JSON what the tests look at."""

    def __init__(self, resource: dict, span: dict):
        self.service = values(resource)["service.name"]
        self.trace, self.id, self.parent = span["traceId"], span["spanId"], span.get("parentSpanId")
        self.name, self.kind, self.attributes = span["name"], span["kind"], values(span)
        self.began, self.ended = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
        self.failed = span.get("status", {}).get("code") == 2

    def __repr__(self) -> str:
        return f"{self.service}: {self.name} ({self.id} of {self.parent})"


def values(holder: dict) -> dict[str, str]:
    return {entry["key"]: next(iter(entry["value"].values())) for entry in holder["attributes"]}


class Collector(ThreadingHTTPServer):
    """Takes POST /v1/traces where the platform sends its spans."""

    def __init__(self, address: tuple[str, int]):
        self.spans: list[Span] = []
        super().__init__(address, Handler)

    def of(self, trace: str) -> list[Span]:
        return [span for span in list(self.spans) if span.trace == trace]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        good = self.path == "/v1/traces" and self.headers["Content-Type"] == "application/json"
        if good:
            self.server.spans += [
                Span(group["resource"], span) for group in body["resourceSpans"] for scope in group["scopeSpans"] for span in scope["spans"]]
        self.send_response(200 if good else 400)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


@contextmanager
def collecting() -> Iterator[Collector]:
    """Where the platform sends its traces, while the block runs."""
    address = urlsplit(os.environ["CARE_OTLP_ENDPOINT"])
    with Collector((address.hostname, address.port)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
