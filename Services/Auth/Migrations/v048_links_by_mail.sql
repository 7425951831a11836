-- Where a link to set a password was mailed is kept with it: one that was shown on a page has no address.
-- contract: the release before writes links to set a password without one, and asks for it of no such link.
ALTER TABLE account_links
    DROP CONSTRAINT account_links_check,
    ADD CONSTRAINT account_links_check CHECK (email IS NOT NULL OR purpose <> 'email');
