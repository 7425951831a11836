-- Which observations count no more, since which version and when that was heard: when nothing about them can come any more, what observation_versions has of them goes,
-- which grew for good with whoever fills and empties their record again and again. What was withdrawn before this release, or is by the one before beside it, stays.
CREATE TABLE withdrawn_observations (
    person_id      uuid NOT NULL REFERENCES monitors,
    observation_id uuid NOT NULL,
    version        bigint NOT NULL,
    heard_at       timestamptz NOT NULL,
    PRIMARY KEY (person_id, observation_id)
);

CREATE INDEX withdrawn_observations_by_age ON withdrawn_observations (heard_at);
