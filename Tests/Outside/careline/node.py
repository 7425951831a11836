"""The programmes that `make setup` installs from npm."""

import shutil
from pathlib import Path

import pytest

from .checkout import CHECKOUT


def node_program(name: str) -> Path:
    """The programme, or the test is skipped."""
    folder = CHECKOUT / ".careline/node"
    if not shutil.which("node") or not (folder / ".installed").exists():
        pytest.skip(f"{name} is not installed; make setup installs it where there is Node 20 and npm's registry")
    return folder / "node_modules/.bin" / name
