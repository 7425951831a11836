-- Names without case and accents, as the service folds them (SearchText): PostgreSQL has no function that does the same everywhere. Whom this release has
-- not folded yet, or the release before has changed beside it, a sweep finds by the index.
ALTER TABLE users ADD COLUMN search_name text;
ALTER TABLE users ADD COLUMN search_version bigint NOT NULL DEFAULT 0;

CREATE INDEX users_to_fold ON users (id) WHERE search_version <> version;
