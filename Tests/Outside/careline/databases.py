"""The databases of the platform that with-platform has started."""

import os
import subprocess

DATABASES = ["auth", "scheduling", "messaging", "health", "ers", "records", "webhooks"]


def address(database: str) -> str:
    return os.environ["CARELINE_AUTH_DATABASE"].replace("/care_auth?", f"/care_{database}?")


def asked(database: str, sql: str) -> str:
    done = subprocess.run(["psql", "-X", "-A", "-t", "-c", sql, address(database)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
