-- Where a subscription is told of at an address of the subscriber's app (rest-hook) and not in their feed. Whose app it is, and by which digest Webhooks knows the address,
-- is in the clear, as who hears is: heartbeats are sent without any key. How it stands, Webhooks says.
-- contract: the release before knows no subscriptions, and one without an address keeps to the constraint.
ALTER TABLE subscriptions
    ADD COLUMN hook text CHECK (hook IN ('requested', 'active', 'error')),
    ADD COLUMN hook_client text,
    ADD COLUMN hook_address text,
    -- The number of the notice with which it began anew: what is said of one before that counts no longer.
    ADD COLUMN handshake bigint,
    ADD CHECK ((hook IS NULL) = (hook_client IS NULL) AND (hook IS NULL) = (hook_address IS NULL) AND (hook IS NULL) = (handshake IS NULL));
