"""What the inbox forgets: 20 million rows one by one, and the same in tables of days; and the step from the one to the other. Meanwhile consumers take in
events, 500 a second: the longest that one of them waited is the pause."""

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from support.bench import Bench
from support.platform import ROOT, Failed
from support.programs import ours
from support.report import say

ROWS = int(os.environ.get("BENCH_INBOX_ROWS", "20_000_000"))
DAYS = 31
DAY = 86_400
RATE = 500
BEFORE_DAYS = "care_v011_inbox_days"
# What one program or one script may take, in seconds: deleting a half of 20 million rows took eight minutes.
PATIENCE = 3600
# An id of version 7 of an instant, in milliseconds.
ID = "(lpad(to_hex({at}), 12, '0') || '7' || substr(md5({n}), 1, 3) || '8' || substr(md5({n}), 4, 15))::uuid"
NEW = ID.format(at="(extract(epoch FROM clock_timestamp()) * 1000)::bigint", n="random()::text")
# As the release before takes an event in, and as this one does.
BEFORE = f"INSERT INTO inbox (consumer, event_id) VALUES ('people', {NEW}) ON CONFLICT DO NOTHING;\n"
NOW = f"""WITH event AS MATERIALIZED (SELECT {NEW} AS id) INSERT INTO inbox_days (consumer, event_id) SELECT 'people', id FROM event \
    WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = 'people' AND event_id = id) ON CONFLICT DO NOTHING;\n"""


class Consumers:
    """Take in events while the block runs."""

    def __init__(self, url: str, script: str):
        self.url, self.script = url, script
        self.stopping = threading.Event()
        # Milliseconds, from the instant that it was due, so that what a pause has held up counts whole.
        self.waits: list[float] = []
        self.failure: str | None = None
        self.thread = threading.Thread(target=self._work)

    def __enter__(self):
        self.thread.start()
        time.sleep(2)
        return self

    def __exit__(self, *_):
        time.sleep(2)
        self.stopping.set()
        self.thread.join()
        if self.failure:
            raise Failed(f"pgbench: {self.failure}")

    @property
    def longest(self) -> float:
        return max(self.waits)

    @property
    def median(self) -> float:
        return sorted(self.waits)[len(self.waits) // 2]

    def _work(self) -> None:
        """In rounds: what pgbench has written down is whole only when it has ended."""
        while not self.stopping.is_set() and not self.failure:
            with tempfile.TemporaryDirectory() as folder:
                script = Path(folder) / "script.sql"
                script.write_text(self.script)
                words = ["pgbench", "-n", "-M", "prepared", "-c", "4", "-T", "10", "-R", str(RATE), "-l", f"--log-prefix={folder}/log", "-f", script, self.url]
                done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
                if done.returncode != 0:
                    self.failure = done.stderr.strip()[-1000:]
                for log in Path(folder).glob("log.*"):
                    self.waits += [int(line.split()[2]) / 1000 for line in log.read_text().splitlines() if line.split()[2].isdigit()]


class Wal:
    """What was written to the log while the block ran."""

    def __init__(self, bench: Bench):
        self.bench = bench

    def __enter__(self):
        self.begin = self.bench.platform.sql("postgres", "CHECKPOINT; SELECT pg_current_wal_insert_lsn();")
        return self

    def __exit__(self, *_):
        self.megabytes = float(self.bench.platform.sql("postgres", f"SELECT pg_current_wal_insert_lsn() - '{self.begin}'::pg_lsn;")) / 1e6


def measure(bench: Bench) -> None:
    today = int(time.time()) // DAY * DAY
    by_row = bench.platform.bench_database("bench_inbox_rows")
    migrate_to(bench, "bench_inbox_rows")
    say(f"inbox: making {ROWS:,} rows …")
    fill(bench, "bench_inbox_rows", "inbox", today)
    migrate(bench, by_row)
    forget_by_row(bench, by_row, today)
    by_day = bench.platform.bench_database("bench_inbox_days")
    ours("schema", "--url", by_day)
    for start in range(today - (DAYS + 1) * DAY, today, 14 * DAY):
        ours("inbox", "--url", by_day, "--at", start)
    say(f"inbox: making {ROWS:,} rows …")
    fill(bench, "bench_inbox_days", "inbox_days", today)
    forget_by_day(bench, by_day, today)
    for name in ("bench_inbox_rows", "bench_inbox_days"):
        bench.platform.sql("postgres", f"DROP DATABASE {name};")


def migrate_to(bench: Bench, name: str) -> None:
    """The kit's tables of the release before."""
    files = [file for folder in ("Outbox", "Sealing") for file in (ROOT / "Shared" / folder / "Migrations").glob("*.sql") if file.stem < BEFORE_DAYS]
    for file in sorted(files, key=lambda file: file.stem):
        bench.platform.sql(name, f"BEGIN; {file.read_text()}; COMMIT;")


def fill(bench: Bench, name: str, table: str, today: int) -> None:
    """Of the days before today, in the order in which they came."""
    portion = ROWS // 20
    step = DAYS * DAY * 1000 / ROWS
    at = f"{(today - DAYS * DAY) * 1000}::bigint + (n * {step})::bigint"
    for start in range(0, ROWS, portion):
        bench.platform.sql(name, f"""
            SET synchronous_commit = off;
            INSERT INTO {table} SELECT (ARRAY['people', 'feeds', 'appointments', 'webhooks'])[n % 4 + 1], {ID.format(at=at, n="n::text")},
                to_timestamp(({at}) / 1000.0) FROM generate_series({start}, {start + portion - 1}) AS n;
            """, PATIENCE)
    bench.platform.sql(name, f"VACUUM ANALYZE {table}; CHECKPOINT;", PATIENCE)


def migrate(bench: Bench, url: str) -> None:
    """As the kit's `Migrator` does it."""
    step = (ROOT / f"Shared/Outbox/Migrations/{BEFORE_DAYS}.sql").read_text()
    with Consumers(url, BEFORE) as alone:
        time.sleep(20)
    with Consumers(url, BEFORE) as consumers:
        began = time.monotonic()
        bench.platform.sql("bench_inbox_rows", f"BEGIN; SET LOCAL lock_timeout = '900ms'; {step}; COMMIT;")
        took = time.monotonic() - began
        time.sleep(20)
    bench.report.figure(
        f"inbox of {ROWS / 1e6:.0f} million rows: the upgrade to tables of days, longest wait of a consumer", consumers.longest, "ms", at_most=1000,
        note=f"{RATE} events a second, {took * 1000:.0f} ms of migration; median {consumers.median:.2g} ms by the release before on the new schema, "
             f"{alone.median:.2g} ms on its own (longest {alone.longest:.0f} ms)")


def forget_by_row(bench: Bench, url: str, today: int) -> None:
    half = ROWS // 2 // 2000
    end = today + 30 * DAY
    with Wal(bench) as wal:
        quiet = ours("inbox", "--url", url, "--at", end, "--rows", "--most", half, timeout=PATIENCE)["seconds"]
    with Consumers(url, NOW) as consumers:
        ours("inbox", "--url", url, "--at", end, "--rows", timeout=PATIENCE)
    with Wal(bench) as vacuum:
        began = time.monotonic()
        bench.platform.sql("bench_inbox_rows", "VACUUM inbox;", PATIENCE)
        cleaned = time.monotonic() - began
    bench.report.figure(
        f"inbox of {ROWS / 1e6:.0f} million rows forgotten row by row", 2 * quiet, "s",
        note=f"twice half of them; {2 * wal.megabytes:.0f} MB of log; longest wait of a consumer {consumers.longest:.0f} ms, median {consumers.median:.2g} ms; "
             f"the vacuum behind it {cleaned:.0f} s and {vacuum.megabytes:.0f} MB")


def forget_by_day(bench: Bench, url: str, today: int) -> None:
    middle = today - DAYS // 2 * DAY
    with Wal(bench) as wal:
        quiet = drop_until(bench, url, middle)
    with Consumers(url, NOW) as consumers:
        drop_until(bench, url, today)
    bench.report.figure(
        f"inbox of {ROWS / 1e6:.0f} million rows forgotten by tables of days", 2 * quiet, "s",
        note=f"twice half of the days; {2 * wal.megabytes:.1f} MB of log, the tables of as many days to come made beside it included; "
             f"longest wait of a consumer {consumers.longest:.0f} ms, median {consumers.median:.2g} ms")
    if consumers.longest > 1000:
        raise Failed(f"a consumer waited for {consumers.longest:.0f} ms behind a table that was dropped")


def drop_until(bench: Bench, url: str, instant: int) -> float:
    """All days before. Again where one was put off."""
    took = 0.0
    for _ in range(20):
        took += ours("inbox", "--url", url, "--at", instant + 30 * DAY)["seconds"]
        name = time.strftime("inbox_day_%Y%m%d", time.gmtime(instant))
        left = bench.platform.sql("bench_inbox_days", f"SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relname ~ '^inbox_day_[0-9]+$' AND relname < '{name}';")
        if left == "0":
            return took
    raise Failed(f"{left} tables of days cannot be dropped")
