-- The last event of care.observations.v1 about each observation, also of one that is no heart rate (any more): an older event that
-- comes late (a dead letter sent again) brings nothing back.
CREATE TABLE observation_versions (
    observation_id  uuid PRIMARY KEY,
    person_id       uuid NOT NULL REFERENCES monitors,
    version         bigint NOT NULL
);

CREATE INDEX observation_versions_of_person ON observation_versions (person_id);
