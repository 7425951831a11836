"""Machines as network namespaces: each has its own address, ports and rules, and hangs on one bridge; the services and clients are where the bridge is. A cut drops
every packet between two sides without a word to either, as a network that splits does."""

import os
import subprocess
from pathlib import Path

NETWORK, PREFIX = "10.77.0.0/24", "10.77.0."
# Where the services and the clients are.
HERE = PREFIX + "1"

RULES = """
table inet careline {
  set away { type ipv4_addr; }
  chain in { type filter hook input priority 0; ip saddr @away drop; }
  chain out { type filter hook output priority 0; ip daddr @away drop; }
}
"""


def done(*words: str, text: str | None = None) -> str:
    result = subprocess.run(words, input=text, capture_output=True, text=True, timeout=30)
    assert result.returncode == 0, f"{' '.join(words)}: {result.stderr.strip()}"
    return result.stdout


def make_bridge():
    """This process must be alone in a namespace of its own already (see run)."""
    done("ip", "link", "set", "lo", "up")
    done("ip", "link", "add", "care0", "type", "bridge")
    done("ip", "addr", "add", f"{HERE}/24", "dev", "care0")
    done("ip", "link", "set", "care0", "up")


class Machine:
    """One namespace. It lasts as long as the process that holds it, which ends with this one."""

    def __init__(self, name: str, number: int):
        self.name, self.number, self.address = name, number, f"{PREFIX}{10 + number}"
        ours = os.stat("/proc/self/ns/net").st_ino
        self.holder = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "sleep", "infinity"], stdin=subprocess.DEVNULL)
        while self._namespace(self.holder.pid) in (None, ours):
            assert self.holder.poll() is None, f"no namespace for {name}: this needs root"
        self.namespace = self._namespace(self.holder.pid)
        link = f"care{number}"
        done("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        done("ip", "link", "set", link, "master", "care0", "up")
        done(*self.words("ip", "addr", "add", f"{self.address}/24", "dev", "eth0"))
        for device in ("lo", "eth0"):
            done(*self.words("ip", "link", "set", device, "up"))
        done(*self.words("nft", "-f", "-"), text=RULES)

    @staticmethod
    def _namespace(pid: int) -> int | None:
        try:
            return os.stat(f"/proc/{pid}/ns/net").st_ino
        except OSError:   # it has ended
            return None

    def words(self, *words: str) -> list[str]:
        """The same command, on this machine."""
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net", "--", *words]

    def processes(self, name: str) -> list[int]:
        """Those of that name that run here."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and self._namespace(int(entry.name)) == self.namespace:
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                    command = (entry / "comm").read_text().strip()
                except OSError:
                    continue
                if command == name or any(word.decode(errors="replace").endswith(f"/{name}") for word in words[:2]):
                    found.append(int(entry.name))
        return found

    def cut(self, addresses: list[str]):
        done(*self.words("nft", "add", "element", "inet", "careline", "away", "{ " + ", ".join(addresses) + " }"))

    def heal(self):
        done(*self.words("nft", "flush", "set", "inet", "careline", "away"))
