"""Between the previous release and this one migrations are only added, and what was added only expands."""

import pytest
from conftest import CHECKOUT
from migrations import contracts, migrations

SERVICES = {"Auth", "Scheduling", "Messaging", "HealthMonitor", "ERDirectory", "Records", "Webhooks"}


def test_released_migrations_stay_as_they_are(previous):
    released, now = migrations(previous), migrations(CHECKOUT)
    assert len(released) >= 90 and {path.split("/")[1] for path in released if path.startswith("Services/")} == SERVICES, "these are not all"
    changed = [path for path, text in released.items() if now.get(path) != text]
    assert not changed, "restore them, and put the change into a new migration"


def test_added_migrations_only_expand(previous):
    released = migrations(previous)
    found = {path: contracts(text) for path, text in migrations(CHECKOUT).items() if path not in released}
    found = {path: statements for path, statements in found.items() if statements}
    assert not found, "leave it to the release after this one; or say in a comment `-- contract: …` why the previous release goes on"


@pytest.mark.parametrize("sql", [
    "DROP TABLE notes",
    "ALTER TABLE notes DROP COLUMN text",
    "alter table notes rename column text to body",
    "ALTER TABLE notes ALTER COLUMN text SET NOT NULL",
    "ALTER TABLE notes ALTER COLUMN length TYPE smallint",
    "ALTER TABLE notes ADD COLUMN colour text NOT NULL",
    "ALTER TABLE notes ADD COLUMN size numeric(8, 2), ADD COLUMN colour text NOT NULL, ADD COLUMN year int DEFAULT 0",
    "ALTER TABLE notes ADD CONSTRAINT short CHECK (length(text) < 100)",
    "CREATE UNIQUE INDEX one_each ON notes (author)",
    "SELECT 1; -- a comment; with a semicolon\nALTER TABLE notes\n  DROP /* at last */ COLUMN text",
    "-- contract: of the statement before\nDROP TABLE drafts; DROP TABLE notes",
])
def test_what_the_previous_release_may_stumble_over_is_found(sql):
    assert len(contracts(sql)) == 1


@pytest.mark.parametrize("sql", [
    "CREATE TABLE drafts (id uuid PRIMARY KEY, text text NOT NULL); ALTER TABLE drafts ADD UNIQUE (text); CREATE UNIQUE INDEX d ON drafts (text)",
    "ALTER TABLE notes ADD COLUMN colour text",
    "ALTER TABLE notes ADD COLUMN colour text NOT NULL DEFAULT 'DROP TABLE', ADD COLUMN size int CHECK (size > 0)",
    "ALTER TABLE notes ALTER COLUMN text DROP NOT NULL",
    "CREATE INDEX notes_by_age ON notes (created_at) WHERE text IS NOT NULL -- DROP TABLE",
    "INSERT INTO words VALUES ('it''s; DROP TABLE notes'), ($$; RENAME$$)",
    "-- contract: no release has read it since 1.2\nALTER TABLE notes DROP COLUMN text",
])
def test_what_only_expands_is_let_through(sql):
    assert contracts(sql) == []
