-- The parts of a name, as its person writes them: what is shown is full_name, and neither is made of the other. The release before writes none of it.
ALTER TABLE users
    ADD COLUMN given_name text,
    ADD COLUMN middle_name text,
    ADD COLUMN family_name text,
    ADD COLUMN nickname text;
