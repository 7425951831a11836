-- Exports of whole records. What an export gives is not kept: its files are ranges of records, read and opened while they are downloaded, as they were at its instant.
CREATE TABLE record_exports (
    export_id uuid PRIMARY KEY,
    -- Whose records; NULL: everybody's.
    owner_id uuid,
    -- Who asked: a person, or a machine, which is its client alone.
    user_id uuid,
    client_id text NOT NULL,
    format text NOT NULL CHECK (format IN ('fhir-r4', 'fhir-stu3')),
    types text[] NOT NULL,
    since timestamptz,
    -- As it was asked for, which the manifest repeats.
    request text NOT NULL,
    at timestamptz NOT NULL,
    -- Looked through up to this record.
    passed uuid,
    found bigint NOT NULL DEFAULT 0,
    done_at timestamptz,
    expires_at timestamptz NOT NULL
);

CREATE INDEX record_exports_of_owner ON record_exports (owner_id);
CREATE INDEX record_exports_of_caller ON record_exports (client_id, user_id);
CREATE INDEX record_exports_expiry ON record_exports (expires_at);

CREATE TABLE record_export_files (
    export_id uuid NOT NULL REFERENCES record_exports ON DELETE CASCADE,
    number bigint NOT NULL,
    type text NOT NULL,
    -- Records behind the one, up to and with the other.
    behind uuid,
    until uuid NOT NULL,
    resources bigint NOT NULL,
    PRIMARY KEY (export_id, number)
);
