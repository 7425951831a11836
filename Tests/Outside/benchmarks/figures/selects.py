"""The libpq client: primary-key SELECTs, 16 at a time, beside pgbench's own."""

from support.bench import SECONDS, Bench, by_turns
from support.programs import ours, pgbench, run

CONNECTIONS = 16


def measure(bench: Bench) -> None:
    url = bench.platform.bench_database("bench_client")
    run(["pgbench", "-i", "-q", "-s", "1", url])
    pgbench(url, None, 2, CONNECTIONS, options=("-S",))
    pair = by_turns(
        ours=lambda: ours("select", "--url", url, "--tasks", CONNECTIONS, "--seconds", SECONDS)["rate"],
        reference=lambda: pgbench(url, None, SECONDS, CONNECTIONS, options=("-S",)))
    bench.report.figure(
        "SELECT by primary key, 16 at a time", pair.value, "statements/s", pair.reference, pair.ratio, at_least=0.7,
        note="reference: pgbench -M prepared -S -c 16")
    pair = by_turns(
        ours=lambda: ours("select", "--quick", "--url", url, "--tasks", CONNECTIONS, "--seconds", SECONDS)["rate"],
        reference=lambda: pgbench(url, None, SECONDS, CONNECTIONS, options=("-S",)))
    bench.report.figure(
        "SELECT by primary key, 16 at a time, as reads that go together", pair.value, "statements/s", pair.reference, pair.ratio, at_least=0.9,
        note="reference: pgbench -M prepared -S -c 16, which sends each by itself")
