"""What these tests read: the repository's files, by the tools that read them in earnest."""

import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


def tool(name: str) -> str:
    """The programme, or the test is skipped."""
    found = shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed; make setup installs it where Debian has it")
    return found


def run(*command: str | Path, **options) -> str:
    done = subprocess.run([str(word) for word in command], cwd=CHECKOUT, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
