-- What people say of themselves for apps that ask for it (OpenID Connect Core, 5.1). A birthdate may be a year alone, or lack it, so it is no date. The release before writes none of it.
ALTER TABLE users
    ADD COLUMN profile_url text,
    ADD COLUMN website_url text,
    ADD COLUMN gender text,
    ADD COLUMN birthdate text;
