"""One Kafka for the Swift tests that talk to a broker."""

import os
import socket
import subprocess

from catalogue import CHECKOUT

SCRIPT, STATE = CHECKOUT / "deploy/dev/local/kafka", CHECKOUT / ".careline/test-kafka"


class Kafka:
    def __init__(self, home: str):
        self._environment, self.bootstrap = os.environ | {"KAFKA_HOME": home}, ""

    def start(self) -> str:
        """Its address; the first call starts it."""
        if not self.bootstrap:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            subprocess.run([SCRIPT, "start", STATE, "--port", str(port)], env=self._environment, check=True, stdout=subprocess.DEVNULL)
            self.bootstrap = f"127.0.0.1:{port}"
        return self.bootstrap

    def stop(self):
        if self.bootstrap:
            subprocess.run([SCRIPT, "stop", STATE], env=self._environment, stdout=subprocess.DEVNULL)
            self.bootstrap = ""
