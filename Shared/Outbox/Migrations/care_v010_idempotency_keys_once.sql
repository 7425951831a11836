-- One index in the place of two: a key is looked for by its hash, and an answer is written once, at the end of what it answers. The release before writes
-- it in two steps and names the columns in another order, to which the same index holds.
-- contract: the same columns are unique already.
CREATE UNIQUE INDEX idempotency_keys_once ON idempotency_keys (key_hash, caller, route);
-- contract: the same columns are the key again, in the next line.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey;
-- contract: as above.
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY USING INDEX idempotency_keys_once;
-- contract: the new key begins with what it was for.
DROP INDEX idempotency_keys_key_hash;
