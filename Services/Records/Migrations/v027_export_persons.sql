-- Exports of some persons' records, whom a machine has named.
ALTER TABLE record_exports ADD COLUMN person_ids uuid[];
-- Of a file of those, resources of which type. Its `type` is Persons then, which is none, so that the release before shows no such file.
ALTER TABLE record_export_files ADD COLUMN of_persons text;
