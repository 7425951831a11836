-- The changes that a subscription told of, each under its number. Which resource it was is sealed under the person's key: that it matched says what it is about.
CREATE TABLE subscription_events (
    record_id uuid NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    focus bytea NOT NULL,
    PRIMARY KEY (record_id, number)
);

CREATE INDEX subscription_events_age ON subscription_events USING brin (at);
