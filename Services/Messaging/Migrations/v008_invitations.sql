-- Whom a provider (created_by) proposes to bring into a patient's conversation, until the patient says yes or no.
CREATE TABLE invitations (
    conversation_id uuid NOT NULL REFERENCES conversations,
    user_id         uuid NOT NULL,
    created_by      uuid NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, user_id)
);

CREATE INDEX invitations_of_user ON invitations (user_id);
CREATE INDEX invitations_created_by ON invitations (created_by);
