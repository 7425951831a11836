-- What was deleted since, in exports of what has changed since an instant.
ALTER TABLE record_exports ADD COLUMN names_deletions boolean NOT NULL DEFAULT false;
-- Of a file of deletions, of resources of which type. Its `type` is Deletion then, which is none, so that the release before shows no such file.
ALTER TABLE record_export_files ADD COLUMN deletes text;
