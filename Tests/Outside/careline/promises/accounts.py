"""Accounts under faults: people who sign up, log in, let an app in by a code and log out of it, connect a device, refresh, set a password by a mailed link, and ask to be
erased, of whom some think again, while everything is killed and the keys that sign change; and the check of what became of them.

    accounts.py LOG PSQL_AUTH BOOTSTRAP MAILS     prints one line a promise and exits 1 when one is broken"""
import collections
import email
import random
import sys
import threading
import time
import uuid
from email import policy
from pathlib import Path

from careline.listener import Listener
from careline.load import Workers
from careline.mails import link
from careline.oauth import Browser, Form
from careline.operator import auth_service
from careline.promises.checker import Verdict, first_tries, judged, not_answered, read_topics, rows
from careline.promises.client import LoggedClient
from careline.promises.load import PASSWORD
from careline.promises.logins import AWAY, code_form, code_of, log_in, part, registered, sign_up
from careline.waiting import eventually

APPS_SCOPE = "openid appointments:read"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
NEW_PASSWORD = "another long password for faults"
# Seconds that a spent refresh token still gives its successor (CARE_REFRESH_GRACE), with some for the answer's way.
GRACE = 8
# Seconds after the time to think again is over, in which whoever asked for it has to be erased: a sweep is every ten.
ERASED_WITHIN = 60
# Seconds after the load, in which servers of apps hear of the last logouts where nothing was killed meanwhile.
TOLD_WITHIN = 20


def mails(folder):
    return [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in sorted(Path(folder).glob("*.eml"))]


class AccountLoad(Workers):
    def __init__(self, port, log, state, people=2):
        super().__init__()
        self.port, self.log, self.folder, self.acknowledged = port, log, f"{state}/mail", 0
        # Where the app's server hears of logouts.
        self.server = Listener()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.app = registered(LoggedClient(port, log).url, "faults-app", "An app", APPS_SCOPE, "--backchannel-logout-uri", self.server.url)
        auth_service("seed-client", "--id", "faults-tv", "--name", "A television", "--grant", DEVICE, "--scope", "openid")
        self._left = set()
        # Of each thread the last who asked to be erased, and did not think again.
        self._last = {}
        for seed in range(people):
            self.employ(self._work, seed)

    def stop(self):
        """Returns when they are erased who are to be: what the other programs check stands still then."""
        super().stop()
        client, end = LoggedClient(self.port, self.log), time.time() + ERASED_WITHIN
        for username, password in self._last.values():
            account = {"username": username, "password": password}
            eventually(
                lambda account=account: client.tried("POST", "/auth/login", account), end - time.time(), every=0.5,
                holds=lambda answer: answer is not None and answer.status_code == 401)
        # One that was being told when something was killed is told again in minutes: it waits in the table.
        eventually(lambda: self._left <= self._told(), TOLD_WITHIN, every=0.5)
        # What it has taken it has written down by then.
        self.server.close()
        for session in self._told():
            self.log.write(phase="told", op="account-logout", session=session)

    def _told(self):
        """The sessions of whose end the app's server has heard."""
        return {part(form["logout_token"][0], 1)["sid"] for _, form in list(self.server.heard)}

    def _work(self, seed):
        """One person after the other goes through an account's life."""
        chance = random.Random(seed)
        while not self.ending.is_set():
            self._live(chance, seed)

    def _live(self, chance, seed):
        client, username = LoggedClient(self.port, self.log), f"a{uuid.uuid4().hex[:12]}"
        address = f"{username}@example.org"
        user = sign_up(client, "account-signup", username, email=address)
        tokens = user and self._log_in(client, username, PASSWORD)
        if tokens is None:
            return
        for _ in range(3):
            form = {"grant_type": "refresh_token", "client_id": "careline", "refresh_token": tokens["refresh_token"]}
            status, renewed = client.command("account-refresh", "POST", "/oauth/token", data=form, keyed=False, username=username)
            if status != 200:
                break
            tokens = renewed
            self.acknowledged += 1
        if chance.random() < 0.5:
            self._let_in(client, username, user["id"], logs_out=chance.random() < 0.5)
        if chance.random() < 0.3:
            self._connect(client, username, user["id"])
        password = PASSWORD
        if chance.random() < 0.3:
            password = self._set_password(client, username, address)
            if password is None:
                return
        tokens = self._log_in(client, username, password)
        if tokens is not None and chance.random() < 0.6:
            thinks_again = chance.random() < 0.5
            self._ask_for_erasure(client, user["id"], username, tokens["access_token"], password, thinks_again)
            if not thinks_again:
                self._last[seed] = username, password

    def _log_in(self, client, username, password):
        said = log_in(client, "account-login", username, password)
        self.acknowledged += said is not None
        return said and {"access_token": said["accessToken"], "refresh_token": said["refreshToken"]}

    def _let_in(self, client, username, user, logs_out):
        """An app, by a code: spent, used, and tried once more, or logged out of."""
        asked = self.app.begin(APPS_SCOPE)
        found = code_of(asked, username)
        if found is None:
            return
        form = code_form(self.app, found, asked.verifier)
        status, tokens = client.command("account-code", "POST", "/oauth/token", data=form, keyed=False, username=username)
        if status != 200:
            return
        key = part(tokens["access_token"], 0)["kid"]
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        # Auth's own, and another service, which has to have the key.
        for path in ("/userinfo", f"/users/{user}/appointments"):
            client.command("account-token", "GET", path, headers=headers, keyed=False, username=username, place=path.split("/")[1], kid=key)
        if logs_out:
            self._log_out(client, username, headers, part(tokens["access_token"], 1)["sid"])
        else:
            client.command("account-code-again", "POST", "/oauth/token", data=form, keyed=False, username=username)
        self.acknowledged += 1

    def _log_out(self, client, username, headers, session):
        status, _ = client.command("account-logout", "POST", "/auth/logout", headers=headers, keyed=False, username=username, session=session)
        # A second try of whose first was heard finds no session any more.
        if status in (204, 401):
            self._left.add(session)

    def _connect(self, client, username, user):
        """A device without a keyboard: nobody has let it in, then its person does, and it gets its tokens, once."""
        asked = {"client_id": "faults-tv", "scope": "openid"}
        status, codes = client.command("account-device-codes", "POST", "/oauth/device_authorization", data=asked, keyed=False, username=username)
        if status != 200:
            return

        facts = {"username": username, "user": user}
        form = {"grant_type": DEVICE, "client_id": "faults-tv", "device_code": codes["device_code"]}
        client.command("account-device-too-soon", "POST", "/oauth/token", data=form, keyed=False, **facts)

        def is_let_in():
            browser = Browser()
            page = Form(browser.submit(Form(browser.open(codes["verification_uri"])), username=username, password=PASSWORD))
            consent = Form(browser.submit(page, user_code=codes["user_code"]))
            # A try whose answer was lost has let it in: nobody is asked about that code again.
            if ("decision", "allow") not in consent.buttons:
                return "user_code" in consent.fields
            return "The device is connected" in Form(browser.submit(consent, decision="allow")).text

        if not eventually(is_let_in, 60, every=0.3, allowing=AWAY):
            return
        status, _ = client.command("account-device", "POST", "/oauth/token", data=form, keyed=False, **facts)
        if status is not None:
            client.command("account-device-again", "POST", "/oauth/token", data=form, keyed=False, **facts)
            self.acknowledged += 1

    def _set_password(self, client, username, address):
        """By the link that is mailed; the password then, or None when that is not known."""
        proof = self._link(address, "verify")
        if proof is None or not eventually(lambda: self._is_proven(proof), 60, every=0.3, allowing=AWAY):
            return None
        status, _ = client.command("account-reset", "POST", "/account/password/reset", {"usernameOrEmail": username}, keyed=False, username=username)
        address_of_form = self._link(address) if status == 202 else None

        def is_set():
            browser = Browser()
            form = Form(browser.open(address_of_form))
            # A try whose answer was lost has set it.
            return "This link is over" in form.text or browser.session.post(
                form.action, data={**form.fields, "password": NEW_PASSWORD}, timeout=10).status_code in (200, 410)

        if address_of_form is None or not eventually(is_set, 60, every=0.3, allowing=AWAY):
            return None
        self.log.write(phase="set", op="account-password", username=username)
        self.acknowledged += 1
        return NEW_PASSWORD

    def _is_proven(self, proof):
        """A link to set a password goes to such an address alone. A try whose answer was lost has proven it."""
        browser = Browser()
        form = Form(browser.open(proof))
        return "This link is over" in form.text or "is confirmed" in Form(browser.submit(form)).text

    def _link(self, address, page="reset"):
        def mailed():
            return next(filter(None, (link(mail, page) for mail in reversed(mails(self.folder)) if mail["To"] == address)), None)

        return eventually(mailed, 60, every=0.5, holds=lambda link: link or self.ending.is_set())

    def _ask_for_erasure(self, client, user, username, token, password, thinks_again):
        headers = {"Authorization": f"Bearer {token}"}
        client.command("account-erase", "DELETE", f"/users/{user}", headers=headers, keyed=False, user=user)
        if thinks_again:
            body = {"username": username, "password": password}
            client.command("account-keep", "POST", "/account/erasure/withdrawal", body, keyed=False, user=user)
        self.acknowledged += 1


def check_codes(verdict, by_op):
    # One whose answer was lost has spent it: whoever tries again hears so.
    codes, again = by_op["account-code"], by_op["account-code-again"]
    faults = first_tries(by_op, "account-code", 200) + not_answered(again, 400)
    verdict.say("a code is good for one exchange", faults, f"{len(codes)} codes, {len(again)} tried again", len(again))
    # A try that nobody has heard the end of may be the second, and a code that is spent twice takes its tokens back.
    once = {entry["username"] for entry in codes if entry["tries"] == 1}
    refused = [entry for entry in by_op["account-token"] if entry["status"] != 200 and entry["username"] in once]
    faults = [f"{entry['username']} at {entry['place']}: {entry['status']}" for entry in refused]
    keys = {entry["kid"] for entry in by_op["account-token"]}
    faults += [] if len(keys) > 1 else [f"all of them were signed by {sorted(keys)}"]
    verdict.say("a token that an app was told of works everywhere, whichever key has signed it", faults, f"{len(by_op['account-token'])} uses, {len(keys)} keys")


def check_devices(verdict, by_op, present, sessions):
    """`present`: who is not erased; `sessions`: whose the devices' are, also those that have ended."""
    asked, again, begun = by_op["account-device"], by_op["account-device-again"], collections.Counter(sessions)
    faults = not_answered(by_op["account-device-too-soon"], 400)
    # As of a code: one whose answer was lost has spent it, and the session is there.
    faults += first_tries(by_op, "account-device", 200) + not_answered(again, 400)
    faults += [f"{entry['username']}: {begun[entry['user']]} sessions" for entry in asked if entry["user"] in present and begun[entry["user"]] != 1]
    faults += [f"{user}: {count} sessions" for user, count in begun.items() if count > 1]
    verdict.say("a device that was let in gets its tokens, once, and none before", faults, f"{len(asked)} devices, {len(again)} tried again", min(len(asked), len(again)))


def check_logouts(verdict, log, by_op, ended, waiting):
    """`ended`: the app's sessions that have, but for those of who is erased; `waiting`: of which it is yet to be told."""
    left = {entry["session"] for entry in by_op["account-logout"] if entry["status"] == 204 or entry["status"] == 401 and entry["tries"] > 1}
    told, due = {entry["session"] for entry in log if entry["phase"] == "told"}, left | ended
    # One that is told again since nobody has heard the first time may be both.
    verdict.say(
        "an app's server is told of every logout and of whatever else ends a session, or will be", sorted(due - told - waiting),
        f"{len(left)} logouts, {len(due)} ends, {len(due & told)} told, {len(due & waiting)} waiting", len(left))


def main(log_path, database, bootstrap, folder):
    verdict, (log, by_op) = Verdict(), judged(log_path, "account-")
    began = {entry["key"]: entry["at"] for entry in log if entry["phase"] == "intent"}
    unknown = {entry["op"] + (entry.get("user") or entry["username"]) for entry in log if entry["phase"] == "unknown"}

    logins, refreshes = by_op["account-login"], by_op["account-refresh"]
    verdict.say("whoever has signed up, or set a password by a mailed link, logs in with it", not_answered(logins, 200), f"{len(logins)} logins", len(logins))
    in_time = [entry for entry in refreshes if entry["at"] - began[entry["key"]] <= GRACE]
    late = len(refreshes) - len(in_time)
    verdict.say("a refresh goes on, also when the answer before was lost", not_answered(in_time, 200), f"{len(refreshes)} refreshes, {late} of them too late", len(in_time))

    check_codes(verdict, by_op)
    sessions = [row["user_id"] for row in rows(database, "SELECT user_id FROM sessions WHERE client_id = 'faults-tv'")]
    # Behind the sessions: whose are gone is, too.
    check_devices(verdict, by_op, {row["id"] for row in rows(database, "SELECT id FROM users")}, sessions)
    ended = {row["id"] for row in rows(database, "SELECT id FROM sessions WHERE client_id = 'faults-app' AND revoked_at IS NOT NULL")}
    check_logouts(verdict, log, by_op, ended, {row["session_id"] for row in rows(database, "SELECT session_id FROM logout_notices")})

    written = collections.Counter((mail["To"], mail["Subject"]) for mail in mails(folder))
    made = {entry["username"]: entry["id"] for entry in by_op["account-signup"] if entry["status"] == 201}
    gone_early = {entry["user"] for entry in by_op["account-erase"]}
    subject = "Confirm your e-mail address"
    faults = [f"{name}: {count} mails" for name in made if (count := written[f"{name}@example.org", subject]) != 1 and not (count == 0 and made[name] in gone_early)]
    verdict.say("whoever has signed up is mailed a link, once", faults, f"{len(made)} people", len(made))

    kept = {entry["user"] for entry in by_op["account-keep"] if entry["status"] == 204}
    # A second try of whose first was heard finds no session any more.
    asked = {entry["user"] for entry in by_op["account-erase"] if entry["status"] == 202 or entry["status"] == 401 and entry["tries"] > 1}
    unsure = {user for user in made.values() if "account-erase" + user in unknown or "account-keep" + user in unknown}
    leaving = asked - kept - unsure

    def standing():
        return {row["id"] for row in rows(database, "SELECT id FROM users")}, rows(database, "SELECT count(*) AS n FROM outbox_pending")[0]["n"]

    present, _ = eventually(standing, ERASED_WITHIN, every=0.5, holds=lambda found: not (leaving & found[0] or found[1]))
    verdict.say("whoever asked to be erased, and did not think again in time, is", sorted(leaving & present), f"{len(leaving)} people", len(leaving))
    staying = set(made.values()) - leaving - unsure
    verdict.say("everybody else is there, whoever has heard that their account stays too", sorted(staying - present), f"{len(kept)} thought again in time", len(staying))

    told, seen = collections.Counter(), set()
    for record in read_topics(bootstrap, ["care.users.v1"]):
        headers = {name: (value or b"").decode() for name, value in record.headers() or []}
        if headers.get("ce_type") == "care.users.deleted.v1" and headers["ce_id"] not in seen:
            seen.add(headers["ce_id"])
            told[record.key().decode()] += 1
    faults = [f"{user}: told {told[user]} times" for user in leaving if told[user] != 1]
    faults += [f"{user} is told of, and there" for user in told if user in present]
    verdict.say("the others are told of every erasure once, and of no other", faults, f"{told.total()} erasures", told.total())
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
