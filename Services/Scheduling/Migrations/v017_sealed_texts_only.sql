-- What is written about appointments lies sealed alone. 2.0.0, which runs beside this, names the plain columns only while they are there, as it has looked
-- under a lock of this table. What lies there its sweep seals once its operator has said that nobody goes back to 1.0.0: so first this asks whether that is so.
LOCK TABLE appointments IN ACCESS EXCLUSIVE MODE;

DO $$
BEGIN
    IF NOT (SELECT are_sealed FROM appointment_texts)
        OR EXISTS (SELECT FROM appointments WHERE title <> '' OR description IS NOT NULL OR cancel_reason IS NOT NULL) THEN
        RAISE EXCEPTION 'what is written about appointments is not sealed yet: run release 2.0.0, and with it `careline keys seal-appointments` until that says that it is; then start this release again';
    END IF;
END
$$;

-- contract: 2.0.0 names none of it once it is gone (above)
DROP INDEX appointments_in_plain;
-- contract: likewise; its sweep looks first whether they are there
ALTER TABLE appointments DROP COLUMN title, DROP COLUMN description, DROP COLUMN cancel_reason;
-- appointment_texts is 2.0.0's, which reads it: the next release drops it.
