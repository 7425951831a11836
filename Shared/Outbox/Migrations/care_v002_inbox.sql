-- The events that a consumer has taken in, written in the effect's own transaction: a second delivery is a no-op.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
);

CREATE INDEX inbox_received_at ON inbox (received_at);
