"""The pages for app developers and event consumers: their examples are run as they stand there."""

import os
import subprocess

import pytest

from careline.checkout import CHECKOUT
from careline.pages import examples


def run(command: list[str]):
    environment = {**os.environ, "PATH": f"{CHECKOUT}/.careline/venv/bin:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("page, least", [("app-developers.md", 10), ("event-consumers.md", 3)])
def test_the_lines_of_the_page_work(url, bootstrap, page, least):
    """One shell runs them in their order, so that later ones use what earlier ones have set."""
    lines = [code for language, code in examples(page) if language == "sh"]
    assert len(lines) >= least
    run(["bash", "-euxo", "pipefail", "-c", "\n".join(lines)])


def test_the_python_of_the_page_works(url, bootstrap):
    programs = [code for language, code in examples("event-consumers.md") if language == "python"]
    assert programs
    for code in programs:
        run(["python", "-c", code])
