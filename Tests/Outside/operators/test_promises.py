"""The checks of what was promised while everything is killed, on logs that are made up: each holds on a sound one, also where answers were lost, breaks on one that is not, and does
not hold where nothing was tried."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from careline.promises import accounts, administration, bound_sessions, launches, own_account, registrations
from careline.promises.checker import Verdict, judged, may_show


class Noted(Verdict):
    def __init__(self):
        super().__init__()
        self.promises: dict[str, bool] = {}

    def say(self, promise, faults, detail="", tries=None):
        before = self.broken
        super().say(promise, faults, detail, tries)
        self.promises[promise] = self.broken == before


@dataclass
class Life:
    """What a load has written down, and what the tables have."""

    log: list[dict] = field(default_factory=list)
    tables: dict = field(default_factory=dict)

    def answer(self, op: str, status: int, tries: int = 1, **facts) -> None:
        self.log += [{"phase": "intent", "op": op, **facts}, {"phase": "answer", "op": op, "status": status, "tries": tries, "odd": [], "type": None, **facts}]

    def note(self, phase: str, op: str, **facts) -> None:
        self.log.append({"phase": phase, "op": op, **facts})

    def lose(self, op: str, tries: int = 3, **facts) -> None:
        self.log += [{"phase": "intent", "op": op, **facts}, {"phase": "unknown", "op": op, "tries": tries, "odd": [], **facts}]

    def entry(self, op: str, phase: str = "answer") -> dict:
        return next(entry for entry in self.log if entry["op"] == op and entry["phase"] == phase)

    def without(self, *ops: str) -> None:
        self.log = [entry for entry in self.log if entry["op"] not in ops]


def held(life: Life, check: Callable, folder) -> dict[str, bool]:
    path = folder / "log"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in life.log))
    verdict, (log, by_op) = Noted(), judged(path, "")
    check(verdict, log, by_op, life.tables)
    return verdict.promises


# MARK: Registrations

def registered() -> Life:
    """Two programs by an invitation for two, of which one was given up, and one that came too late."""
    life = Life()
    life.note("invited", "registration-invitation", invitation="i", clients=2)
    for marker, client in (("m1", "c1"), ("m2", "c2")):
        life.answer("registration", 201, marker=marker, invitation="i")
        life.note("made", "registration", marker=marker, client=client, name="First")
        life.answer("registration-read", 200, client=client)
        life.note("shown", "registration-read", client=client, name="First")
        life.answer("registration-change", 200, client=client, name="Second")
    life.answer("registration", 401, marker="m3", invitation="i")
    life.answer("registration-of-another", 401, client="c2")
    life.answer("registration-end", 204, client="c2")
    life.answer("registration-over", 401, client="c2")
    for client, status in (("c1", 200), ("c2", 401)):
        for op in ("registration-read-at-end", "registration-secret-at-end"):
            life.note("tried", op, client=client, status=status, is_over=status == 401)
    kept = [{"id": f"c{number}", "name": "Second", "marker": f"m{number}", "is_over": number == 2} for number in (1, 2)]
    life.tables = {"kept": kept, "left": {"i": 0}, "lines": {"c1": 1, "c2": 1}}
    return life


def check_registrations(verdict, log, by_op, tables):
    registrations.check_made(verdict, log, by_op, tables["kept"], tables["left"])
    registrations.check_shown(verdict, log, by_op, tables["kept"])
    registrations.check_ends(verdict, log, by_op, tables["kept"])
    registrations.check_audit(verdict, tables["kept"], tables["lines"])


def a_second_client(life: Life) -> None:
    """Of one try."""
    life.tables["kept"].append({"id": "c9", "name": "First", "marker": "m1", "is_over": False})
    life.tables["lines"]["c9"] = 1
    life.tables["left"]["i"] = -1


def a_lost_registration(life: Life) -> None:
    life.entry("registration")["tries"] = 2
    life.tables["kept"].append({"id": "c9", "name": "First", "marker": "m1", "is_over": False})
    life.tables["lines"]["c9"] = 1
    life.entry("registration-invitation", "invited")["clients"] = 3


def a_lost_change(life: Life) -> None:
    life.lose("registration-change", client="c1", name="Third")
    life.note("shown", "registration-read", client="c1", name="Third")
    life.note("shown", "registration-read", client="c1", name="Second")


def a_lost_end(life: Life) -> None:
    life.lose("registration-end", client="c1")
    life.tables["kept"][0]["is_over"] = True


# MARK: Sessions of a key

def bound() -> Life:
    life, facts = Life(), {"username": "b1", "session": "s1"}
    life.answer("bound-code", 200, username="b1")
    life.note("given", "bound-code", kind="DPoP", thumbprint="t", **facts)
    for _ in range(2):
        life.answer("bound-stolen", 400, **facts)
        life.answer("bound-refresh", 200, tries=2, **facts)
    for place in ("userinfo", "users"):
        life.answer("bound-use", 200, place=place, **facts)
        life.answer("bound-stolen-use", 401, place=place, **facts)
    life.tables = {"s1": {"id": "s1", "thumbprint": "t", "generation": 2, "is_over": False}}
    return life


def check_bound(verdict, log, by_op, sessions):
    bound_sessions.check_bound(verdict, log, by_op, sessions)
    bound_sessions.check_refreshes(verdict, log, by_op, sessions)
    bound_sessions.check_theft(verdict, by_op)


def a_lost_refresh(life: Life) -> None:
    life.lose("bound-refresh", username="b1", session="s1")
    life.tables["s1"]["generation"] = 3


# MARK: Launches

def launched() -> Life:
    life = Life(tables={"sessions": {"s1": "p", "s2": "p"}, "left": {"another"}})
    for opener, session in (("p", "s1"), ("d", "s2")):
        facts = {"username": "l1", "patient": "p", "opener": opener, "visit": f"v-{session}"}
        life.answer("launch", 201, **facts)
        life.note("tried", "launch-of-another-app", status="invalid_request", **facts)
        if opener == "d":
            life.note("tried", "launch-by-another", status="login_required", **facts)
        life.answer("launch-code", 200, **facts)
        life.note("given", "launch", told=[opener, "p", f"v-{session}"], session=session, launch=f"h-{session}", **facts)
        life.note("tried", "launch-again", status="invalid_request", **facts)
    return life


def check_launches(verdict, log, by_op, tables):
    launches.check_opened(verdict, log, by_op, tables["sessions"])
    launches.check_refused(verdict, log, by_op, tables["left"])


# MARK: Administration

def administered() -> Life:
    """Of each story one, and of what two tries may do as much."""
    life = Life()
    suspended, resumed, reset, freed = ({"username": f"n{number}", "user": f"u{number}"} for number in range(1, 5))
    for facts in (suspended, resumed):
        life.answer("admin-suspend", 204, **facts)
        life.answer("admin-login-suspended", 403, **facts)
        life.log[-1]["type"] = "http://here/problems/account-suspended"
    life.answer("admin-resume", 204, **resumed)
    life.answer("admin-login-resumed", 200, **resumed)
    life.answer("admin-login-without-code", 401, **reset)
    life.log[-1]["type"] = "http://here/problems/second-factor-required"
    life.answer("admin-reset", 204, tries=2, **reset)
    life.answer("admin-login-reset", 200, **reset)
    for facts in (suspended, resumed, reset):
        life.answer("admin-own-over", 401, **facts)
        life.answer("admin-refresh-over", 400, **facts)
        life.note("tried", "admin-over", status=401, **facts)
    life.answer("admin-unlock", 204, **freed)
    life.answer("admin-login-unlocked", 200, **freed)
    for client, is_disabled in (("c1", True), ("c2", False)):
        life.answer("admin-client", 201, client=client)
        life.answer("admin-client-token", 200, client=client)
        life.answer("admin-client-rotate", 200, client=client)
        life.note("tried", "admin-secret-new", status=200, client=client)
        life.note("tried", "admin-secret-former", status=200, client=client)
        # Whose answer was lost finds another version.
        life.answer("admin-client-disable", 412 if is_disabled else 204, tries=2 if is_disabled else 1, client=client)
        for wanted in (401, 401 if is_disabled else 200):
            life.note("tried", "admin-secret-at-end", status=wanted, wanted=wanted, is_disabled=is_disabled, client=client)
    life.answer("admin-client-enable", 200, client="c2")
    none = {"suspended": False, "noted": False, "factors": 0, "codes": 0}
    lines = {("suspended", "u1"): 1, ("suspended", "u2"): 1, ("resumed", "u2"): 1, ("factors-reset", "u3"): 2, ("unlocked", "u4"): 1}
    lines |= {("client-secret-rotated", "c1"): 1, ("client-secret-rotated", "c2"): 1, ("client-disabled", "c2"): 1, ("client-enabled", "c2"): 1}
    life.tables = {
        "accounts": {f"u{number}": {**none, "suspended": number == 1} for number in range(1, 5)},
        "clients": {"c1": {"revision": 3, "disabled": True}, "c2": {"revision": 4, "disabled": False}}, "lines": lines}
    return life


def check_administration(verdict, log, by_op, tables):
    administration.check_people(verdict, log, by_op, tables["accounts"])
    administration.check_clients(verdict, log, by_op, tables["clients"])
    administration.check_audit(verdict, log, by_op, tables["lines"])


def a_late_suspension(life: Life) -> None:
    """Done behind the end of it."""
    facts = {"username": "n9", "user": "u9"}
    life.answer("admin-suspend", 204, tries=2, **facts)
    life.answer("admin-resume", 204, **facts)
    life.answer("admin-login-resumed", 403, **facts)
    life.tables["accounts"]["u9"] = {**life.tables["accounts"]["u1"]}
    life.tables["lines"] |= {("suspended", "u9"): 2, ("resumed", "u9"): 1}


def a_lost_disabling(life: Life) -> None:
    life.answer("admin-client", 201, client="c3")
    life.lose("admin-client-disable", client="c3")
    life.tables["clients"]["c3"] = {"revision": 2, "disabled": True}


# MARK: Devices, logouts, and one's own account

def lived() -> Life:
    life, facts = Life(tables={"present": ["u1"], "sessions": ["u1"], "ended": {"s2"}, "waiting": {"s1"}}), {"username": "a1", "user": "u1"}
    life.answer("account-device-too-soon", 400, **facts)
    life.answer("account-device", 200, **facts)
    life.answer("account-device-again", 400, **facts)
    life.answer("account-logout", 204, username="a1", session="s1")
    life.note("told", "account-logout", session="s2")
    return life


def check_lives(verdict, log, by_op, tables):
    accounts.check_devices(verdict, by_op, tables["present"], tables["sessions"])
    accounts.check_logouts(verdict, log, by_op, tables["ended"], tables["waiting"])


def a_lost_device(life: Life) -> None:
    life.entry("account-device").update(status=400, tries=2)


def named() -> Life:
    life = Life(tables={"u1": {"id": "u1", "full_name": "B", "nickname": "B"}})
    for name in ("A", "B"):
        life.answer("own-profile", 200, username="o1", user="u1", name=name)
    return life


def check_names(verdict, log, by_op, kept):
    own_account.check_profiles(verdict, log, by_op, kept)


def a_first_change_that_was_lost(life: Life) -> None:
    """And never done: the account is as it was."""
    life.lose("own-profile", username="o2", user="u2", name="C")
    life.tables["u2"] = {"id": "u2", "full_name": None, "nickname": None}


def a_last_change_that_was_lost(life: Life) -> None:
    life.lose("own-profile", username="o1", user="u1", name="C")
    life.tables["u1"].update(full_name="C", nickname="C")


def change(op: str, phase: str = "answer", **values) -> Callable[[Life], None]:
    return lambda life: life.entry(op, phase).update(values)


def put(*path, value) -> Callable[[Life], None]:
    def change(life):
        place = life.tables
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value

    return change


def leave_out(*ops: str) -> Callable[[Life], None]:
    return lambda life: life.without(*ops)


FLOWS = {
    "registrations": (registered, check_registrations), "bound": (bound, check_bound), "launches": (launched, check_launches),
    "administration": (administered, check_administration), "lives": (lived, check_lives), "names": (named, check_names)}


@pytest.mark.parametrize("flow", FLOWS)
def test_what_is_sound_holds_and_nothing_at_all_does_not(flow, tmp_path):
    made, check = FLOWS[flow]
    life = made()
    sound = held(life, check, tmp_path)
    assert all(sound.values()), sound
    life.log, life.tables = [], {name: type(value)() for name, value in life.tables.items()}
    nothing = held(life, check, tmp_path)
    assert not any(nothing.values()), nothing


@pytest.mark.parametrize("flow, lose", [
    ("registrations", a_lost_registration), ("registrations", a_lost_change), ("registrations", a_lost_end), ("bound", a_lost_refresh),
    ("administration", a_late_suspension), ("administration", a_lost_disabling), ("lives", a_lost_device), ("names", a_first_change_that_was_lost),
    ("names", a_last_change_that_was_lost)])
def test_what_was_lost_is_no_fault(flow, lose, tmp_path):
    made, check = FLOWS[flow]
    life = made()
    lose(life)
    found = held(life, check, tmp_path)
    assert all(found.values()), found


@pytest.mark.parametrize("flow, spoil, promise", [
    ("registrations", a_second_client, "each try made one at most"), ("registrations", lambda life: life.tables["kept"].pop(0), "has it"),
    ("registrations", put("left", "i", value=1), "spent by one client each"), ("registrations", change("registration-read", "shown", name="Other"), "acknowledged last"),
    ("registrations", put("kept", 0, "name", value="First"), "acknowledged last"), ("registrations", change("registration-of-another", status=200), "another one's token"),
    ("registrations", put("kept", 1, "is_over", value=False), "given up is over"), ("registrations", put("kept", 0, "is_over", value=True), "and nothing else"),
    ("registrations", change("registration-over", status=200), "given up is over"), ("registrations", change("registration-secret-at-end", "tried", status=401), "are good"),
    ("registrations", put("lines", "c1", value=2), "the audit"), ("registrations", leave_out("registration-of-another"), "another one's token"),
    ("bound", change("bound-code", "given", kind="Bearer"), "bound to it"), ("bound", put("s1", "thumbprint", value="another"), "bound to it"),
    ("bound", change("bound-refresh", status=400), "a refresh with the key"), ("bound", put("s1", "generation", value=1), "is lost or done twice"),
    ("bound", put("s1", "generation", value=3), "is lost or done twice"), ("bound", put("s1", "is_over", value=True), "is lost or done twice"),
    ("bound", change("bound-stolen", status=200), "ends nothing"), ("bound", change("bound-stolen-use", status=200), "without it nowhere"),
    ("bound", change("bound-use", status=401), "without it nowhere"), ("bound", leave_out("bound-stolen"), "ends nothing"),
    ("launches", change("launch-code", status=400), "opens its app"), ("launches", lambda life: life.note("refused", "launch", error="invalid_request", username="l1"), "opens its app"),
    ("launches", change("launch", "given", told=["p", "p", "another"]), "opened for"), ("launches", put("sessions", "s2", value="q"), "opened for"),
    ("launches", change("launch-again", "tried", status=200), "good once"), ("launches", put("left", value={"h-s1"}), "good once"),
    ("launches", change("launch-of-another-app", "tried", status=200), "no other app"), ("launches", change("launch-by-another", "tried", status=200), "nobody else"),
    ("launches", leave_out("launch-by-another"), "nobody else"),
    ("administration", change("admin-login-suspended", status=200), "is not let in"), ("administration", put("accounts", "u1", "suspended", value=False), "is not let in"),
    ("administration", change("admin-login-resumed", status=403), "logs in"), ("administration", put("accounts", "u2", "suspended", value=True), "logs in"),
    ("administration", change("admin-login-reset", status=401), "taken away"), ("administration", put("accounts", "u3", "codes", value=10), "taken away"),
    ("administration", change("admin-own-over", status=200), "stays so"), ("administration", change("admin-refresh-over", status=200), "stays so"),
    ("administration", change("admin-over", "tried", status=200), "killed since"), ("administration", change("admin-login-unlocked", odd=[[429, True, True]]), "guessed at"),
    ("administration", lambda life: life.tables["clients"].pop("c1"), "a client that was made"), ("administration", change("admin-client-token", status=401), "a client that was made"),
    ("administration", change("admin-secret-former", "tried", status=401), "for as long as was said"), ("administration", change("admin-secret-new", "tried", status=401), "for as long"),
    ("administration", change("admin-secret-at-end", "tried", status=200), "and no longer"), ("administration", put("clients", "c1", "disabled", value=False), "left it"),
    ("administration", put("clients", "c2", "revision", value=5), "left it"), ("administration", put("lines", ("suspended", "u1"), value=2), "the audit"),
    ("administration", leave_out("admin-unlock", "admin-login-unlocked"), "guessed at"),
    ("lives", change("account-device", status=400), "gets its tokens"), ("lives", change("account-device-again", status=200), "gets its tokens"),
    ("lives", change("account-device-too-soon", status=200), "none before"), ("lives", put("sessions", value=["u1", "u1"]), "gets its tokens"),
    ("lives", put("sessions", value=[]), "gets its tokens"), ("lives", put("waiting", value=set()), "told of every logout"), ("lives", put("ended", value={"s3"}), "ends a session"),
    ("names", put("u1", "full_name", value="A"), "acknowledged last"), ("names", put("u1", "nickname", value="A"), "acknowledged last"),
    ("names", put("u1", "nickname", value=None), "acknowledged last"), ("names", lambda life: life.tables.pop("u1"), "acknowledged last")])
def test_what_is_not_sound_breaks_its_promise(flow, spoil, promise, tmp_path):
    made, check = FLOWS[flow]
    life = made()
    spoil(life)
    broken = [name for name, holds in held(life, check, tmp_path).items() if not holds]
    assert any(promise in name for name in broken), broken


def test_what_may_be_shown():
    def answered(name, tries=1, status=200):
        return {"phase": "answer", "status": status, "tries": tries, "name": name}

    lost = {"phase": "unknown", "tries": 2, "name": "lost"}
    assert may_show([]) == {None} and may_show([], "first") == {"first"}
    assert may_show([answered("a"), answered("b")], "first") == {"b"}
    assert may_show([answered("a"), lost]) == {"a", "lost"} and may_show([lost]) == {None, "lost"}
    assert may_show([answered("late", tries=2), answered("b")]) == {"late", "b"} and may_show([answered("a"), answered("b", status=403)]) == {"a"}


def test_a_promise_of_which_nothing_was_tried_does_not_hold(capsys):
    verdict = Verdict()
    verdict.say("something", [], tries=3)
    assert verdict.broken == 0
    verdict.say("nothing", [], tries=0)
    assert verdict.broken == 1 and "nothing of it was tried" in capsys.readouterr().out
