-- What is large (scans, photos, documents) lies apart from the resources that hold it: once a person, however many of their resources hold the
-- same, sealed in chunks. In the clear: whose it is, how long it is and when it came. What it is, its resources say, sealed.
CREATE TABLE contents (
    content_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    -- Blind index of the bytes' SHA-256, by which resources name it; NULL until all of the bytes are there.
    address bytea,
    -- Bytes of it.
    size bigint NOT NULL DEFAULT 0,
    -- What counts of it against the person's quota: the sealed chunks, with 256 for each.
    charged bigint NOT NULL DEFAULT 0,
    -- A resource holds it. Versions stay, so what was used once stays, too.
    is_used boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    -- Whatever races there are.
    CONSTRAINT contents_once_a_person UNIQUE (owner_id, address)
);

CREATE INDEX contents_unused ON contents (created_at) WHERE NOT is_used;

-- Each is sealed for its place: of which content, the how manieth, and whether it is the last.
CREATE TABLE content_chunks (
    content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE,
    index integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (content_id, index)
);

-- Ciphertext does not compress: do not try.
ALTER TABLE content_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

-- Pictures made smaller, sealed, when somebody first asked for them.
CREATE TABLE content_renditions (
    content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE,
    pixels integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (content_id, pixels)
);

ALTER TABLE content_renditions ALTER COLUMN data SET STORAGE EXTERNAL;
