"""One Kafka for the Swift tests that talk to a broker."""

import os
import subprocess
import sys

from catalogue import CHECKOUT

SCRIPT, STATE = CHECKOUT / "deploy/dev/local/kafka", CHECKOUT / ".careline/test-kafka"
TESTS = CHECKOUT / "Tests/Outside"


class Kafka:
    def __init__(self, home: str):
        self._environment, self.bootstrap = os.environ | {"KAFKA_HOME": home}, ""

    def start(self) -> str:
        """Its address; the first call starts it."""
        if not self.bootstrap:
            drawn = subprocess.run([sys.executable, "-m", "careline.ports", str(os.getpid())], cwd=TESTS, capture_output=True, text=True, check=True)
            port = drawn.stdout.strip()
            subprocess.run([SCRIPT, "start", STATE, "--port", port], env=self._environment, check=True, stdout=subprocess.DEVNULL)
            self.bootstrap = f"127.0.0.1:{port}"
        return self.bootstrap

    def stop(self):
        if self.bootstrap:
            subprocess.run([SCRIPT, "stop", STATE], env=self._environment, stdout=subprocess.DEVNULL)
            self.bootstrap = ""
