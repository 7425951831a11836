-- Which waiting events are sealed, and by which master key: what a new one has still to seal. Of no other events.
CREATE INDEX outbox_sealed ON outbox (substring(data FROM 2 FOR 16), position) WHERE substring(data FROM 1 FOR 1) = '\x01';
