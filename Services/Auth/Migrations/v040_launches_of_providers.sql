-- An app may be opened for a patient by a provider, of whose consents the records' service knows alone; and whoever opens it may leave open which app that is. The
-- release before finds no launch without a client, and lets no provider go on with one.
ALTER TABLE launches ALTER COLUMN client_id DROP NOT NULL;

-- Of others' sessions and codes, those that are for a patient's record: they end with the patient's account.
CREATE INDEX sessions_launched_for ON sessions (patient_id) WHERE patient_id <> user_id;
CREATE INDEX authorization_codes_launched_for ON authorization_codes (patient_id) WHERE patient_id <> user_id;
