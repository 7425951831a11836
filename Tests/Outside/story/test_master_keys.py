"""A platform whose services all shared one master key, as releases before had it, gets a key for each service."""

import re

import pytest

from careline import people
from careline.health import OBSERVATION
from careline.machine import Machine

pytestmark = pytest.mark.once

SEALING = ("auth", "scheduling", "messaging", "health", "records", "webhooks")


@pytest.fixture(scope="module")
def machine():
    machine = Machine.beside("shared-key")
    yield machine
    machine.stop()


def seals(listed: str, service: str) -> str:
    """The id of the key that seals, as `careline keys list` says it."""
    return re.search(rf"^{service}: .*\n(?:  .*\n)*?  (\S+)  seals", listed, re.MULTILINE)[1]


def test_what_was_sealed_by_a_shared_key_comes_under_each_services_own(machine):
    shared = machine.state / "secrets" / "master.key"
    shared.parent.mkdir(mode=0o700)
    shared.write_text("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n")
    machine.environment["CARE_MASTER_KEY_FILE"] = str(shared)
    machine.start()
    patient = people.sign_up(machine.url, "patient", "shared")
    made = patient.call("POST", "/fhir/r4/Observation", OBSERVATION, headers={"Content-Type": "application/fhir+json"})
    assert made.status_code == 201, made.text
    path = f"/fhir/r4/Observation/{made.json()['id']}"
    before = patient.get(path).json()
    machine.stop()
    assert not (shared.parent / "master-keys").exists()

    # The upgrade: all opens, and the release before could still come back.
    del machine.environment["CARE_MASTER_KEY_FILE"]
    machine.start()
    assert patient.get(path).json() == before
    listed = machine.done("keys", "list")
    old = seals(listed, "records")
    assert {seals(listed, service) for service in SEALING} == {old} and listed.count("will seal from") == 7
    assert f"({old}). No service reads it: keep it until" in listed

    with machine.sealing_anew():
        said = machine.done("keys", "rotate", "--in", "10s", "--wait")
    assert said.count("nothing is sealed by an earlier key") == 7
    listed = machine.done("keys", "list")
    assert len({seals(listed, service) for service in SEALING} | {old}) == len(SEALING) + 1 and f"by {old}" not in listed
    kept = machine.state / "kept"
    assert machine.done("keys", "retire", "--key", old, "--keep", str(kept)).count("is no longer in") == 7
    assert kept.read_text() == shared.read_text()
    assert "has no place here" in machine.done("keys", "list")
    shared.unlink()

    machine.stop()
    machine.start()
    assert patient.get(path).json() == before
    assert people.log_in(machine.url, patient.username)["user"]["id"] == patient.id
    files = [file.read_text().splitlines() for file in (machine.state / "secrets" / "master-keys").iterdir()]
    assert len(files) == 7 and len({line for lines in files for line in lines}) == 7, "each service has one key, and no other's"
