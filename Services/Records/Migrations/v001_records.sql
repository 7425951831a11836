-- Health records. What a person stored is sealed under their own key (person_keys), and so is what could name a fact of health:
-- ids that clients chose, annotations, content types. What has to be searched is a blind index (HMAC under the person's key). In the
-- clear: whose it is, FHIR's type, versions, times and states.
CREATE TABLE records (
    record_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    format text NOT NULL CHECK (format IN ('fhir-r4', 'fhir-stu3', 'app-data')),
    -- The FHIR resource type, or AppData.
    type text NOT NULL,
    -- Blind index of format, type and id: addresses of different persons never meet.
    address bytea NOT NULL,
    version bigint NOT NULL CHECK (version >= 1),
    status text NOT NULL CHECK (status IN ('active', 'pending', 'deleted')),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- Sealed JSON: the id when a client chose it, annotations, content type; NULL when there is none of them.
    head bytea,
    -- Blind indexes of the annotations.
    terms bytea[] NOT NULL DEFAULT '{}',
    -- How many events care.observations.v1 has of it, and whether the last one still counts.
    observations bigint NOT NULL DEFAULT 0,
    is_observed boolean NOT NULL DEFAULT false,
    -- One record an address, whatever races there are.
    CONSTRAINT records_one_an_address UNIQUE (owner_id, address)
);

CREATE INDEX records_of_owner ON records (owner_id, format, type, record_id);
CREATE INDEX records_terms ON records USING gin (terms) WHERE terms <> '{}';

-- Every version of every record, the current one included. A version without a body is a deletion.
CREATE TABLE record_versions (
    record_id uuid NOT NULL REFERENCES records ON DELETE CASCADE,
    version bigint NOT NULL CHECK (version >= 1),
    written_at timestamptz NOT NULL,
    body bytea,
    PRIMARY KEY (record_id, version)
);

-- Ciphertext does not compress: do not try.
ALTER TABLE record_versions ALTER COLUMN body SET STORAGE EXTERNAL;
