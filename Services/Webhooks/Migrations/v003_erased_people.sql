-- Who was erased, for as long as something that happened before may still come late: it is not kept.
CREATE TABLE erased_people (
    person_id uuid PRIMARY KEY,
    -- The deletion's own instant.
    erased_at timestamptz NOT NULL,
    heard_at  timestamptz NOT NULL
);

CREATE INDEX erased_people_by_age ON erased_people (heard_at);
