"""What stands between the schemas and Citus, as docs/scaling.md lists it, is no more than it was. What the statements add that the services have sent until here is
looked at too (these tests come behind all others), and written down when CARE_RENEW_DEBTS is set."""

import json
import os
import subprocess

import pytest

from careline.checkout import BUILD, CHECKOUT
from careline.databases import address
from careline.distribution import asked_admin, debts, keep, plans, statements
from careline.parse_tree import NotRead, trees
from careline.spread_statements import Statement, Table

FILE = CHECKOUT / "Tests/Outside/careline/scaling/debts.json"
SERVICES = ["messaging", "records", "health"]
RENEW = "CARE_RENEW_DEBTS=1 Tests/Outside/story/run; Tests/Outside/benchmarks/scale write"


@pytest.fixture(scope="module")
def plan():
    return plans()


@pytest.fixture(scope="module")
def found(plan):
    found = {service: debts(service, plan[service]) for service in SERVICES}
    if "CARE_RENEW_DEBTS" in os.environ:
        keep(found, FILE)
    return found


@pytest.fixture(scope="module")
def kept(found):
    return json.loads(FILE.read_text())


@pytest.mark.parametrize("service", SERVICES)
def test_nothing_new_stands_between_a_schema_and_citus(found, kept, service):
    schema, before = found[service]["schema"], kept[service]["schema"]
    assert set(schema) <= set(before), "give the new key or constraint the column by which the table would be spread (docs/scaling.md)"
    assert schema == before, f"some of it is done with: {RENEW}"


@pytest.mark.parametrize("service", SERVICES)
def test_the_statements_of_a_service_are_read(found, service):
    """Its relay, at least, was there: what is found of all of them is on the page."""
    assert statements(service) and "outbox_pending has no column to spread it by" in found[service]["statements"]


def test_no_database_is_distributed_that_is_not_ready_for_it(plan):
    """The extension is not here, and PostgreSQL without it has not heard of anything."""
    words = [BUILD / "careline", "migrate", "--distributed", "--state", os.environ["CARELINE_STATE"]]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode != 0
    for service in SERVICES:
        assert f"{service}: this database has no extension citus" in done.stderr
    assert asked_admin("postgres", "SELECT count(*) FROM pg_available_extensions WHERE name = 'citus'") == "0"


def test_a_plan_is_of_a_distribution_only():
    done = subprocess.run([BUILD / "careline", "migrate", "--plan"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 64 and "--plan is of --distributed" in done.stderr


# What the rules are, on tables of people and of their letters.

@pytest.fixture(scope="module")
def cases():
    asked_admin("postgres", "DROP DATABASE IF EXISTS spread_cases")
    asked_admin("postgres", "CREATE DATABASE spread_cases")
    asked_admin("spread_cases", """
        CREATE TABLE people (id uuid PRIMARY KEY, name text);
        CREATE TABLE letters (person_id uuid, number bigint, text text, PRIMARY KEY (person_id, number));
        CREATE TABLE stamps (number bigint PRIMARY KEY, colour text);
        CREATE TABLE countries (id bigint PRIMARY KEY, name text);""")
    numbers = {name: int(asked_admin("spread_cases", f"SELECT '{name}'::regclass::oid")) for name in ("people", "letters", "stamps")}
    spread = {
        numbers["people"]: Table("people", "id", 1), numbers["letters"]: Table("letters", "person_id", 1), numbers["stamps"]: Table("stamps", None, None)}
    url = address("auth").replace("/care_auth?", "/spread_cases?")
    yield lambda sql: Statement(trees(url, [sql])[0], spread)
    asked_admin("postgres", "DROP DATABASE spread_cases")


@pytest.mark.parametrize("sql, refusal", [
    ("SELECT * FROM people p JOIN letters l ON l.number = 3 WHERE p.id = $1", "letters, people: not together by the columns that they are spread by"),
    ("SELECT * FROM letters a JOIN letters b ON a.number = b.number", "letters: not together by the columns that they are spread by"),
    ("SELECT * FROM letters WHERE number = $1 FOR UPDATE", "letters: rows are locked without one person_id"),
    ("SELECT * FROM letters WHERE person_id = ANY($1::uuid[]) FOR NO KEY UPDATE", "letters: rows are locked without one person_id"),
    ("UPDATE letters SET person_id = $1 WHERE person_id = $2", "letters: person_id is changed"),
    ("INSERT INTO letters (number) VALUES ($1)", "letters: a row is inserted without person_id"),
    ("WITH gone AS (DELETE FROM letters WHERE number = $1 RETURNING number) UPDATE people SET name = 'x' WHERE id = $2 AND EXISTS (SELECT FROM gone)",
     "letters, people: not together by the columns that they are spread by"),
    ("SELECT * FROM people WHERE id = $1 OR id IN (SELECT person_id FROM letters WHERE number = 3) AND name IN (SELECT text FROM letters)",
     "letters, people: not together by the columns that they are spread by"),
    ("UPDATE stamps SET colour = 'red' WHERE number = $1", "stamps has no column to spread it by"),
])
def test_what_citus_refuses_of_a_statement_is_found(cases, sql, refusal):
    assert refusal in cases(sql).faults()


@pytest.mark.parametrize("sql, everywhere", [
    ("SELECT * FROM people p JOIN letters l ON l.person_id = p.id WHERE p.id = $1", set()),
    ("SELECT * FROM people p LEFT JOIN LATERAL (SELECT * FROM letters l WHERE l.person_id = p.id LIMIT 1) l ON true WHERE p.id = $1", set()),
    ("SELECT * FROM people WHERE id = $1 AND EXISTS (SELECT FROM letters WHERE person_id = people.id)", set()),
    ("SELECT * FROM letters WHERE person_id = $1 AND number = $2 FOR UPDATE", set()),
    ("WITH p AS (SELECT id FROM people WHERE id = $1 FOR UPDATE) INSERT INTO letters (person_id, number) SELECT id, $2 FROM p ON CONFLICT DO NOTHING", set()),
    ("WITH l AS (UPDATE letters SET text = 'x' WHERE person_id = $1 RETURNING person_id) DELETE FROM people USING l WHERE id = l.person_id", set()),
    ("INSERT INTO letters VALUES ($1, $2, $3), ($4, $5, $6)", set()),
    ("INSERT INTO letters VALUES ($1, 1, 'a') ON CONFLICT (person_id, number) DO UPDATE SET text = excluded.text", set()),
    ("SELECT * FROM letters JOIN countries ON countries.id = letters.number WHERE person_id = $1", set()),
    ("SELECT * FROM letters WHERE number = $1", {"SELECT letters"}),
    ("DELETE FROM letters WHERE number < $1", {"DELETE letters"}),
    ("SELECT count(*) FROM people p JOIN letters l ON l.person_id = p.id", {"SELECT letters", "SELECT people"}),
    ("UPDATE people SET name = l.text FROM letters l WHERE l.person_id = people.id", {"SELECT letters", "UPDATE people"}),
])
def test_what_citus_takes_of_a_statement_is_let_through(cases, sql, everywhere):
    statement = cases(sql)
    assert (statement.faults(), statement.scattered()) == (set(), everywhere)


def test_a_statement_that_nobody_understands_is_no_good_one(cases):
    with pytest.raises(NotRead):
        cases("SELECT * FROM nowhere")
