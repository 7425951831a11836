"""An app's own server, which is told of logouts."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from careline.waiting import until


class Handler(BaseHTTPRequestHandler):
    # Seconds in which whoever has begun to speak goes on.
    timeout = 10

    def do_POST(self):
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.server.heard.append((self.headers["Content-Type"], form))
        self.send_response(200)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Listener(ThreadingHTTPServer):
    # Whoever closes it waits for them.
    daemon_threads = False

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.heard: list[tuple[str, dict[str, list[str]]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/logout"

    def close(self) -> None:
        """Behind it nothing is heard any more, and what was answered is among what was heard."""
        self.shutdown()
        self.server_close()

    def next(self) -> tuple[str, dict[str, list[str]]]:
        """Waits for what comes next."""
        return until("somebody is told", lambda: self.heard).pop(0)
