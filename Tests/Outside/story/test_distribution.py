"""What stands between the schemas and Citus, as docs/scaling.md lists it, is no more than it was."""

import json

import pytest

from careline.checkout import CHECKOUT
from careline.databases import asked
from careline.distribution import SPREAD, debts

KEPT = CHECKOUT / "Tests/Outside/benchmarks/scaling/debts.json"
RENEW = f"Tests/Outside/with-platform env .careline/venv/bin/python -m careline.distribution > {KEPT.relative_to(CHECKOUT)}; Tests/Outside/benchmarks/scale write"


@pytest.mark.parametrize("service", SPREAD)
def test_nothing_new_stands_between_a_schema_and_citus(url, service):
    found = debts(service, lambda sql: [row.split("|") for row in asked(service, sql).splitlines()])
    kept = json.loads(KEPT.read_text())[service]
    assert set(found) <= set(kept), "give the new key or constraint the column by which the table would be spread (docs/scaling.md)"
    assert found == kept, f"some of it is done with: {RENEW}"
