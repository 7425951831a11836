-- Too many have failed behind an address: when it last let another name in all the same.
ALTER TABLE login_failures ADD COLUMN turn_taken_at timestamptz;
