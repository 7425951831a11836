"""The story's chapter on health records."""

import os
import subprocess
from collections import Counter

from fhirpy import SyncFHIRClient

from careline import people
from careline.load import at_once

FHIR = {"Content-Type": "application/fhir+json"}
MEASURED = {
    "resourceType": "Observation", "status": "final", "effectiveDateTime": "2026-03-06T17:10:00Z",
    "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4", "display": "Heart rate"}], "text": "Pulse after the stairs"},
    "valueQuantity": {"value": 88.50, "unit": "beats/minute", "system": "http://unitsofmeasure.org", "code": "/min"}}


def health_records(url, patient, chapter, tell):
    chapter("Health records")
    fhir = SyncFHIRClient(f"{url}/fhir/r4", authorization=f"Bearer {patient.token}")
    person = fhir.resource("Patient", name=[{"given": ["Jo"], "family": "Tremblay-Nakamura"}])
    person.save()
    tell(f"An app keeps Jo's records with fhir-py, a FHIR client of another make: Patient/{person.id}, version {person['meta']['versionId']}.")
    made = patient.call("POST", "/fhir/r4/Observation", MEASURED, headers={**FHIR, "Care-Annotations": "stairs,evening"})
    assert made.status_code == 201, made.text
    path = f"/fhir/r4/Observation/{made.json()['id']}"
    found = patient.get("/fhir/r4/Observation", params={"_annotations": "stairs,(morning,evening)", "_summary": "count"}).json()["total"]
    tell(f"A pulse is stored with two annotations; searched by them, {found} is found.")

    def amend(number):
        return patient.call("PUT", path, {**made.json(), "note": [{"text": str(number)}]}, headers={**FHIR, "If-Match": 'W/"1"'}).status_code

    counts = Counter(at_once(amend, 50, threads=50))
    tell(f"Fifty devices amend version 1 at once: {counts[200]} succeeds, {counts[412]} hear 412. The history has "
         f"{patient.get(path + '/_history').json()['total']} versions.")
    assert counts == {200: 1, 412: 49}, counts
    stranger = people.sign_up(url, "patient", "curious")
    tell(f"A stranger who asks for it hears {stranger.get(path).status_code}: every person has addresses of their own.")
    dump = database_dump()
    if dump is not None:
        hidden = not any(word in dump for word in ("Tremblay-Nakamura", "8867-4", "Pulse after the stairs", "stairs"))
        tell(f"A dump of the service's database has {len(dump):,} characters; Jo's name, the code and the annotations are {'not among them' if hidden else 'IN IT'}.")
        assert hidden


def database_dump():
    """Nothing when the platform's own PostgreSQL is not at hand."""
    auth = os.environ.get("CARELINE_AUTH_DATABASE")
    if not auth or "/care_auth?" not in auth:
        return None
    done = subprocess.run(["pg_dump", auth.replace("/care_auth?", "/care_records?")], capture_output=True, text=True, timeout=120)
    return done.stdout if done.returncode == 0 else None
