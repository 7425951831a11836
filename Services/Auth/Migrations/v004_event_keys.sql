-- The keys that events are signed with, apart from those of tokens. One signs; of one that is retired only the public half is left,
-- and stays published for as long as a topic, a dead letter or a backup may hold what it signed. One that was withdrawn is not
-- published: somebody else had its private half.
CREATE TABLE event_keys (
    kid             text PRIMARY KEY,
    public_key      bytea NOT NULL,
    -- AES-256-GCM under the master key, with the kid as associated data.
    sealed_key      bytea,
    master_key_id   text,
    created_at      timestamptz NOT NULL,
    retired_at      timestamptz,
    withdrawn_at    timestamptz,
    CHECK ((retired_at IS NULL) = (sealed_key IS NOT NULL))
);

CREATE UNIQUE INDEX event_keys_one_signs ON event_keys ((true)) WHERE retired_at IS NULL;

-- Deletions that a release before emitted unsigned.
CREATE INDEX outbox_unsigned ON outbox (position) WHERE signature IS NULL AND type = 'care.users.deleted.v1';
