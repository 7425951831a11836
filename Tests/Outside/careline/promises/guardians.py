"""Acting for another under faults: wards who invite a guardian, guardians who accept and exchange their token for one that names both (RFC 8693), until one of
them ends it or the guardian logs out, while everything is killed; and the check of what became of them.

    guardians.py LOG PSQL_AUTH BOOTSTRAP     prints one line a promise and exits 1 when one is broken"""
import collections
import random
import sys
import uuid

from careline.guardians import ACCESS_TOKEN, EXCHANGE
from careline.load import Workers
from careline.promises.checker import Verdict, ends_untold, first_tries, judged, not_answered, rows
from careline.promises.client import LoggedClient
from careline.promises.logins import EndedTokens, log_in, part, sign_up

# Seconds between two stories, which leave the machine to the others.
BETWEEN = 0.3


class GuardianLoad(Workers):
    def __init__(self, port, log, people=1):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        self._over = EndedTokens()
        for seed in range(people):
            self.employ(self._work, seed)

    def stop(self):
        super().stop()
        self._over.try_all(LoggedClient(self.port, self.log), "acts-over")

    def _work(self, seed):
        """One ward and their guardian after the other."""
        chance = random.Random(seed)
        while not self.ending.wait(BETWEEN):
            ward = self._person()
            guardian = ward and self._person()
            if guardian:
                self._live(chance, ward, guardian)

    def _person(self):
        """Who has signed up and logged in; None where that is not known."""
        client, username = LoggedClient(self.port, self.log), f"g{uuid.uuid4().hex[:12]}"
        user = sign_up(client, "acts-signup", username)
        said = user and log_in(client, "acts-login", username)
        if said is None:
            return None
        self.acknowledged += 1
        client.username, client.user_id, client.token = username, user["id"], said["accessToken"]
        return client

    def _live(self, chance, ward, guardian):
        facts = {"username": ward.username, "ward": ward.user_id, "guardian": guardian.user_id}
        body = {"guardianId": guardian.user_id}
        status, invitation = ward.command("acts-invite", "POST", f"/users/{ward.user_id}/guardianships", body, **facts)
        if status != 201:
            return
        facts["guardianship"] = invitation["id"]
        self._exchange("acts-too-soon", guardian, facts)
        path = f"/users/{guardian.user_id}/guardianships/{invitation['id']}/acceptance"
        for op in ("acts-accept", "acts-accept-again"):
            status, _ = guardian.command(op, "PUT", path, keyed=False, **facts)
            if status != 200:
                return
        self.acknowledged += 1
        tokens = [token for _ in range(chance.randint(1, 3)) if (token := self._exchange("acts-exchange", guardian, facts))]
        if not tokens:
            return
        path = f"/users/{ward.user_id}/appointments"
        LoggedClient(self.port, self.log).command(
            "acts-use", "GET", path, headers={"Authorization": f"Bearer {tokens[-1]}"}, keyed=False, **facts)
        guardian.command("acts-own-token", "GET", path, keyed=False, **facts)
        if chance.random() < 0.8 and self._end(chance, ward, guardian, facts):
            self._over.add(path, tokens[-1], facts)
            self._exchange("acts-too-late", guardian, facts)

    def _exchange(self, op, guardian, facts):
        form = {
            "grant_type": EXCHANGE, "client_id": "careline", "subject_token": guardian.token, "subject_token_type": ACCESS_TOKEN,
            "requested_subject": facts["ward"]}
        status, said = LoggedClient(self.port, self.log).command(op, "POST", "/oauth/token", data=form, keyed=False, **facts)
        if status != 200:
            return None
        self.acknowledged += 1
        claims = part(said["access_token"], 1)
        self.log.write(
            phase="given", op=op, sub=claims["sub"], act=(claims.get("act") or {}).get("sub"), session=claims["sid"], own=part(guardian.token, 1)["sid"], **facts)
        return said["access_token"]

    def _end(self, chance, ward, guardian, facts):
        """By either, or by the guardian's log-out. Whoever tries again hears that it is gone, which is as good."""
        who = chance.choice((ward, guardian, None))
        if who is None:
            status, _ = guardian.command("acts-logout", "POST", "/auth/logout", keyed=False, **facts)
            return status in (204, 401)
        status, _ = who.command("acts-end", "DELETE", f"/users/{who.user_id}/guardianships/{facts['guardianship']}", keyed=False, **facts)
        return status in (204, 404)


def check_terms(verdict, by_op, database):
    found = collections.defaultdict(list)
    for row in rows(database, "SELECT id, ward_id, guardian_id, accepted_at IS NOT NULL AS accepted, ended_at IS NOT NULL AS ended FROM guardianships"):
        found[row["ward_id"]].append(row)
    invited = [entry for entry in by_op["acts-invite"] if entry["status"] == 201]
    faults = not_answered(by_op["acts-invite"], 201)
    faults += [f"{entry['username']}: {len(found[entry['ward']])} rows" for entry in invited if [row["id"] for row in found[entry["ward"]]] != [entry["id"]]]
    verdict.say("whoever a ward has invited to act for them is invited, once", faults, f"{len(invited)} invitations", len(invited))
    accepted = by_op["acts-accept"] + by_op["acts-accept-again"]
    faults = not_answered(accepted, 200)
    faults += [
        f"{entry['username']}: {row}" for entry in accepted if entry["status"] == 200 for row in found[entry["ward"]]
        if not row["accepted"] or row["guardian_id"] != entry["guardian"]]
    verdict.say("whoever has accepted to act for another is their guardian, however often they say so", faults, f"{len(accepted)} acceptances", len(accepted))
    # Of one whose answer was lost the next try hears that there is none.
    faults = first_tries(by_op, "acts-end", 204) + first_tries(by_op, "acts-logout", 204)
    faults += [f"{entry['username']}: {row}" for entry in by_op["acts-end"] if entry["status"] == 204 for row in found[entry["ward"]] if not row["ended"]]
    ends, logouts = len(by_op["acts-end"]), len(by_op["acts-logout"])
    verdict.say("what was ended is over", faults, f"{ends} guardianships, {logouts} logouts", min(ends, logouts))


def check_tokens(verdict, log, by_op):
    given = [entry for entry in log if entry["phase"] == "given"]
    faults = not_answered(by_op["acts-exchange"] + by_op["acts-use"], 200)
    faults += [f"{entry['username']}: sub {entry['sub']}, act {entry['act']}" for entry in given if (entry["sub"], entry["act"]) != (entry["ward"], entry["guardian"])]
    sessions = collections.defaultdict(set)
    for entry in given:
        sessions[entry["username"]].add(entry["session"])
        if entry["session"] == entry["own"]:
            faults.append(f"{entry['username']}: the session is the guardian's own")
    faults += [f"{username}: {len(found)} sessions" for username, found in sessions.items() if len(found) > 1]
    verdict.say("a guardian's token names both and works, of one session however often it is asked for", faults, f"{len(given)} tokens", min(len(given), len(by_op["acts-use"])))
    refused = [by_op[op] for op in ("acts-too-soon", "acts-too-late", "acts-own-token")]
    faults = not_answered(refused[0] + refused[1], 400) + not_answered(refused[2], 403, 404)
    verdict.say(
        "nobody acts for another before both have said so, nor once it is over, nor by a token of their own", faults, f"{sum(map(len, refused))} tries",
        min(map(len, refused)))
    over = by_op["acts-over"]
    verdict.say("a token that is over is refused, also by who was killed since", not_answered(over, 401), f"{len(over)} tokens", len(over))


def check_sessions(verdict, database, bootstrap):
    found = rows(database, """SELECT s.id, s.user_id = g.ward_id AND p.user_id = g.guardian_id AS fits, s.revoked_at IS NOT NULL AS over,
        g.ended_at IS NOT NULL OR p.revoked_at IS NOT NULL AS to_be_over, count(*) OVER (PARTITION BY s.guardianship_id) AS beside
        FROM sessions s JOIN sessions p ON p.id = s.parent_id JOIN guardianships g ON g.id = s.guardianship_id""")
    faults = [str(row) for row in found if not row["fits"] or row["over"] != row["to_be_over"] or row["beside"] != 1]
    verdict.say("what a guardian began ends with the guardianship and with their own session, and not before", faults, f"{len(found)} sessions", len(found))
    ended = sum(row["over"] for row in found)
    verdict.say("the others are told of the end of each, once, and of no other", ends_untold(found, bootstrap), f"{ended} ends", ended)


def check_audit(verdict, log, database):
    answered, tried = collections.Counter(), collections.Counter()
    for entry in log:
        if entry["op"] == "acts-exchange" and entry["phase"] in ("answer", "unknown"):
            pair = entry["ward"], entry["guardian"]
            answered[pair] += entry.get("status") == 200
            tried[pair] += entry["tries"]
    lines = collections.Counter({(row["ward"], row["guardian"]): row["lines"] for row in rows(
        database, "SELECT user_id AS ward, actor_id AS guardian, count(*) AS lines FROM audit_log WHERE kind = 'token-exchanged' GROUP BY 1, 2")})
    faults = [f"{ward} by {guardian}: {lines[ward, guardian]} lines of {count} answers" for (ward, guardian), count in answered.items()
              if not count <= lines[ward, guardian] <= tried[ward, guardian]]
    verdict.say("the audit has each of these tokens, with whose it is and who got it", faults, f"{sum(answered.values())} tokens", sum(answered.values()))


def main(log_path, database, bootstrap):
    verdict, (log, by_op) = Verdict(), judged(log_path, "acts-")
    check_terms(verdict, by_op, database)
    check_tokens(verdict, log, by_op)
    check_sessions(verdict, database, bootstrap)
    check_audit(verdict, log, database)
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
