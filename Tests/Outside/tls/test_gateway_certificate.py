"""Who may say for whom a request is: the gateway, by its certificate, and nobody else who reaches a service. Needs no Kafka."""

import http.server
import json
import signal
import socket
import ssl
import threading
from contextlib import contextmanager

import pytest
import requests

from careline.checkout import CHECKOUT
from careline.ports import free_port
from careline.processes import running
from careline.waiting import until


class Service(http.server.BaseHTTPRequestHandler):
    """Says by which address it was called, and for whom."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = json.dumps({"peer": self.client_address[0], "for": self.headers["X-Forwarded-For"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def service(place, authority):
    """The port of the TLS beside it."""
    server, port = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service), free_port()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings = {
        "CARE_TLS_HOST": "127.0.0.1", "CARE_TLS_PORT": str(port), "CARE_HTTP_PORT": str(server.server_address[1]),
        "CARE_TLS_CERT": str(authority / "auth-service.pem"), "CARE_SERVICES_CA": str(authority / "ca.pem")}
    with running(place / "logs" / "beside.log", "haproxy", "-db", "-f", CHECKOUT / "deploy" / "tls" / "haproxy.cfg", settings=settings):
        until("the TLS beside it listens", lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
        yield port
    server.shutdown()


@contextmanager
def call(port, authority, certificate=None):
    context = ssl.create_default_context(cafile=authority / "ca.pem")
    if certificate:
        context.load_cert_chain(certificate)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as link, context.wrap_socket(link, server_hostname="auth-service") as wrapped:
        wrapped.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: wrapped.recv(1 << 16), b""))
        yield json.loads(answer.partition(b"\r\n\r\n")[2])


def test_the_gateway_is_known_by_its_certificate(service, authority):
    with call(service, authority, authority / "gateway.pem") as seen:
        assert seen == {"peer": "127.0.0.1", "for": "203.0.113.9"}


@pytest.mark.parametrize("name", [None, "messaging-service.pem", "localhost.pem"])
def test_nobody_else_is_trusted(service, authority, name):
    """They come by another address, which no service trusts; so what they say of themselves counts for nothing."""
    with call(service, authority, name and authority / name) as seen:
        assert seen["peer"] == "127.0.0.2"


def test_a_certificate_of_another_authority_is_refused(service, authority, other_authority):
    with pytest.raises(OSError):
        with call(service, authority, other_authority / "gateway.pem"):
            pass


def test_the_gateway_shows_its_certificate(place, authority, service):
    """The whole way; and without the certificate the service hears of nobody whom it believes."""
    with_key_beside = place / "certificates" / "beside"
    with_key_beside.mkdir(exist_ok=True)
    text = (authority / "gateway.pem").read_text()
    split = text.index("-----BEGIN CERTIFICATE-----")
    (with_key_beside / "gateway.pem").write_text(text[split:])
    (with_key_beside / "gateway.pem.key").write_text(text[:split])
    for certificate, peer in ((authority / "gateway.pem", "127.0.0.1"), (with_key_beside / "gateway.pem", "127.0.0.1"), (None, "127.0.0.2")):
        settings = {
            "CARE_GATEWAY_PORT": str(free_port()), "CARE_GATEWAY_LIMITS": "off", "CARE_SERVICES_CA": str(authority / "ca.pem"),
            "CARE_AUTH_SERVER_1": f"127.0.0.1:{service}"} | ({"CARE_GATEWAY_CERT": str(certificate)} if certificate else {})
        url = f"http://127.0.0.1:{settings['CARE_GATEWAY_PORT']}"
        with running(place / "logs" / "with-certificate.log", "haproxy", "-db", "-f", CHECKOUT / "deploy/gateway/haproxy.cfg", settings=settings, stop=signal.SIGTERM):
            until("the gateway sees the service", lambda: servers(url).get("auth") == 1)
            assert requests.get(f"{url}/userinfo", headers={"X-Forwarded-For": "203.0.113.9"}, timeout=10).json() == {"peer": peer, "for": "127.0.0.1"}


def servers(url: str) -> dict:
    try:
        return requests.get(f"{url}/healthz", timeout=5).json()["servers"]
    except requests.ConnectionError:
        return {}
