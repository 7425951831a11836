"""What the guide for event consumers says in tables and numbers is what the contract and the sources of the webhooks have."""

import math
import re

from conftest import SERVICES
from test_cluster import uses

from careline.checkout import CHECKOUT
from careline.contract import read

GUIDE = (CHECKOUT / "docs/event-consumers.md").read_text()
ASYNCAPI = read(CHECKOUT / "deploy/api/asyncapi.yaml")
# By topic, its events' names without the topic's and the version.
EVENTS = {
    channel["address"]: {ASYNCAPI["components"]["messages"][name]["name"].split(".")[2] for name in channel["messages"]}
    for name, channel in ASYNCAPI["channels"].items() if not name.endswith(".dead")}


def table(heading: str) -> dict[str, str]:
    """The rows below that heading by the topics that they begin with."""
    section = GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ((?:`care\.[\w.-]+`(?:, )?)+) \|(.*)\|$", section, re.M)
    return {topic: words for topics, words in rows for topic in re.findall(r"`([^`]+)`", topics)}


def test_every_topic_is_in_the_table_with_its_events():
    said = table("Topics")
    assert said.keys() == EVENTS.keys() and len(EVENTS) > 15
    missing = {topic: left for topic, names in EVENTS.items() if (left := {name for name in names - {"snapshot"} if name not in said[topic]})}
    assert missing == {}


def test_every_topic_with_a_state_says_what_its_snapshot_holds():
    with_state = {topic for topic, names in EVENTS.items() if "snapshot" in names}
    assert table("Starting late").keys() == with_state
    others = GUIDE.partition("There is none of the other ")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(care\.[\w.-]+)`", others)) == EVENTS.keys() - with_state


def test_refused_deliveries_come_again_when_the_guide_says():
    source = (CHECKOUT / "Services/Webhooks/Rules/RetrySchedule.swift").read_text()
    literals = re.search(r"waits: \[TimeInterval\] = \[(.*?)\]", source)[1].split(",")
    waits = [math.prod(map(int, each.split("*"))) for each in literals]
    said = re.search(r"is tried again in (.*?), then every (\d+) h\.", GUIDE)
    units = {"s": 1, "min": 60, "h": 3600}
    assert [int(number) * units[unit] for number, unit in re.findall(r"(\d+) (s|min|h)\b", said[1])] + [int(said[2]) * 3600] == waits


def test_what_disables_a_webhook_is_said():
    section = GUIDE.partition("\n## Without Kafka\n")[2].partition("\n## ")[0]
    reasons = read(CHECKOUT / "deploy/api/openapi.yaml")["components"]["schemas"]["Webhook"]["properties"]["reason"]["enum"]
    assert [each for each in reasons if f"`{each}`" not in section] == []


def test_the_readme_says_who_publishes_and_who_listens():
    """By the topics' short names; who hears of ended sessions is said below the table."""
    readme = (CHECKOUT / "README.md").read_text()
    rows = dict(re.findall(r"^\| (\w+) \| ([\w, –-]+ \| [\w, –-]+) \|$", readme.partition("| listens to |\n")[2].partition("\n\n")[0], re.M))
    assert rows.keys() == set(SERVICES.values())

    def names(topics: set[str]) -> set[str]:
        return {topic.removeprefix("care.").removesuffix(".v1") for topic in topics}

    everything = names(set().union(*(published for published, _, _ in uses().values())))

    def said(cell: str) -> set[str]:
        if cell.startswith("all but "):
            return everything - {cell.removeprefix("all but ")}
        return set() if cell == "–" else set(cell.split(", "))

    for service, (publishes, consumes, hears) in uses().items():
        published, heard = map(said, rows[SERVICES[service]].split(" | "))
        assert published == names(publishes), service
        assert heard - {"sessions"} == names(consumes | hears) - {"sessions"} and "care.sessions.v1" in hears | consumes, service
