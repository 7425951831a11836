-- Where a client is told that a session of its has ended (OpenID Connect Back-Channel Logout 1.0).
ALTER TABLE oauth_clients ADD COLUMN backchannel_logout_uri text;

-- Clients that wait to be told, a row for each session: written in the transaction that ends it, gone when the client has heard of it or the deadline has passed.
-- No reference to the person or the session: who is erased is logged out too.
CREATE TABLE logout_notices (
    session_id uuid PRIMARY KEY,
    client_id  text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    user_id    uuid NOT NULL,
    created_at timestamptz NOT NULL,
    attempts   integer NOT NULL DEFAULT 0,
    -- Nobody tries it before: the wait after a failure, or the lease of the replica that has it in its hands.
    next_at    timestamptz NOT NULL,
    deadline   timestamptz NOT NULL
);
CREATE INDEX logout_notices_next ON logout_notices (next_at);
CREATE INDEX logout_notices_of_client ON logout_notices (client_id);
