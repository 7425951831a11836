-- What somebody wants to hear of a record's changes. A Subscription is a resource like all others (records); this row is what it asks for now, written in the
-- commit of each of its versions. It stays when the subscription is over: its numbers go on where it begins anew. Of whom changes are told is in the clear, since
-- they are forgotten by it; what is asked for names facts of health and is sealed under the key of the person whose record it is.
CREATE TABLE subscriptions (
    record_id uuid PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    -- Of the resource. Where that has another by now, whoever wrote it, this row says nothing any more.
    version bigint NOT NULL,
    owner_id uuid NOT NULL,
    -- Who hears of it; nobody any more when they were erased.
    actor_id uuid,
    role text NOT NULL,
    state text NOT NULL CHECK (state IN ('active', 'off')),
    -- So many notices were sent, of whatever kind, and so many changes told; both without a gap, under the person's lock or the row's.
    notices bigint NOT NULL,
    events bigint NOT NULL,
    -- In seconds without a notice.
    heartbeat integer,
    ends_at timestamptz,
    -- When there is something to do without any change: a heartbeat, or the end.
    due_at timestamptz,
    terms bytea
) WITH (fillfactor = 70);

CREATE INDEX subscriptions_of_owner ON subscriptions (owner_id);
CREATE INDEX subscriptions_of_actor ON subscriptions (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;
