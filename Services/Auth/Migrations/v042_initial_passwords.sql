-- Until when a password that an operator has set (must_change_password) lets its person in to set their own; NULL: until they do. One that is waiting has a week.
ALTER TABLE users ADD COLUMN password_ends_at timestamptz;
UPDATE users SET password_ends_at = now() + interval '7 days' WHERE must_change_password;
