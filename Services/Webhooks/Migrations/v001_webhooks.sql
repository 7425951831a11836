-- Which types of events the operator lets a client have: none of itself.
CREATE TABLE grants (
    client_id  text NOT NULL,
    type       text NOT NULL,
    granted_at timestamptz NOT NULL,
    PRIMARY KEY (client_id, type)
);

CREATE TABLE webhooks (
    id            uuid PRIMARY KEY,
    client_id     text NOT NULL,
    version       bigint NOT NULL,
    url           text NOT NULL,
    types         text[] NOT NULL,
    description   text,
    state         text NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
    -- Why it was disabled.
    reason        text CHECK (reason IN ('gone', 'failing', 'queueFull')),
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    -- When something last came through, to a minute; when the first of the failures was that nothing has come through since.
    delivered_at  timestamptz,
    failing_since timestamptz,
    CHECK ((state = 'disabled') = (reason IS NOT NULL))
) WITH (fillfactor = 70);

CREATE INDEX webhooks_of_client ON webhooks (client_id, created_at DESC, id DESC);

-- What deliveries are signed with, sealed under the master key.
CREATE TABLE signing_secrets (
    id            uuid PRIMARY KEY,
    webhook_id    uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    sealed        bytea NOT NULL,
    master_key_id text NOT NULL,
    created_at    timestamptz NOT NULL,
    -- NULL of the newest; of an earlier one the end of the time in which both sign.
    expires_at    timestamptz
);

CREATE INDEX signing_secrets_of_webhook ON signing_secrets (webhook_id, created_at);
CREATE UNIQUE INDEX signing_secrets_one_newest ON signing_secrets (webhook_id) WHERE expires_at IS NULL;

-- Events that some webhook wanted when they came, each once, for as long as they can be replayed.
CREATE TABLE events (
    -- Those of one key are taken in one after the other, so that its positions rise in their order.
    position      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id      uuid NOT NULL UNIQUE,
    topic         text NOT NULL,
    type          text NOT NULL,
    source        text NOT NULL,
    subject       uuid NOT NULL,
    occurred_at   timestamptz NOT NULL,
    received_at   timestamptz NOT NULL,
    -- The data, under the master key: some hold a value of somebody's health.
    sealed        bytea NOT NULL,
    master_key_id text NOT NULL,
    -- Every id that subject and data name, whatever of: how an erasure finds a person.
    mentioned_ids uuid[] NOT NULL
);

CREATE INDEX events_by_age ON events (received_at);
CREATE INDEX events_by_time ON events (occurred_at);
CREATE INDEX events_by_mention ON events USING gin (mentioned_ids);

-- A key's queue at a webhook: whoever delivers its next event leases the lane, so that no other does.
CREATE TABLE lanes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    topic      text NOT NULL,
    subject    uuid NOT NULL,
    -- When its next event is to be tried, or its lease ends.
    next_at    timestamptz NOT NULL,
    lease      uuid,
    UNIQUE (webhook_id, topic, subject)
) WITH (fillfactor = 70);

CREATE INDEX lanes_due ON lanes (webhook_id, next_at);
CREATE INDEX lanes_of_subject ON lanes (subject);

CREATE TABLE deliveries (
    lane_id        bigint NOT NULL REFERENCES lanes ON DELETE CASCADE,
    event_position bigint NOT NULL REFERENCES events ON DELETE CASCADE,
    webhook_id     uuid NOT NULL,
    -- Failed ones.
    attempts       integer NOT NULL DEFAULT 0,
    first_tried_at timestamptz,
    PRIMARY KEY (lane_id, event_position)
);

CREATE INDEX deliveries_of_event ON deliveries (event_position);
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id);

-- What came of each attempt. Nothing of what the receiver answered but its status.
CREATE TABLE attempts (
    id          uuid PRIMARY KEY,
    webhook_id  uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event_id    uuid NOT NULL,
    type        text NOT NULL,
    attempt     integer NOT NULL,
    attempted_at timestamptz NOT NULL,
    duration_ms integer NOT NULL,
    status      integer,
    error       text,
    outcome     text NOT NULL CHECK (outcome IN ('delivered', 'retried', 'gaveUp', 'disabled')),
    next_at     timestamptz,
    CHECK ((status IS NULL) <> (error IS NULL))
);

CREATE INDEX attempts_of_webhook ON attempts (webhook_id, attempted_at DESC, id DESC);
CREATE INDEX attempts_by_age ON attempts (attempted_at);
