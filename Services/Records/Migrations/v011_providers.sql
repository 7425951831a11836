-- Who may be let in: what Records keeps of care.users.v1 and care.organisations.v1. Names are those that their providers show to everybody.
CREATE TABLE providers (
    provider_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    name text,
    is_verified boolean NOT NULL DEFAULT false,
    -- Nothing comes back of who was erased, in whatever order events arrive.
    erased_at timestamptz
);

CREATE TABLE organisations (
    organisation_id uuid PRIMARY KEY,
    -- Of what it says of itself.
    version bigint NOT NULL DEFAULT 0,
    -- None of one that is closed.
    name text,
    is_closed boolean NOT NULL DEFAULT false,
    -- Of the last snapshot: whatever was said of a member before, it says.
    members_version bigint NOT NULL DEFAULT 0
);

CREATE TABLE organisation_members (
    organisation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- The organisation's, of the last event about this member.
    version bigint NOT NULL,
    -- Sees patients there. False too of who has left.
    is_practitioner boolean NOT NULL,
    PRIMARY KEY (organisation_id, user_id)
);

CREATE INDEX organisation_members_of_user ON organisation_members (user_id);
