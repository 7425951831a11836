"""The gateway's configuration as it is, under a real HAProxy, before services of this process that answer as soon as they have a head."""

import http.client
import json
import os
import re
import shutil
import signal
import socketserver
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

from careline.checkout import CHECKOUT
from careline.ports import free_port
from careline.waiting import eventually

SERVICES = ["AUTH", "SCHEDULING", "MESSAGING", "HEALTH", "ERS", "RECORDS", "FRONT"]
# HAPROXY names another one: those of two Debians are to hold.
HAPROXY = os.environ.get("HAPROXY") or shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


class Early(socketserver.StreamRequestHandler):
    """Reads a head and answers it at once, 401 to whatever is no GET, before any body; reads on for a while, as a service does that drains."""

    timeout = 60

    def handle(self):
        try:
            while head := self.head():
                first = head.split(b"\r\n", 1)[0].decode("latin-1")
                self.server.seen.append(head)
                status = "200 OK" if first.startswith("GET ") else "401 Unauthorized"
                body = json.dumps({"asked": first}).encode()
                self.wfile.write(f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
                self.wfile.flush()
                if not first.startswith("GET "):
                    while self.connection.recv(1 << 16):
                        pass
                    return
        except OSError:
            pass

    def head(self) -> bytes:
        lines = []
        while (line := self.rfile.readline(1 << 16)) not in (b"\r\n", b""):
            lines.append(line)
        return b"".join(lines)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads, allow_reuse_address, request_queue_size = True, True, 128


class Front:
    def __init__(self, port: int, process: subprocess.Popen, servers: list[Server]):
        self.url, self.port, self.process, self.servers = f"http://127.0.0.1:{port}", port, process, servers

    @property
    def pid(self) -> int:
        return self.process.pid


def serves_all(address: str, port: int) -> bool:
    # Not by the suites' client: urllib3 looks for IPv6 when it is imported, and neighbours.py gives its network an address later.
    asking = http.client.HTTPConnection(address, port, timeout=5)
    try:
        asking.request("GET", "/healthz", headers={"Connection": "close"})
        return set(json.load(asking.getresponse())["servers"].values()) == {1}
    except OSError:
        return False
    finally:
        asking.close()


def dropped_lines(port: int) -> int:
    """Of a gateway's log, as it counts them beside its other metrics."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        asking.request("GET", "/metrics")
        text = asking.getresponse().read().decode()
    finally:
        asking.close()
    return int(float(re.search(r"^haproxy_process_dropped_logs_total (\S+)$", text, re.MULTILINE)[1]))


@contextmanager
def front(log: Path, address: str = "127.0.0.1", output: int | None = None, **settings: str):
    """`output`: what it writes to in place of that file."""
    servers = [Server(("127.0.0.1", 0), Early) for _ in SERVICES]
    for server in servers:
        server.seen = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
    port = free_port()
    environment = {"PATH": os.environ["PATH"], "CARE_GATEWAY_HOST": address, "CARE_GATEWAY_PORT": str(port), "CARE_GATEWAY_DRAIN": "1s"} | settings
    environment |= {f"CARE_{name}_SERVER_1": f"127.0.0.1:{server.server_address[1]}" for name, server in zip(SERVICES, servers)}
    # By O_APPEND, as `careline up` opens it.
    with open(log, "a") as file:
        process = subprocess.Popen(
            [HAPROXY, "-db", "-f", CHECKOUT / "deploy/gateway/haproxy.cfg"], env=environment, stdout=file if output is None else output, stderr=file)
    try:
        assert eventually(lambda: process.poll() is not None or serves_all(address, port), 20, every=0.1) and process.poll() is None, log.read_text()
        yield Front(port, process, servers)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
        for server in servers:
            server.shutdown()
            server.server_close()
