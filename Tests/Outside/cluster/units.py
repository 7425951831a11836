"""Programs of a machine, each started again when it ends, as systemd would."""

import os
import subprocess
import threading
import time
from pathlib import Path


class Unit:
    def __init__(self, machine, log: Path, words: list[str], environment: dict[str, str], user: str | None = None, pause: float = 2.0):
        self.machine, self.log, self.environment, self.pause = machine, log, environment, pause
        as_user = ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"] if user else []
        self.words = machine.words(*as_user, *words)
        # Until then it is not started again: a machine that has to boot.
        self.not_before, self.process, self.is_ending = 0.0, None, threading.Event()
        self.thread = threading.Thread(target=self._keep, daemon=True)

    def start(self):
        self.thread.start()

    def _keep(self):
        while not self.is_ending.wait(max(0.0, self.not_before - time.time())):
            if time.time() < self.not_before:
                continue
            with open(self.log, "a") as output:
                self.process = subprocess.Popen(
                    self.words, env={**self.environment, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}, cwd="/", stdin=subprocess.DEVNULL,
                    stdout=output, stderr=output, start_new_session=True)
            self.process.wait()
            self.is_ending.wait(self.pause)

    def end(self):
        self.is_ending.set()
        if self.process and self.process.poll() is None:
            self.process.terminate()
