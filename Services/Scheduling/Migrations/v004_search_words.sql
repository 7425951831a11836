-- The words of a provider's names, folded as above (NameWords), each found by how it begins. The index is one of those that every PostgreSQL
-- has; pg_trgm may not be there.
ALTER TABLE people ADD COLUMN search_words tsvector;

-- The version of which the folded columns are. Where it is another one they are made again by a sweep: of rows from before this release, and
-- of those that the release before writes beside it.
ALTER TABLE people ADD COLUMN search_version bigint NOT NULL DEFAULT -1;

-- Until the sweep has come to them nobody is to be missing: a folded name has blanks between its words. Providers are few beside what else
-- there is, and the sweep, which knows the rest (usernames, words with signs within), goes over them in batches.
UPDATE people SET search_words = array_to_tsvector(array_remove(string_to_array(coalesce(search_name, name_key), ' '), ''))
WHERE role = 'provider' AND erased_at IS NULL;

CREATE INDEX people_words ON people USING gin (search_words) WHERE role = 'provider' AND erased_at IS NULL AND version > 0;
CREATE INDEX people_outdated ON people (user_id) WHERE search_version <> version;
-- people_to_fold is the release before's: the next one drops it.
