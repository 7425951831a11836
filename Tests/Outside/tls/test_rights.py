"""A Kafka that asks who may do what: each service's user may do what its service does, and nothing else."""

import os
import subprocess

import pytest
import requests
from conftest import Kafka, readiness

from careline.checkout import BUILD, CHECKOUT
from careline.ports import free_port
from careline.processes import run, running
from careline.waiting import until


@pytest.fixture(scope="module")
def guarded(place, authority, secret, request) -> Kafka:
    if not os.environ.get("KAFKA_HOME"):
        pytest.skip("no Kafka distribution: set KAFKA_HOME")
    directory, port, password = place / "kafka-rights", free_port(), secret("kafka-rights")
    script = CHECKOUT / "deploy" / "dev" / "local" / "kafka"
    try:
        run(script, "start", directory, "--port", str(port), "--tls", authority / "localhost.pem", "--password-file", password.file, "--acl", timeout=300)
        internal = next(
            part.split("INTERNAL://")[1] for line in (directory / "server.properties").read_text().splitlines() if line.startswith("advertised")
            for part in line.split(",") if "INTERNAL://" in part)
        for user in ("auth", "scheduling"):
            run(os.environ["KAFKA_HOME"] + "/bin/kafka-configs.sh", "--bootstrap-server", internal, "--alter", "--entity-type", "users",
                "--entity-name", f"careline-{user}", "--add-config", f"SCRAM-SHA-512=[password={secret(f'kafka-{user}').value}]", timeout=120)
        yield Kafka(port, {
            "CARE_KAFKA_BOOTSTRAP": f"localhost:{port}", "CARE_KAFKA_SECURITY": "sasl-tls", "CARE_KAFKA_CA_FILE": str(authority / "ca.pem"),
            "CARE_KAFKA_USERNAME": "careline", "CARE_KAFKA_PASSWORD_FILE": str(password.file)})
    finally:
        run(script, "stop", directory)


def kcat(kafka: Kafka, authority, user: str, password: str, *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        ["kcat", "-b", kafka.bootstrap, "-X", "security.protocol=SASL_SSL", "-X", "sasl.mechanism=SCRAM-SHA-512", "-X", f"ssl.ca.location={authority}/ca.pem",
         "-X", f"sasl.username={user}", "-X", f"sasl.password={password}", "-X", "message.timeout.ms=10000", *arguments],
        input=given, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def test_a_service_may_do_what_it_does_and_nothing_else(guarded, authority, secret, place, auth_settings):
    settings = guarded.settings
    printed = run(BUILD / "careline", "topics", "--acl", "--dry-run", settings=settings).stdout
    assert "User:careline-auth  Write  topic care.users.v1, would be given" in printed
    run(BUILD / "careline", "topics", "--acl", settings=settings)
    again = run(BUILD / "careline", "topics", "--acl", settings=settings).stdout
    assert "User:careline-scheduling  Read  groups scheduling.*, given" in again

    # Auth, under its own user: what it publishes arrives, and it hears its sessions.
    mine = settings | {"CARE_KAFKA_USERNAME": "careline-auth", "CARE_KAFKA_PASSWORD_FILE": str(secret("kafka-auth").file)}
    with running(place / "logs" / "auth-rights.log", BUILD / "auth-service", settings=auth_settings | mine) as process:
        until("auth is ready", lambda: process.poll() is not None or readiness(auth_settings, "ok"))
        address = f"http://127.0.0.1:{auth_settings['CARE_HTTP_PORT']}"
        made = requests.post(f"{address}/signup", json={
            "username": "rights", "password": "correct horse battery", "role": "patient"}, timeout=30)
        assert made.status_code == 201, made.text
        owner = secret("kafka-rights").value
        heard = until("the event", lambda: kcat(guarded, authority, "careline", owner, "-C", "-t", "care.users.v1", "-e", "-q"))
        assert made.json()["id"] in heard or "rights" in heard, heard

    # Scheduling's user reads it, and writes nothing there: it erases nobody.
    other = ("careline-scheduling", secret("kafka-scheduling").value)
    assert "rights" in kcat(guarded, authority, *other, "-C", "-t", "care.users.v1", "-e", "-q")
    for topic in ("care.users.v1", "care.sessions.v1", "care.alerts.v1"):
        said = kcat(guarded, authority, *other, "-P", "-t", topic, given="{}\n")
        assert "authorization failed" in said.lower(), said
    assert "authorization failed" in kcat(guarded, authority, *other, "-C", "-t", "care.observations.v1", "-e", "-q").lower()
    assert "failed" not in kcat(guarded, authority, *other, "-P", "-t", "care.users.v1.dead", given="{}\n").lower()
