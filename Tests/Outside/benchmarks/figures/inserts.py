"""The libpq client: inserts in pipelines of 100, beside pgbench's, one by one."""

from support.bench import SECONDS, Bench, by_turns
from support.programs import ours, pgbench

INSERT = "INSERT INTO bench_rows (key, value) VALUES (:client_id, 'the same value every time');\n"


def measure(bench: Bench) -> None:
    url = bench.platform.bench_database("bench_client")
    bench.platform.sql("bench_client", "DROP TABLE IF EXISTS bench_rows; CREATE TABLE bench_rows (key bigint NOT NULL, value text NOT NULL);")
    pgbench(url, INSERT, 1, 1)
    pair = by_turns(
        ours=lambda: ours("insert", "--url", url, "--seconds", SECONDS)["rate"],
        reference=lambda: pgbench(url, INSERT, SECONDS, 1))
    # What is left of it when the commits are as few: the round trips alone.
    together = 100 * pgbench(url, "BEGIN;\n" + 100 * INSERT + "COMMIT;\n", SECONDS, 1)
    bench.report.figure(
        "inserts in pipelines of 100, one connection", pair.value, "rows/s", pair.reference, pair.ratio, at_least=3,
        note=f"reference: pgbench, the same insert one by one; one by one in transactions of 100 it does {together:.0f} rows/s ({pair.value / together:.2g} x)")
