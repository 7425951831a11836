"""What the gateway and a service behind it might read differently: heads nearly right, through both."""

import json
import os
import uuid

import heads
import raw
from conftest import amount
from front import dropped_lines

from careline.waiting import until

# Of each service one that its service answers by a problem, in which it says which request it saw.
MARKERS = ["/userinfo", "/appointments/x", "/feed", "/health/summary", "/app-data", f"/ers/{uuid.uuid4()}", "/webhooks"]


def test_nobody_gets_the_answer_of_another(target, random_source):
    """After each hostile request, on a connection of its own, one of somebody else's: what the service says that it saw must be that one. A
    connection to a service that the gateway uses again would otherwise have been left with a piece of the hostile one."""
    known, more = heads.known(), int(os.environ.get("ATTACK_HEADS") or amount(400, 20_000))
    assert known
    with target.attacked("heads") as answers:
        for number in range(len(known) + more):
            data = known[number] if number < len(known) else heads.request(random_source, number)
            try:
                answers.append(raw.exchange(target.url, data, 0.2, unfinished=True))
                if not answers[-1].is_sound:
                    heads.keep(data)
            except OSError:
                pass
            mine = f"marker-{uuid.uuid4()}"
            answer = raw.exchange(target.url, raw.request("GET", MARKERS[number % len(MARKERS)], X_Request_Id=mine))
            is_mine = answer.status in (401, 404) and answer.headers["x-request-id"] == mine and json.loads(answer.body)["requestId"] == mine
            assert is_mine, (heads.keep(data), data, answer)
    assert_no_service_saw_what_the_gateway_did_not(target)


def logged(target, name: str) -> list[dict]:
    entries = []
    for line in (target.state / "logs" / f"{name}.log").read_text(errors="replace").splitlines():
        try:
            entries.append(json.loads(line))
        except ValueError:
            pass
    return entries


def assert_no_service_saw_what_the_gateway_did_not(target):
    """A request that is in a service's log by an id that the gateway has not logged was hidden in another one; or HAProxy has lost its line, which it then counts."""
    services = [file.stem for file in (target.state / "logs").glob("*.log") if file.stem in ("auth", "scheduling", "messaging", "health", "ers", "records", "webhooks")]
    assert len(services) == 7

    def unknown() -> set[str]:
        known = {entry.get("requestId") for entry in logged(target, "gateway")}
        seen = {entry["requestId"] for name in services for entry in logged(target, name) if "requestId" in entry and entry.get("route") not in ("/readyz", "/livez", "/metrics")}
        return {each for each in seen if each not in known and each.startswith(("hidden-", "marker-"))}

    lost = dropped_lines(int(os.environ["CARE_GATEWAY_METRICS"].rpartition(":")[2]))

    until("the services have logged what they answered", lambda: all(any(
        str(entry.get("requestId", "")).startswith("marker-") for entry in logged(target, name)) for name in services), timeout=10)
    until("the gateway has logged what it sent on", lambda: len(unknown()) <= lost, timeout=10)
