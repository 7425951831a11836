-- When the platform itself counted it as completed, since nobody had said how it ended: for some days its provider may still say that the
-- patient did not come. NULL where the provider said so, and of what the release before completed.
ALTER TABLE appointments ADD COLUMN auto_completed_at timestamptz;
