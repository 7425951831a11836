-- Who joins later sees the items after this one; who was there before this column was, all.
ALTER TABLE participations ADD COLUMN joined_sequence bigint NOT NULL DEFAULT 0;

-- Who left a conversation still reads what came while they took part: the items after joined_sequence, up to left_sequence. Not kept among the
-- participations, so that the release before shows them nothing rather than everything.
CREATE TABLE departures (
    conversation_id uuid NOT NULL REFERENCES conversations,
    user_id         uuid NOT NULL,
    joined_sequence bigint NOT NULL,
    left_sequence   bigint NOT NULL,
    left_at         timestamptz NOT NULL,
    PRIMARY KEY (user_id, conversation_id, left_sequence)
);
