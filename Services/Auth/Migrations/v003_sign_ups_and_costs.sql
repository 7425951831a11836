-- Sign-ups tried from an address in the hour that began at `since`, by a keyed hash of the address's block.
CREATE TABLE sign_up_counts (
    key_hash bytea PRIMARY KEY,
    tries    integer NOT NULL,
    since    timestamptz NOT NULL
);
CREATE INDEX sign_up_counts_old ON sign_up_counts (since);

-- How many passwords' hashes were made with which parameters of Argon2id, counted now and then: a login with a name that nobody has costs
-- what one with a name that somebody has may cost.
CREATE TABLE password_costs (
    parameters text PRIMARY KEY,
    hashes     bigint NOT NULL
);
