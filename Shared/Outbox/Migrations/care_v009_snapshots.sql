-- What `careline snapshot` has told of a topic, while it is under way: it goes on from there when it was broken off.
CREATE TABLE snapshots (
    topic   text PRIMARY KEY,
    -- Subjects up to this id were told, in the order of ids.
    reached uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    told    bigint NOT NULL DEFAULT 0
);

-- A snapshot repeats the version that its subject has. Of facts there is still one a version.
-- contract: the release before writes facts alone, and of these nothing changes.
ALTER TABLE outbox DROP CONSTRAINT outbox_one_event_per_version;
-- contract: it holds for less than the constraint that it stands for.
CREATE UNIQUE INDEX outbox_one_event_per_version ON outbox (subject, topic, version) WHERE type NOT LIKE '%.snapshot.v1';
