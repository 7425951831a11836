"""What befalls the cluster: each fault strikes, goes on for its time, and is over. Nobody helps meanwhile; a machine that was off starts its programs again."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from cluster.network import HERE

# Seconds that a machine is away: longer than the lease of a primary, so that another has to take over.
AWAY = 40.0
SERVICES = ("auth", "scheduling", "messaging", "health", "ers", "records", "webhooks")


@dataclass(frozen=True)
class Fault:
    name: str
    # Strikes; gives what it struck, for the table, and what ends it.
    strike: Callable
    # Seconds until it is over by itself; 0: what was killed is started again by who watches it.
    lasts: float = AWAY
    # Whether PostgreSQL has to have another primary afterwards.
    moves: bool = False
    # Whether commands have to go on or be back within the mark.
    is_primarys_death: bool = False


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def frozen(pids):
    send(pids, signal.SIGSTOP)
    return lambda: send(pids, signal.SIGCONT)


def killed_postgres(cluster, choose):
    machine = choose(cluster)
    send(machine.processes("postgres"), signal.SIGKILL)
    return machine.name, lambda: None


def machine_off(machine):
    """Patroni first: it would see PostgreSQL die and give up its lease, which a machine without power does not."""
    for unit in (machine.patroni, machine.etcd):
        unit.not_before = time.time() + AWAY
    for name in ("patroni", "postgres", "etcd"):
        send(machine.processes(name), signal.SIGKILL)
    return machine.name, lambda: None


def machine_frozen(machine):
    return machine.name, frozen([pid for name in ("patroni", "postgres", "etcd") for pid in machine.processes(name)])


def everybody(cluster, machine):
    return [HERE, *(one.address for one in cluster.machines if one is not machine)]


def cut_off(machine, addresses):
    machine.cut(addresses)
    return machine.name, machine.heal


def postgres_frozen(machine):
    """Its Patroni goes on, and finds that it does not answer."""
    return machine.name, frozen(machine.processes("postgres"))


def split(cluster):
    """The services still reach the primary, which the other two do not."""
    primary = cluster.primary()
    return cut_off(primary, [one.address for one in cluster.databases if one is not primary])


def etcd_without_majority(cluster):
    primary = cluster.primary()
    lost = [one for one in cluster.databases if one is not primary]
    for one in lost:
        one.etcd.not_before = time.time() + AWAY
        send(one.processes("etcd"), signal.SIGKILL)
    return " and ".join(one.name for one in lost), lambda: None


def broker_killed(broker):
    send(broker.processes("java"), signal.SIGKILL)
    return broker.name, lambda: None


def broker_frozen(broker):
    return broker.name, frozen(broker.processes("java"))


def relay(platform, service, number):
    """The replica that holds the relay's lock."""
    pid, _ = platform.pid(f"{service}: relay's holder")
    send([pid], number)
    return service, lambda: send([pid], signal.SIGCONT)


def faults(cluster, platform, chance) -> list[Fault]:
    standby = lambda: chance.choice(cluster.standbys())   # noqa: E731
    broker = lambda: chance.choice(cluster.brokers)   # noqa: E731
    service = lambda: chance.choice(SERVICES)   # noqa: E731
    return [
        Fault("kill -9 the primary's PostgreSQL", lambda: killed_postgres(cluster, type(cluster).primary), 0, True, True),
        Fault("the primary's machine without power", lambda: machine_off(cluster.primary()), AWAY, True, True),
        Fault("SIGSTOP the primary's machine", lambda: machine_frozen(cluster.primary()), AWAY, True, True),
        Fault("cut the primary off from all", lambda: cut_off(primary := cluster.primary(), everybody(cluster, primary)), AWAY, True, True),
        Fault("kill -9 a broker (a leader)", lambda: broker_killed(cluster.leader()), 0),
        Fault("kill -9 a relay's holder", lambda: relay(platform, service(), signal.SIGKILL), 0),
        Fault("split: the primary from both standbys", lambda: split(cluster), AWAY, True, True),
        Fault("kill -9 a standby's PostgreSQL", lambda: killed_postgres(cluster, lambda _: standby()), 0),
        Fault("SIGSTOP a broker (a leader)", lambda: broker_frozen(cluster.leader())),
        Fault("etcd without its majority", lambda: etcd_without_majority(cluster)),
        Fault("SIGSTOP a standby's machine", lambda: machine_frozen(standby())),
        Fault("cut a standby off from all", lambda: cut_off(one := standby(), everybody(cluster, one))),
        Fault("cut a broker off from all", lambda: cut_off(one := broker(), everybody(cluster, one))),
        Fault("SIGSTOP the primary's PostgreSQL", lambda: postgres_frozen(cluster.primary()), AWAY, True, True),
        Fault("SIGSTOP a relay's holder", lambda: relay(platform, service(), signal.SIGSTOP), 20.0),
    ]
