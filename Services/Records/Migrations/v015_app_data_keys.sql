-- Public keys of a person's devices. Which point it is and what the device is called is sealed under the person's key; the thumbprint, a hash of a random
-- point, names it in envelopes.
CREATE TABLE app_data_keys (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    thumbprint text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz,
    CONSTRAINT app_data_keys_once UNIQUE (owner_id, thumbprint)
);
