-- Files on their way here, in as many requests as it takes (tus 1.0). An upload holds its whole length of the person's quota until it is done,
-- given up or expired.
CREATE TABLE uploads (
    upload_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    -- Bytes: of the whole, and so many are here.
    length bigint NOT NULL,
    received bigint NOT NULL DEFAULT 0,
    -- Bytes held of the quota; 0 when it is done.
    charged bigint NOT NULL,
    -- Sealed JSON: what it will be.
    head bytea NOT NULL,
    is_done boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX uploads_of_owner ON uploads (owner_id);
CREATE INDEX uploads_expired ON uploads (expires_at);

CREATE TABLE upload_chunks (
    upload_id uuid NOT NULL REFERENCES uploads ON DELETE CASCADE,
    index integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (upload_id, index)
);

ALTER TABLE upload_chunks ALTER COLUMN data SET STORAGE EXTERNAL;
