"""Data that a person alone can open: two of their devices and somebody else's, with a client that holds nothing of Careline's code."""

import json
import os
import secrets
import subprocess

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

from careline import people, sealed_data
from careline.checkout import CHECKOUT
from careline.sealed_data import MEDIA_TYPE, Device, decoded, opened, seal, shared_with

VECTORS = CHECKOUT / "deploy/api/vectors/sealed-app-data.json"


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "sealer")


def put(person, path: str, envelope: dict, version: int):
    return person.call("PUT", path, data=json.dumps(envelope), headers={"Content-Type": MEDIA_TYPE, "If-Match": f'"{version}"'})


def test_the_vectors_are_what_the_guide_says():
    vectors = json.loads(VECTORS.read_text())
    assert vectors == sealed_data.vectors()
    for key in vectors["keys"]:
        private = derive_private_key(int.from_bytes(decoded(key["private"]), "big"), SECP256R1())
        assert opened(vectors["person"], private, vectors["envelope"]) == vectors["content"].encode()


def test_a_diary_is_sealed_shared_and_goes_on_without_the_lost_phone(patient):
    word = f"mark{secrets.token_hex(8)}"
    phone, tablet = Device.of(patient), Device.of(patient)
    kept = phone.keep("Phone")
    envelope = seal(patient.id, [phone.public], word.encode())
    made = patient.call("POST", "/app-data", data=json.dumps(envelope), headers={"Content-Type": MEDIA_TYPE})
    assert made.status_code == 201, made.text
    path = f"/app-data/{made.json()['id']}"
    read = patient.get(path)
    assert read.headers["Content-Type"] == MEDIA_TYPE and opened(patient.id, phone.private, read.json()) == word.encode()

    # Another device of theirs: the phone wraps the content's key for it, and not a byte of the rest changes.
    tablet.keep("Tablet")
    [entry] = [each for each in patient.get("/app-data/keys").json()["items"] if each.get("name") == "Tablet"]
    both = shared_with(patient.id, phone.private, read.json(), decoded(entry["publicKey"]))
    assert put(patient, path, both, 1).status_code == 200
    assert put(patient, path, both, 1).status_code == 412
    assert opened(patient.id, tablet.private, patient.get(path).json()) == word.encode()

    # The phone is lost: what is new is not for it.
    assert patient.delete(f"/app-data/keys/{kept['id']}").status_code == 204
    later = f"{word} and later"
    refused = seal(patient.id, [phone.public, tablet.public], later.encode(), envelope["objectId"], 2)
    answer = put(patient, path, refused, 2)
    assert answer.status_code == 400 and answer.json()["fields"][0]["field"] == "recipients[0].key"
    fresh = seal(patient.id, [tablet.public], later.encode(), envelope["objectId"], 2)
    assert put(patient, path, fresh, 2).status_code == 200
    assert opened(patient.id, tablet.private, patient.get(path).json()) == later.encode()

    # Bound to its person, its object and its revision.
    for moved in ({"revision": 3}, {"objectId": "0b0f4a52-6f0e-4a38-9d1c-2f7a1f9f3c11"}):
        with pytest.raises(InvalidTag):
            opened(patient.id, tablet.private, {**fresh, **moved})
    with pytest.raises(InvalidTag):
        opened(people.sign_up(patient.url, "patient", "other").id, tablet.private, fresh)

    # Neither in the clear nor beside what is sealed.
    assert patient.call("PUT", path, {"note": word}, headers={"If-Match": '"3"'}).status_code == 400
    assert put(patient, path, {**fresh, "note": word}, 3).status_code == 400
    dump = subprocess.run(
        ["pg_dump", "--data-only", os.environ["CARELINE_AUTH_DATABASE"].replace("/care_auth?", "/care_records?")], capture_output=True, text=True, timeout=120)
    assert dump.returncode == 0 and patient.id in dump.stdout
    assert word not in dump.stdout and word.encode().hex() not in dump.stdout


def test_a_key_of_somebody_elses_is_not_kept(patient, url):
    device, other = Device.of(patient), people.sign_up(url, "patient", "taker")
    proof = device.proof()
    assert other.post("/app-data/keys", proof).status_code == 400
    assert patient.post("/app-data/keys", {**proof, "answer": sealed_data.encoded(bytes(32))}).status_code == 400
    assert patient.post("/app-data/keys", proof).status_code == 201
