"""The terminal app that comes along (Examples/care), as a person uses it."""

import json
import os
import re
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

import requests

from .checkout import BUILD
from .oauth import Browser, Form
from .people import PASSWORD, Person

SCOPES = ["openid", "offline_access", "profile", "messages:read", "messages:write", "appointments:read", "appointments:write", "health:read", "health:write",
          "records:read", "records:write"]


class Terminal:
    """What a person types at a shell, in a home of their own."""

    def __init__(self, url, home):
        self.environment = {**os.environ, "CARE_HOME": str(home), "CARE_SERVER": url, "CARE_CLIENT_ID": "care-terminal"}

    @property
    def access_token(self) -> str:
        """As it is kept."""
        [session] = Path(self.environment["CARE_HOME"]).glob("*/keys/session")
        return json.loads(session.read_text())["tokens"]["accessToken"]

    @contextmanager
    def without_a_network(self):
        """By a proxy that is not there."""
        self.environment.update({"http_proxy": "http://127.0.0.1:1", "no_proxy": ""})
        try:
            yield
        finally:
            for name in ("http_proxy", "no_proxy"):
                del self.environment[name]

    @contextmanager
    def through(self, network):
        """By a proxy that is as networks are."""
        self.environment.update({"http_proxy": network.address, "no_proxy": ""})
        try:
            yield
        finally:
            for name in ("http_proxy", "no_proxy"):
                del self.environment[name]

    def tried(self, *words: str, typed: str = "") -> subprocess.CompletedProcess:
        """However it ends."""
        return subprocess.run([BUILD / "care", *words], env=self.environment, input=typed, capture_output=True, text=True, timeout=90)

    @contextmanager
    def running(self, *words: str):
        """Until its input ends; `app.shown` has the lines that it has written so far."""
        with subprocess.Popen([BUILD / "care", *words], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as app:
            app.shown = []
            reading = threading.Thread(target=lambda: app.shown.extend(iter(app.stdout.readline, "")))
            reading.start()
            try:
                yield app
            finally:
                app.stdin.close()
                reading.join(60)

    def care(self, *words: str, typed: str = "") -> str:
        done = self.tried(*words, typed=typed)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def offers(self, *words: str) -> dict[str, str]:
        """What it lets a person choose from, each with the number to type; who types nothing has chosen nothing."""
        done = subprocess.run([BUILD / "care", *words], env=self.environment, input="", capture_output=True, text=True, timeout=90)
        return {line: number for number, line in re.findall(r"^ +(\d+)  (.*)$", done.stdout, re.MULTILINE)}

    def fails(self, *words: str) -> str:
        done = self.tried(*words)
        assert done.returncode == 1, done.stdout + done.stderr
        return done.stderr

    def log_in(self, person: Person) -> str:
        with subprocess.Popen([BUILD / "care", "login"], env=self.environment, stdout=subprocess.PIPE, text=True) as process:
            address = next(match[1] for line in process.stdout if (match := re.fullmatch(r"\s*(http\S+/oauth/authorize\S+)\s*", line)))
            browser = Browser()
            answer = browser.log_in(address, person.username, PASSWORD)
            # Who has agreed before is not asked again.
            back = (answer if answer.is_redirect else browser.submit(Form(answer), decision="allow")).headers["Location"]
            # A browser asks for icons, too; only the callback ends the waiting.
            assert requests.get(re.sub(r"/callback.*", "/favicon.ico", back), timeout=10).status_code == 404
            assert "Go on in the terminal" in requests.get(back, timeout=10).text
            said = process.stdout.read()
        assert process.returncode == 0, said
        return said


def register(auth_service) -> None:
    """The app, as an operator does."""
    scopes = [word for scope in SCOPES for word in ("--scope", scope)]
    auth_service("seed-client", "--id", "care-terminal", "--name", "Care", "--redirect-uri", "http://127.0.0.1/callback", *scopes)
