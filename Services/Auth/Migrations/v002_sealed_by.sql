-- Which master key seals it: a fingerprint. NULL: written by the release before this column; the next sweep fills it in.
ALTER TABLE signing_keys ADD COLUMN master_key_id text;
