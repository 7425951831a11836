-- Every event of this service. Rows are inserted once and removed by the retention sweep, never updated: no dead rows, no
-- index churn, whatever the number of events already published.
CREATE TABLE outbox (
    -- Drawn while the aggregate's row is locked, so that for one subject it rises in commit order. The sequence must keep
    -- CACHE 1: a session that drew ids in advance would break that.
    position bigint GENERATED ALWAYS AS IDENTITY (CACHE 1) PRIMARY KEY,
    event_id uuid NOT NULL,
    topic text NOT NULL,
    type text NOT NULL,
    subject uuid NOT NULL,
    version bigint NOT NULL,
    occurred_at timestamptz NOT NULL,
    traceparent text,
    data bytea NOT NULL,
    CONSTRAINT outbox_version_from_one CHECK (version >= 1),
    -- Two writers that computed the same version: one of them fails here, so a version is never published twice.
    CONSTRAINT outbox_one_event_per_version UNIQUE (subject, topic, version)
);

-- The positions not yet acknowledged by the broker: the relay's queue. Marking as published is deleting here, which touches
-- no index of the outbox. Small and short-lived rows, so vacuum is cheap; the relay also vacuums it itself.
CREATE TABLE outbox_pending (
    position bigint PRIMARY KEY
) WITH (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
    autovacuum_vacuum_insert_threshold = -1
);
