-- Confidential clients that prove themselves with a key instead of a secret (RFC 7523): the JWKS itself, or where it is.
-- contract: the clients that the release before writes have a secret or none, and keep to both constraints; only to turn one with keys into one with a
-- secret is refused there, by name.
ALTER TABLE oauth_clients
    ADD COLUMN jwks text,
    ADD COLUMN jwks_uri text,
    DROP CONSTRAINT oauth_clients_check,
    ADD CONSTRAINT oauth_clients_proof CHECK (num_nonnulls(secret_hash, jwks, jwks_uri) = CASE kind WHEN 'confidential' THEN 1 ELSE 0 END);

-- What they have proven themselves with, by the SHA-256 of its jti: each once.
CREATE TABLE client_assertions (
    client_id  text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    jti_hash   bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (client_id, jti_hash)
);
CREATE INDEX client_assertions_expired ON client_assertions (expires_at);
