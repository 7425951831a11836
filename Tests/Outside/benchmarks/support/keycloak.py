"""Keycloak 26.4 on one core, warm, measured once. What ours did, the same day on the same machine, is in before.py.
On a machine of another speed they are multiplied by it (calibration.py)."""

# A second.
TOKENS = 926
REFRESHES = 596
LOGINS = 21.9

NOTE = "Auth on one core; reference: Keycloak 26.4 on one, warm, not measured in this run but by what pgbench does on a core here and did there"
