-- Which request may add to an upload: the one that began last. Bytes that are proved at a request's end alone leave "received" as it is until then, and another
-- request at the same place would write over them. NULL: none since the release before, which does not ask.
ALTER TABLE uploads ADD COLUMN turn uuid;
