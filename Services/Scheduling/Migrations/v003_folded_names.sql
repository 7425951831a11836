-- Names and specialties without case and accents, as the service folds them (SearchText): PostgreSQL has no function that does the same
-- everywhere. NULL for who was not folded yet, whom a sweep finds by the last index, and for who was erased.
ALTER TABLE people ADD COLUMN search_name text COLLATE "C";
ALTER TABLE people ADD COLUMN search_specialty text COLLATE "C";

CREATE INDEX people_providers_folded ON people (coalesce(search_name, name_key), user_id)
    WHERE role = 'provider' AND erased_at IS NULL AND version > 0;
CREATE INDEX people_specialties_folded ON people (coalesce(search_specialty, specialty_key), coalesce(search_name, name_key), user_id)
    WHERE role = 'provider' AND erased_at IS NULL AND version > 0;
CREATE INDEX people_to_fold ON people (user_id) WHERE (erased_at IS NULL) = (search_name IS NULL);
