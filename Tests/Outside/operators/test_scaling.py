"""docs/scaling.md says what was measured and what is assumed: its tables are those that are made of the kept figures and the workload; and the simulation
behind one of them agrees with what is known of queues."""

import math

import pytest

from careline.checkout import CHECKOUT
from careline.scaling import demand, measured, queueing, tables
from careline.wal import counted

PAGE = CHECKOUT / "docs/scaling.md"


def test_the_page_has_the_tables_of_what_is_kept():
    page = PAGE.read_text()
    assert {name for name in tables.TABLES} == {found["name"] for found in tables.BLOCK.finditer(page)}
    assert tables.filled(page, measured.Measured(), demand.workload()) == page, "make them anew: Tests/Outside/benchmarks/scale write"


def cost(name: str, **numbers: float) -> measured.Cost:
    return measured.Cost(name, "", {each.replace("_", " "): number for each, number in numbers.items()}, [1], {"build": "release", "loadBefore": 0, "broker": "Kafka"})


@pytest.fixture
def figures(tmp_path) -> measured.Measured:
    """A message costs 1 ms of Messaging and 2 ms of PostgreSQL, of which a half is everybody's; all else costs nothing."""
    (tmp_path / "none.jsonl").write_text("")
    made = measured.Measured(tmp_path / "none.jsonl")
    assumed = demand.workload()
    made.costs = {name: cost(name) for name in demand.a_day(assumed)}
    made.costs["message"] = cost(
        "message", processor_messaging=1000, processor_postgres_messaging=1000, processor_postgres_shared=1000, wal_bytes_messaging=4000,
        wal_commits_messaging=1, events_messaging=3, stored_messaging_items=500, stored_messaging_outbox=1000)
    return made


def test_demand_is_what_people_do_times_what_it_costs(figures):
    assumed = demand.workload()
    found = demand.demand(1_000_000, figures, assumed)
    day = assumed["day"]
    rate = 1_000_000 * assumed["behaviour"]["messagesADay"] * day["peakHourShare"] / 3600 * day["burst"]
    assert found.rates["message"] == pytest.approx(rate)
    assert found.cores["messaging"] == pytest.approx(rate / 1000)
    assert found.database_cores["messaging"] == pytest.approx(2 * rate / 1000)
    assert found.wal["messaging"] == pytest.approx(rate * 4000 / 1e6 * assumed["plant"]["walFactor"])
    assert found.events["messaging"] == pytest.approx(3 * rate)
    # A year's messages, and a week's events of them.
    a_day = 1_000_000 * assumed["behaviour"]["messagesADay"]
    assert found.stored["messaging"] == pytest.approx(a_day * (365 * 500 + assumed["retention"]["outbox"] * 1000) / 1e12)


def test_ten_times_the_people_ask_for_ten_times_as_much(figures):
    assumed = demand.workload()
    few, many = (demand.demand(people, figures, assumed) for people in (1e5, 1e6))
    assert many.database_cores["messaging"] == pytest.approx(10 * few.database_cores["messaging"])
    assert min(people for people, *_ in tables.limits(figures, assumed)) > 0


def test_one_queue_waits_as_theory_says():
    """M/D/1: everything takes 1 ms of one core, in one piece; at 70 % the mean wait is ρ / (2 (1 − ρ)) ms (Pollaczek and Khinchine). The seed is fixed."""
    asked = queueing.Service(gateway=0, service=0, database=1, behind=0, load=0, alone=(1.0,))
    times = queueing.Simulation(asked, {"database": queueing.Cores(1)}, rate=0.7).run()
    assert math.fsum(times) / len(times) - 1 == pytest.approx(0.7 / 0.6, rel=0.15)
    idle = queueing.Simulation(asked, {"database": queueing.Cores(1)}, rate=0.001).run()
    assert idle[len(idle) // 2] == pytest.approx(1)


def test_wal_is_counted_by_database():
    lines = [
        "rmgr: Heap        len (rec/tot):     54/   150, tx:        731, lsn: 0/01, prev 0/00, desc: INSERT off: 1, flags: 0x00, blkref #0: rel 1663/5/100 blk 0 FPW",
        "rmgr: Btree       len (rec/tot):     64/    64, tx:        731, lsn: 0/02, prev 0/01, desc: INSERT_LEAF off: 1, blkref #0: rel 1663/5/101 blk 7",
        "rmgr: Heap        len (rec/tot):     40/    40, tx:        732, lsn: 0/03, prev 0/02, desc: DELETE off: 1, blkref #0: rel 1663/6/100 blk 0",
        "rmgr: Transaction len (rec/tot):     34/    34, tx:        731, lsn: 0/04, prev 0/03, desc: COMMIT 2026-11-26 22:40:22 UTC",
        "rmgr: Transaction len (rec/tot):     34/    34, tx:        732, lsn: 0/05, prev 0/04, desc: ABORT 2026-11-26 22:40:22 UTC"]
    wal = counted(lines, {"5": "messaging", "6": "records"})
    assert (wal.bytes["messaging"], wal.images["messaging"], wal.commits["messaging"], wal.pages["messaging"]) == (54 + 64 + 34, 96, 1, 2)
    assert (wal.bytes["records"], wal.commits["records"]) == (40 + 34, 0)
