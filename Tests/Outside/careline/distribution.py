"""What stands between the databases and Citus: of the schemas as `careline migrate --distributed --plan` says it, of the statements as they were run."""

import json
import os
import subprocess
from pathlib import Path

from careline.checkout import BUILD
from careline.databases import address, asked
from careline.parse_tree import trees
from careline.spread_statements import READS_OR_WRITES, Table, faults

# Of the statements: what Citus refuses, what it asks every node for, what nobody could read.
PARTS = ("statements", "everyNode", "unread")
NOT_SPREAD = ("everywhere", "coordinator", "leaving")


def plans() -> dict[str, dict]:
    """By service, of the platform that with-platform has started."""
    words = [BUILD / "careline", "migrate", "--distributed", "--plan", "--state", os.environ["CARELINE_STATE"]]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def spread(service: str, plan: dict) -> dict[int, Table]:
    """The spread tables by their numbers, those of their parts too."""
    rows = asked(service, """
        SELECT c.oid, coalesce(pg_partition_root(c.oid), c.oid)::regclass, a.attname, a.attnum FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace""")
    found: dict[int, Table] = {}
    for number, name, column, place in (row.split("|") for row in rows.splitlines()):
        by = plan["tables"].get(name, "coordinator")
        if by == "nowhere":
            found[int(number)] = Table(name, None, None)
        elif by not in NOT_SPREAD and by == column:
            found[int(number)] = Table(name, by, int(place))
    return found


def statements(service: str) -> list[str]:
    """What the service itself has sent, as far as PostgreSQL remembers."""
    admin = "postgres"
    asked_admin(admin, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    said = asked_admin(admin, f"""
        SELECT json_agg(DISTINCT query) FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid JOIN pg_roles ON pg_roles.oid = userid
        WHERE datname = 'care_{service}' AND rolname = 'care_{service}'""")
    return sorted(query for query in json.loads(said or "[]") if READS_OR_WRITES.match(query))


def asked_admin(database: str, sql: str) -> str:
    url = address("auth").replace("/care_auth?", f"/{database}?")
    done = subprocess.run(["psql", "-X", "-A", "-t", "-q", "-c", sql, url], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def debts(service: str, plan: dict) -> dict:
    """What breaks Citus' rules today, and what is asked of every node."""
    unread: list[str] = []
    refused, scattered = faults(trees(address(service), statements(service), unread), spread(service, plan))
    schema = {obstacle["what"]: obstacle["why"] for obstacle in plan["obstacles"]}
    return {"schema": schema, "statements": refused, "everyNode": scattered, "unread": sorted(unread)}


def keep(found: dict[str, dict], file: Path) -> None:
    """What was found, and of the statements also what was kept: not every run comes to each."""
    kept = json.loads(file.read_text())
    for service, debt in found.items():
        for part in PARTS:
            debt[part] = sorted({*debt[part], *kept.get(service, {}).get(part, [])})
    file.write_text(json.dumps(found, indent=1) + "\n")
