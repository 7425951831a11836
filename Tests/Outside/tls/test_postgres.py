"""PostgreSQL over TLS: a service says what it is refused for, and what to mend."""

import pytest

from careline.checkout import BUILD
from careline.processes import run, running, says

FAULTS = {
    "password": (lambda place: {"password": "not-the-password"}, "the server refuses the URL's user or password"),
    "authority": (lambda place: {"sslrootcert": str(place / "others" / "ca.pem")}, "certificate is not of an authority in the URL's sslrootcert"),
    "missing authority": (lambda place: {"sslrootcert": str(place / "absent.pem")}, "the file that the URL's sslrootcert names cannot be read"),
    "host": (lambda place: {"host": "127.0.0.1"}, "certificate is for another name than the URL's host"),
    "in the clear": (lambda place: {"sslmode": "disable"}, "pg_hba.conf does not let this user in"),
}


def test_a_service_migrates(auth_settings):
    run(BUILD / "auth-service", "migrate", settings=auth_settings)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_refusal_is_named(place, postgres, other_authority, auth_settings, secret, fault):
    change, reason = FAULTS[fault]
    url = secret(f"url-{fault}", postgres.url("auth", **change(place)))
    log = place / "logs" / f"refused-{fault}.log"
    with running(log, BUILD / "auth-service", "migrate", settings=auth_settings | {"CARE_DATABASE_URL_FILE": str(url.file)}) as process:
        written = says(process, log, reason)
    assert not any(known.value in written for known in secret.all.values())
