-- Which change of a client it is, for If-Match; and the secret before, as long as it is taken beside the one that took its place.
ALTER TABLE oauth_clients
    ADD COLUMN revision bigint NOT NULL DEFAULT 1,
    ADD COLUMN former_secret_hash bytea,
    ADD COLUMN former_secret_until timestamptz CHECK ((former_secret_until IS NULL) = (former_secret_hash IS NULL));

-- Sessions that end when their client is disabled.
CREATE INDEX sessions_of_client ON sessions (client_id) WHERE revoked_at IS NULL;
