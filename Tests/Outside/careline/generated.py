"""Clients that openapi-generator, which `make setup` fetches, makes of openapi.yaml."""

import shutil
import subprocess
from pathlib import Path

import pytest

from .checkout import CHECKOUT

JAR = CHECKOUT / ".careline/openapi-generator.jar"


def generate(language: str, folder: Path, **properties: str) -> Path:
    """The folder with the client in it, or the test is skipped."""
    if not shutil.which("java") or not JAR.exists():
        pytest.skip("no openapi-generator: make setup fetches it where there is Java and Maven's repository")
    wanted = ",".join(f"{name}={value}" for name, value in properties.items())
    command = ["java", "-jar", JAR, "generate", "-i", CHECKOUT / "deploy/api/openapi.yaml", "-g", language, "-o", folder, "--additional-properties", wanted]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    return folder
