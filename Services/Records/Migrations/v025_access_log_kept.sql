-- What was noted stays as it was written: the chain would show a change, and this refuses one. A row goes when the beginning of its person's chain has been moved
-- behind it, or with all of a person who was erased, whose key is gone by then.
CREATE FUNCTION keep_access_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (
        OLD.sequence <= coalesce((SELECT start_sequence FROM access_heads WHERE owner_id = OLD.owner_id), 0)
        OR NOT EXISTS (SELECT FROM person_keys WHERE person_id = OLD.owner_id AND wrapped_key IS NOT NULL)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'access_log: what was noted stays written';
END $$;
-- contract: the release before takes rows away in the same two ways, and changes none.
CREATE TRIGGER keep_access_log BEFORE UPDATE OR DELETE ON access_log FOR EACH ROW EXECUTE FUNCTION keep_access_log();
