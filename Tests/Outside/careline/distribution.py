"""What stands between the databases and Citus: of the schemas as `careline migrate --distributed --plan` says it, of the statements as they were run."""

import fcntl
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from careline.checkout import BUILD, CHECKOUT
from careline.databases import address, asked
from careline.parse_tree import trees
from careline.spread_statements import READS_OR_WRITES, Table, faults

# Of the statements: what Citus refuses, what it asks every node for, what nobody could read.
PARTS = ("statements", "everyNode", "unread")
# Beside them, by the same names: what only the clock brings, minutes or hours after a start, or a race. A run may come to it and need not.
BY_THE_CLOCK = "byTheClock"
# Of each part of the story so many runs are known apart.
MOST_RUNS = 50
# The story is told in two parts, on a platform each (deploy/dev/suites): what the runs of each have found.
TOLD = CHECKOUT / ".careline/debts"
STORY = {"once", "not once"}
PROGRAMS = ("messaging-service", "records-service", "health-monitor-service")
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


def column_types(service: str) -> dict[str, dict[str, str]]:
    """By table and column. Parts of tables are as these."""
    rows = asked(service, """
        SELECT relname, attname, format_type(atttypid, NULL) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
        WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1, 2""")
    found: dict[str, dict[str, str]] = {}
    for table, column, type_ in (row.split("|") for row in rows.splitlines()):
        found.setdefault(table, {})[column] = type_
    return found


def remembering() -> str:
    """The database that tells what PostgreSQL remembers."""
    asked_admin("postgres", "CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    return "postgres"


def is_all_remembered() -> bool:
    """It forgets the rarest when there are more than it was told to keep (deploy/dev/local/postgres)."""
    return asked_admin(remembering(), "SELECT dealloc FROM pg_stat_statements_info") == "0"


def statements(service: str) -> list[str]:
    """What the service itself has sent, as far as PostgreSQL remembers."""
    said = asked_admin(remembering(), f"""
        SELECT json_agg(DISTINCT query) FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid JOIN pg_roles ON pg_roles.oid = userid
        WHERE datname = 'care_{service}' AND rolname = 'care_{service}'""")
    return sorted(query for query in json.loads(said or "[]") if READS_OR_WRITES.match(query))


def asked_admin(database: str, sql: str) -> str:
    url = address("auth").replace("/care_auth?", f"/{database}?")
    done = subprocess.run(["psql", "-X", "-A", "-t", "-q", "-c", sql, url], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# By part: what is said of a statement, and one of which it is.
Found = dict[str, dict[str, str]]


@dataclass
class Debts:
    """What breaks Citus' rules today, and what is asked of every node."""

    schema: dict[str, str]
    found: Found


def debts(service: str, plan: dict) -> Debts:
    unread: list[str] = []
    read = trees(address(service), statements(service), unread, column_types(service))
    refused, scattered = faults(read, spread(service, plan))
    schema = {obstacle["what"]: obstacle["why"] for obstacle in plan["obstacles"]}
    return Debts(schema, {"statements": refused, "everyNode": scattered, "unread": {text: text for text in unread}})


def new(found: Found, kept: dict) -> dict[str, str]:
    """What is in no list."""
    return {name: text for part in PARTS for name, text in found[part].items() if name not in {*kept[part], *kept[BY_THE_CLOCK].get(part, [])}}


def gone(found: Found, kept: dict) -> list[str]:
    """What is in a list and was not found, though the clock alone does not bring it."""
    return [name for part in PARTS for name in kept[part] if name not in {*found[part], *kept[BY_THE_CLOCK].get(part, [])}]


# MARK: What all runs have found

def tell(parts: set[str], found: dict[str, Found]) -> list[dict]:
    """Writes down what a run has found that told these parts of the story to their ends, none for a run of a few tests; gives what all runs have found of these
    services as they are built. So what one found is not forgotten by the next, of that file alone, to which the statement does not come (deploy/dev/suites tries again)."""
    build = [[name, (BUILD / name).stat().st_mtime_ns] for name in PROGRAMS]
    name = "-".join(sorted(parts) or ["some"]).replace(" ", "-") + ("-kafka" if "KAFKA_HOME" in os.environ else "")
    run = {service: {part: sorted(each[part]) for part in PARTS} for service, each in found.items()}
    with one_at_a_time():
        told = [each for each in (json.loads(file.read_text()) for file in TOLD.glob("*.json")) if each["build"] == build]
        same, others = [each for each in told if each["name"] == name], [each for each in told if each["name"] != name]
        runs = [*(before for each in same for before in runs_of(each)), run][-MOST_RUNS:]
        mine = {"build": build, "name": name, "parts": sorted(parts), "found": merged([{"found": found}, *same]), "runs": runs}
        (TOLD / f"{name}.json").write_text(json.dumps(mine))
    return [mine, *others]


def merged(told: list[dict]) -> dict[str, Found]:
    services = sorted({service for each in told for service in each["found"]})
    return {service: {part: {name: text for each in told for name, text in each["found"][service][part].items()} for part in PARTS} for service in services}


def is_whole(told: list[dict]) -> bool:
    """Every part of the story is among them."""
    return STORY <= {part for each in told for part in each["parts"]}


def runs_of(told: dict) -> list[dict]:
    """What each of its runs has found; of those that were written down together, one."""
    return told.get("runs") or [told["found"]]


def is_steady(name: str, service: str, part: str, told: list[dict]) -> bool:
    """Whether every run that told one of the story's parts to its end has come to it, with whichever broker."""
    parts = [[run for each in told if told_part in each["parts"] for run in runs_of(each)] for told_part in STORY]
    return any(all(name in run.get(service, {}).get(part, ()) for run in runs) for runs in parts if runs)


def keep(schemas: dict[str, dict[str, str]], told: list[dict], file: Path) -> None:
    """The schemas as they are. Of the statements what the runs have found, where the story was told whole: to what some of them did not come the next one need not, either. Until
    then what was kept stays, too."""
    found = merged(told)
    with one_at_a_time():
        lists = json.loads(file.read_text())
        for service, schema in schemas.items():
            kept = lists.get(service, {})
            parts, perhaps = {part: set(found[service][part]) for part in PARTS}, kept.get(BY_THE_CLOCK, {})
            if is_whole(told):
                # What nobody could read is no matter of how often it comes.
                rare = {part: {name for name in parts[part] if not is_steady(name, service, part, told)} for part in PARTS if part != "unread"}
                perhaps = {part: sorted({*perhaps.get(part, []), *rare.get(part, [])}) for part in PARTS if perhaps.get(part) or rare.get(part)}
                parts = {part: names - rare.get(part, set()) for part, names in parts.items()}
            else:
                parts = {part: names | set(kept.get(part, [])) for part, names in parts.items()}
            lists[service] = {"schema": schema} | {part: sorted(names) for part, names in parts.items()} | {BY_THE_CLOCK: perhaps}
        file.write_text(json.dumps(lists, indent=1) + "\n")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two suites end when they do."""
    TOLD.mkdir(parents=True, exist_ok=True)
    with open(TOLD / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
