"""deploy/observability: alerts and dashboards, by the tools that read them. Tests/Outside/story/test_prometheus.py runs them on the platform."""

import json
import re
import sys

import pytest
import yaml
from conftest import CHECKOUT, SERVICES, SERVING, run, tool

from careline.metrics import declared, listed
from careline.pages import anchors
from careline.promql import OBSERVABILITY, alerts, metrics, queries


@pytest.mark.parametrize("file", ["prometheus.yml", "kubernetes.yml"])
def test_prometheus_takes_the_configuration(file):
    run(tool("promtool"), "check", "config", "--lint=all", "--lint-fatal", OBSERVABILITY / file)


def test_the_alerts_fire_when_they_should_and_only_then():
    run(tool("promtool"), "test", "rules", OBSERVABILITY / "alerts-test.yml")


def test_every_alert_is_tried():
    tried = set(re.findall(r'alertname="(\w+)"', (OBSERVABILITY / "alerts-test.yml").read_text()))
    assert tried == {rule["alert"] for rule in alerts()}


def test_every_alert_has_its_paragraph():
    for rule in alerts():
        assert rule["labels"]["severity"] in {"critical", "warning"} and rule["annotations"]["summary"], rule["alert"]
        page, anchor = rule["annotations"]["runbook"].split("#")
        assert anchor in anchors(page), f"{rule['alert']}: {page} has no such paragraph"


def test_everybody_who_is_scraped_is_a_service_and_the_other_way_round():
    (own, gateway) = yaml.safe_load((OBSERVABILITY / "prometheus.yml").read_text())["scrape_configs"]
    assert own["dns_sd_configs"][0]["names"] == [f"{name}-service" for name in SERVING]
    assert gateway["job_name"] == "gateway"


def test_the_page_lists_what_the_sources_declare():
    page, sources = listed(), declared()
    assert page.keys() == sources.keys(), f"only one of the page and the sources has {sorted(page.keys() ^ sources.keys())}"
    for name, metric in sources.items():
        listing = page[name]
        assert (listing.kind, listing.labels, listing.help) == (metric.kind, metric.labels, metric.help), f"{metric.place}: {name}"


def test_what_is_declared_is_recorded():
    assert not [f"{metric.place}: {name}" for name, metric in declared().items() if not metric.is_recorded]


def test_names_say_kind_and_unit():
    """As Prometheus' own: https://prometheus.io/docs/practices/naming."""
    for name, metric in declared().items():
        assert name.endswith("_total") == (metric.kind == "counter"), name
        suffix = re.search("_(seconds|bytes)$", name.removesuffix("_total"))
        assert metric.unit == (suffix[1] if suffix else None), f"{name}: {metric.unit}"
        assert metric.kind != "histogram" or metric.unit == "seconds", f"{name}: the bounds are of seconds"


def test_every_metric_that_is_asked_for_is_one_that_is_made():
    page = listed()
    asked = queries()
    assert len(asked) > 150
    for place, expression in asked:
        for name in metrics(expression):
            if name == "up" or name.startswith("haproxy_"):
                continue
            base = name if name in page else re.sub("_(bucket|sum|count)$", "", name)
            assert base in page, f"{place}: {name} is not in docs/operators.md"
            assert (page[base].kind == "histogram") == (base != name), f"{place}: {base} is a {page[base].kind}"
            for labels in re.findall(rf"\b{name}\{{([^}}]*)\}}", expression):
                names = set(re.findall(r'(\w+)\s*(?:=~|!~|!=|=)\s*"', labels))
                assert names <= {*page[base].labels, "job", "service", "le"}, f"{place}: {name} has not the labels {names}"


def test_counters_are_asked_for_their_rate():
    page = listed()
    for place, expression in queries():
        for name in metrics(expression):
            if name in page and page[name].kind == "counter" and name not in {"care_streams_opened_total", "care_streams_closed_total"}:
                for before in re.findall(rf"(\w+)\(\s*{name}\b", expression):
                    assert before in {"rate", "increase"}, f"{place}: {before}({name}) says nothing after a restart"


def test_what_alerts_at_the_first_is_shown_before_it():
    """A series that begins with a 1 never rose: Prometheus' increase of it is 0, and nobody hears of the first."""
    sources = declared()
    found = {name for rule in alerts() for name in re.findall(r"(?:increase|rate)\((\w+)(?:\{[^}]*\})?\[\w+\]\)\)? > 0(?![.\d])", rule["expr"])}
    assert {"care_consumer_parked_total", "care_webhook_disabled_total", "log_lines_dropped_total"} <= found
    assert not [f"{sources[name].place}: {name}" for name in sorted(found | {"care_timer_failures_total"}) if not sources[name].is_shown_at_once]


def test_every_reader_of_topics_counts_what_it_could_not_read():
    """A broadcast too: the page looks for Messaging's streams by the one that wakes them."""
    runners = [file.read_text() for file in (CHECKOUT / "Shared/Outbox/Consuming").glob("*.swift") if "fetching failed" in file.read_text()]
    assert len(runners) == 2 and all("ConsumerMetrics.fetchFailures(consumer.name" in text for text in runners)


def test_whom_the_page_names_by_a_label_there_is():
    """Consumers and timers, as the sources call them."""
    page = (CHECKOUT / "docs/operators.md").read_text() + (OBSERVABILITY / "alerts.yml").read_text()
    named = {(label, value) for label, value in re.findall(r'\b(consumer|kind)="([^"]+)"', page)}
    text = "\n".join(file.read_text() for folder in ("Shared", "Services") for file in (CHECKOUT / folder).rglob("*.swift"))
    consumers = set(re.findall(r'(?:Consumer\(|\.broadcast\()\s*"([\w-]+)", topic:', text))
    sweeps = {f"sweep.{name}" for name in re.findall(r'\bsweep(?:InBatches)?\(\s*"([\w-]+)"', text)}
    timers = set(re.findall(r'\.timer\(\s*"([\w-]+)"', text))
    assert {"alerts", "feed", "observations"} <= consumers and {"sweep.seal-audit", "sweep.care-inbox-days"} <= sweeps
    assert named <= {("consumer", name) for name in consumers} | {("kind", name) for name in sweeps | timers} and len(named) > 5


def test_the_gateways_alert_and_dashboard_are_of_every_service():
    gateway = (CHECKOUT / "deploy/gateway/haproxy.cfg").read_text()
    asked = {server for server in re.findall(r"server-template (\w+)- ", gateway)}
    expressions = [expression for place, expression in queries() if place == "ServiceUnavailable" or "haproxy_backend_active_servers" in expression]
    assert len(expressions) > 1 and len(asked) == len(SERVING)
    for expression in expressions:
        assert set(re.search(r'proxy=~"([^"]*)"', expression)[1].split("|")) == asked


def test_the_dashboards_are_what_their_description_makes():
    run(sys.executable, OBSERVABILITY / "dashboards.py", "--check")


def test_there_is_a_dashboard_for_the_platform_and_one_for_each_service():
    boards = {file.stem: json.loads(file.read_text()) for file in (OBSERVABILITY / "dashboards").glob("*.json")}
    assert boards.keys() == SERVICES.keys() | {"platform"}
    assert len({board["uid"] for board in boards.values()}) == len(boards)
    (source,) = yaml.safe_load((OBSERVABILITY / "grafana/datasources/prometheus.yml").read_text())["datasources"]
    for name, board in boards.items():
        assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
        for panel in board["panels"]:
            if panel["type"] == "timeseries":
                assert panel["datasource"]["uid"] == source["uid"] and panel["targets"], f"{name}: {panel['title']}"
                assert all(target["expr"] and target["legendFormat"] for target in panel["targets"])


def test_every_metric_is_on_some_dashboard_or_in_some_alert():
    """What nobody looks at need not be measured."""
    asked = {re.sub("_(bucket|sum|count)$", "", name) for _, expression in queries() for name in metrics(expression)}
    assert listed().keys() - asked == {"care_timer_seconds", "care_producer_replaced_total"}
