-- Whose word a trusted client's users come on (RFC 8693): who signs tokens of theirs, with which keys, and what role their accounts here have.
ALTER TABLE oauth_clients
    ADD COLUMN user_issuer text,
    ADD COLUMN user_jwks text,
    ADD COLUMN user_jwks_uri text,
    ADD COLUMN user_role text CHECK (user_role IN ('patient', 'provider'));
-- contract: the release before writes none of the four.
ALTER TABLE oauth_clients
    ADD CONSTRAINT oauth_clients_users CHECK (
        num_nonnulls(user_issuer, user_role) IN (0, 2)
        AND num_nonnulls(user_jwks, user_jwks_uri) = CASE WHEN user_issuer IS NULL THEN 0 ELSE 1 END
        AND (user_issuer IS NULL OR kind = 'confidential'));

-- The account that a client's user has here, by the SHA-256 of how their issuer names them. Of two first uses at once one makes the account: the reference
-- is looked at at the commit, so that this row can come before it.
CREATE TABLE adopted_accounts (
    client_id    text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
    user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    adopted_at   timestamptz NOT NULL,
    PRIMARY KEY (client_id, subject_hash)
);
CREATE INDEX adopted_accounts_of_user ON adopted_accounts (user_id);
