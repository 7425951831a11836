-- Responses kept beside their effects. The client's key itself is not stored: `key_hash` finds the row, and the key opens
-- `response` and proves `fingerprint`, so that a copy of this table tells nothing.
CREATE TABLE idempotency_keys (
    caller text NOT NULL,
    route text NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    response bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, route, key_hash)
);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
