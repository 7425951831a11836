ALTER TABLE audit_log
    -- Who did it, where it was not the person whom the row is about.
    ADD COLUMN actor_id uuid,
    -- One of a few words: why somebody was refused, or what an operator gave as the reason. Never a text of somebody's own.
    ADD COLUMN reason text,
    -- The row's place in the chain, and the hash of the row before with this one; NULL until it is sealed, seconds after it was written.
    ADD COLUMN place bigint,
    ADD COLUMN hash bytea CHECK (octet_length(hash) = 32);
-- contract: the release before writes neither of the two.
ALTER TABLE audit_log ADD CONSTRAINT audit_log_sealed CHECK ((hash IS NULL) = (place IS NULL));
CREATE INDEX audit_log_chain ON audit_log (place) WHERE place IS NOT NULL;
CREATE INDEX audit_log_unsealed ON audit_log (id) WHERE place IS NULL;
CREATE INDEX audit_log_of_actor ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_of_client ON audit_log (client_id, id) WHERE client_id IS NOT NULL;

-- Where the chain begins and ends: the last row that was purged and the last one that was sealed, each with its hash, and over both what nobody can
-- make without the master key.
CREATE TABLE audit_chain (
    is_the_one    boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
    start_place   bigint NOT NULL,
    start_hash    bytea NOT NULL,
    place         bigint NOT NULL CHECK (place >= start_place),
    hash          bytea NOT NULL,
    seal          bytea NOT NULL,
    master_key_id text NOT NULL
);

-- A sealed row goes only when the chain's beginning has been moved behind it. The release before purges by age alone, after half a year: beside this one
-- it would leave a hole.
CREATE FUNCTION keep_sealed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.place IS NULL OR OLD.place <= (SELECT start_place FROM audit_chain) THEN
        RETURN OLD;
    END IF;
    RETURN NULL;
END $$;
-- contract: what the release before removes by age goes; what is sealed stays, and it counts that as nothing to remove.
CREATE TRIGGER keep_sealed_audit BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_sealed_audit();
