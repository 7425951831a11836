-- Who moved it last: its patient (or in their place a guardian), its provider or the front desk. NULL: nobody has, or the release before did.
ALTER TABLE appointments ADD COLUMN rescheduled_by uuid;
