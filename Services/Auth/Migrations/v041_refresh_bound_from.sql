-- The first generation of a session's refresh tokens that is bound to its key (dpop_jkt), which a public client may show at a refresh for the first time (RFC 9449, 5).
ALTER TABLE sessions ADD COLUMN refresh_bound_from bigint NOT NULL DEFAULT 0;
