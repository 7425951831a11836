-- What a person shows as their picture, without what it would tell beside. The row goes with the person's.
CREATE TABLE avatars (
    user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
    bytes        bytea NOT NULL CHECK (octet_length(bytes) <= 1048576),
    -- Of the account when it came: no two pictures of a person ever have the same.
    revision     bigint NOT NULL
);
-- Pictures are packed already.
ALTER TABLE avatars ALTER COLUMN bytes SET STORAGE EXTERNAL;
