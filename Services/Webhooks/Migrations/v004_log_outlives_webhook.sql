-- A webhook that is busy has millions of lines in its log: they are forgotten in batches, as all are, when they are old. Deleted with it, in one statement, they would
-- keep its row locked for minutes, and with it everything that is to be taken in for it and others.
-- contract: the release before writes lines of webhooks that are there, reads those of one that is there, and forgets them by age.
ALTER TABLE attempts DROP CONSTRAINT attempts_webhook_id_fkey;
