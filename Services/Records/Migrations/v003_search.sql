-- What resources are found by. `search` holds what a resource has for each search parameter, sealed under the person's key; `search_terms` blind indexes of its codes,
-- identifiers and references (HMAC under the person's key, cut to 64 bits), which narrow what has to be opened: what they let through is always looked at again.
-- NULL: not made yet, as the release before leaves it, or deleted.
ALTER TABLE records ADD COLUMN search bytea, ADD COLUMN search_terms bigint[], ADD COLUMN change bigint NOT NULL DEFAULT 0;
-- Ciphertext does not compress: do not try.
ALTER TABLE records ALTER COLUMN search SET STORAGE EXTERNAL;

-- Rises with each write of a record. A person's writes are one after the other under the lock on their key's row, so whoever has read up to one of them finds all
-- that is newer behind it.
CREATE SEQUENCE records_changes OWNED BY records.change;
ALTER TABLE records ALTER COLUMN change SET DEFAULT nextval('records_changes');
CREATE INDEX records_changed ON records (owner_id, format, change);

-- A search reads all that waits in the list: it is short.
CREATE INDEX records_search_terms ON records USING gin (search_terms) WITH (gin_pending_list_limit = 256);
CREATE INDEX records_unindexed ON records (owner_id, record_id) WHERE search IS NULL AND status <> 'deleted' AND format <> 'app-data';

-- The release before knows none of these columns: what it writes is found by no index of an earlier version.
CREATE FUNCTION records_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.change := nextval('records_changes');
    IF NEW.version <> OLD.version AND NEW.search IS NOT DISTINCT FROM OLD.search THEN
        NEW.search := NULL;
        NEW.search_terms := NULL;
    END IF;
    RETURN NEW;
END $$;
-- contract: what the release before writes stays as it wrote it; only what it does not know of is emptied.
CREATE TRIGGER records_changed BEFORE UPDATE ON records FOR EACH ROW EXECUTE FUNCTION records_changed();
