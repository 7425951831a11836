"""What Auth itself did on one core, on the day and the machine on which Keycloak was measured (keycloak.py): a later tree is to be no worse, but for what
such measurements differ by. On a machine of another speed they are multiplied by it (calibration.py)."""

# A second.
TOKENS = 6_546
REFRESHES = 2_952
LOGINS = 51.9

# No worse than 3 %.
SHARE = 0.97

NOTE = "Auth on one core, beside itself on the core that the constants are of; not measured in this run but by what pgbench does on a core here and did there"
