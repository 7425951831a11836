-- Somebody has asked for their account to be erased: it is when this instant has come. Until then nobody logs in to it but to take that back. The release
-- before lets its person in meanwhile, and erases at once whoever asks it to.
ALTER TABLE users ADD COLUMN erase_at timestamptz;
CREATE INDEX users_to_erase ON users (erase_at) WHERE erase_at IS NOT NULL;
-- contract: the release before writes the two purposes of before, and looks for links by their purpose.
ALTER TABLE account_links
    DROP CONSTRAINT account_links_purpose_check,
    ADD CONSTRAINT account_links_purpose_check CHECK (purpose IN ('password', 'email', 'erasure'));
