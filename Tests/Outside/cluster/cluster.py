"""The cluster itself: three machines with PostgreSQL, Patroni and etcd, three with Kafka, made of the files in deploy/cluster."""

import os
import secrets
import subprocess
from pathlib import Path
from string import Template

import requests
from confluent_kafka.admin import AdminClient, ConfigResource

from careline.checkout import CHECKOUT
from careline.databases import DATABASES
from careline.waiting import until
from cluster.network import NETWORK, Machine, make_bridge
from cluster.units import Unit

FILES = CHECKOUT / "deploy" / "cluster"
NAMES = ("one", "two", "three")
# Small: three of each share one machine with the services and the load.
HEAP = "-Xms192m -Xmx256m"


def written(template: str, place: Path, **values) -> Path:
    place.write_text(Template((FILES / template).read_text()).substitute({name: str(value) for name, value in values.items()}))
    return place


def programs() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return str(found[-1].parent)


class Database(Machine):
    """PostgreSQL by Patroni, with a member of etcd."""

    def __init__(self, name, number, state: Path):
        super().__init__(name, number)
        self.folder = state / f"database-{name}"
        self.folder.mkdir()
        self.folder.chmod(0o755)

    def begin(self, machines, passwords):
        members = ",".join(f"{one.name}=http://{one.address}:2380" for one in machines)
        etcd = written("etcd.yml", self.folder / "etcd.yml", name=self.name, address=self.address, data=self.folder / "etcd", members=members)
        own = self.folder / "own"
        own.mkdir(mode=0o700)
        subprocess.run(["chown", "postgres:", own], check=True)
        patroni = written(
            "patroni.yml", self.folder / "patroni.yml", name=self.name, address=self.address, network=NETWORK, data=own / "data", sockets=own,
            passwords=own / "pgpass", programs=programs(), shared_buffers="64MB", watchdog="off", etcd=", ".join(f"{one.address}:2379" for one in machines))
        words = {"PATRONI_SUPERUSER_PASSWORD": passwords["postgres"], "PATRONI_REPLICATION_PASSWORD": passwords["replicator"]}
        self.etcd = Unit(self, self.folder / "etcd.log", ["etcd", "--config-file", str(etcd)], {"GOMEMLIMIT": "128MiB"})
        self.patroni = Unit(self, self.folder / "patroni.log", ["patroni", str(patroni)], words, user="postgres")
        self.etcd.start()
        self.patroni.start()

    def state(self) -> dict:
        """What its Patroni says of it; nothing when it says nothing."""
        try:
            return requests.get(f"http://{self.address}:8008/patroni", timeout=2).json()
        except requests.RequestException:
            return {}

    def is_primary(self) -> bool:
        try:
            return requests.get(f"http://{self.address}:8008/primary", timeout=2).status_code == 200
        except requests.RequestException:
            return False


class Broker(Machine):
    """A Kafka node, broker and controller."""

    def __init__(self, name, number, state: Path):
        super().__init__(name, number)
        self.folder = state / f"kafka-{name}"
        self.folder.mkdir()

    def begin(self, machines, cluster_id: str):
        home = Path(os.environ["KAFKA_HOME"])
        voters = ",".join(f"{one.number}@{one.address}:9093" for one in machines)
        file = written("kafka.properties", self.folder / "server.properties", number=self.number, address=self.address, voters=voters, data=self.folder / "data")
        environment = {"KAFKA_HEAP_OPTS": HEAP, "KAFKA_OPTS": "-XX:TieredStopAtLevel=1", "LOG_DIR": str(self.folder / "logs")}
        subprocess.run([home / "bin/kafka-storage.sh", "format", "-t", cluster_id, "-c", file], check=True, capture_output=True, timeout=120,
                       env={**os.environ, **environment})
        self.kafka = Unit(self, self.folder / "kafka.log", [str(home / "bin/kafka-server-start.sh"), str(file)], environment)
        self.kafka.start()


class Cluster:
    def __init__(self, state: Path):
        state = state.resolve()
        self.folder = state
        make_bridge()
        self.databases = [Database(name, number, state) for number, name in enumerate(NAMES, 1)]
        self.brokers = [Broker(name, number, state) for number, name in enumerate(NAMES, 11)]
        self.passwords = {name: secrets.token_hex(16) for name in ("postgres", "replicator", *DATABASES)}
        self.bootstrap = ",".join(f"{one.address}:9092" for one in self.brokers)

    @property
    def machines(self) -> list[Machine]:
        return [*self.databases, *self.brokers]

    def start(self):
        for database in self.databases:
            database.begin(self.databases, self.passwords)
        done = subprocess.run([Path(os.environ["KAFKA_HOME"]) / "bin/kafka-storage.sh", "random-uuid"], check=True, capture_output=True, text=True, timeout=60)
        for broker in self.brokers:
            broker.begin(self.brokers, done.stdout.strip())
        until("PostgreSQL has a primary and two standbys that stream", self.is_whole, 240, every=0.5, allowing=Exception)
        until("Kafka has three brokers", lambda: len(self.admin().list_topics(timeout=5).brokers) == 3, 240, every=1, allowing=Exception)
        self.make_databases()

    def end(self):
        # In this order: etcd is what Patroni leaves its lease to.
        for kind in ("patroni", "kafka", "etcd"):
            for machine in self.machines:
                if unit := getattr(machine, kind, None):
                    unit.end()

    # MARK: PostgreSQL

    def address(self, database: str, user: str = "postgres", meant: str = "read-write") -> str:
        """As the services are told it: all hosts, of which the one that takes writes is meant, or a standby."""
        password = self.passwords[user.removeprefix("care_")]
        hosts = ",".join(f"{one.address}:5432" for one in self.databases)
        return f"postgres://{user}:{password}@{hosts}/{database}?target_session_attrs={meant}"

    def asked(self, sql: str, database: str = "postgres") -> str:
        done = subprocess.run(["psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", "-", self.address(database)], input=sql, capture_output=True, text=True,
                              timeout=60, env={**os.environ, "PGCONNECT_TIMEOUT": "2"})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def make_databases(self):
        for name in DATABASES:
            self.asked(f"CREATE ROLE care_{name} LOGIN PASSWORD '{self.passwords[name]}';\nCREATE DATABASE care_{name} OWNER care_{name};\n")

    def primary(self) -> Database:
        """The one that takes writes, and whose Patroni says so."""
        return until("PostgreSQL has a primary", lambda: next((one for one in self.databases if one.is_primary()), None), 120, every=0.2)

    def standbys(self) -> list[Database]:
        primary = self.primary()
        return [one for one in self.databases if one is not primary]

    def is_whole(self) -> bool:
        """One primary, and both others in its quorum and streaming."""
        states = [one.state() for one in self.databases]
        primaries = [state for state in states if state.get("role") in ("primary", "master")]
        if len(primaries) != 1 or not all(state.get("state") in ("running", "streaming") for state in states):
            return False
        standing = primaries[0].get("replication", [])
        return sum(one["state"] == "streaming" and one["sync_state"] == "quorum" for one in standing) == 2

    # MARK: Kafka

    def admin(self) -> AdminClient:
        return AdminClient({"bootstrap.servers": self.bootstrap, "log_level": 0, "socket.timeout.ms": 5000})

    def is_replicated(self) -> bool:
        """Every partition has a leader and all three copies in step."""
        topics = self.admin().list_topics(timeout=5).topics.values()
        partitions = [partition for topic in topics for partition in topic.partitions.values()]
        return bool(partitions) and all(partition.leader >= 0 and len(partition.isrs) == 3 for partition in partitions)

    def topic_settings(self, topic: str) -> tuple[int, int]:
        """How many copies each partition of it has, and how many must have a record before it is acknowledged."""
        admin = self.admin()
        copies = {len(partition.replicas) for partition in admin.list_topics(topic, timeout=5).topics[topic].partitions.values()}
        settings = next(iter(admin.describe_configs([ConfigResource(ConfigResource.Type.TOPIC, topic)]).values())).result(10)
        return min(copies), int(settings["min.insync.replicas"].value)

    def leader(self) -> Broker:
        """The broker that leads the users' first partition: the first to be missed."""
        leading = self.admin().list_topics("care.users.v1", timeout=10).topics["care.users.v1"].partitions[0].leader
        return next(one for one in self.brokers if one.number == leading)
