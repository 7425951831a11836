-- What an account shows of itself beside the name. The release before writes none of it.
ALTER TABLE users
    ADD COLUMN title text,
    ADD COLUMN practice text CHECK (practice IS NULL OR role = 'provider'),
    -- BCP 47 tags, best first.
    ADD COLUMN languages text[] NOT NULL DEFAULT '{}';
