"""Launches under faults (SMART App Launch): patients, and a provider for them, who open an app from another one, and whoever else has what it was opened with, while
everything is killed; and the check of what became of them.

    launches.py LOG PSQL_AUTH     prints one line a promise and exits 1 when one is broken"""
import hashlib
import sys
import uuid
from urllib.parse import parse_qs, urlsplit

from careline.load import Workers
from careline.oauth import Browser, Form
from careline.promises.checker import Verdict, first_tries, judged, not_answered, rows, who
from careline.promises.client import LoggedClient
from careline.promises.load import PASSWORD
from careline.promises.logins import AWAY, code_form, log_in, part, registered, sign_up
from careline.waiting import eventually

APP = "faults-chart"
SCOPE = "openid launch patient/Patient.r"
# Seconds between two stories, which leave the machine to the others.
BETWEEN = 2
# What an app may be told while something is away.
FOR_NOW = {"server_error", "temporarily_unavailable"}


class LaunchLoad(Workers):
    def __init__(self, port, log):
        super().__init__()
        self.port, self.log, self.acknowledged = port, log, 0
        url, granted = LoggedClient(port, log).url, "openid launch patient/*.cruds"
        self.app, self.another = registered(url, APP, "A chart", granted), registered(url, "faults-other-chart", "Another chart", granted)
        self.doctor = self._person(role="provider", specialty="faults", timeZone="UTC")
        assert self.doctor, "the provider could not sign up"
        self.employ(self._work)

    def _work(self):
        """One patient after the other, who opens an app, and whom a provider opens it for."""
        while not self.ending.wait(BETWEEN):
            patient = self._person()
            if patient and self._log_in(self.doctor):
                for opener in (patient, self.doctor):
                    self._launch(opener, patient)

    def _person(self, **more):
        """Who has signed up and logged in; None where that is not known."""
        client, username = LoggedClient(self.port, self.log), f"l{uuid.uuid4().hex[:12]}"
        user = sign_up(client, "launch-signup", username, **more)
        if not user:
            return None
        client.username, client.user_id = username, user["id"]
        return client if self._log_in(client) else None

    def _log_in(self, person):
        said = log_in(LoggedClient(self.port, self.log), "launch-login", person.username)
        if said is not None:
            person.token = said["accessToken"]
            self.acknowledged += 1
        return said is not None

    def _launch(self, opener, patient):
        facts = {"username": patient.username, "patient": patient.user_id, "opener": opener.user_id, "visit": uuid.uuid4().hex}
        body = {"clientId": APP, "patientId": patient.user_id, "encounterId": facts["visit"]}

        def code():
            """By one that was made for this try: what a lost answer has used is used."""
            status, made = opener.command("launch", "POST", "/oauth/launches", body, keyed=False, **facts)
            assert status == 201, made
            self._misuse(made, opener, patient, facts)
            asked, browser = self._opened(self.app, made), Browser()
            page = browser.log_in(asked.address, opener.username, PASSWORD)
            answer = page if "Location" in page.headers else browser.submit(Form(page), decision="allow")
            values = asked.answer(answer)
            if values.get("error") and values["error"] not in FOR_NOW:
                self.log.write(phase="refused", op="launch", error=values["error"], **facts)
            return made, asked, values["code"]

        found = eventually(code, 60, every=0.3, allowing=AWAY)
        if found is None:
            return
        made, asked, given = found
        form = code_form(self.app, given, asked.verifier)
        status, tokens = LoggedClient(self.port, self.log).command("launch-code", "POST", "/oauth/token", data=form, keyed=False, **facts)
        if status == 200:
            claims = part(tokens["access_token"], 1)
            self.log.write(
                phase="given", op="launch", told=[claims["sub"], tokens.get("patient"), tokens.get("encounter")], session=claims["sid"],
                launch=hashlib.sha256(made["launch"].encode()).hexdigest(), **facts)
            self.acknowledged += 1
        self._try("launch-again", lambda: Browser().open(self._opened(self.app, made).address), facts)

    def _opened(self, app, made):
        return app.begin(SCOPE, aud=made["servers"][0], launch=made["launch"])

    def _misuse(self, made, opener, patient, facts):
        """Before it is used; it stays good for whom it was made."""
        self._try("launch-of-another-app", lambda: Browser().open(self._opened(self.another, made).address), facts)
        if opener is not patient:
            self._try("launch-by-another", lambda: Browser().log_in(self._opened(self.app, made).address, patient.username, PASSWORD), facts)

    def _try(self, op, ask, facts):
        """What the app is told; where its browser stands on a page, the page's status."""
        answer = eventually(ask, 60, every=0.3, allowing=AWAY, holds=lambda answer: answer is not None and answer.status_code < 500)
        if answer is None or answer.status_code >= 500:
            return
        values = parse_qs(urlsplit(answer.headers.get("Location", "")).query)
        self.log.write(phase="tried", op=op, status=values.get("error", [answer.status_code])[0], **facts)


def check_opened(verdict, log, by_op, sessions):
    """`sessions`: whose records those of the app are for."""
    made = by_op["launch"]
    faults = not_answered(made, 201) + first_tries(by_op, "launch-code", 200)
    faults += [f"{who(entry)}: refused with {entry['error']}" for entry in log if entry["phase"] == "refused"]
    verdict.say("a launch that was made opens its app", faults, f"{len(made)} launches", min(len(made), len(by_op["launch-code"])))
    given = [entry for entry in log if entry["phase"] == "given"]
    faults = [f"{who(entry)}: told {entry['told']}, of {sessions.get(entry['session'])}" for entry in given
              if entry["told"] != [entry["opener"], entry["patient"], entry["visit"]] or sessions.get(entry["session"]) != entry["patient"]]
    for_others = sum(entry["opener"] != entry["patient"] for entry in given)
    verdict.say("its token is for who opened it, and for the patient and the visit that it was opened for", faults, f"{len(given)} tokens, {for_others} of a provider's",
                min(for_others, len(given) - for_others))


def check_refused(verdict, log, by_op, left):
    """`left`: the launches that are good yet, by their digests."""
    again, used = by_op["launch-again"], {entry["launch"] for entry in log if entry["phase"] == "given"}
    verdict.say("a launch is good once", not_answered(again, "invalid_request") + sorted(used & left), f"{len(again)} tried again", min(len(again), len(used)))
    apps, others = by_op["launch-of-another-app"], by_op["launch-by-another"]
    faults = not_answered(apps, "invalid_request") + not_answered(others, "login_required")
    verdict.say("nobody else and no other app uses it", faults, f"{len(apps)} tries by an app, {len(others)} by a person", min(len(apps), len(others)))


def main(log_path, database):
    verdict, (log, by_op) = Verdict(), judged(log_path, "launch")
    sessions = {row["id"]: row["patient_id"] for row in rows(database, f"SELECT id, patient_id FROM sessions WHERE client_id = '{APP}'")}
    check_opened(verdict, log, by_op, sessions)
    check_refused(verdict, log, by_op, {row["launch"] for row in rows(database, "SELECT encode(handle_hash, 'hex') AS launch FROM launches")})
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
