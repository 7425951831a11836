-- Notices of subscriptions to health records, each for one webhook alone: nobody else is sent them, nor are they replayed to others.
ALTER TABLE events ADD COLUMN addressed_to uuid REFERENCES webhooks ON DELETE CASCADE;

CREATE INDEX events_addressed ON events (addressed_to) WHERE addressed_to IS NOT NULL;

-- How the address stands that a subscription is told at, as was last told to Records.
CREATE TABLE subscription_hooks (
    -- The record that holds the subscription.
    record_id  uuid PRIMARY KEY,
    -- Whose record it is.
    patient_id uuid NOT NULL,
    -- Counts what was told of it.
    version    bigint NOT NULL,
    -- The number of the notice with which the subscription began, this time.
    handshake  bigint NOT NULL,
    state      text NOT NULL CHECK (state IN ('requested', 'active', 'error'))
);

CREATE INDEX subscription_hooks_of_patient ON subscription_hooks (patient_id);
