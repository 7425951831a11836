-- expand: some of an organisation's members, under a name. The release before knows nothing of them: who leaves the organisation leaves its teams by the
-- reference, and of one that it closes the teams' rows stay, and are shown to nobody.
CREATE TABLE organisation_teams (
    id              uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations,
    name            text NOT NULL,
    -- The name without case and accents, as the service folds it (SearchText).
    folded_name     text NOT NULL,
    -- Counts the changes of its name and of who is in it, for If-Match.
    revision        bigint NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    UNIQUE (organisation_id, folded_name),
    UNIQUE (organisation_id, id)
);

CREATE TABLE organisation_team_members (
    organisation_id uuid NOT NULL,
    team_id         uuid NOT NULL,
    user_id         uuid NOT NULL,
    PRIMARY KEY (team_id, user_id),
    FOREIGN KEY (organisation_id, team_id) REFERENCES organisation_teams (organisation_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organisation_id, user_id) REFERENCES organisation_members ON DELETE CASCADE
);
CREATE INDEX organisation_team_members_of_member ON organisation_team_members (organisation_id, user_id);
