"""Clients that openapi-generator makes of openapi.yaml."""

import shutil
import subprocess
from pathlib import Path

import openapi_generator_cli
import pytest

from .checkout import CHECKOUT

JAR = Path(openapi_generator_cli.__file__).with_name("openapi-generator.jar")


def generate(language: str, folder: Path, **properties: str) -> Path:
    """The folder with the client in it, or the test is skipped."""
    if not shutil.which("java"):
        pytest.skip("openapi-generator needs Java, which make setup installs for Kafka: set KAFKA_HOME")
    wanted = ",".join(f"{name}={value}" for name, value in properties.items())
    # It runs for seconds: what a compiler would make of it comes too late, and takes a processor of its own.
    command = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR, "generate", "-i", CHECKOUT / "deploy/api/openapi.yaml", "-g", language, "-o", folder, "--additional-properties", wanted]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    return folder
