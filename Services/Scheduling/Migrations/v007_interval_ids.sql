-- The ids of one-off intervals, by what they are: kind (0 open, 1 busy), start, end, in the order of the ids. An interval that has none here
-- (of before, or written by the release before) has one that is made of its times, and is given it here with the next change.
ALTER TABLE calendars ADD COLUMN interval_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE calendars ADD COLUMN interval_keys bigint[] NOT NULL DEFAULT '{}';
