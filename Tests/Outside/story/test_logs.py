"""What is refused stands in the log of the service that refused it: which control held, and nobody's name."""

import json
import os
import secrets
import uuid
from pathlib import Path

from careline import people
from careline.client import Client
from careline.waiting import until


def line(service: str, request_id: str) -> dict | None:
    """That of the request, once it is there."""
    for text in (Path(os.environ["CARELINE_STATE"]) / "logs" / f"{service}.log").read_text(errors="replace").splitlines():
        if request_id in text and text.startswith("{"):
            entry = json.loads(text)
            if entry["message"] == "request" and entry["requestId"] == request_id:
                return entry
    return None


def test_what_is_refused_is_logged_by_what_refused_it(url):
    patient, stranger = people.sign_up(url, "patient", "logged"), people.sign_up(url, "patient", "curious")
    nobody, name = Client(url), f"guessed-{secrets.token_hex(4)}"

    # Until the name waits.
    until("the name waits", lambda: nobody.call("POST", "/auth/login", {"username": name, "password": "not the password"}).status_code == 429)
    tries = {
        # Of input, of who calls, of what they may, of whose it is, of how often.
        "validation": ("auth", 400, lambda headers: nobody.call("POST", "/signup", {"username": name, "admin": True}, headers=headers).status_code),
        "malformed-json": ("scheduling", 400, lambda headers: patient.call("POST", "/appointments", data=b"{", headers=headers).status_code),
        "unauthorized": ("messaging", 401, lambda headers: nobody.get("/feed", headers=headers).status_code),
        "insufficient-scope": ("ers", 403, lambda headers: patient.call("POST", "/ers", {"name": "x"}, headers=headers).status_code),
        "not-found": ("auth", 404, lambda headers: stranger.get(f"/users/{patient.id}/factors", headers=headers).status_code),
        "too-many-requests": (
            "auth", 429, lambda headers: nobody.call("POST", "/auth/login", {"username": name, "password": "not it either"}, headers=headers).status_code)}
    for problem, (service, status, attempt) in tries.items():
        id = f"refused-{uuid.uuid4()}"
        headers = {"X-Request-Id": id} | ({"Content-Type": "application/json"} if problem == "malformed-json" else {})
        answered = attempt(headers)
        assert answered == status, (problem, answered)
        until(f"the {service} service has logged it", lambda service=service, id=id: line(service, id))
        entry = line(service, id)
        assert (entry["problem"], int(entry["status"])) == (problem, status), entry
        said = json.dumps(entry)
        assert name not in said and patient.id not in said and stranger.id not in said, entry
    fine = f"fine-{uuid.uuid4()}"
    assert patient.get("/account/sessions", headers={"X-Request-Id": fine}).status_code == 200
    until("it is logged", lambda: line("auth", fine))
    assert "problem" not in line("auth", fine)
