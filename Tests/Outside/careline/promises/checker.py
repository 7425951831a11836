"""The independent checker: the client's log against the tables and the topics. It shares no code with the services.

    checker.py LOG PSQL_AUTH PSQL_SCHEDULING BOOTSTRAP URL     (the PSQL_… are connection strings)

Prints one line a promise and exits 1 when one is broken."""
import collections
import datetime
import json
import subprocess
import sys
import time

from confluent_kafka import Consumer, TopicPartition

from careline.people import log_in, logged_in
from careline.promises.load import PASSWORD
from careline.waiting import eventually

TOPICS = ["care.users.v1", "care.organisations.v1", "care.sessions.v1", "care.appointments.v1", "care.availability.v1"]


def rows(connection, sql):
    """The rows of a query, as dictionaries, through psql."""
    wrapped = f"SELECT coalesce(json_agg(t), '[]') FROM ({sql}) t"
    done = subprocess.run(["psql", "-XAtq", connection, "-c", wrapped], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def left(*databases, table="outbox_pending"):
    """The faults of a promise that nothing waits there any more after 30 s."""
    count = eventually(
        lambda: sum(rows(database, f"SELECT count(*) AS n FROM {table}")[0]["n"] for database in databases), every=0.2, holds=lambda count: count == 0)
    return [f"{count} rows are left"] if count else []


def read_topics(bootstrap, topics=TOPICS):
    """Every record of these topics, from the first offset to the end as it was on entry, in order per partition."""
    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": f"checker-{time.time()}", "enable.auto.commit": False,
                         "auto.offset.reset": "earliest", "fetch.wait.max.ms": 50})
    ends, parts = {}, []
    metadata = consumer.list_topics(timeout=20)
    for topic in topics:
        for partition in metadata.topics[topic].partitions if topic in metadata.topics else []:
            low, high = consumer.get_watermark_offsets(TopicPartition(topic, partition), timeout=20)
            if high > low:
                ends[(topic, partition)] = high
                parts.append(TopicPartition(topic, partition, low))
    consumer.assign(parts)
    records, waiting, deadline = [], set(ends), time.time() + 120
    while waiting and time.time() < deadline:
        message = consumer.poll(1.0)
        if message is None or message.error():
            continue
        place = (message.topic(), message.partition())
        records.append(message)
        if message.offset() + 1 >= ends[place]:
            waiting.discard(place)
    consumer.close()
    if waiting:
        raise RuntimeError(f"could not read to the end of {sorted(waiting)}")
    return records


def told_versions(bootstrap, topics):
    """The versions that each key of each topic was told of, in order, what was delivered again once; and of how many events."""
    told, seen = collections.defaultdict(list), set()
    for record in read_topics(bootstrap, topics):
        headers = {name: (value or b"").decode() for name, value in record.headers() or []}
        if headers["ce_id"] not in seen:
            seen.add(headers["ce_id"])
            told[record.topic(), record.key().decode()].append(json.loads(record.value())["version"])
    return told, len(seen)


def titles(url, log):
    """What the patients' appointments are called, by id. Their patients ask for it, since in the tables it is sealed."""
    ids = {entry["patient"] for entry in log if entry["op"] == "book"}
    found = {}
    for entry in log:
        if entry["op"] == "signup" and entry["phase"] == "answer" and entry["id"] in ids:
            patient = logged_in(url, log_in(url, entry["username"], PASSWORD))
            found |= {one["id"]: one["title"] for one in listed(patient, f"/users/{patient.id}/appointments")}
    return found


def listed(person, path):
    """All of a list, page by page."""
    params = {"limit": 200}
    while True:
        answer = person.get(path, params=params)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        yield from page["items"]
        if "nextCursor" not in page:
            return
        params["after"] = page["nextCursor"]


def judged(log_path, prefix):
    """The log of one load, whose commands are called so; and by their names those of which something was heard."""
    log, by_op = [], collections.defaultdict(list)
    for line in open(log_path):
        entry = json.loads(line)
        if entry.get("op", "").startswith(prefix):
            log.append(entry)
            if entry["phase"] in ("answer", "tried"):
                by_op[entry["op"]].append(entry)
    return log, by_op


def who(entry):
    """Whose it was, or what it was about, as its load calls them."""
    return next(str(entry[name]) for name in ("username", "subject", "marker", "client", "user") if entry.get(name) is not None)


def not_answered(entries, *wanted):
    """The faults of a promise that each of them is answered so."""
    return [f"{who(entry)}: {entry['op']}, {entry['status']}" for entry in entries if entry["status"] not in wanted]


def other_problems(entries, status, slug):
    """The faults of a promise that each of them is this problem."""
    return not_answered(entries, status) + [f"{who(entry)}: {entry['type']}" for entry in entries if not (entry["type"] or "").endswith(f"/{slug}")]


def first_tries(by_op, op, wanted):
    """The same of those that were sent once. One whose answer was lost has been done: whoever tries again may hear so."""
    return not_answered([entry for entry in by_op[op] if entry["tries"] == 1], wanted)


def may_show(changes, before=None):
    """What may be shown after these changes, in their order, to `name` each: what was acknowledged last. A try that nobody waited for any more may be done behind
    the next one, or not at all."""
    acknowledged, late = before, set()
    for change in changes:
        if change["phase"] == "answer" and change["status"] == 200:
            acknowledged = change["name"]
        if change["phase"] == "unknown" or change["tries"] > 1:
            late.add(change["name"])
    return late | {acknowledged}


def ends_untold(sessions, bootstrap):
    """The faults of a promise that the others are told of the end of each of these sessions once, and of no other, after 30 s."""
    topic = "care.sessions.v1"

    def untold():
        told, _ = told_versions(bootstrap, [topic])
        return [f"{row['id']}: told {told[topic, row['id']]}" for row in sessions if told[topic, row["id"]] != ([1] if row["over"] else [])]

    return eventually(untold, 30, every=0.5, holds=lambda faults: not faults)


class Verdict:
    def __init__(self):
        self.broken = 0

    def say(self, promise, faults, detail="", tries=None):
        """Faults are examples of the promise being broken; none means that it held. `tries`: of how many this was seen; one that nobody has tried does not hold."""
        if tries == 0:
            faults = [*faults, "nothing of it was tried"]
        mark = "holds " if not faults else "BROKEN"
        print(f"  {mark}  {promise}{'  (' + detail + ')' if detail else ''}")
        for fault in list(faults)[:5]:
            print(f"            {fault}")
        self.broken += bool(faults)


def overlaps(appointments, who):
    faults, by = [], collections.defaultdict(list)
    for one in appointments:
        if one["status"] in ("booked", "held"):
            by[one[who]].append(one)
    for booked in by.values():
        booked.sort(key=lambda one: one["starts"])
        for first, second in zip(booked, booked[1:]):
            if second["starts"] < first["ends"]:
                faults.append(f"{first['id']} and {second['id']} overlap for one {who}")
    return faults


def epoch(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def say_bookings(verdict, log, appointments, called):
    """Of each booking that was tried. `called`: what the appointments are called, by id."""
    booked = {entry["title"]: entry for entry in log if entry["phase"] == "answer" and entry["op"] == "book" and entry["status"] == 201}
    by_title = collections.defaultdict(list)
    for one in appointments:
        by_title[called[one["id"]]].append(one)
    faults = [f"{title} was acknowledged and is {len(by_title[title])} rows" for title in booked if len(by_title[title]) != 1]
    faults += [f"{title} was acknowledged as {entry['id']} and is {by_title[title][0]['id']}" for title, entry in booked.items()
               if len(by_title[title]) == 1 and by_title[title][0]["id"] != entry["id"]]
    verdict.say("every acknowledged booking is there once", faults, f"{len(booked)} bookings, {sum(e['tries'] > 1 for e in booked.values())} of them retried")
    unresolved = {entry["title"] for entry in log if entry["phase"] == "unknown" and entry["op"] == "book"}
    intents = {entry["title"] for entry in log if entry["op"] == "book"}
    faults = [f"{title}: {len(found)} rows" for title, found in by_title.items() if title in intents
              and (len(found) > 1 or (title not in booked and title not in unresolved))]
    verdict.say("a refused booking left nothing, a retried one made one", faults, f"{len(intents)} tried, {len(unresolved)} of unknown outcome")


def say_commands(verdict, answers, unknown, by_id):
    final, unsure = {}, {entry["appointment"] for entry in unknown if "appointment" in entry}
    for entry in answers:
        if entry["op"] == "book" and entry["status"] == 201:
            final[entry["id"]] = ("booked", epoch(entry["start"]), epoch(entry["end"]))
        elif entry["op"] == "move" and entry["status"] == 200:
            final[entry["appointment"]] = ("booked", epoch(entry["start"]), epoch(entry["end"]))
        elif entry["op"] == "cancel" and entry["status"] in (200, 204):
            final[entry["appointment"]] = ("cancelled",) + final[entry["appointment"]][1:]
    faults = [f"{key}: acknowledged {state}, found {by_id.get(key)}" for key, state in final.items() if key not in unsure
              and (key not in by_id or (by_id[key]["status"], by_id[key]["starts"], by_id[key]["ends"]) != state)]
    verdict.say("every appointment is as its last acknowledged command left it", faults, f"{len(final)} followed")


def say_odd_answers(verdict, entries):
    odd = collections.Counter(tuple(item) for entry in entries for item in entry.get("odd", ()))
    faults = [f"{count} × status {status}, Retry-After: {retry}, problem+json: {problem}" for (status, retry, problem), count in odd.items()
              if status not in (502, 503, 504, 429, 409) or not problem or (status in (503, 429, 409) and not retry)]
    # A 409 here: the first try of the same key is still at work.
    verdict.say("while something is away, clients get 502, 503 or 504 as a problem, 503 and 409 with Retry-After", faults,
                ", ".join(f"{count} × {status}" for (status, _, _), count in sorted(odd.items())) or "no such answer")


def say_events(verdict, records, outbox):
    """Of all that the topics hold. Returns the records by their event's id, and what each key was told, in order: version, type and data."""
    # With an account goes what the outbox still has of the person's names.
    erased = {record.key() for record in records if (b"care.users.deleted.v1" in dict(record.headers() or []).values())}
    seen, order, first_data, duplicates, malformed, changed = {}, collections.defaultdict(list), {}, 0, [], []
    for record in records:
        headers = {name: (value or b"").decode() for name, value in record.headers() or []}
        if headers.get("ce_specversion") != "1.0" or headers.get("ce_id") not in outbox and record.key() not in erased:
            if headers.get("ce_source") == "/poison":
                continue
            malformed.append(f"{record.topic()}[{record.partition()}]@{record.offset()} is no event of an outbox")
            continue
        event, data = headers["ce_id"], json.loads(record.value())
        if event in seen:
            duplicates += 1
            if first_data[event] != record.value():
                changed.append(f"{event} came again with other data")
            continue
        seen[event], first_data[event] = record, record.value()
        key = (record.topic(), record.key().decode())
        order[key].append((data["version"], headers["ce_type"], data))
        if event in outbox and outbox[event]["subject"] != record.key().decode():
            changed.append(f"{event}: key {record.key()} is not its subject")
    verdict.say("every record of the topics is a CloudEvent of an outbox", malformed, f"{len(records)} records")
    verdict.say("every committed event is published", [event for event in outbox if event not in seen],
                f"{len(outbox)} committed, {len(seen)} published, {duplicates} sent again")
    verdict.say("an event that is sent again is the same", changed)
    faults = [f"{key}: {[version for version, _, _ in versions]}" for key, versions in order.items()
              if [version for version, _, _ in versions] != list(range(1, len(versions) + 1))]
    verdict.say("versions per key rise by one from 1, in order", faults, f"{len(order)} keys")
    return seen, order


def say_told_states(verdict, order, by_id):
    told = {}
    for (topic, key), events in order.items():
        if topic != "care.appointments.v1":
            continue
        for _, kind, data in events:
            state = "cancelled" if ".cancelled." in kind else "completed" if ".completed." in kind else "booked"
            told[key] = (state, epoch(data["startTime"]), epoch(data["endTime"]))
    faults = [f"{key}: told {told.get(key)}, stored {(one['status'], one['starts'], one['ends'])}" for key, one in by_id.items()
              if told.get(key) != (one["status"], one["starts"], one["ends"])]
    verdict.say("the events alone tell the tables' final state", faults)


def say_people(verdict, auth, scheduling, seen):
    users = {row["id"]: row["version"] for row in rows(auth, "SELECT id, version FROM users")}
    people = eventually(
        lambda: {row["user_id"]: row["version"] for row in rows(scheduling, "SELECT user_id, version FROM people WHERE erased_at IS NULL")},
        every=0.2, holds=lambda people: all(people.get(user) == version for user, version in users.items()))
    verdict.say("Scheduling knows every user, as Auth does", [user for user, version in users.items() if people.get(user) != version], f"{len(users)} users")
    inbox = rows(scheduling, "SELECT consumer, count(*) AS n, count(DISTINCT event_id) AS distinct_n FROM inbox_days GROUP BY consumer")
    # That an app was withdrawn from is nothing to Scheduling.
    user_events = {event for event, record in seen.items()
                   if record.topic() == "care.users.v1" and dict(record.headers() or [])["ce_type"] != b"care.users.app-withdrawn.v1"}
    missing = user_events - {row["event_id"] for row in rows(scheduling, "SELECT event_id FROM inbox_days")}
    verdict.say("every event of the users topic took effect once", [f"{event} did not" for event in missing]
                + [f"{row}" for row in inbox if row["n"] != row["distinct_n"]], f"{len(user_events)} events")


def main(log_path, auth, scheduling, bootstrap, url):
    log = [json.loads(line) for line in open(log_path)]
    verdict = Verdict()

    # Whatever is committed must leave the outbox by itself.
    verdict.say("every outbox drains within 30 s without a hand", left(auth, scheduling))

    appointments = rows(scheduling, """SELECT id, version, status, provider_id AS provider, patient_id AS patient,
        extract(epoch FROM starts_at) AS starts, extract(epoch FROM ends_at) AS ends FROM appointments""")
    by_id = {one["id"]: one for one in appointments}
    verdict.say("no provider is booked twice at one time", overlaps(appointments, "provider"), f"{len(appointments)} appointments")
    verdict.say("no patient is booked twice at one time", overlaps(appointments, "patient"))

    answers = [entry for entry in log if entry["phase"] == "answer"]
    unknown = [entry for entry in log if entry["phase"] == "unknown"]
    say_bookings(verdict, log, appointments, titles(url, log))
    say_commands(verdict, answers, unknown, by_id)
    say_odd_answers(verdict, answers + unknown)

    records = read_topics(bootstrap)
    outbox = {row["event_id"]: row for database in (auth, scheduling)
              for row in rows(database, "SELECT event_id, topic, type, subject, version, encode(data, 'base64') AS data FROM outbox")}
    seen, order = say_events(verdict, records, outbox)
    say_told_states(verdict, order, by_id)
    say_people(verdict, auth, scheduling, seen)
    print(f"  {'all promises held' if not verdict.broken else str(verdict.broken) + ' promises were broken'}")
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
