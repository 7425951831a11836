"""The tables of docs/scaling.md, each between two marks in it."""

import json
import re
from math import ceil
from pathlib import Path

from careline.scaling.demand import DAYS, SERVICES, Demand, a_day, demand
from careline.scaling.measured import Cost, Measured

PAGE = Path("docs/scaling.md")
DEBTS = Path(__file__).with_name("debts.json")
# A link's definition, of which a reader sees nothing: the site shows no HTML of a guide's own.
BLOCK = re.compile(r"^\[made\]: # \((?P<name>\w+)\)\n.*?^\[end\]: # \((?P=name)\)$", re.MULTILINE | re.DOTALL)
MEASURED, ASSUMED, BOTH = "m", "a", "m × a"


def number(value: float) -> str:
    """Two digits that count."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        digits = len(str(int(abs(value))))
        return f"{round(value, 2 - digits):,.0f}"
    return f"{float(f'{value:.2g}'):g}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def costs(measured: Measured, assumed: dict) -> str:
    def row(cost: Cost) -> list[str]:
        used = cost.processor
        database = sum(time for part, time in used.items() if part.startswith("postgres "))
        services = sum(used.get(service, 0) for service in (*SERVICES, "front"))
        spread = f"{number(min(cost.rounds))}–{number(max(cost.rounds))}" if len(cost.rounds) > 1 else "–"
        return [
            f"`{cost.name}`: {cost.means}", *map(number, (used.get("gateway", 0), services, database, used.get("broker", 0))), spread,
            number(sum(cost.of("wal", "bytes").values()) / 1000), number(sum(cost.of("wal", "pages").values())), number(sum(cost.of("wal", "commits").values())),
            number(sum(cost.of("events").values())), number((cost.get("request") + cost.get("answer") + cost.get("pushed")) / 1000),
            number(cost.get("broker") / 1000), number(sum(max(0, size) for size in cost.of("stored").values()) / 1000)]

    head = ["an operation", "gateway, µs", "services, µs", "PostgreSQL, µs", "broker, µs", "all, by round, µs", "WAL, KB", "pages", "commits", "events", "HTTP, KB", "topics, KB", "on disk, KB"]
    return table(head, [row(cost) for cost in measured.costs.values()])


def reactions(measured: Measured, assumed: dict) -> str:
    """What the services do of whom nobody asked anything: consumers of the events."""
    rows = []
    for cost in measured.costs.values():
        events = sum(cost.of("events").values())
        if events < 0.5:
            continue
        rows.append([f"`{cost.name}`", number(events), *(
            number(cost.processor.get(service, 0) + cost.processor.get(f"postgres {service}", 0)) for service in ("scheduling", "messaging", "health", "records", "webhooks"))])
    return table(["an operation", "events", "Scheduling, µs", "Messaging, µs", "HealthMonitor, µs", "Records, µs", "Webhooks, µs"], rows)


def idle(measured: Measured, assumed: dict) -> str:
    return table(["part", "thousandths of a core, when nobody asks"], [[part, number(1000 * share)] for part, share in sorted(measured.idle.items())])


def behaviour(measured: Measured, assumed: dict) -> str:
    rows = [[f"`{operation}`", number(often), number(often * DAYS)] for operation, often in sorted(a_day(assumed).items(), key=lambda each: -each[1])]
    return table(["operation", "of one person, a day", "a year"], rows)


def replicas(cores: float, plant: dict) -> int:
    return max(plant["leastReplicas"], ceil(cores / plant["utilisation"] / plant["replicaCores"]))


def plant(measured: Measured, assumed: dict) -> str:
    demands, own = [demand(people, measured, assumed) for people in assumed["people"]], assumed["plant"]

    def row(what: str, unit: str, basis: str, of) -> list[str]:
        return [what, unit, basis, *(of(each) if isinstance(of(each), str) else number(of(each)) for each in demands)]

    def messaging(each: Demand) -> int:
        return max(replicas(each.cores["messaging"], own), ceil(each.streams / own["streamsAReplica"]) + 1)

    rows = [
        row("requests", "a second, busiest minute", ASSUMED, lambda each: sum(rate for name, rate in each.rates.items() if name != "holdStream")),
        row("open streams", "at once", ASSUMED, lambda each: each.streams),
        row("gateway", "cores", BOTH, lambda each: each.cores["gateway"] / own["utilisation"])]
    for service in SERVICES:
        rows.append(row(service, "cores; replicas", BOTH, lambda each, name=service: (
            f"{number(each.cores[name] / own['utilisation'])}; {messaging(each) if name == 'messaging' else replicas(each.cores[name], own)}")))
    for service in SERVICES:
        rows.append(row(f"PostgreSQL of {service}", "cores; WAL MB/s; commits/s", BOTH, lambda each, name=service: (
            f"{number(each.database_cores[name] / own['utilisation'])}; {number(each.wal[name])}; {number(each.commits[name])}")))
    held = {kind: measured.costs["holdStream"].get(f"memory {kind}") for kind in ("messaging", "gateway")}
    rows += [
        row("Kafka", "cores", BOTH, lambda each: each.cores["broker"] * own["brokerReplication"] / own["utilisation"]),
        row("Kafka in, all copies; out", "MB/s", BOTH, lambda each: f"{number(each.broker * own['brokerReplication'])}; {number(each.broker * own['brokerReaders'])}"),
        row("events", "a second", BOTH, lambda each: sum(each.events.values())),
        row("between apps and gateway", "MB/s", BOTH, lambda each: each.network),
        row("memory of streams: Messaging; gateway", "GB", BOTH, lambda each: "; ".join(number(each.streams * size / 1e9) for size in held.values())),
        *(row(f"disk of {service}, a year, one copy", "TB", BOTH, lambda each, name=service: each.stored[name]) for service in SERVICES if demands[-1].stored[service] >= 0.001),
        row("**cores of everything**", "cores", BOTH, lambda each: f"**{number(everything(each, own))}**"),
        row("**the same for each 1,000 people**", "cores", BOTH, lambda each: f"**{number(1000 * everything(each, own) / each.people)}**")]
    return table(["part", "unit", "from", *(f"{people:,} people" for people in assumed["people"])], rows)


def everything(each: Demand, own: dict) -> float:
    """Standbys replay what their primary writes: taken for as many cores as it has."""
    apps = sum(each.cores[part] for part in ("gateway", *SERVICES, "front"))
    return (apps + each.cores["broker"] * own["brokerReplication"] + sum(each.database_cores.values()) * own["copies"]) / own["utilisation"]


def limits(measured: Measured, assumed: dict) -> list[tuple[float, str, str, str, str]]:
    """With how many people each part is full: the people, the part, what is full, its most, and where that is from."""
    people, own, most = 1e6, assumed["plant"], assumed["most"]
    each, found = demand(people, measured, assumed), []

    def limit(part: str, what: str, asked: float, has: float, basis: str) -> None:
        if asked > 0:
            found.append((people * has / asked, part, what, number(has), basis))

    for service in SERVICES:
        part = f"PostgreSQL of {service}"
        limit(part, "cores", each.database_cores[service] / own["utilisation"], most["databaseCores"], ASSUMED)
        limit(part, "WAL, MB/s", each.wal[service], most["databaseWalMegabytes"], ASSUMED)
        limit(part, "commits/s", each.commits[service], most["databaseCommits"], ASSUMED)
        limit(part, "TB after a year", each.stored[service], most["databaseTerabytes"], ASSUMED)
        relay = measured.value("outbox relay from a backlog")
        if relay:
            limit(f"relay of {service}", "events/s", each.events[service], relay, MEASURED)
    limit("gateway", "cores of one HAProxy", each.cores["gateway"] / own["utilisation"], most["gatewayCores"], ASSUMED)
    limit("a topic of twelve partitions", "MB/s, all events in one", each.broker, 12 * most["partitionMegabytes"], ASSUMED)
    return sorted(found)


def saturation(measured: Measured, assumed: dict) -> str:
    rows = [[number(people), part, what, most, f"{basis}, by {BOTH}"] for people, part, what, most, basis in limits(measured, assumed)[:14]]
    return table(["full with so many people", "part", "of what", "its most", "from"], rows)


def doubts(measured: Measured, assumed: dict) -> str:
    return "\n\n".join(f"**{each}**" for each in measured.doubts) or "All were measured with a release build on a machine that had nothing else to do."


def predicted(measured: Measured, assumed: dict) -> str:
    rows = []
    for line in measured.named("queueing: "):
        for point in line["points"]:
            seen = point.get("measured")
            rows.append([
                line["operation"], f"{100 * point['load']:.0f} %", number(point["rate"]), f"{number(point['p50'])}; {number(point['p99'])}",
                f"{number(seen['p50'])}; {number(seen['p99'])} ({number(seen['rate'])}/s)" if seen else "–",
                f"{number(point['apart']['p50'])}; {number(point['apart']['p99'])}"])
    return table(["operation", "load", "a second", "predicted here, median; p99, ms", "measured here", "predicted with a machine for each part"], rows)


def citus(measured: Measured, assumed: dict) -> str:
    rows = [[service, f"`{what}`", why] for service, found in json.loads(DEBTS.read_text()).items() for what, why in found["schema"].items()]
    return table(["database", "what", "why Citus refuses it"], rows)


def refused_statements(measured: Measured, assumed: dict) -> str:
    """And what is asked of every node, which is allowed and costs what all of them together do."""
    def names(found: dict, part: str) -> list[str]:
        return sorted({*found[part], *found["byTheClock"].get(part, [])})

    debts = json.loads(DEBTS.read_text())
    rows = [[service, "<br>".join(names(found, "statements")), ", ".join(f"`{name}`" for name in names(found, "everyNode"))] for service, found in debts.items()]
    return table(["database", "statements that Citus refuses", "asked of every node"], rows)


TABLES = {
    "doubts": doubts, "costs": costs, "reactions": reactions, "idle": idle, "behaviour": behaviour, "plant": plant, "saturation": saturation, "queueing": predicted, "citus": citus, "statements": refused_statements}


NOTHING = "Not measured yet: `make bench ARGS=\"costs queueing sockets relay\"`, then `Tests/Outside/benchmarks/scale keep`."
# Of these alone it does not matter what was measured.
STANDING = ("behaviour", "citus", "statements")


def made(name: str, measured: Measured, assumed: dict) -> str:
    """The table, or, where what it needs is not measured, that."""
    missing = sorted(set(a_day(assumed)) - set(measured.costs)) if name in ("plant", "saturation") else []
    if missing:
        return f"Not to be said yet: there is no cost of {', '.join(missing)}. {NOTHING}"
    is_there = {"idle": bool(measured.idle), "queueing": bool(measured.named("queueing: "))}.get(name, name in STANDING or bool(measured.costs))
    return TABLES[name](measured, assumed) if is_there else NOTHING


def filled(page: str, measured: Measured, assumed: dict) -> str:
    """The page with its tables as they are by now."""
    return BLOCK.sub(lambda block: f"[made]: # ({block['name']})\n\n{made(block['name'], measured, assumed)}\n\n[end]: # ({block['name']})", page)
