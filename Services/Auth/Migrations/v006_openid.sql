-- What a client is registered with beside: whether it may go without PKCE (a confidential one), and what its id tokens are signed with.
ALTER TABLE oauth_clients
    ADD COLUMN requires_pkce boolean NOT NULL DEFAULT true CHECK (requires_pkce OR kind = 'confidential'),
    ADD COLUMN id_token_alg text NOT NULL DEFAULT 'ES256' CHECK (id_token_alg IN ('ES256', 'RS256')),
    -- Where people may be sent who have logged out for it.
    ADD COLUMN post_logout_redirect_uris text[] NOT NULL DEFAULT '{}',
    -- It may ask what any access token is worth, not only its own.
    ADD COLUMN is_resource_server boolean NOT NULL DEFAULT false CHECK (NOT is_resource_server OR kind = 'confidential');

-- Keys that sign id tokens with RS256, for apps that know nothing else. Apart from signing_keys, which the release before reads as P-256 keys,
-- all of them; sealed and rotated as those.
CREATE TABLE rsa_signing_keys (
    kid           text PRIMARY KEY,
    -- RSAPublicKey of PKCS #1, DER.
    public_key    bytea NOT NULL,
    sealed_key    bytea NOT NULL,
    master_key_id text NOT NULL,
    signs_from    timestamptz NOT NULL,
    created_at    timestamptz NOT NULL
);

-- The public halves of keys of both kinds that were retired in their turn: what they signed is no token any more, and still tells whom an app means
-- (id_token_hint). Of a key that was withdrawn nothing is left.
CREATE TABLE retired_signing_keys (
    kid        text PRIMARY KEY,
    alg        text NOT NULL,
    public_key bytea NOT NULL,
    retired_at timestamptz NOT NULL
);
CREATE INDEX retired_signing_keys_old ON retired_signing_keys (retired_at);

-- What was asked for claim by claim, beside what scopes give.
ALTER TABLE authorization_codes
    ALTER COLUMN code_challenge DROP NOT NULL,
    ADD COLUMN id_token_claims text[] NOT NULL DEFAULT '{}',
    ADD COLUMN userinfo_claims text[] NOT NULL DEFAULT '{}',
    -- The browser's login that it was given by: browser_sessions.token_hash, as long as that is there.
    ADD COLUMN browser_hash bytea;
ALTER TABLE sessions
    ADD COLUMN userinfo_claims text[] NOT NULL DEFAULT '{}',
    ADD COLUMN browser_hash bytea;

-- Authorization requests that apps have pushed (RFC 9126), until a code is given for them or they expire. The address by which a browser names one is
-- not here: only its SHA-256.
CREATE TABLE pushed_requests (
    handle_hash bytea PRIMARY KEY,
    client_id   text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    -- As a query.
    request     text NOT NULL,
    pushed_at   timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX pushed_requests_expired ON pushed_requests (expires_at);
