-- Of a heart rate that its patient sent: how often it was corrected, for If-Match.
ALTER TABLE heart_rates ADD COLUMN version bigint NOT NULL DEFAULT 1;

-- What a patient has withdrawn: the last value at an instant, so that an app that sends all of its history again does not bring it back.
CREATE TABLE withdrawn_heart_rates (
    person_id   uuid NOT NULL REFERENCES monitors,
    measured_at timestamptz NOT NULL,
    -- beats per minute
    sealed      bytea NOT NULL,
    PRIMARY KEY (person_id, measured_at)
);

ALTER TABLE reminders ADD COLUMN cancelled_at timestamptz;
CREATE INDEX reminders_by_time ON reminders (person_id, due_at DESC, id DESC);
-- contract: the index before it serves what the release before asks as well.
DROP INDEX reminders_of_person;
