-- Who of its members has to have a second factor, by what they do there. The release before demands none of them.
ALTER TABLE organisations ADD COLUMN second_factor_roles text[] NOT NULL DEFAULT '{}'
    CHECK (second_factor_roles <@ ARRAY['owner', 'administrator', 'practitioner', 'receptionist', 'reviewer']);
