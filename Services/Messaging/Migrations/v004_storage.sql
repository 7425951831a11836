-- How many bytes of files each person has stored: their chunks as they lie here, with 256 for each. Written in the commit of each chunk; given
-- back in the commit that removes the file.
CREATE TABLE attachment_storage (
    owner_id uuid PRIMARY KEY,
    bytes bigint NOT NULL,
    -- What the account was allowed when it last stored something.
    quota bigint NOT NULL,
    -- Whatever races there are.
    CONSTRAINT attachment_storage_quota CHECK (bytes <= quota)
) WITH (fillfactor = 50);

-- What the file has been charged.
ALTER TABLE attachments ADD COLUMN stored bigint NOT NULL DEFAULT 0;

UPDATE attachments SET stored = held.bytes
FROM (SELECT attachment_id, sum(octet_length(data) + 256) AS bytes FROM attachment_chunks GROUP BY attachment_id) AS held
WHERE held.attachment_id = attachments.id;

INSERT INTO attachment_storage (owner_id, bytes, quota) SELECT owner_id, sum(stored), sum(stored) FROM attachments GROUP BY owner_id;
