"""How fast one core is here today, beside the one that the constants were measured on: Keycloak's, HAPI FHIR's, and the marks for rates on one core."""

from statistics import median

from support.platform import Platform
from support.programs import SERVICE_CORE, pgbench, pinned, run

# SELECTs by primary key a second, pgbench and its PostgreSQL on one core, where Keycloak was measured. That HAPI FHIR was measured on such a core is assumed.
SELECTS = 29_600
CONNECTIONS = 16
ROUNDS = 3


def speed(platform: Platform) -> float:
    """Of this core, where that one's is 1."""
    url = platform.bench_database("bench_calibration")
    run(["pgbench", "-i", "-q", "-s", "1", url])
    # Whoever connects from now on is of this process's core.
    postmaster = int(platform.sql("postgres", "SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)"))
    with pinned(postmaster, {SERVICE_CORE}):
        rates = [pgbench(url, None, 2, CONNECTIONS, options=("-S",), cores={SERVICE_CORE}) for _ in range(1 + ROUNDS)][1:]
    return median(rates) / SELECTS
