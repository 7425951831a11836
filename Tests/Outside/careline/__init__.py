"""What the suites from outside share: people and apps, topics and streams, a platform of one's own, and where this checkout is."""
