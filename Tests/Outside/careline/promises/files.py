"""Files under faults: a patient who sends some in pieces while everything is killed, and goes on where it broke off; and the check of what became of them.

    files.py LOG PSQL_RECORDS     prints one line a promise and exits 1 when one is broken"""
import hashlib
import json
import random
import sys
import time

from careline.load import Workers
from careline.promises.checker import Verdict, rows
from careline.promises.load import sign_up
from careline.waiting import eventually

TUS = {"Tus-Resumable": "1.0.0"}
# Bytes of a file's chunks as Records stores them, and of a request's piece: neither a part nor a multiple of the other.
CHUNK, PIECE = 384 << 10, 250_000
# The same few again and again: they are stored once, and the patient's quota is never reached.
FILES = [b"%PDF-1.7\n" + random.Random(seed).randbytes(size) for seed, size in enumerate((900_000, 400_000, 1_200_000))]


class FileLoad(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.log, self.patient, self.acknowledged = log, sign_up(port, log, "patient"), 0
        self.employ(self._work)

    def _work(self):
        """The last file is finished first."""
        number = 0
        while not self.ending.is_set():
            file = FILES[number % len(FILES)]
            number += 1
            upload = self._begin(file)
            if upload is not None and self._send(upload, file):
                # As the check of the records knows what is there.
                self.log.write(phase="answer", op="record-create", status=201, id=upload, marker=upload, tries=1)
                answer = eventually(lambda: self._whole(upload), 90, every=0.2)
                digest = None if answer is None else hashlib.sha256(answer.content).hexdigest()
                self.log.write(phase="found", op="file", file=upload, is_whole=digest == hashlib.sha256(file).hexdigest())

    def _begin(self, file):
        answer = eventually(lambda: self._made(file), 90, every=0.2)
        return None if answer is None else answer.headers["Location"].rpartition("/")[2]

    def _made(self, file):
        answer = self.patient.tried("POST", "/records/uploads", headers={**TUS, "Upload-Length": str(len(file)), "Upload-Metadata": "filetype YXBwbGljYXRpb24vcGRm"})
        return answer if answer is not None and answer.status_code == 201 else None

    def _whole(self, upload):
        answer = self.patient.tried("GET", f"/fhir/r4/Binary/{upload}")
        return answer if answer is not None and answer.status_code == 200 else None

    def _send(self, upload, file):
        """Whether all of it was acknowledged."""
        path, end = f"/records/uploads/{upload}", time.time() + 120
        while time.time() < end:
            head = self.patient.tried("HEAD", path, headers=TUS)
            if head is None or head.status_code != 200:
                time.sleep(0.2)
                continue
            offset = int(head.headers["Upload-Offset"])
            if offset == len(file):
                return True
            answer = self.patient.tried(
                "PATCH", path, data=file[offset:offset + PIECE], headers={**TUS, "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"})
            if answer is not None and answer.status_code == 204:
                self.acknowledged += 1
                self.log.write(phase="answer", op="file-piece", file=upload, offset=offset, at=int(answer.headers["Upload-Offset"]))
            time.sleep(0.2)
        self.log.write(phase="unknown", op="record-create")
        return False


def main(log_path, database):
    log = [json.loads(line) for line in open(log_path)]
    verdict = Verdict()
    found = [entry for entry in log if entry.get("op") == "file"]
    faults = [entry["file"] for entry in found if not entry["is_whole"]] if found else ["none was sent"]
    verdict.say("every file that was acknowledged whole is there, byte for byte", faults, f"{len(found)} files")

    # What was acknowledged never has to be sent again.
    reached, faults = {}, []
    for entry in log:
        if entry.get("op") == "file-piece":
            if entry["offset"] < reached.get(entry["file"], 0):
                faults.append(f"{entry['file']}: at {entry['offset']} after {reached[entry['file']]}")
            reached[entry["file"]] = entry["at"]
    verdict.say("an upload goes on where it was acknowledged", faults, f"{len(reached)} uploads")

    faults = [f"{row['id']}: {row['chunks']} chunks of {row['size']} bytes" for row in rows(
        database, "SELECT content_id AS id, size, (SELECT count(*) FROM content_chunks k WHERE k.content_id = c.content_id) AS chunks FROM contents c WHERE is_used")
        if row["chunks"] != -(-row["size"] // CHUNK)]
    verdict.say("what is stored has all its chunks", faults)
    faults = rows(database, "SELECT upload_id FROM upload_chunks JOIN uploads USING (upload_id) WHERE is_done")
    # What a killed replica left is known by this alone, which is what the sweep looks for.
    faults += rows(database, "SELECT content_id FROM contents WHERE is_used <> (address IS NOT NULL)")
    faults += rows(database, "SELECT upload_id FROM uploads WHERE is_done <> (charged = 0)")
    verdict.say("nothing is left of an upload but what the sweep finds", faults)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
