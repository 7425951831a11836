-- For equality of ids inside GiST, which the exclusion constraints need.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- What care.users.v1 says of people. version 0: seen in a token before their event came. erased_at: only the id is left, so
-- that an event that comes late cannot bring them back.
CREATE TABLE people (
    user_id     uuid PRIMARY KEY,
    version     bigint NOT NULL,
    -- NULL when the person was erased before anything else was heard of them.
    role        text,
    username    text,
    full_name   text,
    avatar_url  text,
    specialty   text,
    time_zone   text,
    erased_at   timestamptz,
    -- What lists of providers sort and search by; bytewise, so that a prefix is a range of the index.
    name_key    text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(lower(coalesce(full_name, username, '')), 100)) STORED,
    specialty_key text COLLATE "C" GENERATED ALWAYS AS (lower(specialty)) STORED
);

CREATE INDEX people_providers ON people (name_key, user_id) WHERE role = 'provider' AND erased_at IS NULL AND version > 0;
CREATE INDEX people_specialties ON people (specialty_key, name_key, user_id) WHERE role = 'provider' AND erased_at IS NULL AND version > 0;

-- A provider's published hours: one row, read and replaced whole under its own lock, which bookings take too.
CREATE TABLE calendars (
    provider_id         uuid PRIMARY KEY REFERENCES people,
    version             bigint NOT NULL DEFAULT 0,
    -- NULL until the provider chooses one: then people.time_zone, then UTC.
    time_zone           text,
    -- weekday (0 Monday … 6 Sunday), start minute, end minute; an end at or before the start is on the next day.
    weekly              bigint[] NOT NULL DEFAULT '{}',
    -- day (since 1970-01-01), start minute, end minute; -1, -1 for a closed date.
    overrides           bigint[] NOT NULL DEFAULT '{}',
    -- start, end in seconds since 1970.
    open_intervals      bigint[] NOT NULL DEFAULT '{}',
    busy_intervals      bigint[] NOT NULL DEFAULT '{}',
    slot_minutes        integer NOT NULL,
    buffer_before       integer NOT NULL,
    buffer_after        integer NOT NULL,
    minimum_notice      integer NOT NULL,
    cancel_notice       integer NOT NULL,
    reschedule_notice   integer NOT NULL,
    booking_window_days integer NOT NULL,
    daily_limit         integer,
    CHECK (cardinality(weekly) % 3 = 0 AND cardinality(overrides) % 3 = 0),
    CHECK (cardinality(open_intervals) % 2 = 0 AND cardinality(busy_intervals) % 2 = 0)
);

-- Bookings, and holds once there are any. title, description and cancel_reason are free text about health: never logged, never
-- in an event, emptied when the person who wrote them is erased.
CREATE TABLE appointments (
    id              uuid PRIMARY KEY,
    version         bigint NOT NULL,
    status          text NOT NULL CHECK (status IN ('held', 'booked', 'cancelled', 'completed', 'no-show')),
    provider_id     uuid NOT NULL REFERENCES people,
    patient_id      uuid NOT NULL REFERENCES people,
    starts_at       timestamptz NOT NULL,
    ends_at         timestamptz NOT NULL,
    -- The provider's time with the buffers of when it was booked.
    blocked_from    timestamptz NOT NULL,
    blocked_until   timestamptz NOT NULL,
    title           text NOT NULL CHECK (length(title) <= 200),
    description     text CHECK (length(description) <= 2000),
    cancelled_by    uuid,
    cancelled_at    timestamptz,
    cancel_reason   text CHECK (length(cancel_reason) <= 500),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    CHECK (blocked_from <= starts_at AND starts_at < ends_at AND ends_at <= blocked_until),
    -- Index look-ups of overlaps reach this far from a start.
    CONSTRAINT appointments_longest CHECK (blocked_until - blocked_from <= interval '24 hours'),
    -- No double booking, whatever the callers do: of the provider's time with its buffers, and of the patient's.
    CONSTRAINT appointments_provider_free EXCLUDE USING gist
        (provider_id WITH =, tstzrange(blocked_from, blocked_until, '[)') WITH &&) WHERE (status IN ('held', 'booked')),
    CONSTRAINT appointments_patient_free EXCLUDE USING gist
        (patient_id WITH =, tstzrange(starts_at, ends_at, '[)') WITH &&) WHERE (status IN ('held', 'booked'))
);

CREATE INDEX appointments_of_provider ON appointments (provider_id, starts_at, id);
CREATE INDEX appointments_of_patient ON appointments (patient_id, starts_at, id);
CREATE INDEX appointments_to_complete ON appointments (ends_at) WHERE status = 'booked';
