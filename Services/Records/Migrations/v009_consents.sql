-- Who may see what. A person's consents are resources like all others (records); these rows are what each of them says now, written in the commit of every
-- version: of one that is withdrawn, over or deleted there is none. To whom something is given is in the clear, since they are looked for by whoever asks;
-- what is given (types, categories, codes, annotations, times, purposes) names facts of health and is sealed under the person's key.
CREATE TABLE consents (
    record_id uuid NOT NULL REFERENCES records ON DELETE CASCADE,
    -- Among those of one resource.
    place integer NOT NULL,
    -- Of the resource. Where that has another by now, whoever wrote it, these rows say nothing any more.
    version bigint NOT NULL,
    owner_id uuid NOT NULL,
    grantee text NOT NULL CHECK (grantee IN ('provider', 'person', 'organisation', 'client')),
    -- Of a provider or a person.
    actor_id uuid,
    organisation_id uuid,
    client_id text,
    terms bytea NOT NULL,
    PRIMARY KEY (record_id, place),
    CONSTRAINT consents_to_one CHECK (num_nonnulls(actor_id, organisation_id, client_id) = 1)
);

CREATE INDEX consents_of_owner ON consents (owner_id);
CREATE INDEX consents_to_actor ON consents (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX consents_to_organisation ON consents (organisation_id) WHERE organisation_id IS NOT NULL;
