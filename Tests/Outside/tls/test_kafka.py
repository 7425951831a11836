"""Kafka over TLS with a user and a password: who may come in, and what is said to who may not."""

import pytest
from conftest import readiness

from careline.checkout import BUILD
from careline.processes import run, running, until


def topics(kafka, **settings) -> tuple[int, str]:
    done = run(BUILD / "careline", "topics", settings=kafka.settings | settings, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-512", "SCRAM-SHA-256", "PLAIN"])
def test_every_mechanism_lets_in(kafka, mechanism):
    status, printed = topics(kafka, CARE_KAFKA_SASL_MECHANISM=mechanism)
    assert status == 0, printed
    assert "care.users.v1  12 partitions, " in printed


@pytest.fixture()
def refused(request, kafka, other_authority, secret) -> tuple[dict[str, str], str, str]:
    """Settings that the cluster refuses, what readiness calls it, and the settings to mend."""
    return {
        "password": ({"CARE_KAFKA_PASSWORD_FILE": str(secret("wrong-kafka").file)}, "authentication failed", "CARE_KAFKA_PASSWORD"),
        "user": ({"CARE_KAFKA_USERNAME": "nobody"}, "authentication failed", "CARE_KAFKA_USERNAME"),
        "authority": ({"CARE_KAFKA_CA_FILE": str(other_authority / "ca.pem")}, "TLS failed", "CARE_KAFKA_CA_FILE"),
        "host": ({"CARE_KAFKA_BOOTSTRAP": f"127.0.0.1:{kafka.port}"}, "TLS failed", "CARE_KAFKA_BOOTSTRAP"),
    }[request.param]


FAULTS = pytest.mark.parametrize("refused", ["password", "user", "authority", "host"], indirect=True)


@FAULTS
@pytest.mark.parametrize("command", ["topics", "doctor"])
def test_a_command_says_what_to_mend(kafka, refused, secret, command):
    settings, _, name = refused
    done = run(BUILD / "careline", command, settings=kafka.settings | settings, check=False)
    assert done.returncode != 0 and name in done.stdout, done.stdout
    assert not any(known.value in done.stdout for known in secret.all.values())


@FAULTS
def test_readiness_says_which(place, kafka, refused, auth_settings, secret):
    settings, fault, _ = refused
    log = place / "logs" / f"refused-by-kafka-{fault}.log"
    with running(log, BUILD / "auth-service", settings=auth_settings | kafka.settings | settings) as process:
        report = until(f"the broker is {fault}", lambda: process.poll() is not None or readiness(auth_settings, fault))
        assert process.poll() is None, log.read_text()[-2000:]
        assert report["status"] == "ready", "what happens waits in the outbox"
    assert not any(known.value in log.read_text() for known in secret.all.values())


def test_nobody_comes_in_without_tls(kafka):
    status, printed = topics(kafka, CARE_KAFKA_SECURITY="sasl", CARE_KAFKA_CA_FILE="")
    assert status != 0 and "CARE_KAFKA_SECURITY" in printed, printed
