-- Who booked, where that was not the patient: their guardian. NULL: the patient did.
ALTER TABLE appointments ADD COLUMN booked_by uuid;
