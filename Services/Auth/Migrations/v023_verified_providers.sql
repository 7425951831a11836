-- Whether a provider is known to be one. True of everybody whom nobody asks: who is no provider, who signed up before there was a difference, and who signs up
-- with the release before, which writes and publishes nothing of it.
ALTER TABLE users
    ADD COLUMN is_verified boolean NOT NULL DEFAULT true,
    -- Whether that needs no row below: of all of those, and of who signed up where that is assumed, until the platform takes it back.
    ADD COLUMN verified_by_default boolean NOT NULL DEFAULT true;

-- Who has seen a provider's licence: an organisation, or the platform (NULL), each once. Who is verified without one keeps that
-- when an organisation takes its own back.
CREATE TABLE provider_verifications (
    id              uuid PRIMARY KEY,
    user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    organisation_id uuid REFERENCES organisations,
    -- The person who did it; NULL at the terminal, and of somebody who was erased: the audit has their id.
    actor_id        uuid REFERENCES users ON DELETE SET NULL,
    -- The licence's number. AES-256-GCM under the master key, with the row's id as associated data.
    sealed_licence  bytea NOT NULL,
    master_key_id   text NOT NULL,
    verified_at     timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (user_id, organisation_id)
);
CREATE INDEX provider_verifications_of_actor ON provider_verifications (actor_id) WHERE actor_id IS NOT NULL;
