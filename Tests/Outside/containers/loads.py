"""The loads of careline.promises on a platform in containers, from one of its networks.

    loads.py LOG    runs until its standard input ends, and prints every half second a line of JSON: how many commands of each kind
                    were acknowledged, and how the probe's requests, none of them sent twice, were answered"""

import collections
import json
import os
import sys
import threading
from urllib.parse import urlsplit

from careline.promises.client import Log, LoggedClient
from careline.promises.ers import ERLoad
from careline.promises.load import Load, sign_up
from careline.promises.messaging import MessageLoad
from careline.promises.records import RecordLoad

# The engine has to do its own work beside the load, on the same cores.
PAUSE = 0.2


class Probe(threading.Thread):
    """Reads something of every service again and again, each time once."""

    def __init__(self, port, log, stopping):
        super().__init__()
        self._client, self._stopping = sign_up(port, log, "patient"), stopping
        person = f"/users/{self._client.user_id}"
        self._paths = [person, f"{person}/appointments", "/feed?limit=1", "/health/summary", "/ers/changes?since=0&limit=1", "/fhir/r4/Observation?_summary=count"]
        self.answers = collections.Counter()

    def run(self):
        while not self._stopping.wait(PAUSE):
            for path in self._paths:
                answer = self._client.tried("GET", path)
                self.answers["none" if answer is None else str(answer.status_code)] += 1


def main(path):
    LoggedClient.pause = PAUSE
    port, log, stopping = urlsplit(os.environ["CARELINE_URL"]).port, Log(path), threading.Event()
    loads = {"booking": Load(port, log, patients=2), "keeping records": RecordLoad(port, log), "entering hours": ERLoad(port, log),
             "sending messages": MessageLoad(port, [port], log)}
    probe = Probe(port, log, stopping)

    def say():
        print(json.dumps({"acknowledged": {kind: load.acknowledged for kind, load in loads.items()}, "probe": probe.answers.copy()}), flush=True)

    threads = [*loads.values(), probe]
    ending = threading.Thread(target=lambda: (sys.stdin.read(), stopping.set()), daemon=True)
    ending.start()
    for each in threads:
        each.start()
    while not stopping.wait(0.5):
        say()
    for load in loads.values():
        load.stop()
    probe.join()
    say()


if __name__ == "__main__":
    main(*sys.argv[1:])
