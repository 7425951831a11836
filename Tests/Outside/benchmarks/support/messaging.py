"""People who talk."""

from dataclasses import dataclass

from support.bench import Bench

from careline.client import Client
from careline.people import Person

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
