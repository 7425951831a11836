-- Who may register clients by themselves (RFC 7591): whoever has the token, so many, until then. Only its SHA-256 is here.
CREATE TABLE client_invitations (
    token_hash   bytea PRIMARY KEY,
    -- What those clients may ask for at most.
    scopes       text[] NOT NULL,
    clients_left integer NOT NULL CHECK (clients_left >= 0),
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX client_invitations_expired ON client_invitations (expires_at);

-- SHA-256 of what a client that registered itself reads and changes its registration with (RFC 7592).
ALTER TABLE oauth_clients ADD COLUMN registration_hash bytea;
