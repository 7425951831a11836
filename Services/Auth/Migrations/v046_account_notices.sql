-- How many mails of a kind an account's person was sent in the hour that the first of them began: no more than a few go out in one. The release before writes none.
CREATE TABLE account_notices (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    kind    text NOT NULL,
    since   timestamptz NOT NULL,
    sent    integer NOT NULL,
    PRIMARY KEY (user_id, kind)
);
