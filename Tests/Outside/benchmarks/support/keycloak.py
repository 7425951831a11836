"""Keycloak 26.4 on one core, warm, measured once. On that machine pgbench did CALIBRATION SELECTs by primary key a second, and ours did, the same
day, 6,546 tokens, 2,952 refreshes and 51.9 logins: on a machine of another speed, or a busy one, the ratios mean less."""

CALIBRATION = 29_600

# A second.
TOKENS = 926
REFRESHES = 596
LOGINS = 21.9

NOTE = f"Auth on one core; reference: Keycloak 26.4 on one, warm, not measured in this run, where pgbench did {CALIBRATION:,} SELECTs a second"
