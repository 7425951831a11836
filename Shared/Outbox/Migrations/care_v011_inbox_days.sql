-- The events that a consumer has taken in, in a table for each day. An event's id is a UUID of version 7 and begins with its time, so a range of ids is a day; the same id is always in the same
-- range, and the key holds over all of them. A day that is over for long enough goes with its table. `InboxDays` makes the tables and drops them, by the service's clock.
CREATE TABLE inbox_days (
    -- Of a length that no table of a day needs a second one for.
    consumer varchar(120) NOT NULL,
    event_id uuid NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
) PARTITION BY RANGE (event_id);

-- Ids of no day that has a table: of another version, of a clock that was wrong, of events from long ago. They are remembered as all others, and deleted row by row.
CREATE TABLE inbox_day_other PARTITION OF inbox_days DEFAULT;
CREATE INDEX inbox_day_other_received_at ON inbox_day_other (received_at);

-- The release before writes to `inbox`, and deletes there by ctid, which is no row's name where there are partitions: so that table stays as it is until the release after this one. What is
-- written to it is written here too, and what is here already is refused there as though it were a conflict: which of the two releases takes an event in makes no difference.
CREATE FUNCTION take_in_by_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO inbox_days (consumer, event_id) VALUES (NEW.consumer, NEW.event_id) ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN NEW; END IF;
    RETURN NULL;
END $$;

-- contract: to the release before an event that this one has taken in is one that was taken in, and nothing else changes for it.
CREATE TRIGGER take_in_by_day BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION take_in_by_day();
