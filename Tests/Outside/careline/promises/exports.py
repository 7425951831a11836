"""Exports under faults: a patient's app that follows their record by exports of what has changed, while it changes and everything is killed; and the check of what
became of them.

    exports.py LOG PSQL_RECORDS     prints one line a promise and exits 1 when one is broken"""
import json
import random
import sys
import uuid
from urllib.parse import urlsplit

from careline.load import Workers
from careline.promises.checker import Verdict, rows
from careline.promises.load import sign_up
from careline.promises.records import observation
from careline.waiting import eventually

EXPORT = "/fhir/r4/$export?_type=Observation"
ASYNC = {"Prefer": "respond-async"}


class ExportLoad(Workers):
    # The last export comes after everything else.
    patience = 240.0

    def __init__(self, port, log):
        super().__init__()
        self.log, self.patient, self.acknowledged = log, sign_up(port, log, "patient"), 0
        self.employ(self._work)

    def _work(self):
        chance, mine, copy, since = random.Random(7), [], {}, None
        while not self.ending.is_set():
            self._change(chance, mine)
            since = self._follow(copy, since) or since
        self._follow(copy, since)
        whole = {}
        if self._follow(whole, None):
            self.log.write(phase="found", op="export-copy", is_same=copy == whole, records=len(whole), missing=sorted(set(whole) - set(copy)), left=sorted(set(copy) - set(whole)))

    def _change(self, chance, mine):
        """As the check of the records knows what is there."""
        marker = uuid.uuid4().hex
        if len(mine) < 5 or chance.random() < 0.6:
            status, made = self.patient.command("record-create", "POST", "/fhir/r4/Observation", observation(marker), marker=marker)
            if status == 201:
                mine.append(made["id"])
        else:
            record = mine.pop(chance.randrange(len(mine)))
            self.patient.command("record-delete", "DELETE", f"/fhir/r4/Observation/{record}", record=record)

    def _follow(self, copy, since):
        """When the export was asked for that the copy is as of; None where there was none in time."""
        begun = eventually(lambda: self._answer("GET", EXPORT + (f"&_since={since}" if since else ""), 202, headers=ASYNC), 90, every=0.2)
        if begun is None:
            self.log.write(phase="unknown", op="export")
            return None
        status = urlsplit(begun.headers["Content-Location"]).path
        done = eventually(lambda: self._answer("GET", status, 200), 90, every=0.1)
        files = None if done is None else self._files(done.json())
        self.log.write(phase="found", op="export", export=status, is_done=done is not None, is_read=files is not None)
        if files is None:
            return None
        present, gone = files
        copy.update(present)
        for record in gone:
            copy.pop(record, None)
        self.acknowledged += 1
        eventually(lambda: self.patient.tried("DELETE", status), 30, every=0.2, holds=lambda answer: answer is not None and answer.status_code in (202, 404))
        return done.json()["transactionTime"]

    def _files(self, manifest):
        present, gone = {}, []
        for file in manifest["output"]:
            lines = self._lines(file["url"], file["count"])
            if lines is None:
                return None
            present |= {line["id"]: line["meta"]["versionId"] for line in lines}
        for file in manifest.get("deleted", []):
            lines = self._lines(file["url"], None)
            if lines is None:
                return None
            gone += [entry["request"]["url"].partition("/")[2] for line in lines for entry in line["entry"]]
        return present, gone

    def _lines(self, url, count):
        """Of a download that is whole; one that broke off with its server is begun anew."""
        def read():
            answer = self._answer("GET", urlsplit(url).path, 200)
            return None if answer is None else [json.loads(line) for line in answer.text.splitlines()]
        return eventually(read, 60, every=0.2, holds=lambda lines: lines is not None and count in (None, len(lines)))

    def _answer(self, method, path, status, **options):
        answer = self.patient.tried(method, path, **options)
        return answer if answer is not None and answer.status_code == status else None


def main(log_path, database):
    log = [json.loads(line) for line in open(log_path)]
    verdict = Verdict()
    exports = [entry for entry in log if entry.get("op") == "export" and entry["phase"] == "found"]
    faults = [f"{entry['export']}: {'its files could not be read' if entry['is_done'] else 'not made'}" for entry in exports if not entry["is_read"]]
    verdict.say("every export that was begun is made and read", faults if exports else ["none was made"], f"{len(exports)} exports")
    copies = [entry for entry in log if entry.get("op") == "export-copy"]
    faults = [f"missing {entry['missing'][:3]}, left {entry['left'][:3]}" for entry in copies if not entry["is_same"]] if copies else ["nothing was compared"]
    verdict.say("who follows by what has changed has the record in the end, and what was deleted no more", faults, f"{sum(entry['records'] for entry in copies)} records")
    # What is under way has the timer of its next step; whoever was killed at it left it to another.
    undone = "SELECT export_id FROM record_exports e WHERE done_at IS NULL"
    left = eventually(lambda: rows(database, undone), 30, every=0.5, holds=lambda found: not found)
    verdict.say("no export is left unmade", [row["export_id"] for row in left])
    orphans = rows(database, "SELECT key FROM timers WHERE kind IN ('export', 'incremental-export', 'persons-export')")
    orphans += rows(database, "SELECT export_id AS key FROM record_export_files WHERE export_id NOT IN (SELECT export_id FROM record_exports)")
    verdict.say("nothing is left of an export that is made, or was taken back", [row["key"] for row in orphans])
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
