"""What Citus would ask of the schemas: a table is spread by one column, and every primary key, unique index, exclusion constraint and foreign key between
spread tables has to hold that column. Read from PostgreSQL's catalogue, of the databases that are spread at all."""

from collections.abc import Callable

# The column that each table would be spread by: of a person, else of a conversation, else of a content, so that what is written in one commit lies
# together as far as there is such a column. "reference": few rows, on every node. "coordinator": the node's own bookkeeping. "leaving": the release before
# writes to it, and the next one has it no more. A table without any such column has its debt for that alone. A part of a table is spread as the table is.
KIT = {
    "idempotency_keys": "caller", "inbox": "leaving", "inbox_days": "event_id", "outbox": "subject", "outbox_pending": None, "timers": "key",
    "schema_migrations": "coordinator", "snapshots": "coordinator"}
NOT_SPREAD = ("reference", "coordinator", "leaving")
SPREAD = {
    "messaging": KIT | {
        "people": "reference", "feed_epoch": "reference", "care_relations": "patient_id", "blocks": "owner_id", "person_keys": "person_id",
        "conversations": "id", "participations": "conversation_id", "departures": "conversation_id", "invitations": "conversation_id", "items": "conversation_id",
        "feeds": "user_id", "feed_entries": "user_id", "notifications": "user_id", "stream_tickets": "user_id",
        "attachments": "owner_id", "attachment_chunks": "attachment_id", "attachment_storage": "owner_id"},
    "records": KIT | {
        "providers": "reference", "organisations": "reference", "organisation_members": "reference", "receipt_keys": "reference",
        "person_keys": "person_id", "access_heads": "owner_id", "access_log": "owner_id", "app_data_keys": "owner_id", "consents": "owner_id",
        "contents": "owner_id", "content_chunks": None, "content_renditions": None, "overrides": "owner_id", "records": "owner_id", "record_versions": None,
        "record_exports": "owner_id", "record_export_files": None, "record_receipts": "owner_id", "record_storage": "owner_id",
        "subscriptions": "owner_id", "subscription_events": None, "uploads": "owner_id", "upload_chunks": None},
    "health": KIT | {
        "alerts": "person_id", "evaluations": "person_id", "heart_rates": "person_id", "monitors": "person_id", "observation_versions": "person_id",
        "person_keys": "person_id", "reminders": "person_id", "withdrawn_heart_rates": "person_id"},
}
TABLES = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1"
COLUMNS = """
    SELECT attrelid::regclass, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped"""
# Each unique index: its table, its name, what it is of, and its columns; those of exclusion constraints only where they are compared by equality.
UNIQUE = """
    SELECT indrelid::regclass, indexrelid::regclass,
           CASE WHEN indisprimary THEN 'primary key' WHEN indisexclusion THEN 'exclusion constraint' ELSE 'unique index' END,
           array_to_string(ARRAY(
               SELECT attname FROM unnest(indkey::int2[]) WITH ORDINALITY AS k (number, place) JOIN pg_attribute ON attrelid = indrelid AND attnum = number
               WHERE NOT indisexclusion OR (SELECT oprname FROM pg_constraint c JOIN pg_operator o ON o.oid = c.conexclop[place] WHERE c.conindid = indexrelid) = '='
               ORDER BY place), ',')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE (indisunique OR indisexclusion) AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1, 2"""
FOREIGN = """
    SELECT conrelid::regclass, conname, confrelid::regclass,
           (SELECT string_agg(a.attname || '=' || f.attname, ',') FROM unnest(conkey, confkey) AS k (own, theirs)
            JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = own JOIN pg_attribute f ON f.attrelid = confrelid AND f.attnum = theirs)
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1, 2"""
TRIGGERS = "SELECT tgrelid::regclass, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace ORDER BY 1, 2"

Ask = Callable[[str], list[list[str]]]


def debts(service: str, ask: Ask) -> dict[str, str]:
    """What breaks Citus' rules today, by what it is called. `ask`: the rows of a SELECT."""
    columns = SPREAD[service]
    there = {table for table, in ask(TABLES)}
    known = {(table, column) for table, column in ask(COLUMNS)}
    assert there == set(columns), f"{service}: say of these tables by which column they would be spread, or forget them: {sorted(there ^ set(columns))}"
    wrong = {(table, column) for table, column in columns.items() if column and column not in NOT_SPREAD} - known
    assert not wrong, f"{service}: no such columns: {sorted(wrong)}"

    def is_spread(table: str) -> bool:
        return columns[table] not in NOT_SPREAD

    found = {table: "no column to spread it by" for table in sorted(there) if columns[table] is None}
    for table, index, kind, names in ask(UNIQUE):
        if is_spread(table) and columns[table] and columns[table] not in names.split(","):
            found[f"{table}: {index}"] = f"{kind} ({names}) without {columns[table]}"
    for table, constraint, other, pairs in ask(FOREIGN):
        if not is_spread(table) and is_spread(other):
            found[f"{table}: {constraint}"] = f"foreign key from a table on every node to {other}, which is spread"
        elif is_spread(table) and is_spread(other) and f"{columns[table]}={columns[other]}" not in pairs.split(","):
            found[f"{table}: {constraint}"] = f"foreign key to {other} ({pairs}) without the columns that both are spread by"
    for table, trigger in ask(TRIGGERS):
        if is_spread(table):
            found[f"{table}: {trigger}"] = "trigger on a table that is spread"
    return found


if __name__ == "__main__":
    # Of the platform that with-platform has started: Tests/Outside/with-platform python -m careline.distribution > Tests/Outside/benchmarks/scaling/debts.json
    import json

    from careline.databases import asked

    print(json.dumps({name: debts(name, lambda sql, name=name: [row.split("|") for row in asked(name, sql).splitlines()]) for name in SPREAD}, indent=1))
