-- When somebody proved that they read what is mailed to `email`; NULL: nobody has.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
-- Counts the changes of what an account shows of itself, for If-None-Match; `version` counts the events, which hold no address.
ALTER TABLE users ADD COLUMN revision bigint NOT NULL DEFAULT 1;
