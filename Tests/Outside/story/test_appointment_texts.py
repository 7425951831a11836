"""What is written about appointments, on a platform that has come from a release before: in plain columns until an operator says otherwise."""

import os
import subprocess

import pytest

from careline import people
from careline.booking import EVERY_DAY, booking, next_days, slots

pytestmark = pytest.mark.once

WEEKLY = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
COLUMNS = "title, description, cancel_reason, sealed_texts IS NOT NULL, sealed_reason IS NOT NULL"


def asked(sql: str) -> str:
    address = os.environ["CARELINE_AUTH_DATABASE"].replace("/care_auth?", "/care_scheduling?")
    done = subprocess.run(["psql", "-X", "-A", "-t", "-q", "-c", sql, address], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture()
def upgraded(url):
    """As an upgrade leaves Scheduling's database."""
    asked("UPDATE appointment_texts SET are_sealed = false")
    yield
    asked("UPDATE appointment_texts SET are_sealed = true")


def test_an_operator_says_that_the_release_before_is_gone(url, careline, upgraded, open_clinic):
    doctor = open_clinic("podiatry", {"timeZone": "America/Winnipeg", "weekly": WEEKLY, "slotMinutes": 30})
    patient = people.sign_up(url, "patient", "written")
    booked = patient.post("/appointments", booking(doctor, slots(patient, doctor, *next_days())[0], title="Heel", description="It hurts when I run."))
    assert booked.status_code == 201, booked.text
    path, row = f"/appointments/{booked.json()['id']}", f"SELECT {COLUMNS} FROM appointments WHERE id = '{booked.json()['id']}'"
    assert patient.delete(path, {"reason": "It is better."}).status_code == 200
    before = patient.get(path).json()
    assert (before["title"], before["description"], before["cancellation"]["reason"]) == ("Heel", "It hurts when I run.", "It is better.")
    assert asked(row) == "Heel|It hurts when I run.|It is better.|f|f"

    place = ("--state", os.environ["CARELINE_STATE"])
    said = careline("keys", "seal-appointments", "--dry-run", *place)
    assert "kept in plain columns, for the release before" in said
    assert asked(row).startswith("Heel|") and asked("SELECT are_sealed FROM appointment_texts") == "f"

    done = "What is written about appointments: sealed under their patients' keys\n"
    assert careline("keys", "seal-appointments", "--within", "90", *place) == done
    assert asked(row) == "|||t|t"
    assert patient.get(path).json() == before and doctor.get(path).json()["title"] == "Heel"
    assert careline("keys", "seal-appointments", "--dry-run", *place) == done
