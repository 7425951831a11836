"""Podman with a store, networks and settings of its own under one folder, so that the machine's own containers and images are not touched."""

import itertools
import json
import os
import resource
import shutil
import subprocess
import threading
from pathlib import Path

from careline.waiting import eventually

PACKAGES = {"podman": "podman", "runc": "runc", "debootstrap": "debootstrap", "iptables": "iptables", "unshare": "util-linux"}
HELPERS = {"netavark": "/usr/lib/podman/netavark", "aardvark-dns": "/usr/lib/podman/aardvark-dns"}


def missing() -> list[str]:
    """The Debian packages without which nothing here works."""
    lacking = [package for program, package in PACKAGES.items() if not shutil.which(program, path="/usr/sbin:/sbin:" + os.environ["PATH"])]
    return lacking + [package for package, file in HELPERS.items() if not Path(file).exists()]


class Fault(Exception):
    """What was to be shown is not so, or a programme failed; the text says what and where to look."""


class Podman:
    def __init__(self, folder: Path):
        self.folder, self.socket, self._service, self._log = folder, folder / "podman.sock", None, folder / "podman.log"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tmp").mkdir(exist_ok=True)
        settings = folder / "containers.conf"
        settings.write_text(self._settings())
        # Health checks are asked for here, since Podman leaves their timing to systemd, which not every machine runs.
        self.environment = {**os.environ, "CONTAINERS_CONF": str(settings), "DISABLE_HC_SYSTEMD": "true", "TMPDIR": str(folder / "tmp"),
                            "PATH": "/usr/sbin:/sbin:" + os.environ["PATH"]}
        self.words = ["podman", "--root", str(folder / "storage"), "--runroot", str(folder / "run"), "--tmpdir", str(folder / "run/tmp"),
                      "--network-config-dir", str(folder / "networks"), "--log-level", "error"]

    @staticmethod
    def _settings() -> str:
        """No limit above this machine's own: a container engine may not raise them everywhere."""
        files, processes = (min(resource.getrlimit(which)[1] % 2**63, most) for which, most in ((resource.RLIMIT_NOFILE, 65536), (resource.RLIMIT_NPROC, 8192)))
        return (f'[containers]\ndefault_ulimits = ["nofile={files}:{files}", "nproc={processes}:{processes}"]\n'
                '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n[network]\nnetwork_backend = "netavark"\n')

    def run(self, *words, timeout: float = 120, check: bool = True, **options) -> str:
        """What the command printed; its errors are in the Fault."""
        # conmon leaves a file where it is started.
        done = subprocess.run([*self.words, *map(str, words)], env=self.environment, timeout=timeout, text=True, cwd=self.folder,
                              capture_output=True, **options)
        if check and done.returncode != 0:
            raise Fault(f"podman {' '.join(map(str, words))[:300]}: status {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}")
        return done.stdout.strip()

    def logged(self, what: str, *words, timeout: float, **options):
        """A long command, whose output goes to a file beside the store."""
        log = self.folder / f"{what}.log"
        with log.open("w") as file:
            done = subprocess.run([*self.words, *map(str, words)], env=self.environment, timeout=timeout, stdout=file, stderr=file, **options)
        if done.returncode != 0:
            raise Fault(f"{what} failed; the end of {log}:\n{log.read_text(errors='replace')[-3000:]}")

    def has_image(self, name: str) -> bool:
        return subprocess.run([*self.words, "image", "exists", name], env=self.environment, timeout=60).returncode == 0

    def inspect(self, *names) -> list[dict]:
        return json.loads(self.run("inspect", *names)) if names else []

    def serve(self):
        """Docker's API on a socket, for Compose."""
        self.socket.unlink(missing_ok=True)
        with self._log.open("w") as log:
            self._service = subprocess.Popen([*self.words, "system", "service", "--time", "0", f"unix://{self.socket}"], env=self.environment, stdout=log, stderr=log)
        eventually(lambda: self.socket.exists() or self._service.poll() is not None, every=0.1)
        if not self.socket.exists():
            raise Fault(f"Podman's service did not start; see {self._log}")

    def end_service(self):
        if self._service is not None:
            self._service.terminate()
            self._service.wait(30)
            self._service = None
        self.socket.unlink(missing_ok=True)

    def clear(self):
        """What a fault or a killed run has left goes without being asked, builds' containers and mounted images too."""
        self.run("rm", "--all", "--force", "--volumes", "--time", "5", check=False, timeout=300)
        if of_builds := self.run("ps", "-a", "-q", "--external").split():
            self.run("rm", "--force", *of_builds, check=False, timeout=300)
        self.run("image", "unmount", "--all", check=False)
        for kind in ("volume", "network"):
            self.run(kind, "prune", "--force", check=False)

    def left(self) -> dict[str, list[str]]:
        """What it knows of besides images."""
        found = {"containers": self.run("ps", "-a", "--external", "--format", "{{.Names}}"), "volumes": self.run("volume", "ls", "--format", "{{.Name}}"),
                 "networks": self.run("network", "ls", "--format", "{{.Name}}")}
        return {kind: [name for name in names.split() if (kind, name) != ("networks", "podman")] for kind, names in found.items()}


class HealthWatch:
    """Asks the running containers for their health, as the engine's own timer would: every two seconds those that are not known to be
    healthy, every ten all of them."""

    def __init__(self, podman: Podman):
        self._podman, self._end = podman, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self._thread.join(60)

    def _run(self):
        for number in itertools.count():
            if self._end.wait(2):
                return
            for line in self._podman.run("ps", "--filter", "label=com.docker.compose.project", "--format", "{{.Names}} {{.Status}}", check=False).splitlines():
                name, status = line.split(" ", 1)
                if not self._end.is_set() and (number % 5 == 0 or "(healthy)" not in status):
                    self._ask(name)

    def _ask(self, name: str):
        """It may go while it is asked, or hang: that is no reason not to ask the others."""
        try:
            self._podman.run("healthcheck", "run", name, check=False, timeout=30)
        except subprocess.TimeoutExpired:
            pass
