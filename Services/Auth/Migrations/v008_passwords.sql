-- What a mailed link proves, by the hash of its secret: used once.
CREATE TABLE account_links (
    token_hash bytea PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose    text NOT NULL CHECK (purpose IN ('password', 'email')),
    -- The address that it proves, where that is its purpose.
    email      text CHECK ((email IS NOT NULL) = (purpose = 'email')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX account_links_of_user ON account_links (user_id);
CREATE INDEX account_links_expired ON account_links (expires_at);

-- An operator set the password: nobody logs in with it before they have set their own.
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- Whose address it is, when somebody has forgotten their name too.
CREATE INDEX users_email ON users (lower(email)) WHERE email IS NOT NULL;
