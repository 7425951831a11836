-- SMART App Launch: the visit that an app was opened for, by FHIR's id; NULL where none was said. The release before passes over it.
ALTER TABLE launches ADD COLUMN encounter_id text;
ALTER TABLE authorization_codes ADD COLUMN encounter_id text;
