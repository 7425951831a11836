"""What the tests stand on: the running platform that `run` has started, and people and apps of it."""

import functools
import os
import subprocess
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import requests

from careline import browser, operator, people
from careline.cast import Cast
from careline.checkout import BUILD, CHECKOUT
from careline.contract import read
from careline.heard import Contract
from careline.oauth import SCOPE, App
from careline.traces import Collector, collecting
from careline.waiting import until


def pytest_collection_modifyitems(items: list[pytest.Item]):
    """Random requests come last of all: what an admin's lists have told schemathesis it suspends and disables too, whoever else needs it. Behind them only who
    looks at all that was done."""
    items.sort(key=lambda item: (item.path.name == "test_distribution.py", item.path.name == "test_openapi.py"))


@pytest.fixture(scope="session", autouse=True)
def undescribed() -> Iterator[list[str]]:
    """What has come of the platform's address, to whatever test, that openapi.yaml does not say. Streams are read by their own tests."""
    contract, send, found = Contract(read(CHECKOUT / "deploy/api/openapi.yaml")), requests.Session.send, []

    def watched(session: requests.Session, request: requests.PreparedRequest, **options) -> requests.Response:
        answer = send(session, request, **options)
        address = urlsplit(request.url)
        if f"{address.scheme}://{address.netloc}" == os.environ.get("CARELINE_URL") and not options.get("stream"):
            # Where it leads on to another page, that answer comes back in the end; what was heard here came first.
            first = answer.history[0] if answer.history else answer
            kind = first.headers.get("Content-Type", "").partition(";")[0]
            found.extend(contract.faults(request.method, address.path, first.status_code, kind, first.content))
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests.Session, "send", watched)
        yield found


@pytest.fixture(autouse=True)
def everything_is_described(undescribed):
    """At the test that heard it, or the first one that stands on it."""
    yield
    heard = "\n".join(sorted(set(undescribed)))
    undescribed.clear()
    assert not heard, heard


@pytest.fixture(scope="session")
def careline():
    """Runs the operator's CLI; returns what it prints."""

    def run(*arguments: str) -> str:
        done = subprocess.run([BUILD / "careline", *arguments], cwd=CHECKOUT, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def url() -> str:
    """The gateway's address."""
    if "CARELINE_URL" not in os.environ:
        pytest.skip("no platform: start these tests with Tests/Outside/story/run")
    return os.environ["CARELINE_URL"]


@pytest.fixture(scope="session")
def bootstrap(url) -> str:
    return os.environ["CARELINE_BOOTSTRAP"]


@pytest.fixture(scope="session")
def auth_service(url):
    """Runs one of Auth's operator commands on the platform's database."""
    return operator.auth_service


@pytest.fixture(scope="session")
def app(url, auth_service) -> App:
    """An app of a third party: public, so it has no secret and proves itself by PKCE."""
    redirect = "http://127.0.0.1/callback"
    scopes = [word for scope in SCOPE.split() for word in ("--scope", scope)]
    auth_service("seed-client", "--id", "story-finder", "--name", "Clinic Finder", "--redirect-uri", redirect, *scopes, "--scope", "launch")
    return App(url, "story-finder", redirect)


@pytest.fixture(scope="session")
def open_clinic(url):
    """Makes a provider with hours."""
    return functools.partial(people.clinic, url)


@pytest.fixture(scope="session")
def another_cast(url, auth_service, app, open_clinic):
    return lambda: Cast(url, auth_service, app, open_clinic)


@pytest.fixture(scope="module")
def cast(another_cast):
    return another_cast()


@pytest.fixture(scope="session")
def scheduler(url, auth_service) -> people.Person:
    """One who enters emergency rooms and their hours."""
    return people.appointed(url, auth_service, "scheduler")


@pytest.fixture()
def pair(url):
    """A patient, a provider, and a conversation of theirs."""
    patient, provider = people.sign_up(url, "patient", "jo"), people.provider(url, "cardiology", "okafor")

    def begin():
        answer = patient.post("/conversations", {"participantIds": [provider.id]})
        return answer.json() if answer.status_code == 201 else None

    return patient, provider, until("Messaging knows them", begin)


@pytest.fixture(scope="module")
def chromium():
    """A real browser; skipped where there is none."""
    program = browser.found()
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell (or make setup)")
    with browser.chromium(program) as running:
        yield running


@pytest.fixture(scope="module")
def collector(url) -> Iterator[Collector]:
    if "CARE_OTLP_ENDPOINT" not in os.environ:
        pytest.skip("no CARE_OTLP_ENDPOINT: start these tests with Tests/Outside/story/run")
    with collecting() as server:
        yield server
