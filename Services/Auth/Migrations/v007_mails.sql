-- Mails that wait to be sent: a row goes when its mail has gone or is given up. Whom it goes to and what it says is sealed under the master key.
CREATE TABLE mails (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    sealed_mail   bytea NOT NULL,
    master_key_id text NOT NULL,
    created_at    timestamptz NOT NULL,
    attempts      integer NOT NULL DEFAULT 0,
    -- Nobody tries it before: the wait after a failure, or the lease of the replica that has it in its hands.
    next_at       timestamptz NOT NULL,
    -- Then it is given up.
    deadline      timestamptz NOT NULL
);
CREATE INDEX mails_next ON mails (next_at);
CREATE INDEX mails_of_user ON mails (user_id);
