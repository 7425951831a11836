"""A PostgreSQL and a Kafka that let nobody in without TLS and a password, and certificates of an authority made for the day."""

import base64
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from careline.checkout import BUILD, CHECKOUT
from careline.client import Client
from careline.ports import free_port
from careline.processes import run

SERVICES = {"auth": "auth-service", "scheduling": "scheduling-service", "messaging": "messaging-service", "webhooks": "webhooks-service"}
DATABASES = [*SERVICES, "health", "ers", "records"]


def master_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


def readiness(settings, fault) -> dict | None:
    """What a service with these settings says of itself, once it serves and its broker is so."""
    answer = Client(f"http://127.0.0.1:{settings['CARE_HTTP_PORT']}", deadline=5).tried("GET", "/readyz")
    report = answer.json() if answer is not None else None
    return report if report and report["checks"]["broker"] == fault and report["status"] == "ready" else None


def certificates(directory: Path, *names: str) -> Path:
    run(CHECKOUT / "deploy" / "tls" / "certificates", directory, "--days", "1", *names)
    return directory


@pytest.fixture(scope="session")
def place():
    """Of all files. PostgreSQL, under an account of its own, must get through."""
    (CHECKOUT / ".careline").mkdir(exist_ok=True)
    directory = CHECKOUT / ".careline" / f"tls-{secrets.token_hex(4)}"
    directory.mkdir(mode=0o711)
    (directory / "logs").mkdir()
    yield directory
    if not os.environ.get("CARE_KEEP"):
        shutil.rmtree(directory)


@pytest.fixture(scope="session")
def authority(place) -> Path:
    """Its certificates, for every name that something here has."""
    return certificates(place / "certificates", "localhost", "gateway", *SERVICES.values())


@pytest.fixture(scope="session")
def other_authority(place) -> Path:
    """One that nobody here trusts."""
    return certificates(place / "others", "localhost", "gateway", *SERVICES.values())


@dataclass
class Secret:
    value: str
    file: Path


@pytest.fixture(scope="session")
def secret(place):
    """Makes secrets, in files."""
    made: dict[str, Secret] = {}

    def make(name: str, value: str | None = None) -> Secret:
        if name not in made:
            made[name] = Secret(value or secrets.token_urlsafe(24), place / f"{name}.secret")
            made[name].file.write_text(made[name].value + "\n")
            made[name].file.chmod(0o600)
        return made[name]

    make.all = made
    return make


@dataclass
class Postgres:
    port: int
    authority: Path
    passwords: dict[str, Secret]

    def url(self, service: str, **change: str) -> str:
        parts = {
            "password": self.passwords[service].value, "host": "localhost", "port": str(self.port), "database": f"care_{service}",
            "sslmode": "verify-full", "sslrootcert": str(self.authority / "ca.pem")} | change
        return ("postgres://care_{service}:{password}@{host}:{port}/{database}?hostaddr=127.0.0.1&sslmode={sslmode}&sslrootcert={sslrootcert}"
                .format(service=service, **parts))


@pytest.fixture(scope="session")
def postgres(place, authority, secret) -> Postgres:
    directory, port = place / "postgres", free_port()
    script = CHECKOUT / "deploy" / "dev" / "local" / "postgres"
    try:
        printed = run(script, "start", directory, "--test", "--port", str(port)).stdout
        socket = next(line.split("=", 1)[1] for line in printed.splitlines() if line.startswith("socket="))
        data = directory / "data"
        for name in ("server.key", "server.crt"):
            shutil.copyfile(authority / "localhost.pem", data / name)
            shutil.chown(data / name, data.owner(), data.group())
            (data / name).chmod(0o600)
        (data / "pg_hba.conf").write_text("local all postgres trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")
        passwords = {service: secret(f"postgres-{service}") for service in DATABASES}
        statements = ["ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()"]
        for service, password in passwords.items():
            statements += [f"CREATE ROLE care_{service} LOGIN PASSWORD '{password.value}'", f"CREATE DATABASE care_{service} OWNER care_{service}"]
        run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", socket, "-p", str(port), "-U", "postgres", *[word for each in statements for word in ("-c", each)])
        yield Postgres(port, authority, passwords)
    finally:
        run(script, "stop", directory)


@pytest.fixture()
def auth_settings(postgres, secret) -> dict[str, str]:
    """Of an Auth with nothing but its database."""
    return {
        "CARE_DATABASE_URL_FILE": str(secret("url-auth", postgres.url("auth")).file), "CARE_KAFKA_BOOTSTRAP": f"127.0.0.1:{free_port()}",
        "CARE_HTTP_PORT": str(free_port()), "CARE_MASTER_KEY_FILE": str(secret("master-key", master_key()).file)}


@dataclass
class Kafka:
    port: int
    settings: dict[str, str]

    @property
    def bootstrap(self) -> str:
        return f"localhost:{self.port}"


@pytest.fixture(scope="session")
def kafka(place, authority, secret) -> Kafka:
    if not os.environ.get("KAFKA_HOME"):
        pytest.skip("no Kafka distribution: set KAFKA_HOME")
    directory, port, password = place / "kafka", free_port(), secret("kafka")
    script = CHECKOUT / "deploy" / "dev" / "local" / "kafka"
    try:
        # Its programs start twice: to format, and to serve.
        run(script, "start", directory, "--port", str(port), "--tls", authority / "localhost.pem", "--password-file", password.file, timeout=300)
        settings = {
            "CARE_KAFKA_BOOTSTRAP": f"localhost:{port}", "CARE_KAFKA_SECURITY": "sasl-tls", "CARE_KAFKA_CA_FILE": str(authority / "ca.pem"),
            "CARE_KAFKA_USERNAME": "careline", "CARE_KAFKA_PASSWORD_FILE": str(password.file)}
        yield Kafka(port, settings)
    finally:
        run(script, "stop", directory)


@pytest.fixture(scope="session")
def topics_made(kafka) -> None:
    run(BUILD / "careline", "topics", settings=kafka.settings)
