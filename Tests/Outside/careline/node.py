"""The programmes that `make setup` installs from npm."""

from pathlib import Path

import pytest

from .checkout import CHECKOUT


def node_program(name: str) -> list[Path]:
    """The command, or the test is skipped."""
    folder = CHECKOUT / ".careline/node"
    if not (folder / ".installed").exists():
        pytest.skip(f"{name} is not installed; make setup installs it where npm's registry can be reached")
    return [folder / "bin/node", (folder / "node_modules/.bin" / name).resolve()]
