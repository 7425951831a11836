"""The load that runs beside the faults, as a client in a container."""

import json
import subprocess
import threading
import time

from deployment import Deployment, until
from engine import Fault


class Load:
    """Tests/Outside/containers/loads.py in a container; what it said last of the acknowledged commands and the probe's answers."""

    def __init__(self, platform: Deployment, image: str):
        self._platform, self._words = platform, platform.client_words(image, "Tests/Outside/containers/loads.py", platform.state / "client.log", interactive=True)
        self.last: dict = {}
        self._process = self._thread = None

    def __enter__(self):
        errors = (self._platform.podman.folder / "load.log").open("w")
        self._process = subprocess.Popen(self._words, env=self._platform.podman.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        until("the load begins", lambda: self.last or self._ended())
        self.require_progress()
        return self

    def __exit__(self, *_):
        """Its standard input ends; it ends the commands under way and says the last."""
        self._process.stdin.close()
        try:
            self._process.wait(240)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise Fault("the load did not end within 240 s") from None
        self._thread.join(10)

    def _ended(self):
        if self._process.poll() is not None:
            log = self._platform.podman.folder / "load.log"
            raise Fault(f"the load ended early; the end of {log}:\n{log.read_text()[-3000:]}")

    def _read(self):
        for line in self._process.stdout:
            self.last = json.loads(line)

    def acknowledged(self) -> int:
        return sum(self.last["acknowledged"].values())

    def probed(self) -> dict[str, int]:
        return dict(self.last["probe"])

    def require_progress(self) -> float:
        """Seconds until commands of every kind were acknowledged that were not before."""
        before, began = self.last["acknowledged"], time.monotonic()

        def more():
            self._ended()
            return all(count > before[kind] for kind, count in self.last["acknowledged"].items())

        until("commands of every kind are acknowledged", more)
        return time.monotonic() - began
