"""The PromQL of the alerts and the dashboards, and what it names."""

import json
import re

import yaml

from careline.checkout import CHECKOUT

OBSERVABILITY = CHECKOUT / "deploy" / "observability"
# A name that is followed by labels, a range, or anything but an opening parenthesis; strings and label lists are gone by then.
NAME = re.compile(r"\b([a-z][a-z0-9_]*)\b(?!\s*\()")
KEYWORDS = {"by", "and", "or", "unless", "on", "ignoring", "without", "offset", "group_left"}
# A UUID, or an e-mail's sign.
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-|@")


def alerts() -> list[dict]:
    return [rule for group in yaml.safe_load((OBSERVABILITY / "alerts.yml").read_text())["groups"] for rule in group["rules"]]


def queries() -> list[tuple[str, str]]:
    """Every expression with where it stands; Grafana's variables are put in."""
    found = [(rule["alert"], rule["expr"]) for rule in alerts()]
    for file in sorted((OBSERVABILITY / "dashboards").glob("*.json")):
        for panel in json.loads(file.read_text())["panels"]:
            for target in panel.get("targets", []):
                found.append((f"{file.stem}: {panel['title']}", target["expr"].replace("$__rate_interval", "1m").replace("$__range", "1h")))
    return found


def metrics(expression: str) -> set[str]:
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\b(by|on|ignoring|without) \([^)]*\)", " ", expression)
    return {name for name in NAME.findall(bare) if name not in KEYWORDS and not re.fullmatch(r"\d+[smhd]|[smhd]", name)}
