-- Of tries from a device that somebody is known with: whose name it is, as the other key of that name, so that an operator frees all of an account. The release
-- before writes none.
ALTER TABLE login_failures ADD COLUMN account_hash bytea;
CREATE INDEX login_failures_of_account ON login_failures (account_hash) WHERE account_hash IS NOT NULL;

-- Pictures of other servers, which people named when they signed up: each would tell that server who sees it. They are taken away one by one, since each is told of
-- by an event (`ForgetForeignPictures`), and those too that the release before still takes.
CREATE INDEX users_with_foreign_picture ON users (id) WHERE avatar_url IS NOT NULL AND avatar_url NOT LIKE ('%/users/' || id::text || '/avatar');
