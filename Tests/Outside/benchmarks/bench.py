"""`make bench`: starts a platform of its own, measures figure after figure, stops it again."""

import signal
import sys
import time

from figures import (
    alerts,
    booking,
    bound,
    client,
    costs,
    delivery,
    exports,
    files,
    inbox,
    inserts,
    instructions,
    introspection,
    latency,
    logins,
    memory,
    messages,
    nearest,
    queueing,
    reading,
    records,
    refreshes,
    relay,
    searches,
    selects,
    slots,
    sockets,
    storm,
    tokens,
    validation,
)
from support.bench import Bench
from support.people import People
from support.platform import Platform
from support.report import Report, say

# In this order: the first wants a platform that has done nothing yet, the last one that has done everything.
FIGURES = {
    "memory": memory.after_start,
    "selects": selects.measure,
    "inserts": inserts.measure,
    "reading": reading.measure,
    "booking": booking.measure,
    "slots": slots.measure,
    "messages": messages.measure,
    "delivery": delivery.measure,
    "alerts": alerts.measure,
    "sockets": sockets.measure,
    "tokens": tokens.measure,
    "refreshes": refreshes.measure,
    "introspection": introspection.measure,
    "bound": bound.measure,
    "logins": logins.measure,
    "storm": storm.measure,
    "nearest": nearest.measure,
    "records": records.measure,
    "validation": validation.measure,
    "searches": searches.measure,
    "files": files.measure,
    "exports": exports.measure,
    "latency": latency.measure,
    "client": client.measure,
    "relay": relay.measure,
    "costs": costs.measure,
    "queueing": queueing.measure,
    "instructions": instructions.measure,
    "inbox": inbox.measure,
    "memory-idle": memory.after_work,
}
# Of many millions of rows: measured when it is named, and not with the others.
LONG = {"inbox"}


def main(wanted: list[str]) -> int:
    unknown = set(wanted) - set(FIGURES)
    if unknown:
        print(f"careline: no such figure: {', '.join(sorted(unknown))}. There are: {', '.join(FIGURES)}", file=sys.stderr)
        return 64
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    with Report() as report, Platform() as platform:
        bench = Bench(platform, report, People(platform))
        for name, measure in FIGURES.items():
            if name not in wanted if wanted else name in LONG:
                continue
            say(f"{name} …")
            measure(bench)
        say(f"measured in {time.monotonic() - began:.0f} s; {report.summary()}")
    return 0


sys.exit(main(sys.argv[1:]))
