"""What the platform promises: a load for each promise, and its check of the log, the tables and the topics afterwards. Run as programs, they check."""
