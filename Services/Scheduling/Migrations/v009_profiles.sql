-- What a provider's card shows beside the name; the release before leaves them as they are.
ALTER TABLE people
    ADD COLUMN title text,
    ADD COLUMN practice text,
    ADD COLUMN languages text[] NOT NULL DEFAULT '{}';
