-- By what somebody knows a browser again that they are logged in with, as of their sessions; NULL of what the release before has logged in.
ALTER TABLE browser_sessions ADD COLUMN device text;
ALTER TABLE browser_sessions ADD COLUMN address_prefix text;
