-- What care.organisations.v1 says of who works where: who is at the front desk, and for whom. version: of the latest event that came;
-- settled_version: up to which all is known of the members at once, by a snapshot or since it was closed.
CREATE TABLE organisations (
    organisation_id uuid PRIMARY KEY,
    version         bigint NOT NULL DEFAULT 0,
    settled_version bigint NOT NULL DEFAULT 0
);

-- version: of the event that said so. No roles: they have left, and an event that comes late does not bring them back.
CREATE TABLE organisation_members (
    organisation_id uuid NOT NULL REFERENCES organisations,
    user_id         uuid NOT NULL REFERENCES people,
    version         bigint NOT NULL,
    roles           text[] NOT NULL,
    PRIMARY KEY (organisation_id, user_id)
);

CREATE INDEX organisation_members_of_person ON organisation_members (user_id);

-- Whose reason of a cancellation goes with neither of the two of the appointment.
CREATE INDEX appointments_cancelled_by_others ON appointments (cancelled_by) WHERE cancelled_by <> patient_id AND cancelled_by <> provider_id;
