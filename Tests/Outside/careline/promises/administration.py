"""Administration under faults: an operator who suspends people and lets them in again, frees whose name was guessed at, takes second factors away, and makes, changes and
disables clients, while everything is killed; and the check of what became of them.

    administration.py LOG PSQL_AUTH BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import datetime
import itertools
import sys
import time
import uuid

from careline import factors, people
from careline.load import Workers
from careline.operator import auth_service
from careline.promises.checker import Verdict, ends_untold, first_tries, judged, not_answered, other_problems, rows
from careline.promises.client import LoggedClient
from careline.promises.load import PASSWORD, instant
from careline.promises.logins import EndedTokens, log_in, sign_up
from careline.waiting import eventually

# Seconds between two stories, which leave the machine to the others.
BETWEEN = 1
# Seconds in which the secret before is taken beside the new one.
OVERLAP = 30
# Seconds in which every replica goes by what a client has become.
HEARD_WITHIN = 30
# Seconds after which the operator signs in anew: their token is good for an hour.
SHIFT = 1200
# So many names are guessed at, each so many seconds after the one before: ten failures each, and after a hundred from one address everybody waits there.
GUESSED_AT, BETWEEN_GUESSES = 6, 20
# Seconds for which such a name waits.
LONG = 10
# Of those clients that were made last so many are tried at the end.
TRIED = 100


class AdministrationLoad(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        self._url, self._over, self._clients = LoggedClient(port, log).url, EndedTokens(), collections.deque(maxlen=TRIED)
        self._name = people.appoint(auth_service, "admin")
        operator = people.logged_in(self._url, people.log_in(self._url, self._name))
        self._factor = factors.set_up(operator)
        operator.refresh()
        self._token, self._since = operator.token, time.time()
        self.employ(self._work)
        self.employ(self._work_beside)

    def stop(self):
        """Who was killed since knows what is over, too."""
        super().stop()
        self._over.try_all(LoggedClient(self.port, self.log), "admin-over")
        for client, secrets, until, is_disabled in self._clients:
            time.sleep(max(0.0, until - time.time()))
            for secret, is_good in zip(secrets, (False, not is_disabled)):
                wanted = 200 if is_good else 401
                answer = eventually(
                    lambda client=client, secret=secret: self._asks(client, secret), HEARD_WITHIN, every=0.3,
                    holds=lambda answer, wanted=wanted: answer is not None and answer.status_code == wanted)
                self.log.write(
                    phase="tried", op="admin-secret-at-end", status=None if answer is None else answer.status_code, client=client, wanted=wanted,
                    is_disabled=is_disabled)

    # MARK: The operator

    def _operator(self):
        """Who has shown both factors, on a connection of this thread's."""
        client = LoggedClient(self.port, self.log)
        client.token = self._token
        return client

    def _sign_in(self):
        """No code is good twice: whoever has not heard of it comes again with another."""
        body = {"username": self._name, "password": people.PASSWORD, "code": factors.code(self._factor)}
        answer = LoggedClient(self.port, self.log).tried("POST", "/auth/login", body)
        if answer is not None and answer.status_code == 200:
            self._token, self._since = answer.json()["accessToken"], time.time()

    def _person(self):
        """Who has signed up and logged in; None where that is not known."""
        client, username = LoggedClient(self.port, self.log), f"s{uuid.uuid4().hex[:12]}"
        user = sign_up(client, "admin-signup", username)
        said = user and log_in(client, "admin-login", username)
        if said is None:
            return None
        self.acknowledged += 1
        client.token, client.refresh_token = said["accessToken"], said["refreshToken"]
        client.facts = {"username": username, "user": user["id"]}
        return client

    # MARK: People

    def _work(self):
        """One story after the other, all of them in their turn."""
        stories = itertools.cycle((
            lambda: self._suspend(is_resumed=True), lambda: self._administer(disables=False, enables=False), self._reset,
            lambda: self._administer(disables=True, enables=False), lambda: self._suspend(is_resumed=False), lambda: self._administer(disables=True, enables=True)))
        while not self.ending.wait(BETWEEN):
            next(stories)()

    def _work_beside(self):
        """What takes its time."""
        number = 0
        while not self.ending.wait(BETWEEN_GUESSES):
            if time.time() - self._since > SHIFT:
                self._sign_in()
            if number < GUESSED_AT:
                self._free()
            number += 1

    def _suspend(self, is_resumed):
        person = self._person()
        if person is None:
            return
        facts, path = person.facts, f"/admin/users/{person.facts['user']}"
        # Whoever tries again says why once more.
        status, _ = self._operator().command("admin-suspend", "POST", f"{path}/suspend", {"reason": "abuse"}, keyed=False, **facts)
        if status != 204:
            return
        self.acknowledged += 1
        self._shut_out(person)
        self._log_in("admin-login-suspended", facts)
        if is_resumed:
            status, _ = self._operator().command("admin-resume", "POST", f"{path}/resume", keyed=False, **facts)
            if status == 204:
                self.acknowledged += 1
                self._log_in("admin-login-resumed", facts)
                self._shut_out(person)

    def _reset(self):
        person = self._person()
        if person is None:
            return
        facts, path = person.facts, f"/users/{person.facts['user']}/factors/totp"
        status, begun = person.command("admin-app", "POST", path, {}, keyed=False, **facts)
        if status != 201:
            return
        status, _ = person.command("admin-app-code", "POST", f"{path}/confirmation", {"code": factors.code(begun["secret"])}, keyed=False, **facts)
        if status != 200:
            return
        self._log_in("admin-login-without-code", facts)
        status, _ = self._operator().command("admin-reset", "POST", f"/admin/users/{facts['user']}/factors/reset", {"reason": "lost"}, keyed=False, **facts)
        if status == 204:
            self.acknowledged += 1
            self._shut_out(person)
            self._log_in("admin-login-reset", facts)

    def _log_in(self, op, facts):
        body = {"username": facts["username"], "password": PASSWORD}
        LoggedClient(self.port, self.log).command(op, "POST", "/auth/login", body, keyed=False, **facts)

    def _shut_out(self, person):
        """What they were signed in with: at once where the database is asked, and everywhere soon."""
        person.command("admin-own-over", "GET", "/account/sessions", keyed=False, **person.facts)
        form = {"grant_type": "refresh_token", "client_id": "careline", "refresh_token": person.refresh_token}
        LoggedClient(self.port, self.log).command("admin-refresh-over", "POST", "/oauth/token", data=form, keyed=False, **person.facts)
        self._over.add(f"/users/{person.facts['user']}/appointments", person.token, person.facts)

    def _free(self):
        """A name that is guessed at until it waits for long."""
        username = f"s{uuid.uuid4().hex[:12]}"
        user = sign_up(LoggedClient(self.port, self.log), "admin-signup", username)
        if not user or eventually(lambda: self._guess(username), 120, every=0.5, holds=lambda seconds: seconds > LONG or self.ending.is_set()) <= LONG:
            return
        facts = {"username": username, "user": user["id"]}
        status, _ = self._operator().command("admin-unlock", "POST", f"/admin/users/{user['id']}/unlock", keyed=False, **facts)
        if status == 204:
            self.acknowledged += 1
            self._log_in("admin-login-unlocked", facts)

    def _guess(self, username):
        """For how long the name waits."""
        answer = LoggedClient(self.port, self.log).tried("POST", "/auth/login", {"username": username, "password": "what somebody guesses"})
        return int(answer.headers.get("Retry-After", 0)) if answer is not None and answer.status_code == 429 else 0

    # MARK: Clients

    def _administer(self, disables, enables):
        client = f"faults-{uuid.uuid4().hex[:12]}"
        draft = {"id": client, "name": "A machine", "kind": "confidential", "grants": ["client_credentials"], "scopes": ["appointments:read"]}
        status, made = self._operator().command("admin-client", "POST", "/admin/clients", draft, client=client)
        if status != 201:
            return
        self.acknowledged += 1
        LoggedClient(self.port, self.log).command("admin-client-token", "POST", "/oauth/token", data=self._form(client, made["secret"]), keyed=False, client=client)
        secrets, until = self._rotate(client, made["secret"])
        if secrets is None or disables and not self._changed("admin-client-disable", "DELETE", client, 204):
            return
        if enables and not self._changed("admin-client-enable", "PATCH", client, 200, {"disabled": False}):
            return
        self._clients.append((client, secrets, until, disables and not enables))

    def _rotate(self, client, former):
        """Both secrets, and until when the former is taken; None where that is not known."""
        until = time.time() + OVERLAP
        body = {"formerSecretUntil": instant(datetime.datetime.fromtimestamp(until, datetime.UTC))}
        status, said = self._change("admin-client-rotate", "POST", f"{client}/secret", client, body, keyed=True)
        if status != 200:
            return None, until
        self.acknowledged += 1
        # A replica remembers for seconds what it has read of a client.
        answer = eventually(
            lambda: self._asks(client, said["secret"]), HEARD_WITHIN, every=0.3, holds=lambda answer: answer is not None and answer.status_code == 200)
        self.log.write(phase="tried", op="admin-secret-new", status=None if answer is None else answer.status_code, client=client)
        answer = self._asks(client, former)
        # What was answered at its end may have been either.
        if answer is not None and answer.status_code in (200, 401) and time.time() < until - 1:
            self.log.write(phase="tried", op="admin-secret-former", status=answer.status_code, client=client)
        return (former, said["secret"]), until

    def _changed(self, op, method, client, wanted, body=None):
        """Whether it is so now: whoever tries again hears that it is another version by then."""
        status, _ = self._change(op, method, client, client, body)
        self.acknowledged += status == wanted
        return status in (wanted, 412)

    def _change(self, op, method, path, client, body=None, keyed=False):
        operator = self._operator()
        shown = eventually(lambda: operator.tried("GET", f"/admin/clients/{client}"), 60, every=0.3, holds=lambda answer: answer is not None and answer.status_code == 200)
        if shown is None or shown.status_code != 200:
            return None, None
        return operator.command(op, method, f"/admin/clients/{path}", body, headers={"If-Match": shown.headers["ETag"]}, keyed=keyed, client=client)

    def _asks(self, client, secret):
        return LoggedClient(self.port, self.log).tried("POST", "/oauth/token", data=self._form(client, secret))

    def _form(self, client, secret):
        return {"grant_type": "client_credentials", "client_id": client, "client_secret": secret}


def known(by_op, op, status=204):
    """Whom an operator was told of that it is done."""
    return {entry["user"] for entry in by_op[op] if entry["status"] == status}


def check_people(verdict, log, by_op, accounts):
    """`accounts`: of each person, whether they are suspended, and what they have of factors."""
    suspended, resumed = by_op["admin-suspend"], by_op["admin-resume"]
    # A try that nobody waited for any more may be done behind the next one: whether these may log in nobody knows.
    late = {entry["user"] for entry in log if entry["op"] in ("admin-suspend", "admin-resume") and (entry["phase"] == "unknown" or entry.get("tries", 1) > 1)}
    faults = not_answered(suspended, 204) + other_problems(by_op["admin-login-suspended"], 403, "account-suspended")
    out = known(by_op, "admin-suspend") - known(by_op, "admin-resume") - late
    faults += [f"{user}: is not" for user in out if not accounts.get(user, {}).get("suspended")]
    verdict.say("whoever is suspended is not let in", faults, f"{len(suspended)} people", min(len(suspended), len(by_op["admin-login-suspended"])))
    anew = [entry for entry in by_op["admin-login-resumed"] if entry["user"] not in late]
    faults = not_answered(resumed, 204) + not_answered(anew, 200)
    faults += [f"{user}: is suspended" for user in known(by_op, "admin-resume") - late if accounts.get(user, {}).get("suspended") is not False]
    verdict.say("whoever was, and is not any more, logs in", faults, f"{len(resumed)} people, {len(anew)} logins", min(len(resumed), len(anew)))

    reset, without = by_op["admin-reset"], by_op["admin-login-without-code"]
    faults = not_answered(reset, 204) + other_problems(without, 401, "second-factor-required") + not_answered(by_op["admin-login-reset"], 200)
    faults += [f"{user}: {accounts.get(user)}" for user in known(by_op, "admin-reset")
               if user not in accounts or accounts[user]["noted"] or accounts[user]["factors"] or accounts[user]["codes"]]
    verdict.say("whose factors were taken away has none, and is let in by the password alone", faults, f"{len(reset)} people", min(len(reset), len(by_op["admin-login-reset"])))

    own, refreshes, over = by_op["admin-own-over"], by_op["admin-refresh-over"], by_op["admin-over"]
    faults = not_answered(own, 401) + not_answered(refreshes, 400)
    verdict.say("what either was signed in with is over once the operator is told so, and stays so", faults, f"{len(own) + len(refreshes)} tries", min(len(own), len(refreshes)))
    verdict.say("and its tokens are refused, also by who was killed since", not_answered(over, 401), f"{len(over)} tokens", len(over))

    freed, logins = by_op["admin-unlock"], by_op["admin-login-unlocked"]
    faults = not_answered(freed, 204) + not_answered(logins, 200)
    faults += [f"{entry['username']}: had to wait" for entry in logins if any(status == 429 for status, _, _ in entry["odd"])]
    verdict.say("whose name was guessed at logs in at once when it is freed", faults, f"{len(freed)} people", min(len(freed), len(logins)))


def check_clients(verdict, log, by_op, kept):
    """`kept`: of each client, its revision and whether it is disabled."""
    made, tokens = by_op["admin-client"], by_op["admin-client-token"]
    # With its key a try is the same again: the client is there once, and its secret is shown again.
    faults = not_answered(made, 201) + not_answered(tokens, 200)
    faults += [f"{entry['client']}: is not there" for entry in made if entry["status"] == 201 and entry["client"] not in kept]
    verdict.say("a client that was made is there, and its secret is good", faults, f"{len(made)} clients", min(len(made), len(tokens)))

    rotated, new, former = by_op["admin-client-rotate"], by_op["admin-secret-new"], by_op["admin-secret-former"]
    # Whose answer was lost for so long that the time was over is refused, and has what it had.
    faults = first_tries(by_op, "admin-client-rotate", 200) + not_answered(rotated, 200, 400) + not_answered(new, 200) + not_answered(former, 200)
    verdict.say("a secret that was replaced is good beside the new one for as long as was said", faults, f"{len(rotated)} secrets, {len(former)} tried within the time",
                min(len(rotated), len(new), len(former)))
    tried = by_op["admin-secret-at-end"]
    faults = [f"{entry['client']}: {entry['status']} in place of {entry['wanted']}" for entry in tried if entry["status"] != entry["wanted"]]
    good = sum(entry["wanted"] == 200 for entry in tried)
    verdict.say("and no longer; the new one is good then, also at who was killed since", faults, f"{len(tried)} tries, {good} of good ones", min(good, len(tried) - good))

    disabled, enabled = by_op["admin-client-disable"], by_op["admin-client-enable"]
    faults = first_tries(by_op, "admin-client-disable", 204) + first_tries(by_op, "admin-client-enable", 200)
    faults += not_answered(disabled, 204, 412) + not_answered(enabled, 200, 412)
    changes, unsure = collections.Counter(entry["client"] for entry in rotated if entry["status"] == 200), collections.Counter()
    changes.update(entry["client"] for entry in disabled + enabled)
    unsure.update(entry["client"] for entry in log if entry["phase"] == "unknown" and "client" in entry)
    is_off = {entry["client"] for entry in disabled} - {entry["client"] for entry in enabled}
    for entry in made:
        row, count = kept.get(entry["client"]), changes[entry["client"]]
        if row and not 1 + count <= row["revision"] <= 1 + count + unsure[entry["client"]]:
            faults.append(f"{entry['client']}: {count} changes were acknowledged, and it is of revision {row['revision']}")
        elif row and not unsure[entry["client"]] and row["disabled"] != (entry["client"] in is_off):
            faults.append(f"{entry['client']}: {row}")
    verdict.say("a client is as its last acknowledged change left it, and each was done once", faults, f"{len(disabled)} disabled, {len(enabled)} enabled again",
                min(len(disabled), len(enabled)))


def check_audit(verdict, log, by_op, lines):
    """`lines`: how many there are of each kind about whom or which."""
    faults, count = [], 0
    # What changes nothing the second time has one line, the rest one for each time.
    for op, kind, subject, wanted, is_once in (
            ("admin-suspend", "suspended", "user", 204, False), ("admin-resume", "resumed", "user", 204, True), ("admin-reset", "factors-reset", "user", 204, False),
            ("admin-unlock", "unlocked", "user", 204, False), ("admin-client-rotate", "client-secret-rotated", "client", 200, True),
            ("admin-client-disable", "client-disabled", "client", 204, True), ("admin-client-enable", "client-enabled", "client", 200, True)):
        for entry in by_op[op]:
            if entry["status"] == wanted:
                count += 1
                if not 1 <= lines.get((kind, entry[subject]), 0) <= (1 if is_once else entry["tries"]):
                    faults.append(f"{entry[subject]}: {lines.get((kind, entry[subject]), 0)} lines that it is {kind}, of {entry['tries']} tries")
    verdict.say("the audit has each of these acts", faults, f"{count} acts", count)


def main(log_path, database, bootstrap):
    verdict, (log, by_op) = Verdict(), judged(log_path, "admin-")
    accounts = {row["id"]: row for row in rows(database, """SELECT u.id, u.suspended_at IS NOT NULL AS suspended, u.has_second_factor AS noted,
        (SELECT count(*) FROM factors f WHERE f.user_id = u.id) AS factors, (SELECT count(*) FROM recovery_codes c WHERE c.user_id = u.id) AS codes
        FROM users u WHERE u.username LIKE 's____________'""")}
    kept = {row["id"]: row for row in rows(database, """SELECT id, revision, disabled_at IS NOT NULL AS disabled FROM oauth_clients
        WHERE id LIKE 'faults-____________' AND grants = '{client_credentials}'""")}
    lines = {(row["kind"], row["about"]): row["lines"] for row in rows(database, """SELECT kind, user_id::text AS about, count(*) AS lines FROM audit_log
        WHERE kind IN ('suspended', 'resumed', 'factors-reset', 'unlocked') GROUP BY 1, 2
        UNION ALL SELECT kind, client_id, count(*) FROM audit_log WHERE kind IN ('client-secret-rotated', 'client-disabled', 'client-enabled') GROUP BY 1, 2""")}
    check_people(verdict, log, by_op, accounts)
    check_clients(verdict, log, by_op, kept)
    check_audit(verdict, log, by_op, lines)
    out = known(by_op, "admin-suspend") | known(by_op, "admin-reset")
    sessions = [row for row in rows(database, """SELECT s.id, s.user_id, s.revoked_at IS NOT NULL AS over FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE u.username LIKE 's____________'""") if row["user_id"] in out]
    ended = sum(row["over"] for row in sessions)
    verdict.say("the others are told of the end of each of their sessions, once, and of no other", ends_untold(sessions, bootstrap), f"{ended} ends", ended)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
