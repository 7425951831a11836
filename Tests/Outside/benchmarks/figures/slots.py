"""How long it takes to say which slots are free: of one provider over 30 days, of a specialty with 1,000 providers over 5, answer by answer."""

from datetime import UTC, datetime, timedelta

from support import scheduling
from support.bench import SECONDS, Bench
from support.loads import cycle
from support.programs import LOAD_CORE

from careline.client import Client

# Monday to Friday, 9:00 to 12:00 and 13:00 to 17:00.
WEEKLY = "ARRAY(SELECT unnest(ARRAY[day, 540, 720, day, 780, 1020]) FROM generate_series(0, 4) AS day)::bigint[]"


def measure(bench: Bench) -> None:
    ids = scheduling.providers(bench.platform, 5, 1000, "slots", WEEKLY, slot_minutes=30)
    fill(bench)
    bench.platform.settle()
    token = bench.people.patients[0].token
    tomorrow = datetime.now(UTC).replace(hour=6, minute=0, second=0, microsecond=0) + timedelta(days=1)

    def interval(days: int) -> str:
        return f"from={tomorrow:%Y-%m-%dT%H:%M:%SZ}&to={tomorrow + timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"

    def slowest(paths: list[str], connections: int) -> tuple[float, str]:
        requests = [("GET", path, token, None, "") for path in paths]
        url = bench.platform.address("scheduling")
        cycle(url, requests, 3, connections, {LOAD_CORE})
        seen = cycle(url, requests, 2 * SECONDS, connections, {LOAD_CORE})
        return seen.p99, f"{connections} at a time, {seen.rate:.0f} a second, median {seen.p50:.2g} ms"

    value, note = slowest([f"/providers/{each}/slots?{interval(30)}&limit=200" for each in ids[:200]], 2)
    bench.report.figure("free slots of one provider, 30 days, p99", value, "ms", at_most=10, note=note)
    pages = whole(bench.platform.address("scheduling"), f"/providers/availability/slots?{interval(5)}&limit=200", token)
    value, note = slowest(pages, 1)
    bench.report.figure(
        "free slots of a specialty, 1,000 providers, 5 days, 200 an answer, p99", value, "ms", at_most=150, note=f"{len(pages)} answers, {note}")


def whole(address: str, path: str, token: str) -> list[str]:
    """The addresses of all answers of a list, from the first to the last."""
    client, paths = Client(address, token), [path]
    while True:
        answer = client.get(paths[-1])
        answer.raise_for_status()
        cursor = answer.json().get("nextCursor")
        if not cursor:
            return paths
        paths.append(f"{path}&after={cursor}")


def fill(bench: Bench) -> None:
    """Five half hours of each of the first two weeks' days are booked, as in a practice that is used."""
    scheduling.patients(bench.platform, 6, 1)
    patient = scheduling.provider_id(6, 0)
    bench.platform.sql(scheduling.DATABASE, f"""
        INSERT INTO appointments (id, version, status, provider_id, patient_id, starts_at, ends_at, time_zone, blocked_from, blocked_until,
                                  created_at, updated_at)
        SELECT gen_random_uuid(), 1, 'completed', p.user_id, '{patient}', start, start + interval '30 min', 'America/Winnipeg', start, start + interval '30 min',
               now(), now()
        FROM people p, generate_series(1, 14) AS day, generate_series(0, 4) AS hour,
             LATERAL (SELECT (date_trunc('day', now()) + day * interval '1 day' + (15 + hour) * interval '1 hour') AS start) AS s
        WHERE p.specialty = 'slots';
        ANALYZE appointments;
        """)
