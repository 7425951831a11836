-- The retention sweep looks for the oldest of all.
CREATE INDEX evaluations_by_age ON evaluations (evaluated_at);
