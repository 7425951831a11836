-- People. Erasing one deletes the row, and with it everything below that is theirs.
CREATE TABLE users (
    id            uuid PRIMARY KEY,
    username      text NOT NULL CHECK (username = lower(username) AND length(username) BETWEEN 3 AND 64),
    role          text NOT NULL CHECK (role IN ('patient', 'provider', 'scheduler', 'admin')),
    password_hash text NOT NULL,
    specialty     text CHECK (specialty IS NULL OR role = 'provider'),
    full_name     text,
    avatar_url    text,
    email         text,
    time_zone     text,
    -- Counts the events of care.users.v1 about this person.
    version       bigint NOT NULL,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL
);
CREATE UNIQUE INDEX users_username ON users (lower(username));

-- Programs that may ask for tokens.
CREATE TABLE oauth_clients (
    id            text PRIMARY KEY,
    name          text NOT NULL,
    kind          text NOT NULL CHECK (kind IN ('public', 'confidential')),
    secret_hash   bytea CHECK ((secret_hash IS NOT NULL) = (kind = 'confidential')),
    redirect_uris text[] NOT NULL,
    scopes        text[] NOT NULL,
    grants        text[] NOT NULL,
    first_party   boolean NOT NULL,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    disabled_at   timestamptz
);

-- Careline's own apps: they log in through /auth/login and refresh at /oauth/token.
INSERT INTO oauth_clients (id, name, kind, redirect_uris, scopes, grants, first_party, created_at, updated_at)
VALUES ('careline', 'Careline', 'public', '{}',
        '{openid,profile,email,offline_access,account:read,account:write,appointments:read,appointments:write,availability:write}',
        '{refresh_token}', true, now(), now());

-- One login of one person in one app (`sid` of its tokens), with its family of refresh tokens when it has one. The tokens
-- themselves are not here: only the SHA-256 of the newest and of the one before.
CREATE TABLE sessions (
    id                    uuid PRIMARY KEY,
    user_id               uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    client_id             text NOT NULL REFERENCES oauth_clients,
    scopes                text[] NOT NULL,
    auth_time             timestamptz NOT NULL,
    created_at            timestamptz NOT NULL,
    last_used_at          timestamptz NOT NULL,
    -- Nothing of the session lives longer, however often it is refreshed.
    expires_at            timestamptz NOT NULL,
    revoked_at            timestamptz,
    revoked_reason        text,
    -- Counts the events of care.sessions.v1 about this session.
    version               bigint NOT NULL DEFAULT 0,
    refresh_handle        bytea UNIQUE CHECK (octet_length(refresh_handle) = 16),
    refresh_hash          bytea CHECK ((refresh_hash IS NULL) = (refresh_handle IS NULL)),
    refresh_previous_hash bytea,
    refresh_generation    bigint NOT NULL DEFAULT 0,
    refresh_rotated_at    timestamptz CHECK ((refresh_rotated_at IS NULL) = (refresh_handle IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_expired ON sessions (expires_at);

-- A browser in which a person has logged in on our pages.
CREATE TABLE browser_sessions (
    token_hash bytea PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    auth_time  timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX browser_sessions_of_user ON browser_sessions (user_id);
CREATE INDEX browser_sessions_expired ON browser_sessions (expires_at);

CREATE TABLE authorization_codes (
    code_hash      bytea PRIMARY KEY,
    client_id      text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    user_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    redirect_uri   text NOT NULL,
    scopes         text[] NOT NULL,
    nonce          text,
    code_challenge text NOT NULL,
    auth_time      timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    used_at        timestamptz,
    -- What the exchange gave; revoked when the code comes again.
    session_id     uuid
);
CREATE INDEX authorization_codes_of_user ON authorization_codes (user_id);
CREATE INDEX authorization_codes_expired ON authorization_codes (expires_at);

-- What a person has agreed to give to an app.
CREATE TABLE consents (
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    client_id  text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    scopes     text[] NOT NULL,
    granted_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, client_id)
);

-- The private half is sealed with AES-256-GCM under the master key, with the kid as associated data.
CREATE TABLE signing_keys (
    kid         text PRIMARY KEY,
    public_key  bytea NOT NULL,
    sealed_key  bytea NOT NULL,
    signs_from  timestamptz NOT NULL,
    created_at  timestamptz NOT NULL
);

-- Failed logins, by a keyed hash of the name tried or of the address: a name that does not exist counts like one that
-- does, and a password typed into the wrong field is not kept.
CREATE TABLE login_failures (
    key_hash       bytea PRIMARY KEY,
    failures       integer NOT NULL,
    last_failed_at timestamptz NOT NULL,
    blocked_until  timestamptz
);
CREATE INDEX login_failures_old ON login_failures (last_failed_at);

-- Who got in, what was given, what failed. Ids and kinds only; the address is a keyed hash, enough to see that two entries
-- share it and of no use without the key. No foreign keys: it outlives what it names.
CREATE TABLE audit_log (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at           timestamptz NOT NULL,
    kind         text NOT NULL,
    user_id      uuid,
    client_id    text,
    session_id   uuid,
    address_hash bytea,
    request_id   text,
    -- Machines' tokens are added up for some seconds before they are written.
    occurrences  integer NOT NULL DEFAULT 1
);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_of_user ON audit_log (user_id, id) WHERE user_id IS NOT NULL;
