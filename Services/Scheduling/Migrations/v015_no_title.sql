-- Who writes a sealed appointment names no plain column: the release after this one takes title, description and cancel_reason away, while this one
-- still runs beside it. appointment_texts stays until the one after that, since this one reads it.
ALTER TABLE appointments ALTER COLUMN title SET DEFAULT '';
