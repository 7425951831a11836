"""Webhooks under faults: a receiver that now and then refuses an event or does not answer hears what happens on the platform while
everything is killed, and its client makes and removes webhooks meanwhile; and the check of what became of them.

    webhooks.py LOG PSQL_WEBHOOKS BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import http.server
import json
import random
import sys
import threading
import time
import uuid

from standardwebhooks import Webhook, WebhookVerificationError

from careline.load import Workers
from careline.promises.checker import Verdict, epoch, left, read_topics, rows
from careline.promises.client import LoggedClient
from careline.promises.load import publish_hours, sign_up
from careline.waiting import eventually
from careline.webhooks import subscriber

CHANGED, REGISTERED, DELETED = "care.availability.changed.v1", "care.users.registered.v1", "care.users.deleted.v1"
NEVER = "care.organisations.closed.v1"   # of which nothing happens here
TYPES, TOPICS = {CHANGED, REGISTERED}, ["care.availability.v1", "care.users.v1"]
PAUSE = 0.25     # seconds between two commands: a few events a second
SILENCE = 4.0    # seconds that the receiver takes where it does not answer; the platform waits for CARE_WEBHOOKS_DEADLINE, which run sets to less
PATIENCE = 90.0  # seconds for what waits at the end: a lease of a replica that was killed, and the next try
MOST = 5         # further webhooks at a time


class Receiver:
    """Of each event it may refuse the first delivery, or leave it without an answer; the next it takes. The log has every delivery, in the order in
    which they came."""

    def __init__(self, log):
        self.log, self.taken = log, set()
        self._tries, self._chance, self._lock = collections.Counter(), random.Random(0), threading.Lock()
        self._webhook, self._knows_secret = None, threading.Event()
        self.path, receiver = f"/{uuid.uuid4().hex}", self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length)
                if len(body) < length:   # whoever sent it was killed
                    return None
                if self.path != receiver.path:   # for whoever had this port before, in a suite that runs beside this one
                    return self.send_error(404)
                status = receiver.hear({name.lower(): value for name, value in self.headers.items()}, body)
                if status is None:   # the platform has long given it up when the connection ends
                    return time.sleep(SILENCE)
                self.send_response(status)
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, address):
                if not isinstance(sys.exception(), ConnectionError):   # likewise
                    super().handle_error(request, address)

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}{self.path}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def know(self, secret):
        self._webhook = Webhook(secret)
        self._knows_secret.set()

    def hear(self, headers, body):
        """The status to answer; None: nothing."""
        self._knows_secret.wait(10)
        try:
            self._webhook.verify(body, headers)
            signed = True
        except WebhookVerificationError:
            signed = False
        event = headers["webhook-id"]
        with self._lock:
            self._tries[event] += 1
            roll = self._chance.random() if self._tries[event] == 1 else 1
            status = 500 if roll < 0.1 else None if roll < 0.13 else 204
            self.log.write(phase="heard", op="webhook-event", event=event, signed=signed, status=status, body=body.decode())
            if status == 204:
                self.taken.add(event)
        return status

    def close(self):
        self._server.shutdown()
        self._thread.join(30)
        self._server.server_close()


class WebhookLoad(Workers):
    """Providers change their hours, and the receiver hears of it. What it took first counts as acknowledged."""

    def __init__(self, port, bootstrap, log, providers=6):
        super().__init__()
        self.log, self._bootstrap, self._receiver = log, bootstrap, Receiver(log)
        self._client = LoggedClient(port, log)
        self._client.token = subscriber(self._client.url, *TYPES, NEVER).token
        self._providers = [sign_up(port, log, "provider") for _ in range(providers)]
        made = self._make("webhook", self._receiver.url, sorted(TYPES))
        self._since = time.time()
        self._receiver.know(made["secret"])
        for provider in self._providers:
            publish_hours(provider)
        self.employ(self._change_hours)
        self.employ(self._make_and_remove)

    @property
    def acknowledged(self):
        return len(self._receiver.taken)

    def _make(self, op, url, types):
        marker = uuid.uuid4().hex   # found again in the tables: one row at most
        status, made = self._client.command(op, "POST", "/webhooks", {"url": url, "types": types, "description": marker}, marker=marker)
        assert op != "webhook" or status == 201, f"making a webhook answered {status}: {made}"
        return made if status == 201 else None

    def stop(self):
        """Last of all loads: whatever was committed is delivered meanwhile. Whether it was, the check says."""
        super().stop()
        eventually(lambda: owed(told(self._bootstrap, self._since), self._bootstrap) <= self._receiver.taken, PATIENCE, every=1)
        self._receiver.close()

    def _change_hours(self):
        chance, count = random.Random(0), 0
        while not self.ending.wait(PAUSE):
            count += 1
            chance.choice(self._providers).command("hours", "PATCH", "/providers/availability", {"bookingWindowDays": 30 + count % 300})

    def _make_and_remove(self):
        """Further ones, of a type of which nothing happens here."""
        chance, mine = random.Random(1), []
        while not self.ending.wait(PAUSE):
            if len(mine) < MOST and chance.random() < 0.5:
                if made := self._make("webhook-further", self._receiver.url, [NEVER]):
                    mine.append(made["id"])
            elif mine:
                webhook = mine.pop(chance.randrange(len(mine)))
                self._client.command("webhook-remove", "DELETE", f"/webhooks/{webhook}", webhook=webhook)


def told(bootstrap, since):
    """What the topics tell of the types since then, by id, each key's in its order."""
    events = {}
    for record in read_topics(bootstrap, TOPICS):
        headers = {name: (value or b"").decode() for name, value in record.headers() or []}
        if headers["ce_type"] in TYPES and headers["ce_source"] != "/poison" and epoch(headers["ce_time"]) > since:
            events.setdefault(headers["ce_id"], (headers, record.key().decode(), record.value().decode()))
    return events


def owed(events, bootstrap):
    """Those of them that are sent whatever happens: with an account goes what was not sent of it yet."""
    erased = {record.key().decode() for record in read_topics(bootstrap, TOPICS) if dict(record.headers() or []).get("ce_type") == DELETED.encode()}
    return {event for event, (_, key, _) in events.items() if key not in erased}


def main(log_path, database, bootstrap):
    log = [json.loads(line) for line in open(log_path)]
    log = [entry for entry in log if entry.get("op", "").startswith("webhook")]
    verdict = Verdict()
    verdict.say("nothing waits for a receiver that takes everything", left(database, table="deliveries"))
    deliveries_stand(verdict, log, bootstrap)
    webhooks_stand(verdict, log, database)
    return 1 if verdict.broken else 0


def deliveries_stand(verdict, log, bootstrap):
    [made] = [entry["at"] for entry in log if entry["op"] == "webhook" and entry["phase"] == "answer"]
    heard = [entry for entry in log if entry["op"] == "webhook-event"]
    taken, first, times = {}, {}, collections.Counter(entry["event"] for entry in heard)
    for place, entry in enumerate(heard):
        first.setdefault(entry["event"], place)
        if entry["status"] == 204:
            taken.setdefault(entry["event"], place)
    # The webhook may have had what happened before it was made and came later; it must have what happened after.
    every = told(bootstrap, 0)
    events = {event: found for event, found in every.items() if epoch(found[0]["ce_time"]) > made}
    statuses = collections.Counter(entry["status"] for entry in heard)
    verdict.say("every committed event of the types was delivered", sorted(owed(events, bootstrap) - taken.keys()) if events else ["there was none"],
                f"{len(events)} events, {len(heard)} deliveries, {statuses[500]} of them refused, {statuses[None]} without an answer, "
                f"{sum(count > 1 for count in times.values())} events sent again")
    verdict.say("every delivery has a right signature", [entry["event"] for entry in heard if not entry["signed"]])
    faults = [f"{entry['event']} is in no topic" for entry in heard if entry["event"] not in every]
    faults += [f"{entry['event']}: {difference}" for entry in heard if entry["event"] in every
               and (difference := changed(entry, *every[entry["event"]]))]
    bodies = collections.defaultdict(set)
    for entry in heard:
        bodies[entry["event"]].add(entry["body"])
    faults += [f"{event} came in {len(found)} shapes" for event, found in bodies.items() if len(found) > 1]
    verdict.say("what is delivered is the topic's event, the same each time", faults)
    faults, keys = [], collections.defaultdict(list)
    for event, (headers, key, _) in events.items():
        if event in taken:
            keys[headers["ce_type"], key].append(event)
    for key, order in keys.items():
        faults += [f"{key}: {second} came before {event} was taken" for event, second in zip(order, order[1:]) if first[second] < taken[event]]
    verdict.say("the events of a key came in order, the next when the one before was taken", faults,
                f"{len(keys)} keys, at most {max(map(len, keys.values()), default=0)} of one")


def changed(entry, headers, key, value):
    """How what was delivered differs from the topic's record; None where it does not."""
    body = json.loads(entry["body"])
    expected = {name: headers[f"ce_{name}"] for name in ("specversion", "id", "type", "source")} | {"subject": key}
    found = {name: body.get(name) for name in expected}
    if found != expected:
        return f"delivered {found}, told {expected}"
    if abs(epoch(body["time"]) - epoch(headers["ce_time"])) >= 0.001:
        return f"delivered as of {body['time']}, told as of {headers['ce_time']}"
    return None if value in entry["body"] and body["data"] == json.loads(value) else "its data is another"


def webhooks_stand(verdict, log, database):
    kept = collections.defaultdict(list)
    for row in rows(database, "SELECT id, description FROM webhooks"):
        kept[row["description"]].append(row["id"])
    made = {entry["marker"]: entry for entry in log if "marker" in entry and entry["phase"] == "answer" and entry["status"] == 201}
    # 404: of one whose first removal was not heard of.
    removed = {entry["webhook"] for entry in log if entry["op"] == "webhook-remove" and entry["phase"] == "answer" and entry["status"] in (204, 404)}
    unsure = {entry["webhook"] for entry in log if entry["op"] == "webhook-remove" and entry["phase"] == "unknown"}
    faults = [f"{marker}: acknowledged as {entry['id']}, kept {kept[marker]}" for marker, entry in made.items()
              if entry["id"] not in unsure and kept[marker] != ([] if entry["id"] in removed else [entry["id"]])]
    tried = {entry["marker"] for entry in log if "marker" in entry}
    unknown = {entry["marker"] for entry in log if "marker" in entry and entry["phase"] == "unknown"}
    faults += [f"{marker}: {kept[marker]}" for marker in tried - set(made) if len(kept[marker]) > (marker in unknown)]
    verdict.say("every webhook that was made is there once, and none that was removed", faults,
                f"{len(made)} made, {sum(entry['tries'] > 1 for entry in made.values())} of them retried, {len(removed)} removed")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
