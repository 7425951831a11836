-- The version of the event that a notification tells of: an older one that comes late (a dead letter sent again) tells nothing any
-- more. NULL: written before this column was.
ALTER TABLE notifications ADD COLUMN subject_version bigint;

-- One of the two was erased: they may not write to each other any more, but what becomes of an appointment of theirs is told to
-- the other, where the platform wrote about the two.
ALTER TABLE care_relations ADD COLUMN ended_at timestamptz;
