-- Of events that are signed: made with the event, in its commit, and sent along as a header.
ALTER TABLE outbox ADD COLUMN signature text;
