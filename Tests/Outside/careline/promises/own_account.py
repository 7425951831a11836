"""One's own account under faults: people who change what it shows and its password, let an app in and withdraw from it, and give a session back (RFC 7009), while everything is
killed; and the check of what became of them.

    own_account.py LOG PSQL_AUTH BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import json
import random
import sys
import uuid

from careline.load import Workers
from careline.promises.checker import Verdict, first_tries, judged, may_show, not_answered, read_topics, rows
from careline.promises.client import LoggedClient
from careline.promises.load import PASSWORD
from careline.promises.logins import EndedTokens, code_form, code_of, log_in, registered, sign_up
from careline.waiting import eventually

SCOPE = "openid offline_access appointments:read"
ANOTHER = "another long password of one's own"
# Seconds between two stories, which leave the machine to the others.
BETWEEN = 0.3
TOLD = {"care.users.registered.v1", "care.users.updated.v1"}


class OwnAccountLoad(Workers):
    def __init__(self, port, log, people=1):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        self._over = EndedTokens()
        self.app = registered(LoggedClient(port, log).url, "faults-visitor", "An app that leaves", SCOPE)
        for seed in range(people):
            self.employ(self._work, seed)

    def stop(self):
        super().stop()
        self._over.try_all(LoggedClient(self.port, self.log), "own-over")

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
        found = code_of(asked, facts["username"], password)
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
        self._over.add(f"/users/{user}/appointments", access, facts)
        form = {"grant_type": "refresh_token", "client_id": app, "refresh_token": refresh}
        LoggedClient(self.port, self.log).command("own-refresh-over", "POST", "/oauth/token", data=form, keyed=False, app=app, **facts)


def check_profiles(verdict, log, by_op, kept):
    """`kept`: the accounts as they are."""
    changes = collections.defaultdict(list)
    for entry in log:
        if entry["op"] == "own-profile" and entry["phase"] in ("answer", "unknown"):
            changes[entry["user"]].append(entry)
    faults, unsure = not_answered(by_op["own-profile"], 200), 0
    for user, found in changes.items():
        row, names, tried = kept.get(user), may_show(found), {change["name"] for change in found}
        unsure += len(names) > 1
        # None: as it was when they signed up, where nothing was acknowledged since.
        shown = [row[name] if row[name] in tried else None for name in ("full_name", "nickname")] if row else []
        if not shown or shown[0] not in names or shown[0] != shown[1]:
            faults.append(f"{found[0]['username']}: one of {names} was to be there, and it is {row}")
    verdict.say(
        "an account shows what was acknowledged last", faults, f"{len(changes)} accounts, {len(by_op['own-profile'])} changes, {unsure} accounts with an answer that was lost",
        len(by_op["own-profile"]))


def check_told(verdict, kept, bootstrap):
    def untold():
        told = {}
        for record in read_topics(bootstrap, ["care.users.v1"]):
            headers = {name: (value or b"").decode() for name, value in record.headers() or []}
            if headers.get("ce_type") in TOLD and headers.get("ce_source") != "/poison":
                user, said = record.key().decode(), json.loads(record.value())
                told[user] = max(told.get(user, (0, None)), (said["version"], said.get("fullName")), key=lambda each: each[0])
        return [f"{user}: told {told.get(user)}, and is {row['full_name']}" for user, row in kept.items() if told.get(user, (0, None))[1] != row["full_name"]]

    faults = eventually(untold, 30, every=0.5, holds=lambda faults: not faults)
    verdict.say("the others are told of it as it is", faults, f"{len(kept)} accounts", len(kept))


def check_ends(verdict, by_op):
    # One whose answer was lost has been done: whoever tries again hears so.
    faults, anew = first_tries(by_op, "own-password", 204) + not_answered(by_op["own-login-anew"], 200), len(by_op["own-login-anew"])
    verdict.say("whoever has changed their password logs in with the new one", faults, f"{len(by_op['own-password'])} changes", anew)
    faults = first_tries(by_op, "own-withdraw", 204) + first_tries(by_op, "own-give-back", 200)
    faults += not_answered(by_op["own-refresh-over"], 400)
    ways = [by_op[op] for op in ("own-withdraw", "own-give-back", "own-login-anew")]
    verdict.say(
        "what was withdrawn, given back or ended by another password is not refreshed", faults, f"{len(by_op['own-refresh-over'])} sessions",
        min(map(len, [*ways, by_op["own-refresh-over"]])))
    over = by_op["own-over"]
    verdict.say("and its tokens are refused, also by who was killed since", not_answered(over, 401), f"{len(over)} tokens", len(over))


def main(log_path, database, bootstrap):
    verdict, (log, by_op) = Verdict(), judged(log_path, "own-")
    kept = {row["id"]: row for row in rows(database, "SELECT id, full_name, nickname FROM users WHERE username LIKE 'o____________'")}
    check_profiles(verdict, log, by_op, kept)
    check_told(verdict, kept, bootstrap)
    check_ends(verdict, by_op)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
