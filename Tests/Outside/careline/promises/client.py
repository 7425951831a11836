"""A careful client: every command is written to the log before it is sent and after it is answered, and is retried under the same
Idempotency-Key until the answer is definite. The log is what the checker believes."""
import json
import os
import threading
import time
import uuid
from urllib.parse import urlsplit

from careline.client import Client

# Where the platform is: here, or in containers.
HOST = urlsplit(os.environ.get("CARELINE_URL", "http://127.0.0.1")).hostname
DEFINITE_FAILURES = {400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422}


class Log:
    """JSON lines, flushed one by one, so that a crash of the load itself loses nothing that was acknowledged."""

    def __init__(self, path):
        self._file = open(path, "a", buffering=1)
        self._lock = threading.Lock()

    def write(self, **entry):
        with self._lock:
            self._file.write(json.dumps(entry) + "\n")


def decoded(answer):
    return answer.json() if answer.content and "json" in answer.headers.get("Content-Type", "") else None


def is_at_work(problem):
    """The first try still is: what becomes of it, the next one hears."""
    return (problem or {}).get("type", "").endswith("/request-in-progress")


class LoggedClient(Client):
    # Seconds before each command: a load may leave the machine some room.
    pause = 0.0

    def __init__(self, port, log):
        super().__init__(f"http://{HOST}:{port}", deadline=10)
        self.log = log

    def read(self, path):
        """What is there; None where that cannot be said now."""
        answer = self.tried("GET", path)
        return answer.json() if answer is not None and answer.status_code == 200 else None

    def command(self, op, method, path, body=None, deadline=90, headers=None, keyed=True, data=None, **facts):
        """Sends until the answer is definite. Returns (status, body); status is None when the deadline passed first. `data`: a form, in place of JSON.
        `keyed` false: without an Idempotency-Key, for a body that itself says that it is the same again. `headers`: those of every try, or what gives each its own."""
        time.sleep(self.pause)
        key = str(uuid.uuid4())
        self.log.write(phase="intent", op=op, key=key, at=time.time(), **facts)
        end, tries, odd = time.time() + deadline, 0, []
        while time.time() < end:
            tries += 1
            own = headers() if callable(headers) else headers or {}
            answer = self.tried(method, path, body, headers={**({"Idempotency-Key": key} if keyed else {}), **own}, data=data)
            if answer is not None:
                status, said = answer.status_code, decoded(answer)
                if 200 <= status < 300 or status in DEFINITE_FAILURES and not is_at_work(said):
                    self.log.write(phase="answer", op=op, key=key, status=status, tries=tries, odd=odd, at=time.time(),
                                   id=(said or {}).get("id"), type=(said or {}).get("type"), **facts)
                    return status, said
                # FHIR's addresses say it in their own way.
                problem = answer.headers.get("Content-Type", "").startswith(("application/problem+json", "application/fhir+json"))
                odd.append([status, "Retry-After" in answer.headers, problem])
            time.sleep(min(0.05 * tries, 0.5))
        self.log.write(phase="unknown", op=op, key=key, tries=tries, odd=odd, at=time.time(), **facts)
        return None, None
