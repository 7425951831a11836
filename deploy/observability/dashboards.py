#!/usr/bin/env python3
"""Writes the Grafana dashboards in dashboards/: one for the platform, one for each service, all from the description below.

    deploy/observability/dashboards.py            writes them
    deploy/observability/dashboards.py --check    exits 1 when they are not what this would write
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "dashboards"
TITLES = {
    "auth": "Auth", "scheduling": "Scheduling", "messaging": "Messaging", "health-monitor": "Health monitor",
    "er-directory": "ER directory", "records": "Records", "webhooks": "Webhooks"}
CONSUMING = {"scheduling", "messaging", "health-monitor", "records", "webhooks"}
# Whose consumers keep the versions that they have seen.
FOLLOWING = {"scheduling", "messaging", "health-monitor"}
# What standbys may answer.
READING = {"scheduling", "messaging", "health-monitor", "er-directory", "webhooks"}
SEALING = {"scheduling", "messaging", "health-monitor", "records"}
WIDTH = 24  # columns of Grafana's grid


def panel(title: str, unit: str, *queries: tuple[str, str], width: int = 8, about: str = "") -> dict:
    """Lines over time; each query is PromQL and the legend of its series."""
    targets = [{"refId": chr(65 + index), "expr": expression, "legendFormat": legend} for index, (expression, legend) in enumerate(queries)]
    return {
        "type": "timeseries", "title": title, "description": about, "width": width, "targets": targets,
        "fieldConfig": {"defaults": {"unit": unit, "min": 0, "custom": {"fillOpacity": 8, "showPoints": "never"}}, "overrides": []},
        "options": {"legend": {"displayMode": "table", "placement": "bottom", "calcs": ["lastNotNull", "max"]}, "tooltip": {"mode": "multi", "sort": "desc"}}}


def rate(metric: str, labels: str, by: str) -> str:
    return f"sum by ({by}) (rate({metric}{{{labels}}}[$__rate_interval]))"


def quantile(share: float, metric: str, labels: str, by: str) -> str:
    return f"histogram_quantile({share}, {rate(metric + '_bucket', labels, by + ', le')})"


def requests(labels: str, by: str) -> list[dict]:
    count = "http_request_duration_seconds_count"
    failed = rate(count, labels + ', status="5xx"', by)
    return [
        panel("Requests", "reqps", (rate(count, labels, by), f"{{{{{by}}}}}")),
        panel("Requests that fail", "percentunit", (f"({failed} or 0 * {rate(count, labels, by)}) / {rate(count, labels, by)}", f"{{{{{by}}}}}"), about="The share of 5xx."),
        panel("Latency, 99 %", "s", (quantile(0.99, "http_request_duration_seconds", labels, by), f"{{{{{by}}}}}"))]


def consumers(labels: str, by: str, legend: str) -> list[dict]:
    return [
        panel("Events not handled yet", "short", (f"sum by ({by}) (care_consumer_lag{{{labels}}})", legend)),
        panel("Age of the oldest of them", "s", (f"max by ({by}) (care_consumer_oldest_seconds{{{labels}}})", legend)),
        panel("Events parked as dead letters", "short", (f"sum by ({by}) (increase(care_consumer_parked_total{{{labels}}}[$__range]))", legend), about="In the time that is shown.")]


def platform() -> list[tuple[str, list[dict]]]:
    everyone = 'job="careline"'
    backend = 'job="gateway", proxy=~"auth|scheduling|messaging|health|ers|records|webhooks|front"'
    return [
        ("Clients", requests(everyone, "service")),
        ("The gateway", [
            panel("Ready replicas", "short", (f"max by (proxy) (haproxy_backend_active_servers{{{backend}}})", "{{proxy}}")),
            panel("Responses by status", "reqps", ('sum by (code) (rate(haproxy_frontend_http_responses_total{job="gateway", proxy="public"}[$__rate_interval]))', "{{code}}")),
            panel("Connections", "short", ('sum(haproxy_frontend_current_sessions{job="gateway", proxy="public"})', "open"),
                  ('sum(rate(haproxy_frontend_requests_denied_total{job="gateway", proxy="public"}[$__rate_interval]))', "refused a second")),
            panel("Lines lost of its log", "short", ('sum by (instance) (increase(haproxy_process_dropped_logs_total{job="gateway"}[$__range]))', "{{instance}}"), about="In the time that is shown.")]),
        ("Events", [
            panel("Published", "short", (rate("care_outbox_published_total", everyone, "service"), "{{service}}")),
            panel("Age of the oldest unpublished", "s", (f"max by (service) (care_outbox_oldest_seconds{{{everyone}}} and care_outbox_relay_holder == 1)", "{{service}}")),
            panel("Relays", "short", (f"sum by (service) (care_outbox_relay_holder{{{everyone}}})", "{{service}}"), about="Exactly one for each service."),
            *consumers(everyone, "service, consumer", "{{service}} {{consumer}}")]),
        ("People", [
            panel("Logins", "short", (rate("auth_logins_total", everyone, "result"), "{{result}}"), about="A second."),
            panel("Open streams", "short", (f"sum(care_streams_opened_total{{{everyone}}}) - (sum(care_streams_closed_total{{{everyone}}}) or vector(0))", "streams")),
            panel("Keys that do not open", "short", (f"sum by (service, reason) (increase(care_person_key_failures_total{{{everyone}}}[$__range]))", "{{service}}: {{reason}}"))]),
        ("Replicas", [
            panel("Running", "short", ("sum by (service) (up)", "{{service}}")),
            panel("Processor", "short", (rate("process_cpu_seconds_total", everyone, "service"), "{{service}}"), about="Cores."),
            panel("Memory of the largest replica", "bytes", (f"max by (service) (process_resident_memory_bytes{{{everyone}}})", "{{service}}"))])]


def service(name: str) -> list[tuple[str, list[dict]]]:
    own = f'job="careline", service="{name}"'
    rows = [
        ("Requests", requests(own, "route") + [
            panel("By status", "reqps", (rate("http_request_duration_seconds_count", own, "status"), "{{status}}")),
            panel("Latency", "s", *((quantile(share, "http_request_duration_seconds", own, "service"), f"{share:.0%}") for share in (0.5, 0.9, 0.99))),
            panel("Connections refused", "short", (rate("http_connections_refused_total", own, "instance"), "{{instance}}")),
            panel("Requests turned away", "short", (rate("http_bodies_refused_total", own, "service"), "no memory for their body"), (rate("http_heavy_requests_refused_total", own, "service"), "a third heavy one of its caller"), (rate("http_requests_over_quota_total", own, "service"), "their caller's quota was spent")),
            panel("Event loops held", "short", (rate("http_loop_held_total", own, "instance"), "{{instance}}"), about="Times a second that a request's work held its event loop for more than 20 ms.")]),
        ("Database", [
            panel("Connections", "short", (f"sum by (state) (care_database_connections{{{own}}})", "{{state}}"), (f"sum(care_database_leases_waiting{{{own}}})", "work that waits")),
            panel("Leases", "short", (rate("care_database_leases_total", own, "service"), "lent a second"), (rate("care_database_quick_reads_total", own, "service"), "reads that may share one"), (rate("care_database_lease_timeouts_total", own, "service"), "not to be had")),
            panel("Faults", "short", (rate("care_database_transaction_retries_total", own, "service"), "transactions run again"), (rate("care_database_reconnects_total", own, "service"), "connections replaced"))] + ([
            panel("Reads for standbys", "short", (rate("care_database_standby_reads_total", own, "service"), "a standby answered"), (rate("care_database_standby_fallbacks_total", own, "reason"), "the primary: {{reason}}"), about="Where CARE_DATABASE_READ_URL names any.")] if name in READING else [])),
        ("Outbox and relay", [
            panel("Events that await publishing", "short", (f"max(care_outbox_backlog{{{own}}} and care_outbox_relay_holder == 1)", "events")),
            panel("Age of the oldest", "s", (f"max(care_outbox_oldest_seconds{{{own}}} and care_outbox_relay_holder == 1)", "age"), (quantile(0.99, "care_outbox_batch_seconds", own, "service"), "a batch, 99 %")),
            panel("Published", "short", (rate("care_outbox_published_total", own, "service"), "published"), (rate("care_outbox_send_failures_total", own, "error"), "failed: {{error}}"), (rate("care_outbox_relay_failures_total", own, "service"), "interruptions")),
            panel("Relay and broker", "short", (f"sum(care_outbox_relay_holder{{{own}}})", "relays"), (f"min(care_broker_reachable{{{own}}})", "Kafka is reached"), (f"sum(care_producer_outstanding{{{own}}})", "records not acknowledged"))])]
    if name in CONSUMING:
        rows.append(("Consumers", consumers(own, "consumer", "{{consumer}}") + [
            panel("Events", "short", (rate("care_consumer_events_total", own, "consumer, outcome"), "{{consumer}} {{outcome}}"), about="A second; `duplicate` was handled before and does nothing."),
            panel("Handling one, 99 %", "s", (quantile(0.99, "care_consumer_event_seconds", own, "consumer"), "{{consumer}}")),
            panel("Tries that failed", "short", (rate("care_consumer_retries_total", own, "consumer, fault"), "{{consumer}}: {{fault}}"), (rate("care_consumer_fetch_failures_total", own, "consumer"), "{{consumer}}: read")),
            panel("Partitions read", "short", (f"sum by (consumer) (care_consumer_partitions{{{own}}})", "{{consumer}}"), about="12 for each.")]))
    if name in FOLLOWING:
        rows[-1][1].append(panel("Events that were missed", "short", (f"sum by (consumer, event) (increase(care_consumer_gaps_total{{{own}}}[$__range]))", "{{consumer}}: before {{event}}"), about="In the time that is shown."))
    rows.append(("Timers", [
        panel("Fired", "short", (rate("care_timers_fired_total", own, "kind"), "{{kind}}"), about="A second."),
        panel("Late, 90 %", "s", (quantile(0.9, "care_timer_late_seconds", own, "kind"), "{{kind}}")),
        panel("Failed", "short", (rate("care_timer_failures_total", own, "kind"), "{{kind}}")),
        panel("Days of the inbox", "short", (f"(max(care_inbox_days_end_timestamp_seconds{{{own}}}) - time()) / 86400", "tables for days to come"),
              (f"sum(increase(care_inbox_days_dropped_total{{{own}}}[1d]))", "dropped in a day"), (f"sum(increase(care_inbox_days_put_off_total{{{own}}}[1d]))", "put off in a day"))]))
    if name == "auth":
        rows.append(("Logins and tokens", [
            panel("Logins", "short", (rate("auth_logins_total", own, "result"), "{{result}}")),
            panel("Tokens given", "short", (rate("auth_tokens_total", own, "grant"), "{{grant}}")),
            panel("Tokens refused", "short", (rate("auth_token_errors_total", own, "error"), "{{error}}")),
            panel("Mails", "short", (rate("auth_mails_total", own, "result"), "{{result}}")),
            panel("Logout tokens for clients", "short", (rate("auth_logout_tokens_total", own, "result"), "{{result}}"))]))
    if name == "messaging":
        rows.append(("Feeds and streams", [
            panel("Feed entries", "short", (rate("care_feed_entries_total", own, "kind"), "{{kind}}"), about="A second."),
            panel("Open streams", "short", (f"sum(care_streams_opened_total{{{own}}}) - (sum(care_streams_closed_total{{{own}}}) or vector(0))", "streams")),
            panel("WebSockets", "short", (rate("websockets_opened_total", own, "service"), "opened"), (rate("websockets_closed_total", own, "by"), "closed by {{by}}"), (rate("websockets_slow_total", own, "service"), "too slow")),
            panel("Smaller pictures", "short", (rate("care_renditions_total", own, "outcome"), "{{outcome}}"))]))
    if name == "webhooks":
        rows.append(("Deliveries", [
            panel("Requests to receivers", "short", (rate("care_webhook_attempts_total", own, "outcome"), "{{outcome}}"), about="A second."),
            panel("Receivers' answers", "s", *((quantile(share, "care_webhook_attempt_seconds", own, "service"), f"{share:.0%}") for share in (0.5, 0.99))),
            panel("Webhooks disabled", "short", (f"sum by (reason) (increase(care_webhook_disabled_total{{{own}}}[$__range]))", "{{reason}}"), about="In the time that is shown."),
            panel("Events that wait", "short", (f"max(care_webhook_waiting{{{own}}})", "events")),
            panel("Age of the oldest", "s", (f"max(care_webhook_oldest_seconds{{{own}}})", "age"), about="Of those for webhooks that are active.")]))
    if name == "records":
        rows.append(("Searches", [
            panel("Indexes read", "short", (rate("care_records_search_loads_total", own, "instance"), "{{instance}}"), about="Persons whose search index was not in memory, a second.")]))
        rows.append(("Who used whose record", [
            panel("Notes", "short", (rate("care_access_notes_total", own, "outcome"), "{{outcome}}"), about="Uses of records, a second: nobody is answered before it is noted."),
            panel("Notes that wait", "short", (f"max(care_access_notes_waiting{{{own}}})", "notes"), about="In the replica where they are most."),
            panel("Writing them", "s", *((quantile(share, "care_access_note_seconds", own, "service"), f"{share:.0%}") for share in (0.5, 0.99)), about="Those that waited, in one statement.")]))
    master = [
        panel("Rows not sealed anew", "short", (rate("care_reseal_failures_total", own, "what"), "{{what}}"), about="For a new master key, since they do not open."),
        panel("Unusable key files", "short", (rate("care_master_key_file_failures_total", own, "instance"), "{{instance}}"), about="Looks a second at a file that was gone or faulty.")]
    if name in ("auth", "webhooks"):
        rows.append(("Master keys", master))
    if name in SEALING:
        rows.append(("Encryption keys", [
            panel("Keys opened", "short", (rate("care_person_keys_unwrapped_total", own, "service"), "a second"), about="Persons whose key was not in memory."),
            panel("Keys that do not open", "short", (rate("care_person_key_failures_total", own, "reason"), "{{reason}}")),
            panel("Keys wrapped anew", "short", (rate("care_person_keys_rewrapped_total", own, "service"), "a second"), about="After a master key was replaced."),
            *master]))
    if name == "records":
        rows.append(("Whole records", [
            panel("Exports", "short", (rate("care_record_exports_total", own, "step"), "{{step}}")),
            panel("Resources exported", "short", (rate("care_record_exported_resources_total", own, "service"), "a second")),
            panel("Lines imported", "short", (rate("care_record_imported_resources_total", own, "outcome"), "{{outcome}}")),
            panel("Purges", "short", (rate("care_record_purges_total", own, "service"), "a second"), about="Whole records destroyed at their owner's wish."),
            panel("Smaller pictures", "short", (rate("care_renditions_total", own, "outcome"), "{{outcome}}"))]))
    rows.append(("Processes", [
        panel("Processor", "short", (rate("process_cpu_seconds_total", own, "instance"), "{{instance}}"), about="Cores."),
        panel("Memory", "bytes", (f"process_resident_memory_bytes{{{own}}}", "{{instance}}")),
        panel("Open files and sockets", "short", (f"process_open_fds{{{own}}}", "{{instance}}")),
        panel("Spans of traces", "short", (rate("care_spans_exported_total", own, "service"), "sent"), (rate("care_spans_dropped_total", own, "reason"), "dropped: {{reason}}"))]))
    return rows


def dashboard(uid: str, title: str, rows: list[tuple[str, list[dict]]]) -> dict:
    """The rows laid out, panels from left to right."""
    panels, top = [], 0
    for name, members in rows:
        panels.append({"id": len(panels) + 1, "type": "row", "title": name, "collapsed": False, "panels": [], "gridPos": {"x": 0, "y": top, "w": WIDTH, "h": 1}})
        top, left = top + 1, 0
        for member in members:
            member = dict(member, id=len(panels) + 1, datasource={"type": "prometheus", "uid": "prometheus"})
            width = member.pop("width")
            if left + width > WIDTH:
                top, left = top + 8, 0
            panels.append(member | {"gridPos": {"x": left, "y": top, "w": width, "h": 8}})
            left += width
        top += 8
    return {
        "uid": uid, "title": title, "tags": ["careline"], "schemaVersion": 39, "version": 1, "editable": False, "refresh": "30s", "timezone": "utc",
        "time": {"from": "now-3h", "to": "now"}, "templating": {"list": []}, "annotations": {"list": []},
        "links": [{"type": "dashboards", "title": "Careline", "tags": ["careline"], "asDropdown": True, "includeVars": False, "keepTime": True}],
        "panels": panels}


def files() -> dict[str, str]:
    made = {"platform": dashboard("careline-platform", "Careline", platform())}
    for name, title in TITLES.items():
        made[name] = dashboard(f"careline-{name}", f"Careline: {title}", service(name))
    return {f"{name}.json": json.dumps(content, indent=1, ensure_ascii=False) + "\n" for name, content in made.items()}


def main() -> int:
    wanted = files()
    present = {path.name: path.read_text() for path in FOLDER.glob("*.json")}
    if "--check" in sys.argv[1:]:
        stale = sorted(name for name in wanted.keys() | present.keys() if wanted.get(name) != present.get(name))
        if stale:
            print(f"not what dashboards.py writes: {', '.join(stale)}; run deploy/observability/dashboards.py", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name in present.keys() - wanted.keys():
        (FOLDER / name).unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
