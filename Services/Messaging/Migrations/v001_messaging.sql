-- What care.users.v1 says of people. version 0: seen in a token or another event before their own came. erased_at: only the id is
-- left, so that an event that comes late cannot bring them back.
CREATE TABLE people (
    user_id     uuid PRIMARY KEY,
    version     bigint NOT NULL,
    role        text,
    username    text,
    full_name   text,
    avatar_url  text,
    erased_at   timestamptz
);

-- A message, a title or an attachment belongs to the patient whom the conversation is about (patient_id), whoever wrote it, and is
-- sealed under their key; where there is no patient, under its author's.
CREATE TABLE conversations (
    id              uuid PRIMARY KEY,
    -- Of the events in care.conversations.v1.
    version         bigint NOT NULL,
    -- The one patient among the participants; there is never a second.
    patient_id      uuid,
    -- In this row, so that whoever locks it sees the latest.
    participant_ids uuid[] NOT NULL,
    created_by      uuid,
    -- Sealed under title_of's key.
    title           bytea,
    title_of        uuid,
    is_locked       boolean NOT NULL DEFAULT false,
    -- The last item's.
    item_sequence   bigint NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL
) WITH (fillfactor = 80);

-- A provider and a patient who share an appointment or a conversation: they may write to each other.
CREATE TABLE care_relations (
    provider_id     uuid NOT NULL,
    patient_id      uuid NOT NULL,
    -- Where the platform writes about the two.
    conversation_id uuid REFERENCES conversations,
    PRIMARY KEY (provider_id, patient_id)
);

CREATE INDEX care_relations_of_patient ON care_relations (patient_id);

-- One person's part in one conversation.
CREATE TABLE participations (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations,
    user_id         uuid NOT NULL,
    joined_at       timestamptz NOT NULL,
    seen_sequence   bigint NOT NULL DEFAULT 0,
    seen_until      timestamptz,
    typing_at       timestamptz,
    -- Of the typing events in care.feed.v1.
    typing_version  bigint NOT NULL DEFAULT 0,
    UNIQUE (conversation_id, user_id)
) WITH (fillfactor = 80);

CREATE INDEX participations_of_user ON participations (user_id, conversation_id);

-- Messages and activities, in order.
CREATE TABLE items (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations,
    sequence        bigint NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('text', 'image', 'video', 'document', 'audio', 'system', 'activity')),
    -- NULL for the platform's own.
    author_id       uuid,
    client_id       text CHECK (length(client_id) <= 100),
    reply_to        uuid REFERENCES items,
    -- Sealed JSON under key_of's key; NULL in a tombstone, and where there is nothing to hide.
    content         bytea,
    key_of          uuid,
    -- What a system message or an activity is about: ids and times.
    details         jsonb,
    created_at      timestamptz NOT NULL,
    deleted_at      timestamptz,
    UNIQUE (conversation_id, sequence),
    CHECK (deleted_at IS NULL OR content IS NULL)
);

-- A message that is sent again is found, not made again.
CREATE UNIQUE INDEX items_client_id ON items (author_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX items_key_of ON items (key_of) WHERE content IS NOT NULL;

-- A file, uploaded first and then referred to by one message. It is sealed under a key of its own (content_key), itself sealed under
-- key_of's key: when a message takes it into a patient's conversation only that small key is sealed anew.
CREATE TABLE attachments (
    id              uuid PRIMARY KEY,
    owner_id        uuid NOT NULL,
    key_of          uuid NOT NULL,
    content_key     bytea NOT NULL,
    is_ready        boolean NOT NULL DEFAULT false,
    kind            text CHECK (kind IN ('image', 'video', 'document', 'audio')),
    media_type      text,
    -- Bytes, and bytes of a whole chunk.
    size            bigint NOT NULL DEFAULT 0,
    chunk_size      integer NOT NULL,
    -- Sealed under the file's own key.
    file_name       bytea,
    width           integer,
    height          integer,
    duration_ms     bigint,
    conversation_id uuid REFERENCES conversations,
    item_id         uuid REFERENCES items,
    created_at      timestamptz NOT NULL
);

CREATE INDEX attachments_of_item ON attachments (item_id) WHERE item_id IS NOT NULL;
CREATE INDEX attachments_unused ON attachments (created_at) WHERE item_id IS NULL;
CREATE INDEX attachments_key_of ON attachments (key_of);

CREATE TABLE attachment_chunks (
    attachment_id   uuid NOT NULL REFERENCES attachments ON DELETE CASCADE,
    index           integer NOT NULL,
    data            bytea NOT NULL,
    PRIMARY KEY (attachment_id, index)
);

-- Ciphertext does not compress.
ALTER TABLE attachment_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

-- Notifications hold ids and times only; what a heart rate was, its own service tells.
CREATE TABLE notifications (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL,
    kind        text NOT NULL,
    -- The appointment, alert or reminder.
    subject_id  uuid NOT NULL,
    details     jsonb NOT NULL,
    created_at  timestamptz NOT NULL,
    read_at     timestamptz,
    -- When what it asks was answered.
    answered_at timestamptz
);

CREATE INDEX notifications_of_user ON notifications (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_of_subject ON notifications (subject_id);

-- Each user's feed: the row is locked while entries are appended, in the order of user ids where there are several.
CREATE TABLE feeds (
    user_id     uuid PRIMARY KEY,
    -- The last entry's.
    sequence    bigint NOT NULL DEFAULT 0,
    -- Entries up to this one were removed.
    forgotten   bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE feed_entries (
    user_id         uuid NOT NULL,
    sequence        bigint NOT NULL,
    kind            text NOT NULL,
    -- What it is about, read when it is shown: a message that was deleted meanwhile is shown as its tombstone.
    conversation_id uuid,
    item_id         uuid,
    notification_id uuid,
    -- Whose seen mark moved, and to where.
    person_id       uuid,
    seen_sequence   bigint,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (user_id, sequence)
);

CREATE INDEX feed_entries_created_at ON feed_entries USING brin (created_at);

-- Sequences count within an epoch. After an older copy of this database was restored a new one begins: `messaging-service restored`.
CREATE TABLE feed_epoch (
    only_one    boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    epoch       uuid NOT NULL DEFAULT gen_random_uuid()
);

INSERT INTO feed_epoch DEFAULT VALUES;

-- What a browser opens its stream with, since it cannot send a header: once, within seconds. Only the hash is kept.
CREATE TABLE stream_tickets (
    hash                bytea PRIMARY KEY,
    user_id             uuid NOT NULL,
    session_id          uuid,
    expires_at          timestamptz NOT NULL,
    -- Of the token that it was asked for with: the stream's too.
    token_expires_at    timestamptz NOT NULL
);

CREATE INDEX stream_tickets_expires_at ON stream_tickets (expires_at);
