-- Devices without a keyboard that wait for somebody to allow them in a browser (RFC 8628). Gone when they have got their tokens.
CREATE TABLE device_authorizations (
    -- SHA-256 of the code that the device asks with.
    device_hash      bytea PRIMARY KEY,
    -- What its screen shows: worth nothing to whoever reads it without logging in.
    user_code        text NOT NULL UNIQUE,
    client_id        text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    scopes           text[] NOT NULL,
    expires_at       timestamptz NOT NULL,
    interval_seconds integer NOT NULL,
    polled_at        timestamptz,
    decision         text CHECK (decision IN ('allowed', 'denied')),
    -- Who allowed it, and how they were logged in.
    user_id          uuid REFERENCES users ON DELETE CASCADE,
    auth_time        timestamptz,
    amr              text[],
    CHECK ((user_id IS NOT NULL) = (decision IS NOT NULL AND decision = 'allowed')),
    CHECK (num_nonnulls(user_id, auth_time, amr) IN (0, 3))
);
CREATE INDEX device_authorizations_expired ON device_authorizations (expires_at);
CREATE INDEX device_authorizations_of_user ON device_authorizations (user_id) WHERE user_id IS NOT NULL;
