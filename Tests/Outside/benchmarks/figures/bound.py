"""Refreshes of tokens that are bound to a key (RFC 9449), with Auth on one core: each with a proof of its own, which Auth checks."""

import base64
import json
import tempfile
from statistics import median

from support.bench import ROUNDS, SECONDS, Bench
from support.programs import LOAD_CORE, SERVICE_CORE, Load, noted, pinned, wrk
from support.proofs import ProofKey

from careline.client import Client
from careline.people import Person

FAMILIES = 16
# A second: more than there are cores for.
MOST = 5000


def measure(bench: Bench) -> None:
    with pinned(bench.platform.pid("auth"), {SERVICE_CORE}):
        load(bench, 2)
        loads = [load(bench, SECONDS) for _ in range(ROUNDS)]
    note = noted("Auth on one core; the proofs were signed before", any(load.is_limit for load in loads))
    bench.report.figure("refreshes bound to a key (DPoP)", median(load.rate for load in loads), "refreshes/s", value_at_least=1500, note=note, speed=bench.speed)


def load(bench: Bench, seconds: int) -> Load:
    people = [bench.people.log_in(each.username) for each in bench.people.patients[:FAMILIES]]
    keys = [ProofKey() for _ in people]
    bench.platform.sql("care_auth", "".join(binding(person, key) for person, key in zip(people, keys)))
    # Of the public address, whichever one the load is sent to.
    issuer = Client(bench.platform.address("auth")).call("GET", "/.well-known/openid-configuration").json()["issuer"]
    with tempfile.NamedTemporaryFile("w") as tokens, tempfile.NamedTemporaryFile("w") as proofs:
        tokens.write("".join(f"{each.refresh_token}\n" for each in people))
        tokens.flush()
        for _ in range(MOST * seconds // FAMILIES):
            proofs.write("".join(f"{key.proof('POST', issuer + '/oauth/token')}\n" for key in keys))
        proofs.flush()
        return wrk(
            "refresh-bound.lua", bench.platform.address("auth"), tokens.name, proofs.name, FAMILIES, seconds=seconds, connections=FAMILIES,
            threads=FAMILIES, cores={LOAD_CORE})


def binding(person: Person, key: ProofKey) -> str:
    """As the exchange of a code binds the session of a public client."""
    payload = person.token.split(".")[1]
    session = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["sid"]
    return f"UPDATE sessions SET dpop_jkt = '{key.thumbprint}' WHERE id = '{session}';\n"
