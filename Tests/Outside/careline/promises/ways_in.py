"""Ways in under faults: people who set up an authenticator app and a passkey, apps that push their requests, users of a trusted app's own who get accounts, and members
who accept an invitation, while everything is killed; and the check of what became of them.

    ways_in.py LOG PSQL_AUTH BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import json
import random
import re
import secrets
import sys
import tempfile
import time
import uuid
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey

from careline import factors, passkeys
from careline.load import Workers
from careline.operator import auth_service
from careline.promises.checker import Verdict, first_tries, judged, not_answered, other_problems, rows, told_versions
from careline.promises.client import LoggedClient
from careline.promises.logins import AWAY, allowed, code_form, log_in, part, registered, sign_up
from careline.waiting import eventually

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
JWT = "urn:ietf:params:oauth:token-type:jwt"
ISSUER = "https://users.faults.example"
SCOPE = "openid appointments:read"
RECOVERY_CODES = 10
# An organisation invites 50 people in a day.
CLINICS, INVITED_BY_EACH = 8, 48


class WaysInLoad(Workers):
    def __init__(self, port, log, people=1):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        self.app = registered(LoggedClient(port, log).url, "faults-pushes", "An app that pushes", SCOPE)
        self.key, self.secret = ECKey.generate_key("P-256"), secrets.token_urlsafe(33)
        with tempfile.NamedTemporaryFile("w") as keys:
            json.dump({"keys": [{**self.key.as_dict(private=False), "kid": "u1"}]}, keys)
            keys.flush()
            auth_service(
                "seed-client", "--id", "faults-portal", "--name", "A portal", "--grant", EXCHANGE, "--scope", "account:read", "--secret-file", "-",
                "--user-issuer", ISSUER, "--user-jwks-file", keys.name, stdin=self.secret + "\n")
        self.owner, name = LoggedClient(port, log), f"w{uuid.uuid4().hex[:12]}"
        assert self._sign_up(self.owner, name) is not None, "the owner could not sign up"
        self.owner.token = self._log_in(self.owner, name)
        self.clinics = collections.deque()
        for number in range(CLINICS):
            said = auth_service("create-organisation", "--name", f"Clinic {number}", "--time-zone", "America/Winnipeg", "--owner", name)
            self.clinics += [re.search(r"\(([0-9a-f-]{36})\)", said)[1]] * INVITED_BY_EACH
        for seed in range(people):
            self.employ(self._work, seed)

    def _work(self, seed):
        """One person after the other."""
        chance = random.Random(seed)
        while not self.ending.is_set():
            client, username = LoggedClient(self.port, self.log), f"w{uuid.uuid4().hex[:12]}"
            user = self._sign_up(client, username)
            token = user and self._log_in(client, username)
            if not token:
                continue
            if chance.random() < 0.4:
                self._push(client, username)
            if chance.random() < 0.4:
                self._exchange(client)
            client.token = token
            if chance.random() < 0.4 and self.clinics:
                self._join(client, username, user, self.clinics.popleft())
            if chance.random() < 0.7:
                self._prove_with_app(client, username, user, makes_passkey=chance.random() < 0.5)
            elif chance.random() < 0.7:
                self._make_passkey(client, username, user)

    def _sign_up(self, client, username):
        user = sign_up(client, "ways-signup", username)
        self.acknowledged += user is not None
        return user and user["id"]

    def _log_in(self, client, username, op="ways-login", **more):
        said = log_in(client, op, username, **more)
        self.acknowledged += said is not None
        return said and said["accessToken"]

    def _push(self, client, username):
        """An app leaves its request with the server (RFC 9126), and names it in the address that it sends its person to: once."""
        asked = self.app.begin(SCOPE)
        request = dict(parse_qsl(urlsplit(asked.address).query))

        def code():
            """With a request that was pushed for this try: what a lost answer has used is used."""
            status, said = client.command("ways-par", "POST", "/oauth/par", data=request, keyed=False, username=username)
            assert status == 201, said
            address = f"{self.app.metadata['authorization_endpoint']}?{urlencode({'client_id': self.app.client_id, 'request_uri': said['request_uri']})}"
            return said["request_uri"], allowed(asked, username, address=address)

        found = eventually(code, 60, every=0.3, allowing=AWAY)
        if found is None:
            return
        named, given = found
        form = code_form(self.app, given, asked.verifier)
        status, _ = client.command("ways-par-code", "POST", "/oauth/token", data=form, keyed=False, username=username)
        self.acknowledged += status == 200
        path = f"/oauth/authorize?{urlencode({'client_id': self.app.client_id, 'request_uri': named})}"
        # A page, whose answers while something is away are pages too.
        again = eventually(
            lambda: client.tried("GET", path), 60, every=0.3, holds=lambda answer: answer is not None and answer.status_code < 500)
        if again is not None and again.status_code < 500:
            self.log.write(phase="tried", op="ways-par-again", status=again.status_code, username=username)

    def _exchange(self, client):
        """A user of the portal's own comes twice, each time with another word of its issuer's (RFC 8693)."""
        subject = uuid.uuid4().hex
        for _ in range(2):
            now = int(time.time())
            said = {"iss": ISSUER, "sub": subject, "aud": self.app.issuer, "iat": now, "exp": now + 240, "jti": secrets.token_hex(8), "name": "Portal Person"}
            form = {
                "grant_type": EXCHANGE, "client_id": "faults-portal", "client_secret": self.secret, "subject_token_type": JWT,
                "subject_token": jwt.encode({"alg": "ES256", "kid": "u1"}, said, self.key, algorithms=["ES256"])}
            status, tokens = client.command("ways-exchange", "POST", "/oauth/token", data=form, keyed=False, subject=subject)
            if status == 200:
                self.log.write(phase="given", op="ways-exchange", subject=subject, user=part(tokens["access_token"], 1)["sub"])
                self.acknowledged += 1

    def _join(self, client, username, user, clinic):
        body = {"userId": user, "roles": ["receptionist"]}
        status, invitation = self.owner.command("ways-invite", "POST", f"/organisations/{clinic}/invitations", body, username=username)
        if status != 201:
            return
        path = f"/organisations/invitations/{invitation['id']}/acceptance"
        for op in ("ways-accept", "ways-accept-again"):
            status, _ = client.command(op, "POST", path, username=username, user=user, clinic=clinic)
            self.acknowledged += status == 201

    def _prove_with_app(self, client, username, user, makes_passkey):
        """Sets up an authenticator app, logs in with its code, and makes a passkey beside it."""
        path = f"/users/{user}/factors/totp"
        status, begun = client.command("ways-app", "POST", path, {}, keyed=False, username=username)
        if status != 201:
            return
        secret = begun["secret"]
        status, _ = client.command("ways-app-code", "POST", f"{path}/confirmation", {"code": factors.code(secret)}, keyed=False, username=username)
        if status != 200:
            return
        self.acknowledged += 1
        plain = LoggedClient(self.port, self.log)
        self._log_in(plain, username, "ways-login-without-code")
        # No code twice: the next one is good already.
        client.token = self._log_in(plain, username, "ways-login-with-code", code=factors.code(secret, 1))
        if client.token and makes_passkey:
            self._make_passkey(client, username, user)

    def _make_passkey(self, client, username, user):
        path = f"/users/{user}/factors/passkeys"
        status, options = client.command("ways-passkey-begun", "POST", path, {}, keyed=False, username=username)
        if status != 200:
            return
        credential = passkeys.registration(options, passkeys.origin(client.url))
        status, _ = client.command(
            "ways-passkey", "POST", f"{path}/registration", {"name": "Phone", "credential": credential}, keyed=False, username=username, credential=credential["id"])
        self.acknowledged += status == 201


def check_factors(verdict, by_op, database):
    people = {row["username"]: row for row in rows(database, """SELECT u.username, u.has_second_factor AS noted,
        (SELECT count(*) FROM factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS apps,
        (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys, (SELECT count(*) FROM recovery_codes c WHERE c.user_id = u.id) AS codes,
        (SELECT count(*) FROM audit_log a WHERE a.user_id = u.id AND a.kind = 'factor-added') AS lines FROM users u WHERE u.username LIKE 'w____________'""")}
    faults = first_tries(by_op, "ways-app-code", 200)
    faults += [f"{name}: its app is not there" for entry in by_op["ways-app-code"] if entry["status"] == 200 and people[name := entry["username"]]["apps"] != 1]
    verdict.say("an authenticator app counts once its first code was taken", faults, f"{len(by_op['ways-app-code'])} apps", len(by_op["ways-app-code"]))
    without, logins = by_op["ways-login-without-code"], len(by_op["ways-login-with-code"])
    faults = other_problems(without, 401, "second-factor-required") + first_tries(by_op, "ways-login-with-code", 200)
    verdict.say("nobody who has one is let in by the password alone, and with its code they are", faults, f"{logins} logins", min(len(without), logins))

    kept = collections.Counter(row["id"] for row in rows(
        database, "SELECT translate(rtrim(encode(credential_id, 'base64'), '='), '+/', '-_') AS id FROM passkeys"))
    faults = first_tries(by_op, "ways-passkey", 201)
    faults += [f"{entry['username']}: {kept[entry['credential']]} rows" for entry in by_op["ways-passkey"] if entry["status"] == 201 and kept[entry["credential"]] != 1]
    verdict.say("a passkey whose making was acknowledged is there, once", faults, f"{len(by_op['ways-passkey'])} passkeys", len(by_op["ways-passkey"]))
    # All of it or nothing, whatever was heard of it.
    faults = [f"{name}: {row}" for name, row in people.items()
              if row["noted"] != (row["apps"] + row["passkeys"] > 0) or row["codes"] != (RECOVERY_CODES if row["noted"] else 0)
              or row["apps"] > 1 or row["lines"] != row["apps"] + row["passkeys"]]
    verdict.say("with the first factor came its mark, ten recovery codes and a line of the audit for each, or none of it", faults, f"{len(people)} people", len(people))


def check_pushed(verdict, by_op):
    pushed, again = by_op["ways-par"], by_op["ways-par-again"]
    faults = first_tries(by_op, "ways-par-code", 200) + not_answered(pushed, 201) + not_answered(again, 400)
    verdict.say("a request that was pushed leads to a code, once", faults, f"{len(pushed)} pushed, {len(again)} tried again", len(again))


def check_exchanges(verdict, log, by_op, database):
    users = collections.defaultdict(set)
    for entry in log:
        if entry["phase"] == "given":
            users[entry["subject"]].add(entry["user"])
    # A word is good for one try: whoever heard nothing of it brings another.
    faults = first_tries(by_op, "ways-exchange", 200) + [f"{subject}: {sorted(found)}" for subject, found in users.items() if len(found) != 1]
    adopted = rows(database, "SELECT user_id FROM adopted_accounts WHERE client_id = 'faults-portal'")
    made = {row["id"] for row in rows(database, "SELECT id FROM users WHERE username LIKE 'ext-%'")}
    faults += sorted(made ^ {row["user_id"] for row in adopted})
    faults += sorted(set().union(*users.values()) - made)
    verdict.say("a user of a trusted app's own gets one account, however often they come", faults, f"{len(users)} users, {len(made)} accounts", len(users))


def check_members(verdict, by_op, database, bootstrap):
    members = collections.Counter((row["organisation_id"], row["user_id"]) for row in rows(database, "SELECT organisation_id, user_id FROM organisation_members"))
    accepted = [entry for entry in by_op["ways-accept"] if entry["status"] == 201]
    faults = first_tries(by_op, "ways-accept", 201) + [f"{entry['username']}: is no member" for entry in accepted if members[entry["clinic"], entry["user"]] != 1]
    verdict.say("whoever has accepted an invitation is a member", faults, f"{len(accepted)} members", len(accepted))
    faults = not_answered(by_op["ways-accept-again"], 404)
    waiting = {(row["organisation_id"], row["user_id"]) for row in rows(database, "SELECT organisation_id, user_id FROM organisation_invitations WHERE withdrawn_at IS NULL")}
    faults += [f"{user}: is a member of {clinic} and still invited" for clinic, user in waiting & members.keys()]
    verdict.say("an invitation is accepted once, and is over then", faults, f"{len(by_op['ways-accept-again'])} tried again", len(by_op["ways-accept-again"]))

    def untold():
        told, _ = told_versions(bootstrap, ["care.organisations.v1"])
        versions = {row["id"]: row["version"] for row in rows(database, "SELECT id, version FROM organisations")}
        return [f"{key}: {told['care.organisations.v1', key]}, and is of version {version}" for key, version in versions.items()
                if told["care.organisations.v1", key] != list(range(1, version + 1))]

    verdict.say("the others are told of every change of an organisation, once and in order", eventually(untold, 30, every=0.5, holds=lambda faults: not faults))


def main(log_path, database, bootstrap):
    verdict, (log, by_op) = Verdict(), judged(log_path, "ways-")
    check_factors(verdict, by_op, database)
    check_pushed(verdict, by_op)
    check_exchanges(verdict, log, by_op, database)
    check_members(verdict, by_op, database, bootstrap)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
