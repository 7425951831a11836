-- By what somebody knows their session again: a browser or app by its name, and a part of the address that it was begun from.
ALTER TABLE sessions ADD COLUMN device text;
ALTER TABLE sessions ADD COLUMN address_prefix text;
