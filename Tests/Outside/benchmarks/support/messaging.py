"""People who talk, and further replicas of Messaging."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from support.bench import Bench
from support.platform import BUILD, Failed

from careline.client import Client, is_ready
from careline.people import Person
from careline.ports import free_port

DATABASE = "care_messaging"


@dataclass
class Conversation:
    id: str
    patient: Person
    provider: Person


def conversations(bench: Bench, count: int, providers: int = 32) -> list[Conversation]:
    """Of as many patients, each with one of the providers."""
    patients, doctors = bench.people.of("patient", count), bench.people.of("provider", providers)
    bench.people.wait_until_known(DATABASE, patients + doctors)
    client = Client(bench.platform.address("messaging"))
    return [begin(client, patient, doctors[number % providers]) for number, patient in enumerate(patients)]


def begin(client: Client, patient: Person, provider: Person) -> Conversation:
    client.token = patient.token
    answer = client.call("POST", "/conversations", {"participantIds": [provider.id]})
    answer.raise_for_status()
    return Conversation(answer.json()["id"], patient, provider)


@contextmanager
def replica(bench: Bench) -> Iterator[str]:
    """A second replica beside the platform's own; its address."""
    platform = bench.platform
    port = free_port()
    environment = os.environ | {
        "CARE_DATABASE_URL": platform.service_database("messaging"), "CARE_KAFKA_BOOTSTRAP": platform.bootstrap,
        "CARE_KAFKA_EMBEDDED": str(platform.is_embedded).lower(), "CARE_HTTP_PORT": str(port),
        "CARE_ISSUER": platform.info["address"], "CARE_JWKS_URL": f"{platform.address('auth')}/oauth/jwks",
        "CARE_MASTER_KEY_FILE": f"{platform.info['secrets']}/master-keys/messaging.key",
    }
    url, log = f"http://127.0.0.1:{port}", platform.state / "replica.log"
    with log.open("w") as out:
        process = subprocess.Popen([BUILD / "messaging-service"], env=environment, stdout=out, stderr=out)
    try:
        deadline = time.monotonic() + 30
        while not is_ready(url):
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failed(f"the replica of Messaging did not start\n{log.read_text()[-2000:]}")
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(30)
