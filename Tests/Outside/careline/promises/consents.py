"""Consents under faults: a patient who lets two providers read and takes it back, again and again, while they read and everything is killed; and the check
that nobody read what was taken back.

    consents.py LOG     prints one line a promise and exits 1 when one is broken"""
import bisect
import json
import sys
import threading
import time
import uuid

from careline.load import Workers
from careline.promises.checker import Verdict
from careline.promises.load import sign_up
from careline.promises.records import observation


def consent(providers, status="active", identifier=None):
    actors = [{"role": {"coding": [{"code": "IRCP"}]}, "reference": {"reference": f"Practitioner/{provider.user_id}"}} for provider in providers]
    resource = {
        "resourceType": "Consent", "status": status, "scope": {"coding": [{"code": "patient-privacy"}]}, "category": [{"coding": [{"code": "59284-0"}]}],
        "policyRule": {"coding": [{"code": "OPTIN"}]}, "provision": {"type": "permit", "actor": actors}}
    return resource if identifier is None else {**resource, "id": identifier}


class ConsentLoad(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.log, self.acknowledged = log, 0
        self.patient = sign_up(port, log, "patient")
        self.providers = [sign_up(port, log, "provider") for _ in range(2)]
        self._is_ended = threading.Event()
        self.employ(self._share)
        self.observation = self._made("Observation", observation(uuid.uuid4().hex))
        self.consent = self._made("Consent", consent(self.providers, "inactive"))
        # By its id, and by a search across persons.
        paths = [(f"/fhir/r4/Observation/{self.observation}", {"Care-Person": self.patient.user_id}), ("/fhir/r4/Observation?status=final", {})]
        for provider, way in zip(self.providers, paths):
            self.employ(self._read, provider, *way)

    def _made(self, kind, resource):
        marker = uuid.uuid4().hex
        # As the check of the records knows what is there.
        status, made = self.patient.command("record-create", "POST", f"/fhir/r4/{kind}", resource, marker=marker)
        assert status == 201, f"{kind} answered {status}: {made}"
        return made["id"]

    def stop(self):
        """It ends with what was taken back, which is read for a while yet."""
        self.ending.set()
        self.threads[0].join(240)
        self._is_ended.set()
        for thread in self.threads[1:]:
            thread.join(30)

    def _share(self):
        path, number = f"/fhir/r4/Consent/{self.consent}", 0
        while not self.ending.is_set():
            status, _ = self.patient.command("consent-give", "PUT", path, consent(self.providers, identifier=self.consent))
            self.acknowledged += status in (200, 201)
            time.sleep(0.5)
            number += 1
            if number % 2:
                status, _ = self.patient.command("consent-withdraw", "PUT", path, consent(self.providers, "inactive", self.consent))
            else:
                status, _ = self.patient.command("consent-withdraw", "DELETE", path)
            self.acknowledged += status in (200, 204)
            time.sleep(0.5)

    def _read(self, provider, path, headers):
        while not self._is_ended.is_set():
            began = time.time()
            answer = provider.tried("GET", path, headers=headers)
            if answer is not None:
                # A search finds nothing, where a read is refused.
                is_shown = answer.status_code == 200 and self.observation in answer.text
                self.log.write(phase="read", op="consent-read", path=path.partition("?")[0], began=began, ended=time.time(), status=answer.status_code, is_shown=is_shown)
            time.sleep(0.03)


def withdrawn(log):
    """From an acknowledged withdrawal on until the patient may have given it again."""
    periods, since = [], None
    for entry in log:
        if entry["op"] == "consent-withdraw" and entry["phase"] == "answer" and entry["status"] in (200, 204):
            since = entry["at"]
        elif entry["op"] == "consent-give" and entry["phase"] == "intent" and since is not None:
            periods.append((since, entry["at"]))
            since = None
    return [*periods, (since, float("inf"))] if since is not None else periods


def late(reads, periods):
    """What was shown though it was asked for, and answered, in such a period; and how many were asked for in one at all."""
    starts = [period[0] for period in periods]
    inside = []
    for read in reads:
        place = bisect.bisect_left(starts, read["began"]) - 1
        if place >= 0 and read["ended"] < periods[place][1]:
            inside.append((read, read["began"] - starts[place]))
    return [f"{read['path']}: shown to who asked {after:.3f} s after" for read, after in inside if read["is_shown"]], len(inside)


def main(log_path):
    log = [json.loads(line) for line in open(log_path)]
    log = [entry for entry in log if entry.get("op", "").startswith("consent-")]
    verdict, reads, periods = Verdict(), [entry for entry in log if entry["phase"] == "read"], withdrawn(log)
    faults, inside = late(reads, periods)
    verdict.say("nobody reads after the withdrawal of a consent was acknowledged", faults, f"{len(periods)} withdrawals, {inside} reads after them")
    shown = {read["path"] for read in reads if read["is_shown"]}
    missing = [] if inside and len(shown) == 2 else [f"{inside} reads in {len(periods)} withdrawals, shown at {sorted(shown)}"]
    verdict.say("and whoever is let in reads, one record and across persons", missing, f"{sum(read['is_shown'] for read in reads)} of {len(reads)} reads")
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
