"""Back-ends of the operator's own that have events sent to them."""

import http.server
import secrets
import ssl
import threading
from pathlib import Path

from standardwebhooks import Webhook, WebhookVerificationError

from careline.client import Client
from careline.operator import auth_service, webhooks_service


def subscriber(url: str, *types: str) -> Client:
    """A machine that may have events of these types."""
    return machine(url, *registered(*types))


def registered(*types: str) -> tuple[str, str]:
    """The id and the secret of a client that may have events of these types."""
    id, secret = f"crm-{secrets.token_hex(4)}", secrets.token_urlsafe(33)
    auth_service(
        "seed-client", "--id", id, "--name", "CRM", "--scope", "webhooks", "--grant", "client_credentials", "--secret-file", "-", stdin=secret + "\n")
    webhooks_service("grant", "--client", id, *(word for each in types for word in ("--type", each)))
    return id, secret


def machine(url: str, id: str, secret: str) -> Client:
    """The client itself, without anybody who uses it."""
    form = {"grant_type": "client_credentials", "client_id": id, "client_secret": secret}
    answer = Client(url).call("POST", "/oauth/token", data=form)
    assert answer.status_code == 200, answer.text
    return Client(url, answer.json()["access_token"])


class Receiver(http.server.ThreadingHTTPServer):
    """Takes what it is sent, and keeps what is signed with its secret; over TLS where it has a certificate of localhost's, with its key."""

    def __init__(self, certificate: Path | None = None):
        self.taken: list[dict] = []
        self.secret = ""
        super().__init__(("127.0.0.1", 0), Taking)
        self.url = f"http://127.0.0.1:{self.server_port}/fhir"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
            self.url = f"https://localhost:{self.server_port}/events"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Taking(http.server.BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            said = Webhook(self.server.secret).verify(body, {name.lower(): value for name, value in self.headers.items()})
        except WebhookVerificationError:
            return self.answer(400)
        self.server.taken.append({"type": self.headers["Content-Type"], "body": said})
        return self.answer(204)

    def answer(self, status: int):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass
