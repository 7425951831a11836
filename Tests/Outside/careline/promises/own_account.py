"""One's own account under faults: people who change what it shows and its password, let an app in and withdraw from it, and give a session back (RFC 7009), while everything is
killed; and the check of what became of them.

    own_account.py LOG PSQL_AUTH BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import json
import random
import sys
import time
import uuid

from careline.load import Workers
from careline.oauth import App, Browser, Form
from careline.operator import auth_service
from careline.promises.checker import Verdict, read_topics, rows
from careline.promises.client import LoggedClient
from careline.promises.load import PASSWORD
from careline.promises.logins import AWAY, code_form, log_in, sign_up
from careline.promises.ways_in import first_tries
from careline.waiting import eventually

SCOPE = "openid offline_access appointments:read"
ANOTHER = "another long password of one's own"
# Seconds after the load, in which every service refuses the tokens that are over.
HEARD_WITHIN = 60
# Seconds between two stories, which leave the machine to the others.
BETWEEN = 0.3
TOLD = {"care.users.registered.v1", "care.users.updated.v1"}


class OwnAccountLoad(Workers):
    def __init__(self, port, log, people=1):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        # Tokens that nobody is to take any more, with whose they are. They are tried at the end: who was killed since knows it, too.
        self._over = []
        scopes = [word for scope in SCOPE.split() for word in ("--scope", scope)]
        auth_service("seed-client", "--id", "faults-visitor", "--name", "An app that leaves", "--redirect-uri", "http://127.0.0.1/callback", *scopes)
        self.app = App(LoggedClient(port, log).url, "faults-visitor", "http://127.0.0.1/callback")
        for seed in range(people):
            self.employ(self._work, seed)

    def stop(self):
        super().stop()
        client, end = LoggedClient(self.port, self.log), time.time() + HEARD_WITHIN
        for user, token, facts in self._over:
            headers = {"Authorization": f"Bearer {token}"}
            answer = eventually(
                lambda user=user, headers=headers: client.tried("GET", f"/users/{user}/appointments", headers=headers), max(1.0, end - time.time()), every=0.3,
                holds=lambda answer: answer is not None and answer.status_code == 401)
            self.log.write(phase="tried", op="own-over", status=None if answer is None else answer.status_code, **facts)

    def _work(self, seed):
        """One person after the other."""
        chance = random.Random(seed)
        while not self.ending.wait(BETWEEN):
            client, username = LoggedClient(self.port, self.log), f"o{uuid.uuid4().hex[:12]}"
            user = sign_up(client, "own-signup", username)
            said = user and log_in(client, "own-login", username)
            if said is not None:
                self.acknowledged += 1
                client.token = said["accessToken"]
                self._live(chance, client, user["id"], username, said["refreshToken"])

    def _live(self, chance, client, user, username, refresh):
        facts, password = {"username": username, "user": user}, PASSWORD
        for _ in range(chance.randint(1, 3)):
            name = f"Name {uuid.uuid4().hex[:8]}"
            status, _ = client.command("own-profile", "PATCH", f"/users/{user}", {"fullName": name, "nickname": name}, keyed=False, name=name, **facts)
            self.acknowledged += status == 200
        if chance.random() < 0.4:
            password = self._change_password(client, facts)
        if password and chance.random() < 0.4:
            self._visit(client, password, facts)
        if chance.random() < 0.6:
            form = {"token": refresh, "client_id": "careline"}
            status, _ = LoggedClient(self.port, self.log).command("own-give-back", "POST", "/oauth/revoke", data=form, keyed=False, **facts)
            if status == 200:
                self._ended(user, client.token, refresh, "careline", facts)

    def _change_password(self, client, facts):
        """The password then; None where that is not known. The session that changed it goes on, the other one ends."""
        other = log_in(LoggedClient(self.port, self.log), "own-login", facts["username"])
        body = {"current": PASSWORD, "new": ANOTHER}
        status, _ = client.command("own-password", "POST", "/account/password", body, keyed=False, **facts)
        # Whoever tries again hears that the one before is wrong by now.
        if status is None:
            return None
        if log_in(LoggedClient(self.port, self.log), "own-login-anew", facts["username"], ANOTHER) and other:
            self._ended(facts["user"], other["accessToken"], other["refreshToken"], "careline", facts)
        return ANOTHER

    def _visit(self, client, password, facts):
        """An app is let in by a code, and withdrawn from."""
        asked = self.app.begin(SCOPE)

        def code():
            browser = Browser()
            consent = Form(browser.log_in(asked.address, facts["username"], password))
            return asked.answer(browser.submit(consent, decision="allow"))["code"]

        found = eventually(code, 60, every=0.3, allowing=AWAY)
        if found is None:
            return
        form = code_form(self.app, found, asked.verifier)
        status, tokens = LoggedClient(self.port, self.log).command("own-code", "POST", "/oauth/token", data=form, keyed=False, **facts)
        # A try whose answer was lost has spent it.
        if status != 200:
            return
        status, _ = client.command("own-withdraw", "DELETE", f"/account/apps/{self.app.client_id}", keyed=False, **facts)
        if status in (204, 404):
            self._ended(facts["user"], tokens["access_token"], tokens["refresh_token"], self.app.client_id, facts)

    def _ended(self, user, access, refresh, app, facts):
        self.acknowledged += 1
        self._over.append((user, access, facts))
        form = {"grant_type": "refresh_token", "client_id": app, "refresh_token": refresh}
        LoggedClient(self.port, self.log).command("own-refresh-over", "POST", "/oauth/token", data=form, keyed=False, app=app, **facts)


def check_profiles(verdict, log, by_op, database, bootstrap):
    last, late = {}, collections.defaultdict(set)
    for entry in log:
        if entry["op"] == "own-profile" and entry["phase"] in ("answer", "unknown"):
            last[entry["user"]] = entry
            # A try that nobody waited for any more may be done behind the next one.
            if entry["tries"] > 1:
                late[entry["user"]].add(entry["name"])
    kept = {row["id"]: row for row in rows(database, "SELECT id, full_name, nickname FROM users WHERE username LIKE 'o____________'")}
    faults = [f"{entry['username']}: {entry['status']}" for entry in by_op["own-profile"] if entry["status"] != 200]
    faults += [
        f"{entry['username']}: {entry['name']} was acknowledged, and is {kept[user]}" for user, entry in last.items()
        if entry["phase"] == "answer" and kept[user]["full_name"] not in late[user] | {entry["name"]} or kept[user]["full_name"] != kept[user]["nickname"]]
    verdict.say("an account shows what was acknowledged last", faults, f"{len(last)} accounts, {len(by_op['own-profile'])} changes")

    def untold():
        told = {}
        for record in read_topics(bootstrap, ["care.users.v1"]):
            headers = {name: (value or b"").decode() for name, value in record.headers() or []}
            if headers.get("ce_type") in TOLD and headers.get("ce_source") != "/poison":
                user, said = record.key().decode(), json.loads(record.value())
                told[user] = max(told.get(user, (0, None)), (said["version"], said.get("fullName")), key=lambda each: each[0])
        return [f"{user}: told {told.get(user)}, and is {row['full_name']}" for user, row in kept.items() if told.get(user, (0, None))[1] != row["full_name"]]

    verdict.say("the others are told of it as it is", eventually(untold, 30, every=0.5, holds=lambda faults: not faults))


def check_ends(verdict, by_op):
    # One whose answer was lost has been done: whoever tries again hears so.
    faults = first_tries(by_op, "own-password", 204) + [f"{entry['username']}: {entry['status']}" for entry in by_op["own-login-anew"] if entry["status"] != 200]
    verdict.say("whoever has changed their password logs in with the new one", faults, f"{len(by_op['own-password'])} changes")
    faults = first_tries(by_op, "own-withdraw", 204) + first_tries(by_op, "own-give-back", 200)
    faults += [f"{entry['username']}: {entry['app']}, {entry['status']}" for entry in by_op["own-refresh-over"] if entry["status"] != 400]
    verdict.say("what was withdrawn, given back or ended by another password is not refreshed", faults, f"{len(by_op['own-refresh-over'])} sessions")
    faults = [f"{entry['username']}: {entry['status']}" for entry in by_op["own-over"] if entry["status"] != 401]
    verdict.say("and its tokens are refused, also by who was killed since", faults, f"{len(by_op['own-over'])} tokens")


def main(log_path, database, bootstrap):
    log = [json.loads(line) for line in open(log_path)]
    log = [entry for entry in log if entry.get("op", "").startswith("own-")]
    verdict, by_op = Verdict(), collections.defaultdict(list)
    for entry in log:
        if entry["phase"] in ("answer", "tried"):
            by_op[entry["op"]].append(entry)
    check_profiles(verdict, log, by_op, database, bootstrap)
    check_ends(verdict, by_op)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
