-- At the front desk of which organisation it was booked: that desk sees, moves and cancels it, and no other. NULL: the patient booked it themselves or somebody for
-- them, or the release before did.
ALTER TABLE appointments ADD COLUMN organisation_id uuid;
