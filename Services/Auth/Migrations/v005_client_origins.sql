-- Web origins from which a client's pages call, beside those of its https redirect addresses.
ALTER TABLE oauth_clients ADD COLUMN origins text[] NOT NULL DEFAULT '{}';
