-- Who may act for whom: a parent for a child, or the other way round. Invited by the ward, or by an operator for who has no say; in force from when the guardian
-- accepts until either ends it, or until `ends_at`.
CREATE TABLE guardianships (
    id            uuid PRIMARY KEY,
    ward_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    -- NULL: invited by an address, and not accepted yet.
    guardian_id   uuid REFERENCES users ON DELETE CASCADE CHECK (guardian_id <> ward_id),
    -- In lower case; whoever has proved it as theirs may accept. It goes when somebody has.
    invited_email text CHECK (invited_email = lower(invited_email)),
    invited_at    timestamptz NOT NULL,
    accepted_at   timestamptz,
    ends_at       timestamptz,
    ended_at      timestamptz,
    CHECK (num_nonnulls(guardian_id, invited_email) = 1),
    CHECK (accepted_at IS NULL OR guardian_id IS NOT NULL)
);
-- Of two who are invited or accept at once, one stands.
CREATE UNIQUE INDEX guardianships_one ON guardianships (ward_id, guardian_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX guardianships_one_invited ON guardianships (ward_id, invited_email) WHERE ended_at IS NULL;
CREATE INDEX guardianships_of_ward ON guardianships (ward_id);
CREATE INDEX guardianships_of_guardian ON guardianships (guardian_id) WHERE guardian_id IS NOT NULL;
CREATE INDEX guardianships_of_address ON guardianships (invited_email) WHERE invited_email IS NOT NULL;
CREATE INDEX guardianships_ended ON guardianships (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX guardianships_ends ON guardianships (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX guardianships_invited ON guardianships (invited_at) WHERE accepted_at IS NULL;

-- A session of the ward's in which their guardian acts: it was begun from a session of the guardian's, and ends with that one and with the guardianship.
ALTER TABLE sessions
    ADD COLUMN parent_id uuid REFERENCES sessions ON DELETE CASCADE,
    ADD COLUMN guardianship_id uuid REFERENCES guardianships ON DELETE CASCADE;
-- contract: the release before writes neither of the two.
ALTER TABLE sessions ADD CONSTRAINT sessions_acting CHECK ((parent_id IS NULL) = (guardianship_id IS NULL));
CREATE INDEX sessions_of_parent ON sessions (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX sessions_of_guardianship ON sessions (guardianship_id) WHERE guardianship_id IS NOT NULL;

-- Careline's own apps may act for wards. The release before reads over a grant that it does not know.
UPDATE oauth_clients SET grants = array_append(grants, 'urn:ietf:params:oauth:grant-type:token-exchange'), updated_at = now() WHERE id = 'careline';
