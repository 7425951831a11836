"""The operator's commands of Auth, on the database of the platform that with-platform has started."""

import os
import subprocess

from careline.checkout import BUILD


def auth_service(*arguments: str, stdin: str = "") -> str:
    """What it prints."""
    environment = {**os.environ, "CARE_DATABASE_URL": os.environ["CARELINE_AUTH_DATABASE"]}
    done = subprocess.run([BUILD / "auth-service", *arguments], input=stdin, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
