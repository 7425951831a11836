-- expand: what a provider practises beside `specialty`, the main one; the release before leaves it as it is. The second folded, as search_specialty is.
ALTER TABLE people
    ADD COLUMN other_specialties text[] NOT NULL DEFAULT '{}',
    ADD COLUMN search_other_specialties text[] COLLATE "C" NOT NULL DEFAULT '{}';

-- By which specialties a provider is found, each in the order of names: a list of them is a range of the primary key. Made of `people` by the trigger alone, so
-- that it is right of what the release before writes, too; people_specialties_folded is that one's, and the next one drops it.
CREATE TABLE provider_specialties (
    folded_specialty text COLLATE "C" NOT NULL,
    folded_name      text COLLATE "C" NOT NULL,
    provider_id      uuid NOT NULL REFERENCES people,
    PRIMARY KEY (folded_specialty, folded_name, provider_id)
);
CREATE INDEX provider_specialties_of_provider ON provider_specialties (provider_id);

CREATE FUNCTION keep_provider_specialties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM provider_specialties WHERE provider_id = NEW.user_id;
    IF NEW.role = 'provider' AND NEW.erased_at IS NULL AND NEW.version > 0 THEN
        INSERT INTO provider_specialties (folded_specialty, folded_name, provider_id)
        SELECT DISTINCT each COLLATE "C", coalesce(NEW.search_name, NEW.name_key), NEW.user_id
        FROM unnest(array_prepend(coalesce(NEW.search_specialty, NEW.specialty_key), NEW.search_other_specialties)) AS each
        WHERE each IS NOT NULL;
    END IF;
    -- The release before empties what it knows of.
    IF NEW.erased_at IS NOT NULL AND NEW.other_specialties <> '{}' THEN
        UPDATE people SET other_specialties = '{}', search_other_specialties = '{}' WHERE user_id = NEW.user_id;
    END IF;
    RETURN NULL;
END $$;
-- contract: of a table that the release before writes it makes another, which that one does not know, and asks nothing of it.
CREATE TRIGGER keep_provider_specialties AFTER INSERT OR UPDATE ON people FOR EACH ROW EXECUTE FUNCTION keep_provider_specialties();

INSERT INTO provider_specialties (folded_specialty, folded_name, provider_id)
SELECT coalesce(search_specialty, specialty_key), coalesce(search_name, name_key), user_id FROM people
WHERE role = 'provider' AND erased_at IS NULL AND version > 0 AND coalesce(search_specialty, specialty_key) IS NOT NULL;
