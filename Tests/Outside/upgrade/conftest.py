"""The two releases, and a platform that runs with the one or the other."""

import os
import secrets
import shutil
from pathlib import Path

import pytest

from careline.checkout import BUILD, CHECKOUT
from careline.machine import Machine


@pytest.fixture(scope="session")
def previous() -> Path:
    """The checkout of the release before this one."""
    return Path(os.environ["CARE_PREVIOUS"])


@pytest.fixture()
def machine(request):
    """Not started yet, and without a state, which stays after a failure. PostgreSQL, under an account of its own, must get through."""
    state = CHECKOUT / ".careline" / f"upgrade-{secrets.token_hex(4)}"
    state.mkdir(mode=0o711)
    machine = Machine(BUILD, state)
    if "KAFKA_HOME" in os.environ:
        machine.environment["KAFKA_HOME"] = os.environ["KAFKA_HOME"]
    yield machine
    if request.session.testsfailed or os.environ.get("CARE_KEEP"):
        print(f"the platform's logs are in {state}")
    else:
        shutil.rmtree(state)
