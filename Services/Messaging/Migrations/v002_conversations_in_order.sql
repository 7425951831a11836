-- The conversation's own updated_at, once more in each participation, so that an index holds every user's list in its order: a page
-- costs the same however many conversations its reader has.
ALTER TABLE participations ADD COLUMN updated_at timestamptz;

UPDATE participations SET updated_at = conversations.updated_at FROM conversations WHERE conversations.id = participations.conversation_id;

ALTER TABLE participations ALTER COLUMN updated_at SET NOT NULL;

CREATE INDEX participations_in_order ON participations (user_id, updated_at DESC, conversation_id DESC);

DROP INDEX participations_of_user;
