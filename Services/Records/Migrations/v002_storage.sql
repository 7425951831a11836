-- How many bytes each person has stored: all versions' bodies as they lie here, with 256 for each, and the records' heads. Written in the
-- commit of every write, under the lock of the person's key. A person without a row is counted by their next write.
CREATE TABLE record_storage (
    owner_id uuid PRIMARY KEY,
    bytes bigint NOT NULL,
    -- What the account was allowed when it last wrote.
    quota bigint NOT NULL,
    -- Whatever races there are.
    CONSTRAINT record_storage_quota CHECK (bytes <= quota)
) WITH (fillfactor = 50);
