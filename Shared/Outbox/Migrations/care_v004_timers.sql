-- Durable timers. `due` is what was asked for; `next_at` is when it is tried, later than `due` after failed tries.
CREATE TABLE timers (
    kind text NOT NULL,
    key text NOT NULL,
    due timestamptz NOT NULL,
    next_at timestamptz NOT NULL,
    payload bytea NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    last_error text,
    PRIMARY KEY (kind, key)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE INDEX timers_next_at ON timers (next_at);
