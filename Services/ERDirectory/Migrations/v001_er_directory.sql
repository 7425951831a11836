-- Points on the sphere, and the nearest of them by index (K nearest neighbours of GiST). It is a trusted extension, which the database's owner
-- may make; earthdistance is not, so its formula for the point stands here.
CREATE EXTENSION IF NOT EXISTS cube;

-- Where the feed of changes has got to. A transaction draws its positions by updating this row, after it holds every other lock that it
-- needs, and keeps the row until it commits: so positions become visible in their order, and whoever has read up to one has missed none.
-- A sequence would not do: its numbers become visible in the order of the commits.
CREATE TABLE feed (
    id    boolean PRIMARY KEY DEFAULT true CHECK (id),
    last  bigint NOT NULL,
    -- Every position is beyond this one. It rises when an older copy of this database was restored (`er-directory-service restored`): positions
    -- up to it may have been given out for changes that the copy has not.
    floor bigint NOT NULL DEFAULT 0
);
INSERT INTO feed (last) VALUES (0);

CREATE TABLE ers (
    id               uuid PRIMARY KEY,
    -- Counts the changes of the details; 1 is the entry.
    version          bigint NOT NULL,
    -- Counts the changes of the hours.
    schedule_version bigint NOT NULL DEFAULT 0,
    -- Of the last change of the details, in the feed.
    position         bigint NOT NULL,
    name             text NOT NULL,
    facility_type    text,
    phone            text CHECK (phone ~ '^\+[1-9][0-9]{7,14}$'),
    website          text,
    street           text,
    city             text,
    region           text,
    postal_code      text,
    country          text,
    county_code      text,
    latitude         double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude        double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    time_zone        text NOT NULL,
    time_zone_basis  text NOT NULL,
    -- Which row of which source it was imported from, and what that said: NULL for one entered by hand.
    source           text,
    source_id        text,
    imported         jsonb,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    -- A removed one stays as a row, for who has to hear that it is gone and so that an import does not bring it back.
    removed_at       timestamptz,
    -- Kilometres from the Earth's centre.
    surface          cube NOT NULL GENERATED ALWAYS AS (cube(ARRAY[
                         6371.0088 * cos(radians(latitude)) * cos(radians(longitude)),
                         6371.0088 * cos(radians(latitude)) * sin(radians(longitude)),
                         6371.0088 * sin(radians(latitude))])) STORED,
    CHECK ((source IS NULL) = (source_id IS NULL) AND (source IS NULL) = (imported IS NULL)),
    CONSTRAINT ers_one_per_source_row UNIQUE (source, source_id)
);

CREATE INDEX ers_near ON ers USING gist (surface) WHERE removed_at IS NULL;
CREATE INDEX ers_on_map ON ers USING gist (point(longitude, latitude)) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX ers_changes ON ers (position);

-- The hours of one emergency room on one date: one row, whoever writes it.
CREATE TABLE schedules (
    er_id      uuid NOT NULL REFERENCES ers,
    -- Since 1970-01-01, on the emergency room's own calendar.
    day        integer NOT NULL,
    -- Counts the changes of this date's hours.
    version    bigint NOT NULL,
    position   bigint NOT NULL,
    -- Pairs of start and end in minutes since the midnight that begins the date; empty: closed; NULL: not known any more.
    hours      bigint[] CHECK (cardinality(hours) % 2 = 0),
    updated_at timestamptz NOT NULL,
    -- Copies for the search of the nearest open one: where, and from when until when on UTC's clock at most.
    surface    cube NOT NULL,
    opens_at   timestamptz,
    closes_at  timestamptz,
    PRIMARY KEY (er_id, day)
);

-- The time first: at night, when nearly everything is closed, the walk passes over what is, without looking at the places.
CREATE INDEX schedules_near ON schedules USING gist (tstzrange(opens_at, closes_at), surface) WHERE opens_at IS NOT NULL;
CREATE UNIQUE INDEX schedules_changes ON schedules (position);

-- Who changed what, and when. Written in the commit of the change; never changed.
CREATE TABLE audit_log (
    id       uuid PRIMARY KEY,
    at       timestamptz NOT NULL,
    er_id    uuid NOT NULL,
    action   text NOT NULL CHECK (action IN ('created', 'imported', 'updated', 'removed', 'scheduled')),
    -- The person, or NULL for a machine, and the program that they used.
    user_id  uuid,
    client   text NOT NULL,
    role     text NOT NULL,
    version  bigint NOT NULL,
    before   jsonb,
    after    jsonb
);

-- Ids are version 7 UUIDs: they rise with the time.
CREATE INDEX audit_log_of_er ON audit_log (er_id, id);
