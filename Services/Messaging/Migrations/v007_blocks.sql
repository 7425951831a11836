-- Whom a person (owner_id) wants no messages from.
CREATE TABLE blocks (
    owner_id    uuid NOT NULL,
    person_id   uuid NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (owner_id, person_id)
);

-- Looked at whenever somebody writes: who of the others blocks them.
CREATE INDEX blocks_of_person ON blocks (person_id, owner_id);
CREATE INDEX blocks_in_order ON blocks (owner_id, created_at DESC, person_id DESC);
