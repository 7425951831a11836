-- Receipts of records that were destroyed while the account goes on: signed statements of which key was destroyed, when, and how much it had sealed.
CREATE TABLE record_receipts (
    receipt_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    made_at timestamptz NOT NULL,
    -- Until every replica has forgotten the key that was destroyed; then a new one may be made. NULL once that is so.
    closed_until timestamptz,
    -- A JWS in compact form.
    signed text NOT NULL
);

CREATE INDEX record_receipts_of_owner ON record_receipts (owner_id, receipt_id);

-- The public keys that receipts were ever signed with: a receipt can be checked for as long as somebody keeps it.
CREATE TABLE receipt_keys (
    kid text PRIMARY KEY,
    public_key bytea NOT NULL,
    created_at timestamptz NOT NULL
);
