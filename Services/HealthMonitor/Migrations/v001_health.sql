-- For equality of ids inside GiST, which the exclusion constraint needs.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- What is health data is sealed under the person's data key (person_keys): heart rates, boundaries, answers, what the rule
-- found. In the clear are only ids, versions and the instants that the database itself has to look up, sort or constrain by.

-- One row a person: whatever writes about a person locks it first, so heart rates that come at once are judged one after another.
CREATE TABLE monitors (
    person_id           uuid PRIMARY KEY,
    -- Of care.users.v1; 0: met in a token or an observation before their event came.
    person_version      bigint NOT NULL DEFAULT 0,
    -- That of the account; the person's own choice is among the settings.
    time_zone           text,
    -- Only the id is left, so that nothing that comes late brings the person back.
    erased_at           timestamptz,
    -- 0 until the person changes the settings, or an answer does.
    settings_version    bigint NOT NULL DEFAULT 0,
    -- Counts the events of care.heart-rates.v1 about this person.
    heart_rates_version bigint NOT NULL DEFAULT 0,
    -- MonitorSettings and MonitorState as JSON; NULL stands for the defaults.
    sealed_settings     bytea,
    sealed_state        bytea,
    CHECK (erased_at IS NULL OR (sealed_settings IS NULL AND sealed_state IS NULL AND time_zone IS NULL))
) WITH (fillfactor = 70);

CREATE TABLE heart_rates (
    person_id           uuid NOT NULL REFERENCES monitors,
    measured_at         timestamptz NOT NULL,
    -- The FHIR Observation that it came with, and the version of its last event.
    observation_id      uuid UNIQUE,
    observation_version bigint,
    -- beats per minute
    sealed              bytea NOT NULL,
    PRIMARY KEY (person_id, measured_at),
    CHECK ((observation_id IS NULL) = (observation_version IS NULL))
);

CREATE TABLE alerts (
    id          uuid PRIMARY KEY,
    person_id   uuid NOT NULL REFERENCES monitors,
    version     bigint NOT NULL,
    raised_at   timestamptz NOT NULL,
    -- A minute after raised_at, the shortest interval that the settings allow.
    quiet_until timestamptz NOT NULL,
    answered_at timestamptz,
    -- AlertContents as JSON.
    sealed      bytea NOT NULL,
    CHECK (quiet_until > raised_at),
    -- The rule keeps the patient's own interval, under the monitor's lock; this holds whatever a program does.
    CONSTRAINT alerts_apart EXCLUDE USING gist (person_id WITH =, tstzrange(raised_at, quiet_until) WITH &&)
);

CREATE INDEX alerts_of_person ON alerts (person_id, raised_at DESC, id DESC);

CREATE TABLE evaluations (
    person_id    uuid NOT NULL REFERENCES monitors,
    evaluated_at timestamptz NOT NULL,
    id           uuid NOT NULL,
    -- The alert that it raised.
    alert_id     uuid REFERENCES alerts,
    -- EvaluationContents as JSON.
    sealed       bytea NOT NULL,
    PRIMARY KEY (person_id, evaluated_at, id)
);

CREATE TABLE reminders (
    id        uuid PRIMARY KEY,
    alert_id  uuid NOT NULL UNIQUE REFERENCES alerts,
    person_id uuid NOT NULL REFERENCES monitors,
    version   bigint NOT NULL,
    due_at    timestamptz NOT NULL,
    fired_at  timestamptz
);

CREATE INDEX reminders_of_person ON reminders (person_id);
