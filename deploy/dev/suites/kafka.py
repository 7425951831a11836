"""One Kafka for the Swift tests that talk to a broker."""

import os
import subprocess
import sys

from catalogue import CHECKOUT

SCRIPT, STATE = CHECKOUT / "deploy/dev/local/kafka", CHECKOUT / ".careline/test-kafka"
TESTS = CHECKOUT / "Tests/Outside"


class Kafka:
    def __init__(self, home: str):
        self._environment, self._starting, self._address = os.environ | {"KAFKA_HOME": home}, None, ""

    def begin(self):
        """Starts it, and waits for nothing."""
        if self._starting is None:
            drawn = subprocess.run([sys.executable, "-m", "careline.ports", str(os.getpid())], cwd=TESTS, capture_output=True, text=True, check=True)
            self._address = f"127.0.0.1:{drawn.stdout.strip()}"
            command = [SCRIPT, "start", STATE, "--port", drawn.stdout.strip()]
            self._starting = subprocess.Popen(command, env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def start(self) -> str:
        """Its address, once it is there; the first call starts it."""
        self.begin()
        status = self._starting.wait()
        if status:
            raise subprocess.CalledProcessError(status, self._starting.args)
        return self._address

    def stop(self):
        if self._starting is not None:
            self._starting.wait()
            subprocess.run([SCRIPT, "stop", STATE], env=self._environment, stdout=subprocess.DEVNULL)
            self._starting = None
