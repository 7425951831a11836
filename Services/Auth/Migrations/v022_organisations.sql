-- Clinics, and other houses that people work in together.
CREATE TABLE organisations (
    id         uuid PRIMARY KEY,
    name       text NOT NULL,
    -- Each as on a letter, line by line.
    addresses  text[] NOT NULL,
    time_zone  text NOT NULL,
    -- Counts the events of care.organisations.v1 about it.
    version    bigint NOT NULL,
    -- Counts the changes of what it says of itself, for If-Match.
    revision   bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- For good: it has no members any more.
    closed_at  timestamptz
);
CREATE INDEX organisations_by_name ON organisations (name, id) WHERE closed_at IS NULL;

CREATE TABLE organisation_members (
    organisation_id uuid NOT NULL REFERENCES organisations,
    user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    roles           text[] NOT NULL CHECK (roles <> '{}' AND roles <@ '{owner,administrator,practitioner,receptionist,reviewer}'),
    joined_at       timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, user_id)
);
CREATE INDEX organisation_members_of_user ON organisation_members (user_id);

-- Whom an organisation has asked to join: a person by their id, or whoever has proven that they read the mails of an address. A row goes when it is accepted,
-- and at its end; one that was taken back stays until then, for the count of those of a day.
CREATE TABLE organisation_invitations (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations,
    user_id         uuid REFERENCES users ON DELETE CASCADE,
    -- In lower case.
    email           text CHECK ((email IS NULL) <> (user_id IS NULL)),
    roles           text[] NOT NULL CHECK (roles <> '{}' AND roles <@ '{owner,administrator,practitioner,receptionist,reviewer}'),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    withdrawn_at    timestamptz
);
-- Of those who invite one at once, one does.
CREATE UNIQUE INDEX organisation_invitations_one_user ON organisation_invitations (organisation_id, user_id) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX organisation_invitations_one_email ON organisation_invitations (organisation_id, email) WHERE withdrawn_at IS NULL;
CREATE INDEX organisation_invitations_of_organisation ON organisation_invitations (organisation_id, created_at, id);
CREATE INDEX organisation_invitations_of_user ON organisation_invitations (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX organisation_invitations_to ON organisation_invitations (email) WHERE email IS NOT NULL;
CREATE INDEX organisation_invitations_expired ON organisation_invitations (expires_at);
