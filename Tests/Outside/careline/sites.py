"""Web servers of apps, each on an origin of its own."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML = "text/html; charset=utf-8"


@contextmanager
def site(answer: Callable[[str, str], tuple[str, bytes]]) -> Iterator[str]:
    """Gives the origin of one, which is there while the block runs. `answer`: the media type and the bytes of what is at a path; it is told the origin, too."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            kind, body = answer(self.path, origin)
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield origin
    finally:
        server.shutdown()
        server.server_close()
