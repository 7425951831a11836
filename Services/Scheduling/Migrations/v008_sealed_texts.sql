-- What is written about an appointment, sealed under its patient's key: title and description together, the reason of a cancellation by itself,
-- since it goes with whoever gave it. NULL where it lies in the plain columns, as the release before reads and writes them.
ALTER TABLE appointments ADD COLUMN sealed_texts bytea, ADD COLUMN sealed_reason bytea;

-- Whether what is written is sealed. In a database that a release before has used its replicas may still run beside this one's and know nothing of it:
-- there an operator says when they are gone (`careline keys seal-appointments`), and a sweep seals what lies in the plain columns.
CREATE TABLE appointment_texts (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    are_sealed boolean NOT NULL
);
INSERT INTO appointment_texts (are_sealed) SELECT NOT EXISTS (SELECT FROM people);

CREATE INDEX appointments_in_plain ON appointments (id) WHERE title <> '' OR description IS NOT NULL OR cancel_reason IS NOT NULL;
