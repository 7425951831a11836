-- Pictures made smaller, sealed under their file's own key, when somebody first asked for them. They go with their file.
CREATE TABLE attachment_renditions (
    attachment_id   uuid NOT NULL REFERENCES attachments ON DELETE CASCADE,
    pixels          integer NOT NULL,
    data            bytea NOT NULL,
    PRIMARY KEY (attachment_id, pixels)
);

-- Ciphertext does not compress.
ALTER TABLE attachment_renditions ALTER COLUMN data SET STORAGE EXTERNAL;
