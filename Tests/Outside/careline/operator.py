"""The operator's commands of Auth and of the webhooks, on the databases of the platform that with-platform has started."""

import os
import subprocess

from careline.checkout import BUILD


def auth_service(*arguments: str, stdin: str = "") -> str:
    """What it prints."""
    return said("auth-service", "care_auth", arguments, stdin)


def webhooks_service(*arguments: str) -> str:
    """The same of the webhooks."""
    return said("webhooks-service", "care_webhooks", arguments)


def said(program: str, database: str, arguments: tuple[str, ...], stdin: str = "") -> str:
    environment = {**os.environ, "CARE_DATABASE_URL": os.environ["CARELINE_AUTH_DATABASE"].replace("/care_auth?", f"/{database}?")}
    done = subprocess.run([BUILD / program, *arguments], input=stdin, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
