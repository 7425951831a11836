-- A caller's key is looked for on every route: used again on another one it is refused.
CREATE INDEX idempotency_keys_key_hash ON idempotency_keys (key_hash);
