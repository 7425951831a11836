"""Sessions that are bound to a key under faults (RFC 9449): apps that show their key with each code and refresh, and whoever has their tokens without it, while everything is
killed; and the check of what became of them.

    bound_sessions.py LOG PSQL_AUTH     prints one line a promise and exits 1 when one is broken"""
import collections
import itertools
import sys
import uuid

from careline.load import Workers
from careline.promises.checker import Verdict, first_tries, judged, not_answered, rows
from careline.promises.client import LoggedClient
from careline.promises.logins import code_form, code_of, part, registered, sign_up
from careline.proofs import ProofKey

APP = "faults-bound"
SCOPE = "openid offline_access appointments:read"
# Of each session.
REFRESHES = 4
# Seconds between two stories, which leave the machine to the others.
BETWEEN = 1


class BoundSessionLoad(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        self.app = registered(LoggedClient(port, log).url, APP, "An app with a key", SCOPE)
        self.employ(self._work)

    def _work(self):
        """One person after the other."""
        while not self.ending.wait(BETWEEN):
            client, username = LoggedClient(self.port, self.log), f"b{uuid.uuid4().hex[:12]}"
            user = sign_up(client, "bound-signup", username)
            if user:
                self.acknowledged += 1
                self._live(client, username, user["id"])

    def _live(self, client, username, user):
        key, asked, facts = ProofKey(), self.app.begin(SCOPE), {"username": username}
        code = code_of(asked, username)
        if code is None:
            return
        form = code_form(self.app, code, asked.verifier)
        status, tokens = self._post(client, "bound-code", form, key, **facts)
        if status != 200:
            return
        facts["session"] = part(tokens["access_token"], 1)["sid"]
        self.log.write(phase="given", op="bound-code", kind=tokens["token_type"], thumbprint=key.thumbprint, **facts)
        spent = None
        for thief in itertools.islice(itertools.cycle((None, ProofKey())), REFRESHES):
            # What was spent last is worth as little as what takes its place.
            for token in filter(None, (spent, tokens["refresh_token"])):
                self._post(client, "bound-stolen", self._refresh(token), thief, **facts)
            status, renewed = self._post(client, "bound-refresh", self._refresh(tokens["refresh_token"]), key, **facts)
            if status != 200:
                return
            spent, tokens = tokens["refresh_token"], renewed
            self.acknowledged += 1
        # Auth's own, and another service, which looks at the proof itself.
        for path in ("/userinfo", f"/users/{user}/appointments"):
            self._use(client, "bound-use", path, tokens["access_token"], key, **facts)
            for thief in (None, ProofKey()):
                self._use(client, "bound-stolen-use", path, tokens["access_token"], thief, **facts)

    def _refresh(self, token):
        return {"grant_type": "refresh_token", "client_id": APP, "refresh_token": token}

    def _post(self, client, op, form, key, **facts):
        """With a proof of this key, another for each try: they are good once."""
        address = self.app.metadata["token_endpoint"]
        return client.command(op, "POST", "/oauth/token", data=form, keyed=False, headers=lambda: {"DPoP": key.proof("POST", address)} if key else {}, **facts)

    def _use(self, client, op, path, token, key, **facts):
        def headers():
            return {"Authorization": f"DPoP {token}", "DPoP": key.proof("GET", client.url + path, token)} if key else {"Authorization": f"Bearer {token}"}

        client.command(op, "GET", path, headers=headers, keyed=False, place=path.split("/")[1], **facts)


def check_bound(verdict, log, by_op, sessions):
    given = [entry for entry in log if entry["phase"] == "given"]
    # One whose answer was lost has spent the code.
    faults = first_tries(by_op, "bound-code", 200)
    for entry in given:
        if entry["kind"] != "DPoP" or sessions.get(entry["session"], {}).get("thumbprint") != entry["thumbprint"]:
            faults.append(f"{entry['username']}: {entry['kind']}, {sessions.get(entry['session'])}")
    verdict.say("an app that shows a key with its code has a session that is bound to it", faults, f"{len(given)} sessions", len(given))


def check_refreshes(verdict, log, by_op, sessions):
    acknowledged, unsure = collections.Counter(), collections.Counter()
    for entry in log:
        if entry["op"] == "bound-refresh":
            acknowledged[entry["session"]] += entry["phase"] == "answer" and entry["status"] == 200
            unsure[entry["session"]] += entry["phase"] == "unknown"
    # However late: whoever shows the key hears of a successor again until it is used.
    faults = not_answered(by_op["bound-refresh"], 200)
    for session, count in acknowledged.items():
        row = sessions.get(session)
        if row is None or row["is_over"] or not count <= row["generation"] <= count + unsure[session]:
            faults.append(f"{session}: {count} refreshes were acknowledged, {unsure[session]} are of unknown outcome, and it is {row}")
    repeated = sum(entry["tries"] > 1 for entry in by_op["bound-refresh"])
    verdict.say("a refresh with the key goes on, and no rotation that was acknowledged is lost or done twice", faults,
                f"{acknowledged.total()} refreshes, {repeated} of them retried, {unsure.total()} of unknown outcome", acknowledged.total())


def check_theft(verdict, by_op):
    stolen, used, taken = by_op["bound-stolen"], by_op["bound-use"], by_op["bound-stolen-use"]
    verdict.say("without the key a refresh token gives nothing, and ends nothing", not_answered(stolen, 400), f"{len(stolen)} tries", len(stolen))
    places = {entry["place"] for entry in used}
    faults = not_answered(used, 200) + not_answered(taken, 401) + ([] if len(places) == 2 else [f"used at {sorted(places)} alone"])
    verdict.say("an access token works with a proof of the key everywhere, and without it nowhere", faults, f"{len(used)} uses, {len(taken)} thefts", min(len(used), len(taken)))


def main(log_path, database):
    verdict, (log, by_op) = Verdict(), judged(log_path, "bound-")
    sessions = {row["id"]: row for row in rows(
        database, f"SELECT id, dpop_jkt AS thumbprint, refresh_generation AS generation, revoked_at IS NOT NULL AS is_over FROM sessions WHERE client_id = '{APP}'")}
    check_bound(verdict, log, by_op, sessions)
    check_refreshes(verdict, log, by_op, sessions)
    check_theft(verdict, by_op)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
