"""Messages through HTTP (token, rule, encryption, feeds, outbox), beside a pgbench script of the same SQL transaction."""

import tempfile
from itertools import count
from pathlib import Path

from support import messaging
from support.bench import SECONDS, Bench, by_turns
from support.programs import LOAD_CORE, noted, pgbench, wrk

CONNECTIONS = 16
# As many as the service's pool has.
CLIENTS = 8
TEXT = "Since yesterday evening it beats faster when I climb the stairs; should I come by?"
SCRIPT = Path(__file__).with_name("messages.sql")
# Measured once on one core of this kind of machine: a second.
SYNAPSE = 67


def measure(bench: Bench) -> None:
    talks = messaging.conversations(bench, 64)
    seed(bench)
    bench.platform.settle()
    script, rounds, limits = SCRIPT.read_text(), count(1), []

    def ours(seconds: int = SECONDS) -> float:
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("".join(f"{talk.id} {talk.patient.token}\n" for talk in talks))
            file.flush()
            seen = wrk(
                "message.lua", bench.platform.address("messaging"), file.name, f"round-{next(rounds)}", TEXT,
                seconds=seconds, connections=CONNECTIONS, cores={LOAD_CORE})
        limits.append(seen.is_limit)
        return seen.rate

    def reference(seconds: int = SECONDS) -> float:
        variables = {"sequence": next(rounds) * 1_000_000}
        return pgbench(bench.platform.database(messaging.DATABASE), script, seconds, CLIENTS, variables=variables)

    ours(3), reference(2)
    pair = by_turns(ours, reference)
    note = noted(
        f"reference: pgbench, the same SQL transaction, {CLIENTS} at a time; Synapse 1.163 on one core, not measured in this run: {SYNAPSE}/s",
        any(limits))
    bench.report.figure("messages through HTTP, 16 at a time", pair.value, "messages/s", pair.reference, pair.ratio, at_least=0.4, note=note)


def seed(bench: Bench) -> None:
    """For each of pgbench's clients a patient and a provider with their conversation, feeds and key."""
    bench.platform.sql(messaging.DATABASE, f"""
        CREATE TEMP TABLE pairs AS
        SELECT ('00000000-0000-7000-8005-' || lpad(n::text, 12, '0'))::uuid AS conversation,
               ('00000000-0000-7000-8006-' || lpad(n::text, 12, '0'))::uuid AS patient,
               ('00000000-0000-7000-8007-' || lpad(n::text, 12, '0'))::uuid AS provider
        FROM generate_series(0, {CLIENTS - 1}) AS n;
        INSERT INTO conversations (id, version, patient_id, participant_ids, created_by, created_at, updated_at)
        SELECT conversation, 1, patient, ARRAY[patient, provider], patient, now(), now() FROM pairs;
        INSERT INTO participations (id, conversation_id, user_id, joined_at, updated_at)
        SELECT gen_random_uuid(), conversation, person, now(), now() FROM pairs, LATERAL unnest(ARRAY[patient, provider]) AS person;
        INSERT INTO feeds (user_id) SELECT unnest(ARRAY[patient, provider]) FROM pairs;
        INSERT INTO person_keys (person_id, master_key_id, wrapped_key) SELECT patient, 'bench', sha256(patient::text::bytea) FROM pairs;
        """)
