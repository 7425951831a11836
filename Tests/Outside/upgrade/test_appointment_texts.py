"""A platform of 2.0.0 that has come from 1.0.0: this release begins when what is written about appointments is sealed, and not before."""

import subprocess

from life import Life


def test_it_begins_when_all_is_sealed(machine, previous):
    this, before = machine.build, previous / ".build" / "debug"

    def operator(command: str, *arguments: str, stdin: str):
        machine.done("users", command, *arguments, "--password-file", "-", stdin=stdin)

    def asked(sql: str) -> str:
        return subprocess.run(
            ["psql", "-X", "-A", "-t", "-c", sql, "-d", machine.database("care_scheduling")], capture_output=True, text=True, check=True, timeout=60).stdout.strip()

    with machine.running(before):
        asked("UPDATE appointment_texts SET are_sealed = false")
        life = Life(machine.url, operator)
        life.live("in plain")
        assert asked("SELECT count(*) FROM appointments WHERE title = 'in plain' AND sealed_texts IS NULL") == "2"
        machine.build = this
        said = machine.refused("migrate")
        assert "v017_sealed_texts_only does not run yet" in said and "`careline keys seal-appointments`" in said
        machine.build = before
        life.look()
        # What its operator was told to do.
        machine.done("keys", "seal-appointments", "--within", "120")
        life.look()

    with machine.running(this):
        life.go_on()
        life.look()
        life.live("sealed")
