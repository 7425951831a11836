-- Hours that do not run out: as OpenStreetMap writes them, in our own spelling; and the first and the last date that they hold on, where there is one. The
-- hours of a single date come before them. The release before writes none of these columns.
ALTER TABLE ers ADD COLUMN weekly_hours text;
ALTER TABLE ers ADD COLUMN weekly_hours_from text;
ALTER TABLE ers ADD COLUMN weekly_hours_to text;

-- For the search of the nearest open one, as schedules_near is for single dates: when in the week it may be open, in minutes since Monday's beginning in
-- UTC, and a copy of where.
CREATE TABLE weekly_reach (
    er_id   uuid NOT NULL REFERENCES ers,
    minutes int4range NOT NULL,
    surface cube NOT NULL,
    PRIMARY KEY (er_id, minutes)
);

CREATE INDEX weekly_reach_near ON weekly_reach USING gist (minutes, surface);
