"""A backup is taken from the running platform and restored beside it; the platform that then runs on the copy gives what was stored,
and has its keys rotated."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
import requests

from careline import people
from careline.health import NOTE, OBSERVATION
from careline.machine import Machine
from careline.waiting import until


class Copy(Machine):
    def log_in(self, person: people.Person) -> people.Person:
        return people.logged_in(self.url, people.log_in(self.url, person.username))

    def key_file(self, service: str) -> Path:
        return self.state / "secrets" / "master-keys" / f"{service}.key"

    def keys(self, service: str) -> list[str]:
        return [line.split()[0] for line in self.key_file(service).read_text().splitlines()]


@pytest.fixture(scope="module")
def stored(url):
    """A patient with a record, on the platform that is backed up."""
    patient = people.sign_up(url, "patient", "kept")
    made = patient.call("POST", "/fhir/r4/Observation", OBSERVATION, headers={"Content-Type": "application/fhir+json"})
    assert made.status_code == 201, made.text
    return patient, f"/fhir/r4/Observation/{made.json()['id']}"


@pytest.fixture(scope="module")
def backup(stored, careline):
    """The directory, and what the command said."""
    state = Path(os.environ["CARELINE_STATE"])
    target = state / "backup"
    said = careline("backup", str(target), "--state", str(state), "--dry-run")
    assert "would copy care_records" in said and not target.exists()
    return target, careline("backup", str(target), "--state", str(state))


@pytest.fixture(scope="module")
def copy(backup):
    """Not started, and without a key."""
    copy = Copy.beside("copy")
    yield copy
    copy.stop()


@pytest.fixture(scope="module")
def restored(copy, backup):
    """The copy, running on what was restored."""
    original = Path(os.environ["CARELINE_STATE"]) / "secrets" / "master-keys"
    (copy.state / "secrets").mkdir(mode=0o700, exist_ok=True)
    shutil.copytree(original, copy.state / "secrets" / "master-keys")
    said = copy.done("restore", str(backup[0]))
    assert "rows, as many as were dumped" in said and "careline replay auth --since" in said
    copy.start()
    return copy


def test_a_backup_says_what_it_holds_and_holds_no_key(backup):
    directory, said = backup
    manifest = json.loads((directory / "manifest.json").read_text())
    assert {database["service"] for database in manifest["databases"]} == {"auth", "scheduling", "messaging", "health", "ers", "records", "webhooks"}
    records = next(database for database in manifest["databases"] if database["service"] == "records")
    assert records["rows"]["person_keys"] >= 1 and "v001_records" in records["migrations"] and records["masterKeys"]
    assert "The master keys are not in it" in said and f"{records['masterKeys'][0]} (records)" in said
    auth = next(database for database in manifest["databases"] if database["service"] == "auth")
    assert not set(auth["masterKeys"]) & set(records["masterKeys"]), "each service has keys of its own"
    secrets = Path(os.environ["CARELINE_STATE"]) / "secrets"
    files = [path.read_bytes() for path in directory.iterdir()]
    for secret in (path for path in secrets.rglob("*") if path.is_file()):
        assert not any(secret.read_bytes().strip() in file for file in files), f"{secret.name} is in the backup"
    assert not any(NOTE.encode() in file for file in files)
    assert all(path.stat().st_mode & 0o077 == 0 for path in [directory, *directory.iterdir()])


def test_what_cannot_be_restored_is_refused_before_anything_is_touched(backup, copy):
    directory, _ = backup
    said = copy.refused("restore", str(directory))
    assert "nothing was touched" in said and re.search(r"records is sealed by \S+, and \S+/records.key does not hold it", said)
    # Another service's keys are not its own.
    keys = copy.state / "secrets" / "master-keys"
    shutil.copytree(Path(os.environ["CARELINE_STATE"]) / "secrets" / "master-keys", keys)
    shutil.copy(keys / "auth.key", keys / "records.key")
    said = copy.refused("restore", str(directory))
    assert "records is sealed by" in said and "auth is sealed by" not in said
    shutil.rmtree(keys)
    damaged = Path(os.environ["CARELINE_STATE"]) / "damaged"
    shutil.copytree(directory, damaged)
    with open(damaged / "care_ers.dump", "r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last[0] ^ 1]))
    (damaged / "roles.sql").unlink()
    said = copy.refused("restore", str(damaged))
    assert "care_ers.dump was changed" in said and "roles.sql is not there" in said and "nothing was touched" in said
    (damaged / "manifest.json").unlink()
    assert "not finished" in copy.refused("restore", str(damaged))
    assert not (copy.state / "postgres").exists()


def test_the_restored_platform_gives_what_was_stored(restored, stored):
    patient, path = stored
    again = restored.log_in(patient)
    assert again.id == patient.id
    assert again.get(path).json() == patient.get(path).json()
    # It goes on: writes, and tells the others.
    doctor = people.provider(restored.url, "cardiology", "after")
    until("Scheduling of the copy knows the provider", lambda: again.get(f"/providers/{doctor.id}").status_code == 200)


def test_a_database_in_use_or_full_is_not_restored_into(restored, backup):
    said = restored.refused("restore", str(backup[0]))
    assert "is connected. Stop the services first" in said and "nothing was touched" in said
    restored.stop()
    assert "--into-existing" in restored.refused("restore", str(backup[0]))
    assert "would restore care_auth" in restored.done("restore", str(backup[0]), "--into-existing", "--dry-run")
    assert "rows, as many as were dumped" in restored.done("restore", str(backup[0]), "--into-existing")
    restored.start()


def test_a_master_key_is_replaced_while_the_platform_runs(restored, stored):
    patient, path = stored
    again = restored.log_in(patient)
    before = again.get(path).json()
    services = ("auth", "records")
    files = {service: restored.key_file(service) for service in services}
    old_keys, old_texts = {service: restored.keys(service)[0] for service in services}, {service: files[service].read_text() for service in services}
    old = {service: re.search(r"^  (\S+)  seals", restored.done("keys", "list", "--service", service), re.MULTILINE)[1] for service in services}
    assert old["auth"] != old["records"] and old["auth"] not in restored.done("keys", "list", "--service", "records")
    assert restored.done("keys", "rotate", "--dry-run").count("would add a key") == 7
    assert all(files[service].read_text() == old_texts[service] for service in services)

    # All at once, and then one's alone.
    with restored.sealing_anew():
        said = restored.done("keys", "rotate", "--in", "10s", "--wait")
    assert said.count("nothing is sealed by an earlier key") == 7
    new = {service: re.search(rf"^{service}: (\S+) is in", said, re.MULTILINE)[1] for service in services}
    listed = restored.done("keys", "list")
    for service in services:
        assert files[service].stat().st_mode & 0o777 == 0o600 and restored.keys(service)[0] == old_keys[service] and len(restored.keys(service)) == 2
        assert f"by {new[service]}" in listed and f"by {old[service]}" not in listed
    assert again.get(path).json() == before
    restored.done("keys", "rotate", "--service", "scheduling")
    assert len(restored.keys("scheduling")) == 3 and len(restored.keys("ers")) == len(restored.keys("records")) == 2

    assert "seals now" in restored.refused("keys", "retire", "--key", new["records"])
    assert "could go" in restored.done("keys", "retire", "--key", old["records"], "--dry-run") and len(restored.keys("records")) == 2
    kept = restored.state / "kept.key"
    for service in services:
        restored.done("keys", "retire", "--key", old[service], "--keep", str(kept))
        assert old_keys[service] not in restored.keys(service) and kept.read_text().split()[-1] == old_keys[service]

    # Nothing needs the old key any more: neither what is stored nor the keys that sign, after a start with the new ones alone.
    restored.stop()
    restored.start()
    later = restored.log_in(patient)
    assert later.get(path).json() == before
    assert later.call("POST", "/fhir/r4/Observation", OBSERVATION, headers={"Content-Type": "application/fhir+json"}).status_code == 201


def test_the_next_signing_key_is_published_before_it_signs(restored, stored):
    def published():
        return [key["kid"] for key in requests.get(f"{restored.url}/oauth/jwks", timeout=30).json()["keys"]]

    first = published()
    assert "would be made" in restored.done("keys", "rotate-signing", "--dry-run")
    assert "is published" in restored.done("keys", "rotate-signing")
    assert "waits already" in restored.done("keys", "rotate-signing")
    # One of each algorithm.
    until("Auth publishes them", lambda: len(published()) == len(first) + 2, timeout=60, every=1)
    assert set(first) < set(published())
    assert restored.log_in(stored[0]).get("/fhir/r4/Observation").status_code == 200
