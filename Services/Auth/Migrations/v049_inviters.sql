-- Who of an organisation's people asks somebody to join: what they ask is over when they leave, or may ask it no more. None of the platform's is kept. The release before
-- writes none, and what it asks stays until its end.
ALTER TABLE organisation_invitations ADD COLUMN invited_by uuid;
