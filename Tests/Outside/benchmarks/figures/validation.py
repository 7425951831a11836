"""What it costs to hold a resource to FHIR's definitions."""

from statistics import median

from support.bench import ROUNDS, Bench
from support.programs import SERVICE_CORE, ours


def measure(bench: Bench) -> None:
    each = [ours("validate", "--seconds", 3, cores={SERVICE_CORE})["microseconds"] for _ in range(ROUNDS)]
    bench.report.figure("validation of a FHIR Observation of 1 KB", median(each), "µs", at_most=60, note="one thread, without parsing it")
