"""The platform, as Docker Compose runs docker-compose.yml on Podman's socket; and clients on its networks."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

from engine import Fault, Podman

from careline import waiting
from careline.ports import free_port

PROJECT = "careline"
# Everything but Grafana, for which Debian has no package: these, and what they depend on.
WANTED = ["gateway", "prometheus"]
SERVICES = ["auth", "scheduling", "messaging", "health", "ers", "records", "webhooks", "front"]
# Seconds that any one thing may take, on a machine that has other work too. How long it took is told.
PATIENCE = 300


def until(what: str, condition, timeout: float = PATIENCE):
    """The first true value of `condition()`. Who is asked may be away, or too busy to answer in time."""
    return waiting.until(what, condition, timeout, every=0.25, allowing=OSError, error=Fault)


class Deployment:
    def __init__(self, podman: Podman, checkout: Path, compose: list[str], release: str):
        self.podman, self.checkout, self.compose, self.release = podman, checkout, compose, release
        self.state, self.secrets = podman.folder / "state", podman.folder / "secrets"
        self.port, self.prometheus = free_port(), free_port()
        # The clients are on the platform's own networks, where its public address is the gateway's name.
        self.url = "http://gateway:8080"

    def settings(self) -> dict[str, str]:
        return {**os.environ, "DOCKER_HOST": f"unix://{self.podman.socket}", "COMPOSE_PROJECT_NAME": PROJECT, "CARE_SECRETS": str(self.secrets),
                "CARE_RELEASE": self.release, "CARE_PORT": str(self.port), "CARE_PROMETHEUS_PORT": str(self.prometheus), "CARE_ISSUER": self.url,
                # Hundreds of people come from one address here; the limits have tests of their own.
                # Nor does the load renew its tokens.
                "CARE_GATEWAY_LIMITS": "off", "CARE_SIGN_UPS_PER_HOUR": "1000000", "CARE_PROVIDERS_VERIFIED": "assumed", "CARE_SCHEDULING_OPEN_BOOKINGS": "100000", "CARE_SCHEDULING_CHANGES_A_MINUTE": "1000000", "CARE_MESSAGING_MESSAGES_A_MINUTE": "1000000", "CARE_AUTH_CHANGES_A_MINUTE": "1000000",
                "CARE_CALLER_REQUESTS_A_MINUTE": "1000000000",
                # Whoever asks to be erased is: the days to think again have tests of their own.
                "CARE_ERASURE_GRACE": "0s",
                "CARE_ACCESS_TOKEN_LIFETIME": "1h", "COMPOSE_PROGRESS": "plain", "COMPOSE_ANSI": "never"}

    def docker_compose(self, *words, timeout: float = PATIENCE) -> str:
        log = self.podman.folder / "compose.log"
        with log.open("a") as file:
            file.write(f"\n$ docker compose {' '.join(words)}\n")
            file.flush()
            done = subprocess.run([*self.compose, *words], cwd=self.checkout, env=self.settings(), timeout=timeout, text=True, stdout=subprocess.PIPE, stderr=file)
        if done.returncode != 0:
            raise Fault(f"docker compose {' '.join(words)}: status {done.returncode}; the end of {log}:\n{log.read_text()[-3000:]}")
        return done.stdout

    def make_secrets(self):
        for folder in (self.state, self.secrets):
            shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([self.checkout / "deploy/secrets", "make", self.secrets], check=True, timeout=60)
        for folder in ("logs", "secrets"):
            (self.state / folder).mkdir(parents=True)
        # As `careline up` has them, for the commands and the replicas beside the containers.
        (self.state / "secrets/master-keys").mkdir()
        for file in self.secrets.glob("*-master.key"):
            shutil.copy(file, self.state / "secrets/master-keys" / f"{file.name.removesuffix('-master.key')}.key")
        shutil.copy(self.secrets / "health-client.password", self.state / "secrets/client-careline-health")
        passwords = self.state / "pgpass"
        passwords.write_text(f"postgres:5432:*:postgres:{(self.secrets / 'postgres.password').read_text()}\n")
        passwords.chmod(0o600)

    def up(self, *words):
        self.docker_compose("up", "--detach", "--no-build", "--pull", "never", "--wait", "--wait-timeout", str(PATIENCE), *words, timeout=2 * PATIENCE)

    def containers(self, service: str | None = None) -> list[dict]:
        """Those that run, as Podman describes them."""
        which = [f"label=com.docker.compose.project={PROJECT}"] + ([f"label=com.docker.compose.service={service}"] if service else [])
        names = self.podman.run("ps", *(word for each in which for word in ("--filter", each)), "--format", "{{.Names}}").split()
        return self.podman.inspect(*sorted(names))

    def one(self, service: str) -> dict:
        found = self.containers(service)
        if len(found) != 1:
            raise Fault(f"{len(found)} containers of {service} run, not one")
        return found[0]

    @staticmethod
    def address(container: dict, network: str) -> str:
        return container["NetworkSettings"]["Networks"][f"{PROJECT}_{network}"]["IPAddress"]

    def kill(self, container: dict):
        """As a crash: the engine does not know that it was meant, and starts it again."""
        os.kill(container["State"]["Pid"], signal.SIGKILL)

    def wait_for_restart(self, container: dict):
        until("the engine starts it again", lambda: self.podman.inspect(container["Id"])[0]["RestartCount"] > container["RestartCount"])

    def listens(self, container: dict, network: str, port: int) -> bool:
        with socket.socket() as probe:
            probe.settimeout(2)
            return probe.connect_ex((self.address(container, network), port)) == 0

    def of_replica(self, container: dict, path: str) -> str | None:
        """What a service's replica answers on its own port, when it does."""
        try:
            with urllib.request.urlopen(f"http://{self.address(container, 'services')}:8080{path}", timeout=5) as answer:
                return answer.read().decode()
        except OSError:   # it is away, or answers with a status of its own: HTTPError is one
            return None

    def is_ready(self, container: dict) -> bool:
        return self.of_replica(container, "/readyz") is not None

    def events_waiting_since(self) -> float:
        """The seconds for which the oldest event waits that a service has not sent yet."""
        told = [self.of_replica(replica, "/metrics") for service in SERVICES for replica in self.containers(service)]
        ages = [float(age) for text in told for age in re.findall(r"^care_outbox_oldest_seconds(?:\{[^}]*\})? (\S+)", text or "", re.MULTILINE)]
        return max(ages, default=float("inf"))

    def ready_servers(self) -> dict[str, int]:
        """How many servers the gateway has for each service, asked at its published port."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
            return json.load(answer)["servers"]

    def answers_by_server(self, service: str) -> dict[str, int]:
        """How many requests each server of a service has answered, by the gateway's metrics."""
        address = self.address(self.one("gateway"), "services")
        with urllib.request.urlopen(f"http://{address}:8405/metrics", timeout=10) as answer:
            text = answer.read().decode()
        counted: dict[str, int] = {}
        for server, count in re.findall(rf'^haproxy_server_http_responses_total{{proxy="{service}",server="([^"]+)",code="2xx"}} (\d+)', text, re.MULTILINE):
            counted[server] = int(count)
        return counted

    # Clients --------------------------------------------------------------------------------------------------------------

    def client_words(self, image: str, *words, interactive: bool = False) -> list[str]:
        """A container of the toolchain's image on the platform's networks, with the checkout at its own place."""
        python = self.checkout / ".careline/venv/bin/python"
        environment = {
            "CARELINE_URL": self.url, "CARELINE_BOOTSTRAP": "kafka:9092", "CARELINE_STATE": self.state, "CARE_BUILD": self.state / "executables",
            "CARELINE_AUTH_DATABASE": "postgres://postgres@postgres:5432/care_auth?", "PGPASSFILE": self.state / "pgpass", "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": f"{self.checkout}/Tests/Outside"}
        return [*self.podman.words, "run", "--rm", *(["--interactive"] if interactive else []), "--network", f"{PROJECT}_services,{PROJECT}_data",
                "--volume", f"{self.checkout}:{self.checkout}", "--workdir", str(self.checkout), "--label", "careline=client",
                *(word for name, value in environment.items() for word in ("--env", f"{name}={value}")), image, str(python), *map(str, words)]

    def client(self, image: str, *words, timeout: float) -> str:
        done = subprocess.run(self.client_words(image, *words), env=self.podman.environment, timeout=timeout, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise Fault(f"{words[0]}: status {done.returncode}\n{done.stdout[-6000:]}")
        return done.stdout

    def down(self):
        """Clients first: a network in use cannot go."""
        for name in self.podman.run("ps", "-a", "--filter", "label=careline=client", "--format", "{{.Names}}").split():
            self.podman.run("rm", "--force", "--time", "2", name, check=False)
        self.docker_compose("down", "--volumes", "--remove-orphans", "--timeout", "30", timeout=2 * PATIENCE)
