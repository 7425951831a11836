-- How many appointments a patient has ahead is counted at every booking, however many were cancelled.
CREATE INDEX appointments_ahead ON appointments (patient_id, starts_at) WHERE status IN ('held', 'booked');
