"""What a run may leave on the machine besides images, asked of the machine itself and not of the engine."""

import json
import socket
import subprocess
from pathlib import Path

from engine import Podman


class Remains:
    """Made while the platform runs; `found` when it has ended. What other containers of the machine have does not count."""

    def __init__(self, podman: Podman, ports: list[int]):
        self._podman, self._ports = podman, ports
        names = podman.run("network", "ls", "--filter", "label=com.docker.compose.project", "--format", "{{.Name}}").split()
        networks = json.loads(podman.run("network", "inspect", *names))
        self._interfaces = [network["network_interface"] for network in networks]
        self._subnets = [subnet["subnet"] for network in networks for subnet in network["subnets"]]

    def forget_isolation(self):
        """netavark leaves the rules between internal networks behind when the networks go (1.4, in Debian 12)."""
        for rule in self._rules():
            if rule.startswith("-A NETAVARK_ISOLATION_"):
                self._tables("iptables", "--wait", "--delete", *rule.split()[1:])

    def found(self) -> dict[str, list[str]]:
        return {
            "processes": processes(self._podman.folder),
            "ports": [str(port) for port in self._ports if is_listened_on(port)],
            "interfaces": [name for name in self._interfaces if Path("/sys/class/net", name).exists()],
            "rules of the firewall": self._rules(),
            "mounts": mounts(self._podman.folder / "storage")}

    def _rules(self) -> list[str]:
        """Of the firewall, those that name an address or an interface of the networks."""
        named = {*self._subnets, *self._interfaces}
        return [line for line in self._tables("iptables-save").splitlines() if named & set(line.split())]

    def _tables(self, *words) -> str:
        return subprocess.run(words, env=self._podman.environment, timeout=60, stdout=subprocess.PIPE, text=True, check=True).stdout


# What the engine runs for its containers; each is told the folder's place. Somebody may be reading a log there.
ENGINE = {"podman", "conmon", "runc", "netavark", "aardvark-dns"}


def processes(folder: Path) -> list[str]:
    """The engine's own, and those whose root is in its store, which are the containers'."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "comm").read_text().strip()
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            root = next((line for line in (process / "mountinfo").read_text().splitlines() if line.split()[4] == "/"), "")
        except OSError:   # it has ended meanwhile
            continue
        if name in ENGINE and str(folder) in words or str(folder) in root:
            found.append(f"{process.name} {name}")
    return found


def is_listened_on(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def mounts(store: Path) -> list[str]:
    """Of layers; the store's own folder stays mounted on itself."""
    points = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
    return [point for point in points if point.startswith(f"{store}/") and point != f"{store}/overlay"]
