-- Who read and wrote what of a person, and who was refused: a chain for each person. A row's hash is over the one before it and over its own bytes, which
-- are sealed under the person's key; whoever changes, takes out or puts in a row makes another of every hash behind it. Rows are only ever added, and
-- taken away from the chain's beginning when they are old, which its head says. No index but the one that keeps places apart; and one of a few pages,
-- by which what is old is found.
CREATE TABLE access_log (
    owner_id uuid NOT NULL,
    sequence bigint NOT NULL CHECK (sequence >= 1),
    access_id uuid NOT NULL,
    at timestamptz NOT NULL,
    hash bytea NOT NULL,
    -- Sealed JSON: one or more uses of the record at about the same time.
    body bytea NOT NULL,
    CONSTRAINT access_log_one_a_place PRIMARY KEY (owner_id, sequence)
);

ALTER TABLE access_log ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX access_log_age ON access_log USING brin (at);

-- Where each person's chain begins and ends. Of who was erased it stays, without any row: how many there were, and the last hash.
CREATE TABLE access_heads (
    owner_id uuid PRIMARY KEY,
    sequence bigint NOT NULL,
    hash bytea NOT NULL,
    -- The last row that was taken away, being old.
    start_sequence bigint NOT NULL DEFAULT 0,
    start_hash bytea,
    -- How often the person's consents were changed. Who was let in by one is asked for it again in the commit that notes what they saw.
    consents bigint NOT NULL DEFAULT 0,
    is_erased boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);
