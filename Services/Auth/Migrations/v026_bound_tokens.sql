-- Access tokens that are bound to a key of the client's (RFC 9449), and clients of FAPI 2.0's Security Profile.
ALTER TABLE oauth_clients
    ADD COLUMN dpop_bound_access_tokens boolean NOT NULL DEFAULT false,
    ADD COLUMN fapi2 boolean NOT NULL DEFAULT false;
-- The SHA-256 thumbprint of the key that is shown with the code, and with each refresh of a public client's session.
ALTER TABLE authorization_codes ADD COLUMN dpop_jkt text;
ALTER TABLE sessions ADD COLUMN dpop_jkt text;
