"""Four services, each with its TLS beside it, and the gateway: every hop between two processes is encrypted but the one on the loopback
interface between a service and its own neighbour."""

import signal
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import requests
from conftest import SERVICES, Kafka, Postgres, master_key

from careline.checkout import BUILD, CHECKOUT
from careline.ports import free_port
from careline.processes import running
from careline.waiting import until


@dataclass
class Replica:
    """A service: where it listens itself, and where it is reached."""

    name: str
    plain: int
    tls: int
    process: object = None


@dataclass
class Platform:
    place: Path
    authority: Path
    replicas: dict[str, Replica] = field(default_factory=dict)
    url: str = ""
    # For probes.
    plain: str = ""

    def gateway_settings(self, **change: str) -> dict[str, str]:
        settings = {
            "CARE_GATEWAY_PORT": str(free_port()), "CARE_GATEWAY_LIMITS": "off", "CARE_TLS_PORT": str(free_port()),
            "CARE_TLS_CERT": str(self.authority / "localhost.pem"), "CARE_SERVICES_CA": str(self.authority / "ca.pem"),
            "CARE_GATEWAY_CERT": str(self.authority / "gateway.pem")}
        settings |= {f"CARE_{name.upper()}_SERVER_1": f"127.0.0.1:{replica.tls}" for name, replica in self.replicas.items()}
        settings["CARE_ISSUER"] = f"https://localhost:{settings['CARE_TLS_PORT']}"
        return settings | change

    @contextmanager
    def gateway(self, log: str, **change: str):
        """Gives its address for probes, which is plain, and its process."""
        settings = self.gateway_settings(**change)
        configuration = CHECKOUT / "deploy" / "gateway" / "haproxy.cfg"
        with running(self.place / "logs" / log, "haproxy", "-db", "-f", configuration, settings=settings, stop=signal.SIGTERM) as process:
            plain = f"http://127.0.0.1:{settings['CARE_GATEWAY_PORT']}"
            until("the gateway answers", lambda: process.poll() is None and answers(f"{plain}/healthz"))
            yield plain, settings["CARE_ISSUER"]


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=5).status_code == 200
    except (requests.ConnectionError, requests.Timeout):
        return False


@contextmanager
def platform(place: Path, authority: Path, postgres: Postgres, kafka: Kafka, secret):
    it = Platform(place, authority)
    for name in SERVICES:
        it.replicas[name] = Replica(name, free_port(), free_port())
    front, issuer_port, keys_port = free_port(), free_port(), {name: free_port() for name in SERVICES}
    issuer = f"https://localhost:{issuer_port}"
    with ExitStack() as stack:
        for name, program in SERVICES.items():
            replica = it.replicas[name]
            beside = {
                "CARE_TLS_HOST": "127.0.0.1", "CARE_TLS_PORT": str(replica.tls), "CARE_HTTP_PORT": str(replica.plain),
                "CARE_TLS_CERT": str(authority / f"{program}.pem"), "CARE_SERVICES_CA": str(authority / "ca.pem"),
                "CARE_AUTH_TLS_SERVER": f"127.0.0.1:{it.replicas['auth'].tls}", "CARE_AUTH_TLS_PORT": str(keys_port[name])}
            stack.enter_context(running(
                place / "logs" / f"{name}-tls.log", "haproxy", "-db", "-f", CHECKOUT / "deploy" / "tls" / "haproxy.cfg", settings=beside))
            settings = kafka.settings | {
                "CARE_DATABASE_URL_FILE": str(secret(f"url-{name}", postgres.url(name)).file), "CARE_HTTP_PORT": str(replica.plain),
                "CARE_ISSUER": issuer, "CARE_JWKS_URL": f"http://127.0.0.1:{keys_port[name]}/oauth/jwks",
                "CARE_MASTER_KEY_FILE": str(secret("master-key", master_key()).file),
                # Whoever signs up as a provider here is one.
                "CARE_PROVIDERS_VERIFIED": "assumed",
                # Receivers are on this machine, and have their certificates from the same authority.
                "CARE_WEBHOOKS_NETWORKS": "127.0.0.0/8", "CARE_WEBHOOKS_CA": str(authority / "ca.pem")}
            replica.process = stack.enter_context(running(place / "logs" / f"{name}.log", BUILD / program, settings=settings))
        for replica in it.replicas.values():
            until(f"{replica.name} is ready", lambda: replica.process.poll() is not None or answers(f"http://127.0.0.1:{replica.plain}/readyz"))
            assert replica.process.poll() is None, (place / "logs" / f"{replica.name}.log").read_text()[-2000:]
        it.plain, it.url = stack.enter_context(it.gateway(
            "gateway.log", CARE_GATEWAY_PORT=str(front), CARE_TLS_PORT=str(issuer_port), CARE_ISSUER=issuer))
        until("the gateway sees the services", lambda: all(
            requests.get(f"{it.plain}/healthz", timeout=5).json()["servers"][name] == 1 for name in SERVICES))
        yield it
