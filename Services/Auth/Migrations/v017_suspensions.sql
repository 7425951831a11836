-- An operator keeps somebody from logging in, until they let them in again.
ALTER TABLE users
    ADD COLUMN suspended_at timestamptz,
    -- One of a few words: what an operator writes about somebody would be about their health before long.
    ADD COLUMN suspended_for text CHECK ((suspended_for IS NULL) = (suspended_at IS NULL));
-- Whom operators look for, page by page.
CREATE INDEX users_by_name ON users (username, id);
