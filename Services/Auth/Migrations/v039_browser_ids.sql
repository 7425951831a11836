-- By what the API names a browser that somebody is logged in with, which tells nothing of its secret; the release before leaves it to the default. When its login was
-- used last: to let an app or a device in. NULL until then.
ALTER TABLE browser_sessions
    ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN last_used_at timestamptz;
