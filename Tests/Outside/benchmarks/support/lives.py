"""Health records for the loads: whole lives as Synthea makes them up, where they are; else shorter ones of our own."""

import functools
import json

from support.platform import ROOT
from support.report import say

FOLDER = ROOT.parent / "shared/data/fhir/r4-synthea"
COUNT = 24


@functools.cache
def bundles() -> list[dict]:
    """A person's each, as a transaction of POSTs that refer to each other by urn:uuid."""
    files = sorted(FOLDER.glob("*.json"))
    if files:
        return [json.loads(file.read_text()) for file in files]
    say(f"{FOLDER} is not there: records are made up instead")
    return [life(number) for number in range(COUNT)]


def name() -> str:
    return "Synthea's bundles" if FOLDER.exists() else "bundles of our own"


def life(number: int) -> dict:
    """About as many resources, and as many bytes each, as Synthea's have."""
    patient = f"urn:uuid:00000000-0000-4000-8000-{number:012d}"
    resources = [{"resourceType": "Patient", "gender": "female", "birthDate": "1984-02-29", "name": [{"family": "Okafor", "given": ["Amara"]}]}]
    resources += [observation(patient, index) for index in range(174)]
    entries = [{"resource": each, "request": {"method": "POST", "url": each["resourceType"]}} for each in resources]
    entries[0]["fullUrl"] = patient
    return {"resourceType": "Bundle", "type": "transaction", "entry": entries}


def observation(patient: str, index: int) -> dict:
    code = {"coding": [{"system": "http://loinc.org", "code": "8480-6", "display": "Systolic blood pressure"}], "text": "Systolic blood pressure"}
    quantity = {"value": 110.25 + index, "unit": "mm[Hg]", "system": "http://unitsofmeasure.org", "code": "mm[Hg]"}
    note = "At rest, seated, left arm; the cuff's size was checked, and the second of two readings is the one that stands here. "
    return {
        "resourceType": "Observation", "status": "final", "code": code, "subject": {"reference": patient}, "valueQuantity": quantity,
        "effectiveDateTime": f"20{index % 25:02d}-03-06T11:10:00-06:00", "note": [{"text": note * 6}],
    }
