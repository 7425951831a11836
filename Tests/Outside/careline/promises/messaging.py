"""Messages under faults: pairs who write to each other, and followers of their feeds on both replicas and over HTTP, while everything is
killed; and the check of what became of them.

    messaging.py LOG PSQL_MESSAGING BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import itertools
import json
import random
import sys
import threading
import time
import uuid

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from careline.load import Workers
from careline.promises.checker import Verdict, left, read_topics, rows
from careline.promises.client import HOST, LoggedClient
from careline.promises.load import sign_up
from careline.waiting import eventually

TOPICS = ["care.conversations.v1", "care.messages.v1", "care.feed.v1"]


class Follower:
    """Keeps a copy of one user's feed from its first entry, however often it is cut off. The log says each entry that it was given."""

    def __init__(self, name, person, log):
        self.name, self.person, self.log, self.since = name, person, log, 0
        self.goal = None   # the last sequence that it has to hear, once that is known
        self.thread = threading.Thread(target=self._run, name=name)

    def _run(self):
        while self.goal is None or (self.since < self.goal[0] and time.time() < self.goal[1]):
            try:
                self.follow()
            except (OSError, WebSocketException, ValueError):   # TimeoutError is an OSError
                time.sleep(0.1)

    def note(self, entries):
        for entry in entries:
            self.log.write(phase="heard", op="feed", follower=self.name, user=self.person.user_id, sequence=entry["sequence"],
                           kind=entry["kind"], item=(entry.get("item") or {}).get("id"))
            self.since = entry["sequence"]

    def lost(self):
        self.log.write(phase="lost", op="feed", follower=self.name, user=self.person.user_id, since=self.since)


class SocketFollower(Follower):
    """At one replica's WebSocket."""

    def __init__(self, port, *rest):
        super().__init__(f"socket at {port}", *rest)
        self.address = f"ws://{HOST}:{port}/stream"

    def follow(self):
        headers = {"Authorization": "Bearer " + self.person.token}
        with connect(self.address, additional_headers=headers, open_timeout=5, close_timeout=1) as socket:
            hello = json.loads(socket.recv(5))
            socket.send(json.dumps({"type": "resume", "epoch": hello["epoch"], "since": self.since}))
            while self.goal is None or self.since < self.goal[0]:
                try:
                    frame = json.loads(socket.recv(1))
                except TimeoutError:   # nothing was sent; whether the peer is there its pings tell
                    if self.goal is not None and time.time() > self.goal[1]:
                        return
                    continue
                if frame["type"] == "entries":
                    self.note(frame["entries"])
                elif frame["type"] == "resumed" and not frame["recovered"]:
                    self.lost()


class PageFollower(Follower):
    """By `GET /feed`, through the gateway."""

    def __init__(self, port, *rest):
        super().__init__("pages", *rest)
        self.client = LoggedClient(port, self.log)

    def follow(self):
        self.client.token = self.person.token
        page = self.client.read(f"/feed?after={self.since}&limit=100")
        if page is None:
            raise ConnectionError("no page")
        if not page["recovered"]:
            self.lost()
        self.note(page["items"])
        if not page["items"]:
            time.sleep(0.1)


class MessageLoad(Workers):
    def __init__(self, port, replicas, log, pairs=2):
        super().__init__()
        self.log, self.acknowledged, self.followers = log, 0, []
        for number in range(pairs):
            people = [sign_up(port, log, kind) for kind in ("patient", "provider")]
            conversation = self._converse(*people)
            for person in people:
                self.employ(self._work, person, conversation, len(self.threads))
                reader = LoggedClient(port, log)   # a connection of its own, for it is another thread's
                reader.token, reader.user_id = person.token, person.user_id
                self.followers += [SocketFollower(replica, reader, log) for replica in replicas] + [PageFollower(port, reader, log)]

    @staticmethod
    def _converse(patient, provider):
        # Messaging learns of the provider from the users topic.
        begin = {"participantIds": [provider.user_id]}
        status, made = eventually(
            lambda: patient.command("conversation", "POST", "/conversations", begin), 60, every=0.3, holds=lambda answer: answer[0] == 201)
        assert status == 201, f"beginning a conversation answered {status}: {made}"
        return made["id"]

    def start(self):
        super().start()
        for follower in self.followers:
            follower.thread.start()

    def stop(self):
        """Returns once every follower has heard its whole feed, or has had a minute for it."""
        super().stop()
        deadline = time.time() + 60
        for follower in self.followers:
            page = eventually(lambda follower=follower: follower.person.read("/feed?limit=1"), deadline - time.time())
            assert page, "the feed was not to be read at the end"
            follower.goal = page["sequence"], deadline
        for follower in self.followers:
            follower.thread.join(90)

    def _work(self, person, conversation, seed):
        chance, mine, path = random.Random(seed), [], f"/conversations/{conversation}"
        while not self.ending.is_set():
            roll = chance.random()
            if not mine or roll < 0.7:
                client_id = uuid.uuid4().hex
                status, made = self._say(person, path, client_id)
                if status in (200, 201):
                    mine.append((client_id, made["id"]))
            elif roll < 0.8:   # a client that did not hear the answer
                client_id, message = chance.choice(mine)
                status, made = self._say(person, path, client_id)
            elif roll < 0.9:
                status, _ = person.command("seen", "PUT", f"{path}/seen")
            elif roll < 0.95:
                status, _ = person.command("typing", "PUT", f"{path}/typing")
            else:
                message = mine.pop(chance.randrange(len(mine)))[1]
                status, _ = person.command("message-delete", "DELETE", f"/messages/{message}", message=message)
            self.acknowledged += status in (200, 201, 204)
            time.sleep(0.05)   # the embedded broker keeps 5 MiB a partition

    @staticmethod
    def _say(person, path, client_id):
        """Its clientId alone makes a retry the same message."""
        body = {"clientId": client_id, "content": {"text": f"message {client_id}"}}
        return person.command("message", "POST", f"{path}/messages", body, keyed=False, client_id=client_id, author=person.user_id)


def is_counted(numbers, first=1):
    """One after the other from the first, with no gap and no double."""
    return all(number == place for number, place in zip(numbers, itertools.count(first)))


def come_to_rest(database, seconds=5, most=120):
    """What the other services told last is still on its way into the feeds when the load has ended."""
    end, since, seen = time.time() + most, time.time(), None
    while time.time() < min(end, since + seconds):
        now = rows(database, "SELECT (SELECT sum(sequence) FROM feeds) AS entries, (SELECT count(*) FROM outbox_pending) AS pending")
        if now != seen or now[0]["pending"]:
            since, seen = time.time(), now
        time.sleep(0.2)


def main(log_path, database, bootstrap):
    log = [json.loads(line) for line in open(log_path)]
    verdict = Verdict()
    verdict.say("the outbox of Messaging drains within 30 s without a hand", left(database))
    come_to_rest(database)

    items = rows(database, """SELECT id, conversation_id AS conversation, sequence, kind, author_id AS author, client_id, deleted_at IS NOT NULL AS gone
        FROM items ORDER BY conversation_id, sequence""")
    messages_stand(verdict, log, items)
    by_conversation = collections.defaultdict(list)
    for item in items:
        by_conversation[item["conversation"]].append(item["sequence"])
    verdict.say("each conversation's items are counted without a hole",
                [key for key, sequences in by_conversation.items() if not is_counted(sequences)], f"{len(by_conversation)} conversations")
    feeds_stand(verdict, database, log)
    events_stand(verdict, database, bootstrap, items)
    return 1 if verdict.broken else 0


def messages_stand(verdict, log, items):
    answers = [entry for entry in log if entry["phase"] == "answer"]
    kept = collections.defaultdict(list)
    for item in items:
        kept[item["author"], item["client_id"]].append(item["id"])
    sent = collections.defaultdict(set)
    for entry in answers:
        if entry["op"] == "message" and entry["status"] in (200, 201):
            sent[entry["author"], entry["client_id"]].add(entry["id"])
    retried = sum(entry["op"] == "message" and entry["tries"] > 1 for entry in answers)
    again = sum(entry["op"] == "message" and entry["status"] == 200 for entry in answers)
    faults = [f"{key}: acknowledged as {sorted(ids)}, kept as {kept[key]}" for key, ids in sent.items() if sorted(ids) != kept[key]]
    verdict.say("every acknowledged message is there once, however often it was sent", faults,
                f"{len(sent)} messages, {retried} sends retried, {again} found again")
    tried = {(entry["author"], entry["client_id"]) for entry in log if entry.get("op") == "message"}
    unsure = {(entry["author"], entry["client_id"]) for entry in log if entry["phase"] == "unknown" and entry["op"] == "message"}
    faults = [f"{key}: {kept[key]}" for key in tried - set(sent) if len(kept[key]) > (key in unsure)]
    verdict.say("a message that was refused left nothing", faults, f"{len(tried)} tried, {len(unsure - set(sent))} of unknown outcome")
    gone = {item["id"] for item in items if item["gone"]}
    deleted = {entry["message"] for entry in answers if entry["op"] == "message-delete" and entry["status"] == 204}
    verdict.say("every message that was taken back is a tombstone", deleted - gone, f"{len(deleted)} taken back")


def feeds_stand(verdict, database, log):
    feeds = {row["user"]: row["sequence"] for row in rows(database, 'SELECT user_id AS "user", sequence FROM feeds')}
    entries = collections.defaultdict(list)
    for row in rows(database, 'SELECT user_id AS "user", sequence, kind, item_id AS item FROM feed_entries ORDER BY user_id, sequence'):
        entries[row["user"]].append((row["sequence"], row["kind"], row["item"]))
    faults = [f"{user}: {len(entries[user])} entries, counted {last}" for user, last in feeds.items()
              if len(entries[user]) != last or not is_counted([entry[0] for entry in entries[user]])]
    verdict.say("every feed is counted without a hole", faults, f"{len(feeds)} feeds, {sum(feeds.values())} entries")

    pairs = rows(database, """SELECT p.user_id AS "user", i.id AS item, count(e.*) AS n FROM items i
        JOIN participations p ON p.conversation_id = i.conversation_id
        LEFT JOIN feed_entries e ON e.user_id = p.user_id AND e.item_id = i.id AND e.kind = 'item'
        GROUP BY p.user_id, i.id HAVING count(e.*) <> 1""")
    verdict.say("every message is once in the feed of each participant", [f"{pair}" for pair in pairs])

    heard = collections.defaultdict(list)
    for entry in log:
        if entry["phase"] == "heard" and entry["op"] == "feed":
            heard[entry["user"], entry["follower"]].append((entry["sequence"], entry["kind"], entry["item"]))
    lost = [entry for entry in log if entry["phase"] == "lost"]
    faults = [f"{user} by {follower}: {len(found)} heard to {found[-1][0]}, {len(entries[user])} there" for (user, follower), found in heard.items()
              if found != entries[user]]
    faults += [f"{entry['user']} by {entry['follower']} was not recovered after {entry['since']}" for entry in lost]
    verdict.say("every follower heard the whole feed of its user, in order, with no gap and no double", faults,
                f"{len(heard)} followers, {sum(map(len, heard.values()))} entries")


def events_stand(verdict, database, bootstrap, items):
    expected = {("care.messages.v1", item["id"]): 2 if item["gone"] else 1 for item in items if item["kind"] != "activity"}
    for topic, query in [("care.conversations.v1", "SELECT id, version FROM conversations"),
                         ("care.feed.v1", "SELECT user_id AS id, sequence AS version FROM feeds WHERE sequence > 0"),
                         ("care.feed.v1", "SELECT id, typing_version AS version FROM participations WHERE typing_version > 0")]:
        expected |= {(topic, row["id"]): row["version"] for row in rows(database, query)}
    told, seen, again = collections.defaultdict(list), set(), 0
    for record in read_topics(bootstrap, TOPICS):
        headers = {name: (value or b"").decode() for name, value in record.headers() or []}
        if headers["ce_id"] in seen:
            again += 1
            continue
        seen.add(headers["ce_id"])
        told[record.topic(), record.key().decode()].append(json.loads(record.value())["version"])
    faults = [f"{key}: told {told[key][:3]}…{told[key][-3:]}, stored {version}" for key, version in expected.items()
              if told[key] != list(range(1, version + 1))]
    faults += [f"{key}: told, and not there" for key in set(told) - set(expected)]
    verdict.say("every change was told once, in order: conversations, messages, feeds, typing", faults, f"{len(seen)} events, {again} sent again")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
