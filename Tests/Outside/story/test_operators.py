"""The page for operators: what it says of probes and metrics is what the running services show."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import requests

from careline import people
from careline.checkout import CHECKOUT
from careline.databases import DATABASES, address
from careline.metrics import listed
from careline.waiting import until

SERIES = re.compile(r"^([a-z_]+)(?:\{(.*)\})? [^ ]+$")


@pytest.fixture(scope="module")
def replicas(url) -> dict[str, list[str]]:
    """The addresses of each service's own ports."""
    return json.loads((Path(os.environ["CARELINE_STATE"]) / "ready").read_text())["services"]


@pytest.fixture(scope="module")
def services(replicas) -> dict[str, str]:
    """Of one replica each."""
    return {name: addresses[0] for name, addresses in replicas.items()}


def shown(address: str) -> dict[str, tuple[str, set[str]]]:
    """What a service renders, as the page lists it: the type and labels of each metric."""
    found, kinds = {}, {}
    for line in requests.get(f"{address}/metrics", timeout=30).text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            kinds[name] = kind
        elif not line.startswith("#"):
            name, labels = SERIES.match(line).groups()
            names = set(re.findall(r'([a-z]+)="', labels or "")) - {"le"}
            name = name if name in kinds else re.sub("_(bucket|sum|count)$", "", name)
            found.setdefault(name, (kinds[name], set()))[1].update(names)
    return found


def test_every_metric_that_is_shown_is_listed(url, services):
    doctor = people.provider(url, "dermatology", "metric")
    until("Scheduling knows the provider", lambda: doctor.get(f"/providers/{doctor.id}").status_code == 200)
    until("the consumer has reported", lambda: "care_consumer_lag" in shown(services["scheduling"]))
    page = listed()
    for service, url in services.items():
        for name, (kind, labels) in shown(url).items():
            assert name in page, f"{service} shows {name}, and docs/operators.md does not list it"
            assert (page[name].kind, set(page[name].labels)) == (kind, labels), f"{name}: {service} shows {kind} {labels}, the page lists {page[name]}"
    everywhere = {name for address in services.values() for name in shown(address)}
    expected = {"http_request_duration_seconds", "care_database_connections", "care_outbox_published_total", "care_consumer_events_total", "auth_logins_total"}
    assert expected <= everywhere


def test_the_probes_say_what_the_page_says(services):
    front = services["front"]
    assert requests.get(f"{front}/livez", timeout=30).status_code == 200
    assert requests.get(f"{front}/readyz", timeout=30).json() == {"status": "ready", "checks": {}}
    for url in set(services.values()) - {front}:
        assert requests.get(f"{url}/livez", timeout=30).status_code == 200
        until("the broker is known", lambda: requests.get(f"{url}/readyz", timeout=30).json()["checks"]["broker"] == "ok")
        report = requests.get(f"{url}/readyz", timeout=30)
        assert report.status_code == 200
        assert report.json() == {"status": "ready", "checks": {"database": "ok", "migrations": "ok", "broker": "ok", "relay": "holder"}}


def test_the_gateway_hides_what_is_for_operators(url, replicas):
    for path in ("/livez", "/readyz", "/metrics"):
        assert requests.get(f"{url}{path}", timeout=30).status_code == 404
    assert requests.get(f"{url}/healthz", timeout=30).json()["servers"] == {name: len(addresses) for name, addresses in replicas.items()}


def statements(page: str) -> list[str]:
    """What a page has an operator ask a database, with nothing in the places that are to be filled."""
    found = re.findall(r"`((?:SELECT|DELETE FROM|UPDATE) [^`]+)`", page)
    return [re.sub("'…'|…", "NULL", " ".join(one.split())) for code in found for one in code.split(";")]


def test_the_statements_of_the_page_are_understood(url):
    """By the databases as they are: each is planned in one of them at least, and done in none."""
    asked = statements((CHECKOUT / "docs/operators.md").read_text())
    assert len(asked) > 20
    asked.append("SELECT nothing FROM nowhere")
    lines = "".join(f"EXPLAIN {one};\n" for one in asked)
    left = dict(enumerate(asked, 1))
    for database in DATABASES:
        done = subprocess.run(["psql", "-X", "-A", "-t", "-f", "-", address(database)], input=lines, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        refused = {int(number) for number in re.findall(r"^psql:<stdin>:(\d+): ERROR", done.stderr, re.M)}
        left = {number: one for number, one in left.items() if number in refused}
    assert list(left.values()) == asked[-1:]
