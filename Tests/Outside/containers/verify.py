"""verify: proves deploy/docker/Dockerfile and docker-compose.yml by running them, with Podman, from the images' build to the clean end.

    Tests/Outside/containers/run [--images] [--fresh | --built]

It needs root, a quarter of an hour and 25 GB of disk, and no registry: for the public images that the files name it makes stand-ins with
the same names from Debian, the toolchain that builds Careline on this machine (deploy/dev/toolchain) and a Kafka distribution (KAFKA_HOME).
Grafana, which Debian has not, is left out. Everything lies in .careline/containers, in a store apart from the machine's own; the
images stay there for the next time. Ports are taken on 127.0.0.1 alone. The first thing that is not as it should be ends it with
status 1; what it started is ended either way."""

import argparse
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]

from deployment import SERVICES, WANTED, Deployment, until
from engine import Fault, HealthWatch, Podman, missing
from images import Images, products
from load_container import Load
from remains import Remains, processes

FIRST, SECOND = "verified-1", "verified-2"
SCALED = ["messaging", "scheduling"]
# Of the end-to-end tests those that need nothing of the platform but its gateway, its broker, its databases and its master keys.
STORY = ["login", "booking", "messaging", "websocket", "records", "health", "ers", "events"]
KILLS_A_PROCESS = "whatever_is_killed"   # of this machine, by its id; containers are killed by the steps before


def tell(seconds: float, what: str, outcome):
    """One line, and further ones when the outcome has them."""
    lines = outcome if isinstance(outcome, list) else [outcome]
    print(f"{seconds:7.1f} s  {what}" + (f": {lines[0]}" if len(lines) == 1 and lines[0] else ""), flush=True)
    for line in lines if len(lines) > 1 else []:
        print(f"             {line}", flush=True)


def step(what: str, action, *arguments):
    began = time.monotonic()
    try:
        outcome = action(*arguments)
    except (Fault, subprocess.TimeoutExpired, OSError) as fault:
        print(f"{time.monotonic() - began:7.1f} s  {what}: FAILED\n{fault}", flush=True)
        raise SystemExit(1) from None
    tell(time.monotonic() - began, what, outcome)


def compose_command() -> list[str]:
    """Docker Compose 2, of this machine or of the toolchain's root."""
    for words in (["docker-compose"], [str(CHECKOUT / "deploy/dev/toolchain/run"), "docker-compose"]):
        if shutil.which(words[0]):
            said = subprocess.run([*words, "version"], capture_output=True, text=True, timeout=120, cwd=CHECKOUT).stdout
            if "version 2" in said or "version v2" in said:
                return words
    raise SystemExit("careline: there is no Docker Compose 2: make setup installs Debian 13's in the toolchain's root; or install docker-compose")


class Verification:
    def __init__(self):
        self.toolchain = Path(os.environ.get("CARELINE_SWIFT_ROOT", CHECKOUT / ".careline/debian"))
        self.kafka = Path(os.environ.get("KAFKA_HOME", CHECKOUT.parent / "shared/kafka"))
        self._check()
        self.podman = Podman(CHECKOUT / ".careline/containers")
        self._alone()
        self.images = Images(self.podman, CHECKOUT, self.toolchain, self.kafka)
        self.platform = Deployment(self.podman, CHECKOUT, compose_command(), FIRST)
        self.client = self.images.names["swift"]

    def _check(self):
        if os.geteuid() != 0:
            raise SystemExit("careline: this needs root: networks and limits of containers are set up by the system's own means. Run it with sudo.")
        if missing():
            raise SystemExit(f"careline: these are missing: apt-get install --no-install-recommends {' '.join(missing())}")
        if not os.path.lexists(self.toolchain / "usr/bin/swift"):   # a link, which leads within that root
            raise SystemExit(f"careline: {self.toolchain} is no Debian root with Swift. make setup makes one; CARELINE_SWIFT_ROOT names another")
        if not (self.kafka / "bin/kafka-server-start.sh").exists():
            raise SystemExit("careline: no Kafka distribution: set KAFKA_HOME to one")
        if not (CHECKOUT / ".careline/venv/bin/python").exists():
            raise SystemExit("careline: the Python packages of the tests are not installed: make setup")

    def _alone(self):
        self.lock = (self.podman.folder / "lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit("careline: another verify is at work in this checkout") from None

    # Images ---------------------------------------------------------------------------------------------------------------

    def fresh(self):
        self.podman.run("image", "rm", "--all", "--force", timeout=600)
        shutil.rmtree(self.podman.folder / "build", ignore_errors=True)
        return ""

    def build(self):
        self.images.services(FIRST)
        return f"{len(products(CHECKOUT))} images by deploy/docker/Dockerfile, unchanged"

    def next_release(self):
        self.images.relabelled(FIRST, SECOND)
        return f"{SECOND}: the same executables under another label and tag"

    def hold(self):
        said = self.images.contents(FIRST)
        self.images.executables(FIRST, self.podman.folder / "executables")
        return said

    # The platform ---------------------------------------------------------------------------------------------------------

    def up(self):
        self.platform.make_secrets()
        shutil.copytree(self.podman.folder / "executables", self.platform.state / "executables")
        self.platform.up(*WANTED)
        until("the gateway has a server of each", lambda: all(self.platform.ready_servers().get(name) for name in SERVICES))
        return f"{len(self.platform.containers())} containers run and are healthy; without Grafana, which Debian has not"

    def hardened(self):
        """As they are seen from inside, and by the kernel."""
        shown = []
        for container in self.platform.containers():
            name, host, inside = container["Name"], container["HostConfig"], container["Id"]
            limit = host["Memory"]
            kept = self.podman.run("exec", inside, "sh", "-c", "cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.max")
            status = self.podman.run("exec", inside, "cat", "/proc/1/status")
            fields = dict(line.split(":", 1) for line in status.splitlines())
            user, capabilities, gains = fields["Uid"].split()[0], int(fields["CapEff"], 16), fields["NoNewPrivs"].strip()
            written = self.podman.run("exec", inside, "sh", "-c", "touch /written 2>&1 && echo written || true")
            if not limit or int(kept) != limit:
                raise Fault(f"{name}: a memory limit of {limit} is asked for, the kernel keeps {kept}")
            if not container["Config"].get("Healthcheck") or not 0 < host["PidsLimit"] <= 512:
                raise Fault(f"{name}: health check {container['Config'].get('Healthcheck')}, {host['PidsLimit']} processes at most")
            if user == "0" or capabilities or gains != "1" or written.endswith("written"):
                raise Fault(f"{name}: user {user}, capabilities {capabilities:x}, no new privileges {gains}, its root: {written}")
            shown.append(f"{name.removeprefix('careline-'):<14} {limit >> 20:5} MiB at most, user {user}, no capabilities, no new privileges, health asked, "
                         f"{'root file system read-only' if host['ReadonlyRootfs'] else 'root file system not its own to write'}")
        return shown

    def over_its_memory(self):
        said = self.podman.run("run", "--rm", "--network", "none", "--memory", "64m", "--entrypoint", "sh", f"docker.io/careline/careline:{FIRST}",
                               "-c", "(tail /dev/zero; echo ended with $?) 2>/dev/null", timeout=120)
        if "ended with 137" not in said:
            raise Fault(f"a programme that took more than its 64 MiB {said or 'said nothing'}")
        return "a programme that takes more is ended by the kernel (137)"

    def secrets(self):
        """Neither in what Compose and the engine tell of a container, environment and all, nor in what it wrote."""
        held = {file.name: text for file in self.platform.secrets.iterdir() if (text := file.read_text().strip())}
        config = self.platform.docker_compose("config")
        if shown := [name for name, text in held.items() if text in config]:
            raise Fault(f"{shown} can be read in what `docker compose config` prints")
        containers = self.platform.containers()
        for container in containers:
            told = json.dumps(container) + self.podman.run("logs", container["Id"], timeout=60)
            for name, text in held.items():
                if text in told:
                    raise Fault(f"{name} can be read in what {container['Name']} shows of itself")
            environment = self.podman.run("exec", container["Id"], "sh", "-c", "cat /proc/1/environ | tr '\\0' '\\n'")
            if any(text in environment for text in held.values()):
                raise Fault(f"a secret is in the environment of {container['Name']}'s first process")
        return f"none of {len(held)} is in `docker compose config`, nor in `inspect`, environment or log of {len(containers)} containers"

    def scale(self):
        before = {name: self.platform.ready_servers()[name] for name in SCALED}
        # As the operator's page has it.
        self.platform.up("--no-recreate", *(word for name in SCALED for word in ("--scale", f"{name}=3")), *WANTED)
        until("the gateway has three of each", lambda: all(self.platform.ready_servers()[name] == 3 for name in SCALED))
        return f"{', '.join(f'{name}: {count} to 3' for name, count in before.items())}; the gateway has found them"

    # Under load -----------------------------------------------------------------------------------------------------------

    def all_three(self):
        before = {name: self.platform.answers_by_server(name) for name in SCALED}

        def spread():
            more = {name: {server: count - before[name].get(server, 0) for server, count in self.platform.answers_by_server(name).items()} for name in SCALED}
            more = {name: {server: count for server, count in counts.items() if count} for name, counts in more.items()}
            return more if all(len(counts) == 3 for counts in more.values()) else None

        shares = until("three servers of each answer requests", spread)
        return "; ".join(f"{name}: {', '.join(f'{server} answered {count}' for server, count in counts.items())}" for name, counts in shares.items())

    def kill_replica(self):
        victim, began = self.platform.containers("messaging")[0], time.monotonic()
        self.platform.kill(victim)
        again = self.load.require_progress()
        self.platform.wait_for_restart(victim)
        until("it is ready", lambda: self.platform.is_ready(victim))
        until("the gateway has three again", lambda: self.platform.ready_servers()["messaging"] == 3)
        return f"{victim['Name']}; commands of every kind were acknowledged within {again:.1f} s; {time.monotonic() - began:.1f} s after the kill it was back by itself"

    def kill_broker(self):
        victim, began = self.platform.one("kafka"), time.monotonic()
        self.platform.kill(victim)
        again = self.load.require_progress()
        self.platform.wait_for_restart(victim)
        until("it listens", lambda: self.platform.listens(victim, "data", 9092))
        until("every service has sent what waited", lambda: self.platform.events_waiting_since() < 5)
        took = time.monotonic() - began
        return f"commands of every kind were acknowledged within {again:.1f} s, without it; {took:.1f} s after the kill it was back by itself and had all events"

    def roll(self):
        before, count, own = self.load.probed(), len(self.platform.containers()), self.podman.folder / "docker"
        own.write_text("#!/bin/sh\nexec " + " ".join(self.podman.words) + ' "$@"\n')
        own.chmod(0o755)
        settings = {**self.platform.settings(), **{name: self.podman.environment[name] for name in ("CONTAINERS_CONF", "DISABLE_HC_SYSTEMD", "TMPDIR", "PATH")},
                    "DOCKER": str(own), "COMPOSE": " ".join(self.platform.compose)}
        with (self.podman.folder / "roll.log").open("w") as log:
            done = subprocess.run([CHECKOUT / "deploy/docker/roll", SECOND], env=settings, timeout=3600, stdout=log, stderr=log)
        if done.returncode != 0:
            raise Fault(f"deploy/docker/roll failed; the end of {log.name}:\n{Path(log.name).read_text()[-3000:]}")
        self.platform.release = SECOND
        tags = {container["ImageName"].rsplit(":", 1)[1] for name in SERVICES for container in self.platform.containers(name)}
        if tags != {SECOND} or len(self.platform.containers()) != count:
            raise Fault(f"after the roll {len(self.platform.containers())} containers run, not {count}; services of {tags}")
        self.load.require_progress()
        answers = {status: number - before.get(status, 0) for status, number in self.load.probed().items() if number > before.get(status, 0)}
        if set(answers) != {"200"}:
            raise Fault(f"while it was rolled, the probe's requests, each sent once, were answered {answers}")
        return f"all replicas of every service, one after the other; {answers['200']} requests of a client that never tries twice: all answered with 200"

    def under_load(self):
        with Load(self.platform, self.client) as self.load:
            step("three replicas take requests", self.all_three)
            step("a replica is killed under load", self.kill_replica)
            step("the broker is killed under load", self.kill_broker)
            step("a rolling upgrade under load", self.roll)
        return f"{self.load.acknowledged()} commands were acknowledged meanwhile"

    def nothing_was_lost(self):
        """By the checks of careline.promises: the client's log against the tables and the topics."""
        log, lines = self.platform.state / "client.log", []
        database = "postgres://postgres@postgres:5432/care_{}".format
        checks = [("checker", database("auth"), database("scheduling"), "kafka:9092", self.platform.url)]
        checks += [(name, database(name), "kafka:9092") for name in ("records", "ers", "messaging")]
        for checker, *arguments in checks:
            lines += self.platform.client(self.client, "-m", f"careline.promises.{checker}", log, *arguments, timeout=400).splitlines()
        return [line.strip() for line in lines]

    # The rest -------------------------------------------------------------------------------------------------------------

    def story(self):
        files = [f"Tests/Outside/story/test_{name}.py" for name in STORY]
        said = self.platform.client(self.client, "-m", "pytest", "-q", "-c", "Tests/Outside/pytest.ini", "--rootdir", "Tests/Outside",
                                    "-k", f"not {KILLS_A_PROCESS}", *files, timeout=1200)
        return [line for line in said.splitlines() if "passed" in line or line.startswith(("SKIPPED", "FAILED", "ERROR"))]

    def scraped(self):
        def up():
            with urllib.request.urlopen(f"http://127.0.0.1:{self.platform.prometheus}/api/v1/query?query=up", timeout=5) as answer:
                found = json.load(answer)["data"]["result"]
            return found if len(found) >= len(SERVICES) + 5 and all(each["value"][1] == "1" for each in found) else None

        return f"{len(until('Prometheus reads every replica', up))} targets, all up"

    def down(self):
        self.remains = Remains(self.podman, [self.platform.port, self.platform.prometheus])
        self.platform.down()
        self.nothing(self.podman.left())
        return "no container, network or volume is left"

    def clean(self):
        """Once the engine's service has ended too."""
        until("its processes have ended", lambda: not processes(self.podman.folder))
        self.remains.forget_isolation()
        self.nothing(self.remains.found())
        return "no process, port, interface, rule of the firewall or mount is left; the images are, for the next time, in .careline/containers"

    @staticmethod
    def nothing(left: dict[str, list[str]]):
        if found := {kind: names for kind, names in left.items() if names}:
            raise Fault(f"left behind: {found}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--images", action="store_true", help="build the images and look at them, and run nothing")
    anew = options.add_mutually_exclusive_group()
    anew.add_argument("--fresh", action="store_true", help="make stand-ins and images anew")
    anew.add_argument("--built", action="store_true", help="take Careline's images as the last time left them")
    given = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, it = time.monotonic(), Verification()
    it.podman.clear()   # of an earlier run
    if given.fresh:
        step("images of earlier times removed", it.fresh)
    step("stand-ins for the public images", it.images.stand_ins)
    step("what they are", it.images.versions)
    if not given.built:
        step("Careline's images", it.build)
    step("sizes, 150 MiB at most, with libvips 300", it.images.sizes, FIRST)
    step("contents", it.hold)
    step("bills of materials", it.images.bills, FIRST, it.podman.folder / "sbom")
    if given.images:
        return
    with ExitStack() as ending:
        ending.callback(it.podman.end_service)
        ending.callback(it.podman.clear)
        it.podman.serve()
        ending.enter_context(HealthWatch(it.podman))
        step("docker compose up --wait", it.up)
        step("limits and rights", it.hardened)
        step("memory", it.over_its_memory)
        step("secrets", it.secrets)
        step("docker compose up --scale", it.scale)
        step("the next release's images", it.next_release)
        step("the load", it.under_load)
        step("what was accepted is there", it.nothing_was_lost)
        step("Prometheus", it.scraped)
        step("the end-to-end story, by the gateway", it.story)
        step("secrets, after all of that", it.secrets)
        step("docker compose down --volumes", it.down)
    step("a clean end", it.clean)
    tell(time.monotonic() - began, "everything held", "")


if __name__ == "__main__":
    main()
