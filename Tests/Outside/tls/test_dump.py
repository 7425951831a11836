"""A backup and its restoring over TLS, of databases that are reached in no other way."""

import pytest
from conftest import DATABASES, master_key

from careline.checkout import BUILD
from careline.processes import run


@pytest.fixture()
def settings(postgres, secret) -> dict[str, str]:
    urls = {f"CARE_{name.upper()}_DATABASE_URL_FILE": str(secret(f"url-{name}", postgres.url(name)).file) for name in DATABASES}
    return urls | {"CARE_MASTER_KEY_FILE": str(secret("master-key", master_key()).file)}


def test_databases_are_dumped_and_restored_over_tls(place, settings, secret):
    said = [run(BUILD / "careline", *arguments, settings=settings).stdout for arguments in (
        ["migrate"], ["backup", place / "dump"], ["restore", place / "dump", "--into-existing"])]
    assert "care_records" in said[1] and "rows, as many as were dumped" in said[2]
    texts = said + [file.read_text(errors="replace") for file in (place / "dump").iterdir()]
    assert not any(known.value in text for text in texts for known in secret.all.values())


def test_a_dump_of_a_server_that_cannot_be_proven_is_refused(place, settings, postgres, other_authority, secret):
    wrong = secret("url-of-another-authority", postgres.url("auth", sslrootcert=str(other_authority / "ca.pem")))
    done = run(BUILD / "careline", "backup", place / "refused", settings=settings | {"CARE_AUTH_DATABASE_URL_FILE": str(wrong.file)}, check=False)
    assert done.returncode != 0 and "certificate" in done.stdout, done.stdout
    assert not (place / "refused").exists()
    assert not any(known.value in done.stdout for known in secret.all.values())
