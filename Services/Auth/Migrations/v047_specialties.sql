-- What a provider practises beside `specialty`, which stays the main one. The release before knows that one alone: where it changes it, the others stay, and one
-- of them that has become the main one is read once.
ALTER TABLE users
    ADD COLUMN other_specialties text[] NOT NULL DEFAULT '{}',
    -- The version of the last event that names them all. One that the release before publishes meanwhile names the main one, and listeners take it for all: a sweep
    -- finds of whom that is so, and tells anew.
    ADD COLUMN specialties_version bigint NOT NULL DEFAULT 0;

CREATE INDEX users_with_untold_specialties ON users (id) WHERE other_specialties <> '{}' AND specialties_version <> version;
