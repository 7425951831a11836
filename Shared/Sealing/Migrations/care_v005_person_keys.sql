-- A data key per person, wrapped by a master key that is not in the database. An erased person's row stays as a tombstone without
-- a key, so that nobody makes them a new one.
CREATE TABLE person_keys (
    person_id uuid PRIMARY KEY,
    -- Which master key wraps it: a fingerprint.
    master_key_id text,
    wrapped_key bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    erased_at timestamptz,
    CONSTRAINT person_keys_live_or_erased CHECK (
        (wrapped_key IS NOT NULL AND master_key_id IS NOT NULL AND erased_at IS NULL)
        OR (wrapped_key IS NULL AND master_key_id IS NULL AND erased_at IS NOT NULL))
);

-- What a new master key has still to wrap.
CREATE INDEX person_keys_master_key ON person_keys (master_key_id) WHERE wrapped_key IS NOT NULL;
