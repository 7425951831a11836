-- The last version that was heard of, whatever it was about, so that one that never came is noticed (care_consumer_gaps_total). NULL: not known, since the release
-- before notes none.
ALTER TABLE organisations ADD COLUMN seen_version bigint;
ALTER TABLE subscriptions ADD COLUMN hook_version bigint;
