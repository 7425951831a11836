-- What an organisation shows as its picture, without what it would tell beside. The release before knows nothing of it: of one that it closes the row
-- stays, and is shown to nobody.
CREATE TABLE organisation_logos (
    organisation_id uuid PRIMARY KEY REFERENCES organisations,
    content_type    text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
    bytes           bytea NOT NULL CHECK (octet_length(bytes) <= 1048576)
);
-- Pictures are packed already.
ALTER TABLE organisation_logos ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The organisation's revision when its logo came: no two logos of it ever have the same. NULL: it has none.
ALTER TABLE organisations ADD COLUMN logo_revision bigint;
