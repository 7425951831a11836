-- Providers who read a record without the person's consent, in an emergency, for an hour each: why is sealed under the person's key.
CREATE TABLE overrides (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    provider_id uuid NOT NULL,
    began_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    reason bytea NOT NULL
);

CREATE INDEX overrides_of_provider ON overrides (owner_id, provider_id, ends_at);
CREATE INDEX overrides_by_provider ON overrides (provider_id);
CREATE INDEX overrides_latest ON overrides (began_at DESC, id DESC);
