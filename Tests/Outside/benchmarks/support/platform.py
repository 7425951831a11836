"""A whole platform in release build, for the time of the measurements, on free ports and with a state of its own."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from confluent_kafka.admin import AdminClient, NewTopic
from support.report import say

from careline.client import Client
from careline.ports import free_row
from careline.quotas import quotas
from careline.waiting import eventually

ROOT = Path.cwd()
BUILD = Path(os.environ.get("CARE_BUILD", ROOT / ".build/release"))


class Failed(SystemExit):
    def __init__(self, text: str):
        super().__init__(f"careline: {text}")


class Platform:
    def __init__(self):
        self.state = ROOT / ".careline/bench"
        self.log = ROOT / ".careline/bench-up.log"

    def __enter__(self):
        shutil.rmtree(self.state, ignore_errors=True)
        self.state.mkdir(parents=True)
        ready = self.state / "ready"
        say("starting a platform …")
        # Tokens outlive the whole run, and few people make all the load.
        environment = os.environ | quotas() | {
            "CARE_ACCESS_TOKEN_LIFETIME": "3600s", "CARE_STORAGE_LIMIT": str(1 << 40), "CARE_STORAGE_LIMIT_NEW": str(1 << 40)}
        arguments = ["up", "--state", self.state, "--port", str(free_row()), "--ready-file", ready, "--no-demo", "--no-rate-limits"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen([BUILD / "careline", *arguments], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment)
        eventually(lambda: ready.exists() or self.process.poll() is not None, 180, every=0.1)
        if not ready.exists():
            self.__exit__()
            raise Failed(f"the platform did not start; its log is {self.log}\n{self.log.read_text()[-2000:]}")
        self.info = json.loads(ready.read_text())
        self.bootstrap = self.info["bootstrap"]
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.state, ignore_errors=True)

    @property
    def is_embedded(self) -> bool:
        return not (os.environ.get("CARE_KAFKA_BOOTSTRAP") or os.environ.get("KAFKA_HOME"))

    @property
    def broker(self) -> str:
        if os.environ.get("CARE_KAFKA_BOOTSTRAP"):
            return "a running cluster"
        return "the embedded broker" if self.is_embedded else "Kafka"

    def address(self, service: str) -> str:
        """Of the service itself: the gateway is not what is measured."""
        return self.info["services"][service][0]

    def pid(self, service: str) -> int:
        return self.info["pids"][service]

    @contextlib.contextmanager
    def standing_still(self, service: str):
        """Stops a service meanwhile: on two cores, what it does about the load's events would be measured with the load."""
        os.kill(self.pid(service), signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid(service), signal.SIGCONT)

    def resident(self, service: str) -> float:
        """Memory that the service holds, in KiB."""
        status = Path(f"/proc/{self.pid(service)}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])

    def database(self, name: str) -> str:
        """The administrator's URL of a database."""
        return self.info["administrator"].replace("/postgres?", f"/{name}?")

    def service_database(self, service: str) -> str:
        return self.info["databases"][service]

    def sql(self, database: str, script: str, timeout: float = 300) -> str:
        """Runs a script as the administrator; gives what it selects, unaligned."""
        words = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.database(database), "-f", "-"]
        done = subprocess.run(words, input=script, capture_output=True, text=True, timeout=timeout)
        if done.returncode != 0:
            raise Failed(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def settle(self) -> None:
        """Waits until what was done before is over: every event published, and handled wherever it is heard."""
        deadline = time.monotonic() + 180
        quiet_looks, waiting = 0, []
        # The consumers tell their lag every five seconds: one look may be older than what came since.
        while quiet_looks < 2:
            if time.monotonic() > deadline:
                raise Failed(f"events of what was done before are still on their way after 180 s: {'; '.join(waiting)}")
            time.sleep(6 if quiet_looks else 0.2)
            waiting = [f"{service}: {line}" for service in self.info["services"] for line in self._waiting(service)]
            quiet_looks = 0 if waiting else quiet_looks + 1

    def _waiting(self, service: str) -> list[str]:
        """The lines of its metrics that count events on their way."""
        metrics = Client(self.address(service)).get("/metrics", deadline=10).text
        return re.findall(r"^(?:care_outbox_backlog|care_consumer_lag)(?:{.*})? (?!0(?:\.0)?$)\S+$", metrics, re.MULTILINE)

    def make_topic(self, name: str) -> None:
        """A topic that nobody hears, with as many partitions as theirs. The embedded broker makes its own at their first use."""
        if self.is_embedded:
            return
        admin = AdminClient({"bootstrap.servers": self.bootstrap})   # kept until it has answered: its end ends what was asked
        admin.create_topics([NewTopic(name, 12, 1)])[name].result(30)

    def bench_database(self, name: str) -> str:
        """An empty database for measurements, made at its first use; its URL."""
        if self.sql("postgres", f"SELECT 1 FROM pg_database WHERE datname = '{name}'") != "1":
            self.sql("postgres", f"CREATE DATABASE {name}")
        return self.database(name)
