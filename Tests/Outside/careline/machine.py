"""A further platform of this machine, with its own state and ports, started and stopped as a test wants."""

import os
import re
import signal
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

from careline.checkout import BUILD, CHECKOUT
from careline.databases import DATABASES
from careline.ports import free_row
from careline.quotas import quotas
from careline.waiting import until


class Machine:
    """On the embedded broker, unless `environment` is told of another one. `build`, the folder of the executables, may change while it is
    stopped."""

    def __init__(self, build: Path, state: Path):
        self.build, self.state, self.process = build, state, None
        self.port = free_row(further=True)
        self.url = f"http://127.0.0.1:{self.port}"
        ours = {"CARE_KAFKA_BOOTSTRAP", "KAFKA_HOME", "CARE_GATEWAY_METRICS"}
        self.environment = quotas() | {name: value for name, value in os.environ.items() if name not in ours}

    @classmethod
    def beside(cls, name: str):
        """Of the same build, in a folder of its own below the platform's that the tests are of."""
        state = Path(os.environ["CARELINE_STATE"]) / name
        state.mkdir()
        state.chmod(0o755)  # PostgreSQL runs under an account of its own when this is root
        return cls(BUILD, state)

    def careline(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess:
        command = [self.build / "careline", *arguments, "--state", self.state, "--port", str(self.port)]
        return subprocess.run(command, cwd=CHECKOUT, env=self.environment, input=stdin, capture_output=True, text=True, timeout=300)

    def done(self, *arguments: str, stdin: str = "") -> str:
        result = self.careline(*arguments, stdin=stdin)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def refused(self, *arguments: str) -> str:
        result = self.careline(*arguments)
        assert result.returncode != 0, result.stdout
        return result.stderr

    def database(self, name: str) -> str:
        """Its superuser's URL, while it runs."""
        said = subprocess.run(
            [CHECKOUT / "deploy/dev/local/postgres", "status", self.state / "postgres"], capture_output=True, text=True, check=True, timeout=60).stdout
        return re.search(r"^url=(.*)$", said, re.MULTILINE)[1].replace("/postgres?", f"/{name}?")

    @contextmanager
    def sealing_anew(self):
        """What seals things with a new key runs again and again until the end of the block, not every half minute: by its timers' rows, since nobody waits here."""
        over, addresses = threading.Event(), [self.database(f"care_{name}") for name in DATABASES]
        waiting = "UPDATE timers SET next_at = now() WHERE kind ~ '^sweep[.].*(reseal|rewrap)' AND next_at > now()"

        def hurry():
            while not over.wait(2):
                for address in addresses:
                    subprocess.run(["psql", "-X", "-q", "-c", waiting, address], capture_output=True, timeout=60)

        thread = threading.Thread(target=hurry, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def start(self):
        ready, log = self.state / "ready", self.state / "up.log"
        command = [self.build / "careline", "up", "--state", self.state, "--port", str(self.port), "--no-demo", "--no-rate-limits", "--ready-file", ready]
        with open(log, "a") as output:
            self.process = subprocess.Popen(command, cwd=CHECKOUT, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        until("the platform runs", lambda: ready.exists() or self.process.poll() is not None, timeout=240)
        assert self.process.poll() is None, log.read_text()[-4000:]

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=60)

    @contextmanager
    def running(self, build: Path):
        """With these executables, until the end of the block."""
        self.build = build
        try:
            self.start()
            yield
        finally:
            self.stop()
