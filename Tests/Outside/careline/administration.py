"""What an operator does from a terminal (`careline users`, `clients`, `organisations`, `audit`), each once, and what comes of it for whoever calls the API."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path

from careline import factors, people
from careline.client import Client
from careline.people import PASSWORD, Person, problem
from careline.waiting import until

ANOTHER_PASSWORD = "eleven loud kettles at dusk"
# Runs `careline` with these words and that on standard input; what it prints.
Careline = Callable[..., str]


def answered(url: str, username: str, password: str = PASSWORD):
    return Client(url).call("POST", "/auth/login", {"username": username, "password": password})


def accounts_are_made(careline: Careline, url: str) -> None:
    for role, path in (("admin", "/admin/users?q=nobody"), ("scheduler", "/ers")):
        username = f"{role}-{secrets.token_hex(4)}"
        said = careline("users", f"create-{role}", "--username", username, "--full-name", "Ada Terminal", "--hours", "2", "--password-file", "-", stdin=ANOTHER_PASSWORD + "\n")
        problem(answered(url, username, ANOTHER_PASSWORD), 403, "password-to-be-changed")
        people.choose_password(url, username, ANOTHER_PASSWORD)
        user = answered(url, username).json()["user"]
        assert user["role"] == role and user["fullName"] == "Ada Terminal" and user["id"] in said and ANOTHER_PASSWORD not in said, path


def a_person_is_shut_out_and_let_in(careline: Careline, url: str) -> Person:
    person = people.sign_up(url, "patient", "terminal")
    assert careline("users", "find", person.username).split() == [person.id, person.username, "patient", "Terminal", "Test"]
    careline("users", "suspend", "--username", person.username, "--reason", "abuse")
    assert person.get("/account/sessions").status_code == 401
    problem(answered(url, person.username), 403, "account-suspended")
    careline("users", "resume", "--username", person.username)
    assert answered(url, person.username).status_code == 200
    assert person.get("/account/sessions").status_code == 401, "what has ended stays so"
    return person


def a_guessers_victim_is_freed(careline: Careline, url: str) -> None:
    person = people.sign_up(url, "patient", "guessed-at")
    # The wait grows: to one that is longer than what follows takes.
    until("the name waits", lambda: int(answered(url, person.username, "not the password").headers.get("Retry-After", 0)) > 10, timeout=90)
    problem(answered(url, person.username), 429, "too-many-requests")
    careline("users", "unlock", "--username", person.username)
    assert answered(url, person.username).status_code == 200


def a_lost_phone_and_a_lost_password_are_replaced(careline: Careline, url: str) -> None:
    person = people.sign_up(url, "patient", "phoneless")
    factors.set_up(person)
    assert answered(url, person.username).status_code == 401, "the code is asked for"
    careline("users", "reset-factors", "--username", person.username, "--reason", "lost")
    assert person.get("/account/sessions").status_code == 401
    assert answered(url, person.username).status_code == 200
    careline("users", "set-password", "--username", person.username, "--password-file", "-", stdin=ANOTHER_PASSWORD + "\n")
    assert answered(url, person.username).status_code == 401
    problem(answered(url, person.username, ANOTHER_PASSWORD), 403, "password-to-be-changed")


def a_scheduler_becomes_an_admin(careline: Careline, url: str) -> None:
    username = f"theo-{secrets.token_hex(4)}"
    careline("users", "create-scheduler", "--username", username, "--password-file", "-", stdin=PASSWORD + "\n")
    theo = people.logged_in(url, people.log_in(url, username))
    assert theo.get("/account/sessions").status_code == 200
    assert theo.id in careline("users", "change-role", "--username", username, "--role", "admin")
    assert theo.get("/account/sessions").status_code == 401
    assert answered(url, username).json()["user"]["role"] == "admin"


def a_provider_is_verified(careline: Careline, url: str) -> None:
    patient, doctor = people.sign_up(url, "patient", "jo"), people.provider(url, "podiatry", "licensed")

    def is_listed() -> bool:
        return patient.get(f"/providers/{doctor.id}").status_code == 200

    until("Scheduling knows them", is_listed)
    for words, verified in (("--licence-number", "MB-40213"), True), (("--withdraw",), False), (("--licence-number", "MB-40213"), True):
        careline("users", "verify", "--username", doctor.username, *words)
        assert doctor.get(f"/users/{doctor.id}").json()["verified"] is verified
        until("Scheduling has heard", lambda verified=verified: is_listed() == verified)


def a_client_comes_and_goes(careline: Careline, url: str) -> str:
    """Its id."""
    id = f"terminal-{secrets.token_hex(4)}"
    draft = {"id": id, "name": "A machine", "kind": "confidential", "grants": ["client_credentials"], "scopes": ["appointments:read"]}

    def status(secret: str) -> int:
        form = {"grant_type": "client_credentials", "client_id": id, "client_secret": secret}
        return Client(url).call("POST", "/oauth/token", data=form).status_code

    def heard(what: str, **statuses: int) -> None:
        """A running Auth remembers a client for two seconds."""
        until(what, lambda: {name: status(said[name]) for name in statuses} == statuses)

    said = {"first": json.loads(careline("clients", "create", stdin=json.dumps(draft)))["secret"]}
    assert status(said["first"]) == 200 and status(said["first"][::-1]) == 401
    assert careline("clients", "list", id).split() == [id, "A", "machine", "confidential"]
    shown = json.loads(careline("clients", "show", id))
    assert shown["scopes"] == draft["scopes"] and "secret" not in shown
    assert json.loads(careline("clients", "change", id, stdin='{"name": "Another"}'))["name"] == "Another"
    said["second"] = json.loads(careline("clients", "rotate-secret", id, "--overlap-hours", "1"))["secret"]
    heard("both are taken", first=200, second=200)
    said["third"] = json.loads(careline("clients", "rotate-secret", id, "--overlap-hours", "0"))["secret"]
    heard("the last alone is", first=401, second=401, third=200)
    careline("clients", "disable", id)
    heard("none is", third=401)
    careline("clients", "change", id, stdin='{"disabled": false}')
    heard("it is taken again", third=200)
    return id


def a_client_is_invited(careline: Careline, url: str) -> None:
    token = careline("clients", "invite", "--scope", "openid").strip()
    wish = {"redirect_uris": ["https://invited.example/callback"], "client_name": "Invited", "scope": "openid"}
    invited = Client(url, token)
    made = invited.call("POST", "/oauth/register", wish)
    assert made.status_code == 201, made.text
    assert invited.call("POST", "/oauth/register", wish).status_code == 401, "one client by it"
    assert careline("clients", "list", made.json()["client_id"]).startswith(made.json()["client_id"])


def an_organisation_is_taken_in(careline: Careline, url: str) -> None:
    owner = people.provider(url, "podiatry", "owner")
    said = careline(
        "organisations", "create", "--name", "Terminal Clinic", "--time-zone", "America/Winnipeg", "--address", "1 Main Street, Winnipeg", "--owner", owner.username,
        "--owner-practises")
    [clinic] = owner.get("/organisations").json()["items"]
    assert clinic["id"] in said and clinic["name"] == "Terminal Clinic"
    [member] = owner.get(f"/organisations/{clinic['id']}/members").json()["items"]
    assert member["userId"] == owner.id and set(member["roles"]) == {"owner", "practitioner"}


def the_audit_says_so(careline: Careline, person: Person, client: str, folder: Path) -> None:
    """Of the person, who was suspended and resumed, and of the client."""
    file = folder / "audit.jsonl"

    def kinds(*words: str) -> list[str]:
        careline("audit", "export", "--to", str(file), *words)
        return [json.loads(line)["kind"] for line in file.read_text().splitlines()]

    # Rows are sealed a moment after they were written.
    found = until("the audit has them", lambda: {"suspended", "resumed"} <= set(kinds("--user", person.id)) and kinds("--user", person.id))
    assert found.index("signed-up") < found.index("suspended") < found.index("resumed")
    until("and the client's", lambda: kinds("--client", client).count("client-secret-rotated") == 2)
    assert kinds("--client", client, "--kind", "client-secret-rotated") == ["client-secret-rotated"] * 2
    shown = careline("audit", "export", "--user", person.id, "--kind", "suspended")
    assert [json.loads(line)["kind"] for line in shown.splitlines()] == ["suspended"]
    said = careline("audit", "verify")
    place = next(word for line in said.splitlines() for word in line.split() if word.partition(":")[0].isdigit() and ":" in word)
    assert "is whole" in said and "is whole" in careline("audit", "verify", "--known", place)
    # Who used whose record: each chain's end with when it was written, which the chains go through the next time.
    heads = folder / "heads"
    assert "is whole" in careline("audit", "verify", "--records", "--heads", str(heads))
    assert all(len(line.split(":", 3)) == 4 for line in heads.read_text().split() if not line.startswith(("retention:", "receipt-key:")))
    assert "is whole" in careline("audit", "verify", "--records", "--known-heads", str(heads))
