-- WebAuthn credentials of people: each proves who holds it, so it is both factors.
CREATE TABLE passkeys (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    -- A credential is one person's.
    credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    -- A COSE_Key, which is public.
    public_key    bytea NOT NULL,
    -- Of the last signature that was taken: a copy of the key would fall behind.
    sign_count    bigint NOT NULL,
    -- Whether it can be copied to other devices of its person, and was.
    is_backup_eligible boolean NOT NULL,
    is_backed_up  boolean NOT NULL,
    -- Words by which browsers know where to look for it.
    transports    text[] NOT NULL,
    name          text NOT NULL,
    created_at    timestamptz NOT NULL,
    last_used_at  timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- What an authenticator is to sign, once: whoever deletes the row may go on. By its hash, with its end.
CREATE TABLE passkey_challenges (
    challenge_hash bytea PRIMARY KEY,
    ceremony       text NOT NULL,
    -- Whose passkey it is to be; NULL at a login that begins with the passkey.
    user_id        uuid REFERENCES users ON DELETE CASCADE,
    -- The session or the browser that asked for it.
    holder_hash    bytea NOT NULL,
    expires_at     timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_of_user ON passkey_challenges (user_id);
