-- SMART App Launch: whose records a token is for, and for which server of FHIR's it was asked.
ALTER TABLE authorization_codes
    ADD COLUMN patient_id uuid,
    ADD COLUMN fhir_base text;
ALTER TABLE sessions ADD COLUMN patient_id uuid;

-- Apps that another one has opened for a patient's records, until a code is given for it or it is over. What the app was handed is not here: only its SHA-256.
CREATE TABLE launches (
    handle_hash bytea PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    client_id   text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
    -- A patient whose records the user may see: themselves.
    patient_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX launches_expired ON launches (expires_at);
CREATE INDEX launches_of_user ON launches (user_id);
CREATE INDEX launches_of_patient ON launches (patient_id);
