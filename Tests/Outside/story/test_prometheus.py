"""A real Prometheus scrapes the running platform, with the configuration and the alerts that operators get."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
import yaml

from careline import people
from careline.checkout import CHECKOUT
from careline.ports import free_port
from careline.waiting import until

pytestmark = pytest.mark.once

OBSERVABILITY = CHECKOUT / "deploy" / "observability"
from careline import promql

# A service's name here, and its executable's name in DNS.
NAMES = {"health": "health-monitor-service", "ers": "er-directory-service", "front": "front-door-service"}


class Prometheus:
    def __init__(self, url: str):
        self.url = url

    def get(self, path: str, **query):
        answer = requests.get(f"{self.url}{path}", params=query, timeout=30)
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    def ask(self, expression: str) -> list[dict]:
        return self.get("/api/v1/query", query=expression)["result"]


def configuration(services: dict[str, list[str]]) -> dict:
    """prometheus.yml, with this platform's addresses where DNS would have given them, and in a hurry."""
    wanted = yaml.safe_load((OBSERVABILITY / "prometheus.yml").read_text())
    wanted["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    wanted["rule_files"] = [str(OBSERVABILITY / "alerts.yml")]
    own, gateway = wanted["scrape_configs"]
    del own["dns_sd_configs"], gateway["dns_sd_configs"]
    own["static_configs"] = [
        {"targets": [address.removeprefix("http://") for address in addresses], "labels": {"__meta_dns_name": NAMES.get(name, f"{name}-service")}}
        for name, addresses in services.items()]
    gateway["static_configs"] = [{"targets": [os.environ["CARE_GATEWAY_METRICS"]]}]
    return wanted


@pytest.fixture(scope="module")
def services(url) -> dict[str, list[str]]:
    return json.loads((Path(os.environ["CARELINE_STATE"]) / "ready").read_text())["services"]


@pytest.fixture(scope="module")
def prometheus(services, tmp_path_factory) -> Iterator[Prometheus]:
    program = shutil.which("prometheus") or pytest.skip("prometheus is not installed; make setup installs it")
    folder = tmp_path_factory.mktemp("prometheus")
    (folder / "prometheus.yml").write_text(yaml.safe_dump(configuration(services)))
    address = f"127.0.0.1:{free_port()}"
    with (folder / "log").open("w") as log:
        child = subprocess.Popen(
            [program, f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'data'}", f"--web.listen-address={address}"],
            stdout=log, stderr=subprocess.STDOUT)
    try:
        def answers() -> bool:
            assert child.poll() is None, (folder / "log").read_text()
            try:
                return requests.get(f"http://{address}/-/ready", timeout=5).status_code == 200
            except requests.ConnectionError:
                return False

        until("Prometheus is ready", answers)
        yield Prometheus(f"http://{address}")
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(timeout=30)


def test_every_replica_is_scraped(prometheus, services):
    def states() -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for target in prometheus.get("/api/v1/targets")["activeTargets"]:
            found.setdefault(target["labels"]["service"], set()).add(target["health"] + target["lastError"])
        return found

    expected = {NAMES.get(name, f"{name}-service").removesuffix("-service"): {"up"} for name in services} | {"gateway": {"up"}}
    until("all are scraped", lambda: states() == expected)


def test_every_alert_is_evaluated_and_none_that_is_critical_fires(prometheus):
    def rules() -> list[dict]:
        return [rule for group in prometheus.get("/api/v1/rules")["groups"] for rule in group["rules"]]

    until("all are evaluated", lambda: all(rule["health"] != "unknown" for rule in rules()))
    assert {rule["name"] for rule in rules()} == {rule["alert"] for rule in promql.alerts()}
    for rule in rules():
        assert rule["health"] == "ok", f"{rule['name']}: {rule.get('lastError')}"
    assert not [rule["name"] for rule in rules() if rule["state"] == "firing" and rule["labels"]["severity"] == "critical"]


def test_every_query_is_understood(prometheus):
    for place, expression in promql.queries():
        answer = requests.get(f"{prometheus.url}/api/v1/query", params={"query": expression}, timeout=30)
        assert answer.status_code == 200, f"{place}: {answer.text}"


def test_what_somebody_does_shows_on_the_dashboards(prometheus, url):
    person = people.sign_up(url, "patient", "metrics")
    person.get("/userinfo")
    shown = [
        'sum(http_request_duration_seconds_count{service="auth", route="/signup", status="2xx"})',
        'sum(auth_logins_total{service="auth", result="succeeded"})',
        'sum(care_outbox_published_total{service="auth"})',
        'sum(care_consumer_events_total{service="scheduling", consumer="people", outcome="handled"})']
    for expression in shown:
        until(f"{expression} shows", lambda: [result for result in prometheus.ask(expression) if float(result["value"][1]) > 0])
    # What every dashboard of the platform is made of, and comes without any fault.
    asked = {name for place, expression in promql.queries() for name in promql.metrics(expression)}
    always = {"up", "care_outbox_relay_holder", "care_broker_reachable", "care_database_lease_timeouts_total", "care_consumer_parked_total", "process_start_time_seconds"}
    always |= {name for name in asked if name.startswith("haproxy_")}
    until("they are all there", lambda: always <= set(prometheus.get("/api/v1/label/__name__/values")))


def test_labels_hold_nobodys_ids(prometheus):
    """A person was made above: no label anywhere looks like an id, a name or an address of theirs."""
    for label in prometheus.get("/api/v1/labels"):
        for value in prometheus.get(f"/api/v1/label/{label}/values"):
            assert not promql.ID.search(value) and "metrics-" not in value, f"{label}={value}"
