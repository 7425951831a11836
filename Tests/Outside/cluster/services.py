"""Careline itself on the cluster: two replicas of each service behind one gateway, told of all hosts."""

import os
import signal
import subprocess
from pathlib import Path

from careline.checkout import BUILD, CHECKOUT
from careline.databases import DATABASES
from careline.ports import free_row
from careline.quotas import quotas
from careline.waiting import until

# As the faults' suite sets them.
SETTINGS = {"CARE_ACCESS_TOKEN_LIFETIME": "2h", "CARE_ERASURE_GRACE": "4s", "CARE_WEBHOOKS_DEADLINE": "2s", "CARE_TRACE_RATIO": "0"}


class Services:
    def __init__(self, cluster, folder: Path):
        self.cluster, self.state, self.process = cluster, folder / "platform", None
        self.port = free_row()
        self.url = f"http://127.0.0.1:{self.port}"
        self.state.mkdir()

    def start(self):
        urls = self.state / "databases"
        urls.mkdir(mode=0o700)
        settings = {**SETTINGS, **quotas(), "CARE_KAFKA_BOOTSTRAP": self.cluster.bootstrap, "CARE_GATEWAY_METRICS": f"127.0.0.1:{self.port + 1}"}
        for name in DATABASES:
            (urls / name).write_text(self.cluster.address(f"care_{name}", f"care_{name}"))
            settings[f"CARE_{name.upper()}_DATABASE_URL_FILE"] = str(urls / name)
            (urls / f"{name}-read").write_text(self.cluster.address(f"care_{name}", f"care_{name}", "standby"))
            settings[f"CARE_{name.upper()}_DATABASE_READ_URL_FILE"] = str(urls / f"{name}-read")
        environment = {name: value for name, value in os.environ.items() if name != "KAFKA_HOME"} | settings
        ready, log = self.state / "ready", self.state / "up.log"
        command = [BUILD / "careline", "up", "--state", self.state, "--port", str(self.port), "--replicas", "2", "--no-demo", "--no-rate-limits",
                   "--ready-file", ready]
        with open(log, "a") as output:
            self.process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        until("the services run", lambda: ready.exists() or self.process.poll() is not None, 400, every=0.5)
        assert self.process.poll() is None, log.read_text()[-4000:]

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
