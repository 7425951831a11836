-- What was taken out of a version's body, sealed: where it stood, how long it is, its SHA-256. NULL: the body is whole.
ALTER TABLE record_versions ADD COLUMN contents bytea;
-- So many bytes longer is the body when they are put back.
ALTER TABLE record_versions ADD COLUMN lifted bigint NOT NULL DEFAULT 0;
