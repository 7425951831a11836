"""Registration by oneself under faults (RFC 7591, RFC 7592): programs that register with an invitation, read and change what they said and give it up, while everything
is killed; and the check of what became of them.

    registrations.py LOG PSQL_AUTH     prints one line a promise and exits 1 when one is broken"""
import collections
import hashlib
import subprocess
import sys
import uuid

from careline.load import Workers
from careline.operator import auth_service
from careline.promises.checker import Verdict, first_tries, judged, may_show, not_answered, rows
from careline.promises.client import LoggedClient
from careline.waiting import eventually

# So many clients an invitation is for.
CLIENTS = 5
# Of those that were registered last so many are tried at the end.
TRIED = 200
# Seconds between two stories, which leave the machine to the others.
BETWEEN = 1
# Seconds in which every replica goes by what a client has become.
HEARD_WITHIN = 30


class RegistrationLoad(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        self._known, self._former = collections.deque(maxlen=TRIED), None
        self.employ(self._work)

    def stop(self):
        """Who was killed since knows them too, and those that are over."""
        super().stop()
        for client, said, is_over in self._known:
            wanted, facts = 401 if is_over else 200, {"client": said["client_id"], "is_over": is_over}
            for op, ask in (("registration-read-at-end", self._asks), ("registration-secret-at-end", self._proves)):
                answer = eventually(
                    lambda ask=ask, client=client, said=said: ask(client, said), HEARD_WITHIN, every=0.3,
                    holds=lambda answer, wanted=wanted: answer is not None and answer.status_code == wanted)
                self.log.write(phase="tried", op=op, status=None if answer is None else answer.status_code, **facts)

    def _asks(self, client, said):
        return client.tried("GET", f"/oauth/register/{said['client_id']}")

    def _proves(self, client, said):
        """A token that is none is given back by whoever is who they say they are."""
        form = {"client_id": said["client_id"], "client_secret": said["client_secret"], "token": "none"}
        return LoggedClient(self.port, self.log).tried("POST", "/oauth/revoke", data=form)

    def _work(self):
        """One invitation after the other, each until it is spent."""
        while not self.ending.is_set():
            token = eventually(self._invitation, 60, every=0.5, allowing=(AssertionError, subprocess.TimeoutExpired))
            if not token:
                continue
            # Its digest is what is kept of it.
            invitation = hashlib.sha256(token.encode()).hexdigest()
            self.log.write(phase="invited", op="registration-invitation", invitation=invitation, clients=CLIENTS)
            number = 0
            while not self.ending.wait(BETWEEN) and self._register(token, invitation, number):
                number += 1

    def _invitation(self):
        return auth_service("invite-clients", "--clients", str(CLIENTS), "--days", "1", "--scope", "openid").split()[-1]

    def _register(self, token, invitation, number):
        """False when the invitation is over."""
        client, marker = LoggedClient(self.port, self.log), uuid.uuid4().hex
        # Found again in the tables by where it is sent to, which stays.
        wish = {"client_name": f"Program {marker}", "redirect_uris": [f"https://app.example/{marker}"], "scope": "openid"}
        headers = {"Authorization": f"Bearer {token}"}
        status, said = client.command(
            "registration", "POST", "/oauth/register", wish, headers=headers, keyed=False, marker=marker, invitation=invitation)
        if status != 201:
            return status is None
        self.acknowledged += 1
        client.token, facts = said["registration_access_token"], {"client": said["client_id"], "name": wish["client_name"]}
        self.log.write(phase="made", op="registration", marker=marker, **facts)
        if self._live(client, said, wish, facts, gives_up=number % 2 == 1):
            self._former = client.token
        return True

    def _live(self, client, said, wish, facts, gives_up):
        """What it is by then, where that is known."""
        path = f"/oauth/register/{said['client_id']}"
        for _ in range(2):
            _, shown = client.command("registration-read", "GET", path, keyed=False, client=facts["client"])
            if shown is not None:
                self.log.write(phase="shown", op="registration-read", client=facts["client"], name=shown.get("client_name"))
            facts["name"] = f"Program {uuid.uuid4().hex}"
            changed = {**wish, "client_id": said["client_id"], "client_name": facts["name"]}
            status, _ = client.command("registration-change", "PUT", path, changed, keyed=False, **facts)
            self.acknowledged += status == 200
        if self._former:
            headers = {"Authorization": f"Bearer {self._former}"}
            client.command("registration-of-another", "GET", path, headers=headers, keyed=False, client=facts["client"])
        if gives_up:
            status, _ = client.command("registration-end", "DELETE", path, keyed=False, client=facts["client"])
            if status is None:
                return False
            client.command("registration-over", "GET", path, keyed=False, client=facts["client"])
            self.acknowledged += 1
        self._known.append((client, said, gives_up))
        return True


def check_made(verdict, log, by_op, kept, left):
    """`kept`: the clients that registered themselves, with `marker` each; `left`: how many the invitations are for yet."""
    found, faults, sent, clients = collections.defaultdict(set), [], {}, {}
    for row in kept:
        found[row["marker"]].add(row["id"])
    for entry in log:
        if entry["op"] != "registration":
            continue
        marker = entry["marker"]
        if entry["phase"] == "intent":
            sent[marker] = entry["invitation"]
        elif entry["phase"] == "made":
            clients[marker] = entry["client"]
            if entry["client"] not in found[marker]:
                faults.append(f"{marker}: {entry['client']} was acknowledged, and is not there")
        elif len(found[marker]) > entry["tries"] - (entry["phase"] == "answer" and entry["status"] != 201):
            # Each try that nobody has heard the end of may have made one.
            faults.append(f"{marker}: {len(found[marker])} clients by {entry['tries']} tries, answered with {entry.get('status')}")
    faults += not_answered(by_op["registration"], 201, 401)
    faults += [f"{marker}: nobody has asked for it" for marker in found.keys() - sent.keys()]
    repeated = sum(entry["tries"] > 1 for entry in by_op["registration"])
    verdict.say("whoever was told that their program is registered has it, and each try made one at most", faults, f"{len(clients)} registrations, {repeated} of them retried", len(clients))

    faults, refused = [], [entry for entry in by_op["registration"] if entry["status"] == 401]
    made = collections.Counter(sent[marker] for marker, ids in found.items() if marker in sent for _ in ids)
    for entry in log:
        if entry["phase"] == "invited" and made[entry["invitation"]] != entry["clients"] - left.get(entry["invitation"], -1):
            faults.append(f"{entry['invitation']}: for {entry['clients']}, {made[entry['invitation']]} are there, {left.get(entry['invitation'])} are left")
    faults += [f"{entry['marker']}: refused, and {left.get(entry['invitation'])} were left" for entry in refused if left.get(entry["invitation"]) != 0]
    verdict.say("an invitation is spent by one client each, and nobody is refused before", faults, f"{len(left)} invitations, {len(refused)} spent", len(refused))


def check_shown(verdict, log, by_op, kept):
    names = {row["id"]: row["name"] for row in kept}
    first, changes, faults, shown = {}, collections.defaultdict(list), [], 0
    for entry in log:
        if entry["op"] == "registration" and entry["phase"] == "made":
            first[entry["client"]] = entry["name"]
        elif entry["op"] == "registration-change" and entry["phase"] in ("answer", "unknown"):
            changes[entry["client"]].append(entry)
        elif entry["phase"] == "shown":
            shown += 1
            if entry["name"] not in may_show(changes[entry["client"]], first[entry["client"]]):
                faults.append(f"{entry['client']}: shown as {entry['name']}")
    faults += not_answered(by_op["registration-read"] + by_op["registration-change"], 200)
    faults += [f"{client}: is {names.get(client)}" for client, name in first.items() if names.get(client) not in may_show(changes[client], name)]
    verdict.say("who has its token reads and changes a registration, and it is as was acknowledged last", faults, f"{shown} read, {len(by_op['registration-change'])} changes",
                min(shown, len(by_op["registration-change"])))
    others = by_op["registration-of-another"]
    verdict.say("nobody does by another one's token", not_answered(others, 401), f"{len(others)} tries", len(others))


def check_ends(verdict, log, by_op, kept):
    is_over = {row["id"]: row["is_over"] for row in kept}
    ended, over = by_op["registration-end"], by_op["registration-over"]
    unsure = {entry["client"] for entry in log if entry["op"] == "registration-end" and entry["phase"] == "unknown"}
    # Whoever tries again hears that there is none.
    faults = first_tries(by_op, "registration-end", 204) + not_answered(ended, 204, 401) + not_answered(over, 401)
    faults += [f"{entry['client']}: was given up, and goes on" for entry in ended if not is_over.get(entry["client"])]
    given_up = {entry["client"] for entry in ended} | unsure
    faults += [f"{client}: is over, and nobody has given it up" for client, is_it in is_over.items() if is_it and client not in given_up]
    verdict.say("what was given up is over, and nothing else", faults, f"{len(ended)} clients", len(ended))
    tried = by_op["registration-read-at-end"] + by_op["registration-secret-at-end"]
    faults = [f"{entry['client']}: {entry['op']}, {entry['status']}" for entry in tried if entry["status"] != (401 if entry["is_over"] else 200)]
    gone = sum(entry["is_over"] for entry in tried)
    verdict.say("its token and its secret are refused then, those of the others are good, also by who was killed since", faults, f"{len(tried)} tries, {gone} of what is over",
                min(gone, len(tried) - gone))


def check_audit(verdict, kept, lines):
    faults = [f"{row['id']}: {lines.get(row['id'], 0)} lines" for row in kept if lines.get(row["id"]) != 1]
    verdict.say("the audit has each registration, once", faults, f"{len(kept)} clients", len(kept))


def main(log_path, database):
    verdict, (log, by_op) = Verdict(), judged(log_path, "registration")
    # Whoever is not registered with an address of this load's is another's.
    kept = rows(database, """SELECT id, name, substr(redirect_uris[1], 21) AS marker, disabled_at IS NOT NULL AS is_over FROM oauth_clients
        WHERE registration_hash IS NOT NULL AND redirect_uris[1] LIKE 'https://app.example/%'""")
    left = {row["invitation"]: row["clients_left"] for row in rows(database, "SELECT encode(token_hash, 'hex') AS invitation, clients_left FROM client_invitations")}
    lines = {row["client_id"]: row["lines"] for row in rows(
        database, "SELECT client_id, count(*) AS lines FROM audit_log WHERE kind = 'client-registered' GROUP BY client_id")}
    check_made(verdict, log, by_op, kept, left)
    check_shown(verdict, log, by_op, kept)
    check_ends(verdict, log, by_op, kept)
    check_audit(verdict, kept, lines)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
