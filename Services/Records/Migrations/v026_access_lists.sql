-- Where all persons' chains of who used their record ended on one day: a list, in pages of a thousand heads of 64 bytes (AccessList.swift). Its hash is told in the log of the
-- service when the list is finished, where whoever can write to this database has no reach; by that hash alone is believed what a list holds. Kept for two weeks.
CREATE TABLE access_lists (
    list_id bigint PRIMARY KEY,
    begun_at timestamptz NOT NULL,
    finished_at timestamptz,
    -- It goes on behind this person; nobody once it is finished.
    owner_id uuid,
    pages bigint NOT NULL DEFAULT 0,
    chains bigint NOT NULL DEFAULT 0,
    hash bytea NOT NULL
);

CREATE TABLE access_list_pages (
    list_id bigint NOT NULL,
    -- From 0.
    page bigint NOT NULL,
    heads bytea NOT NULL,
    PRIMARY KEY (list_id, page)
);

ALTER TABLE access_list_pages ALTER COLUMN heads SET STORAGE EXTERNAL;
