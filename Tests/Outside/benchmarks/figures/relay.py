"""The outbox relay from a backlog, beside librdkafka that produces the same bytes; and the same beside millions of published rows."""

from statistics import median

from support.bench import ROUNDS, Bench, by_turns
from support.programs import ours
from support.report import say

BACKLOG = 200_000
PUBLISHED = 5_000_000
# Of no service's: a million and a half of events in a topic of theirs would keep them busy beside what is measured, and for half an hour after it.
TOPIC = "bench.relay.v1"
TYPE = "care.appointments.booked.v1"
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
# A booking's event, as it is stored.
DATA = (
    '{"appointmentId":"019caf10-3c4d-7b5e-a6f7-081929384756","endTime":"2026-03-09T15:00:00Z",'
    '"patientId":"019ca001-0b1c-7e2d-b3f4-a5968778695a","providerId":"019ca000-55aa-7d10-8f3b-9a1c2e4d6f80",'
    '"startTime":"2026-03-09T14:30:00Z","version":1}')
HEADERS = {
    "ce_specversion": "1.0", "ce_id": "019caf10-3c4d-7b5e-a6f7-081929384756", "ce_source": "/careline/bench", "ce_type": TYPE,
    "ce_subject": "019caf10-3c4d-7b5e-a6f7-081929384756", "ce_time": "2026-03-09T14:30:00.123456Z", "content-type": "application/json",
    "traceparent": TRACE,
}
ROWS = "INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data)"


def measure(bench: Bench) -> None:
    bench.platform.make_topic(TOPIC)
    short, long = (bench.platform.bench_database(name) for name in ("bench_relay", "bench_relay_long"))
    for url in (short, long):
        ours("schema", "--url", url)
    say(f"relay: making {PUBLISHED:,} published rows …")
    # Their subjects in order, as UUIDv7 are by their time.
    bench.platform.sql("bench_relay_long", f"SET synchronous_commit = off; {ROWS} {rows(PUBLISHED, 1)}; VACUUM ANALYZE outbox;")
    headers = [f"--header={name}={value}" for name, value in HEADERS.items()]

    def reference() -> float:
        return ours("produce", "--bootstrap", bench.platform.bootstrap, "--topic", TOPIC, "--count", BACKLOG, "--bytes", len(DATA), *headers)["rate"]

    def relay(name: str) -> float:
        fill(bench, name)
        return ours("relay", "--url", bench.platform.database(name), "--bootstrap", bench.platform.bootstrap)["rate"]

    beside = []

    def both() -> float:
        value = relay("bench_relay")
        beside.append((relay("bench_relay_long"), value))
        return value

    pair = by_turns(both, reference, ROUNDS)
    note = f"on {bench.platform.broker}; reference: librdkafka producing the same bytes"
    bench.report.figure("outbox relay from a backlog of 200,000", pair.value, "events/s", pair.reference, pair.ratio, at_least=0.25, note=note)
    bench.report.figure(
        "outbox relay beside 5 million published rows", median(value for value, _ in beside), "events/s", pair.value,
        median(value / other for value, other in beside), at_least=0.9, note=f"on {bench.platform.broker}; reference: itself without them")


def fill(bench: Bench, name: str) -> None:
    bench.platform.sql(name, f"""
        WITH event AS ({ROWS} {rows(BACKLOG, 2)} RETURNING position) INSERT INTO outbox_pending (position) SELECT position FROM event;
        VACUUM ANALYZE outbox_pending; CHECKPOINT;
        """)


def rows(count: int, version: int) -> str:
    """Events of as many subjects."""
    return f"""
        SELECT gen_random_uuid(), '{TOPIC}', '{TYPE}', (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 20, '0'))::uuid,
               {version}, now(), '{TRACE}', convert_to('{DATA}', 'UTF8')
        FROM generate_series(1, {count}) AS n
        """
