-- On which clocks a visit's time is shown: those of the provider's hours when it was booked, or moved for the last time. NULL of one that
-- the release before wrote, until a sweep takes the zone that the provider's hours have then; so long it is read from there.
ALTER TABLE appointments ADD COLUMN time_zone text;

CREATE INDEX appointments_without_zone ON appointments (id) WHERE time_zone IS NULL;
