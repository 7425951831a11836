-- How many files of a person wait for a message is counted at every upload.
CREATE INDEX attachments_unused_of_owner ON attachments (owner_id) WHERE item_id IS NULL;
