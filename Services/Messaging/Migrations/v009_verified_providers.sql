-- Whether a provider is written to and added to conversations. True of everybody else, and of whom an event says nothing of it; the release before writes nothing of it either.
ALTER TABLE people ADD COLUMN is_verified boolean NOT NULL DEFAULT true;
