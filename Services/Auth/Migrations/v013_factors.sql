-- What proves a person beside their password. `kind` leaves room for others than codes from an app.
CREATE TABLE factors (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    kind          text NOT NULL,
    -- AES-256-GCM under the master key, with the factor's id as associated data.
    sealed_secret bytea NOT NULL,
    master_key_id text NOT NULL,
    -- Of the last code that was taken: none is taken twice, nor one from before it.
    last_step     bigint,
    created_at    timestamptz NOT NULL,
    -- NULL: begun, and not proven to work yet. It counts for nothing, and is over after some minutes.
    confirmed_at  timestamptz
);
CREATE UNIQUE INDEX factors_one_totp ON factors (user_id) WHERE kind = 'totp';
CREATE INDEX factors_of_user ON factors (user_id);
CREATE INDEX factors_begun ON factors (created_at) WHERE confirmed_at IS NULL;

-- For who has lost their factor, by their hashes. A row goes when its code is used.
CREATE TABLE recovery_codes (
    user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash bytea NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- Whether there is a factor that counts: a login reads it with the person, and asks no more of who has none.
ALTER TABLE users ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;

-- How the person has proved who they are (RFC 8176).
ALTER TABLE sessions ADD COLUMN amr text[] NOT NULL DEFAULT '{pwd}';
ALTER TABLE browser_sessions ADD COLUMN amr text[] NOT NULL DEFAULT '{pwd}';
ALTER TABLE authorization_codes ADD COLUMN amr text[] NOT NULL DEFAULT '{pwd}';
