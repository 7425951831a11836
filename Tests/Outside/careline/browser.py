"""A real Chromium without windows, driven over its DevTools protocol (https://chromedevtools.github.io/devtools-protocol/)."""

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from websockets.sync.client import connect

from careline.waiting import until

# What is read, or heard, on a page in another language: all but code and what says that it is English.
SAID = """(() => {
    const read = document.body.cloneNode(true);
    read.querySelectorAll('[lang=en], code, pre, script, style').forEach((part) => part.remove());
    const heard = [...read.querySelectorAll('*')].flatMap((part) => ['aria-label', 'title', 'alt', 'placeholder'].map((name) => part.getAttribute(name) ?? ''));
    return [read.textContent, ...heard].join(' ');
})()"""
ENGLISH = re.compile(r"\b(?:the|and|of|with|is|are|you|your|what|which|not|for)\b", re.IGNORECASE)
# Keys that do something, with their number and what they write.
KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "ArrowDown": (40, "")}
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


def axe() -> str:
    """The script of axe-core, which finds what is in somebody's way on a page."""
    package = importlib.util.find_spec("axe_playwright_python")
    assert package, "Tests/Outside/requirements-alone.txt is not installed: make setup"
    return (Path(package.submodule_search_locations[0]) / "axe.min.js").read_text()


@contextmanager
def chromium(program: str):
    """Runs one with a profile of its own that is gone afterwards; gives the `Browser`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, open(f"{profile}/log", "w+") as log:
        words = [program, "--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}/data", "--disable-gpu", "--disable-dev-shm-usage",
                 "--no-first-run", "--no-proxy-server"]
        if os.geteuid() == 0:
            words.append("--no-sandbox")   # Chromium's sandbox does not run as root
        # Debian's headless shell is a script that stays beside the program: a group of their own ends with both.
        process = subprocess.Popen([*words, "about:blank"], stdout=log, stderr=log, start_new_session=True)
        try:
            def address():
                with open(log.name) as written:
                    text = written.read()
                assert process.poll() is None, text[-2000:]
                return re.search(r"DevTools listening on (ws://\S+)", text)

            with connect(until("Chromium listens", address)[1], max_size=None) as devtools:
                yield Browser(devtools)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=30)


class Navigated(AssertionError):
    """The page that was asked gave way to the next one: who waits for that one asks again."""


class Browser:
    def __init__(self, devtools):
        self._devtools, self._last = devtools, 0

    def call(self, method: str, session: str | None = None, deadline: float = 30, **parameters) -> dict:
        self._last += 1
        command = {"id": self._last, "method": method, "params": parameters}
        self._devtools.send(json.dumps(command if session is None else {**command, "sessionId": session}))
        while True:   # events come between
            answer = json.loads(self._devtools.recv(deadline))
            if answer.get("id") == self._last:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise Navigated(f"{method}: {answer['error']}")
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def page(
        self, url: str, whatever_its_policy: bool = False, width: int = 1200, dark: bool = False, scripts: bool = True, leads_on: bool = False,
    ) -> "Page":
        """`whatever_its_policy`: a test's script may do what the page's Content-Security-Policy forbids to its own. Without `scripts` the page's own do not run.
        `leads_on`: to another page, such as the one to log in on."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.setBypassCSP", session, enabled=whatever_its_policy)
        self.call("Emulation.setScriptExecutionDisabled", session, value=not scripts)
        page = Page(self, session)
        page.looks(width, dark)
        self.call("Page.navigate", session, url=url)
        until(
            f"{url} is loaded", lambda: (page.run("location.href") != "about:blank" if leads_on else page.run("location.href") == url)
            and page.run("document.readyState") == "complete", allowing=Navigated)
        return page


class Page:
    def __init__(self, browser: Browser, session: str):
        self._browser, self._session = browser, session

    def until(self, what: str, script: str):
        """The script's value once it is one; the page may give way to others meanwhile, whole when they are asked."""
        return until(what, lambda: self.run(f"document.readyState === 'complete' && ({script})"), allowing=Navigated)

    def run(self, script: str, deadline: float = 30):
        """The value of a JavaScript expression, awaited when it is a promise. What it clicks a person might have clicked."""
        answer = self._browser.call("Runtime.evaluate", self._session, deadline, expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def looks(self, width: int, dark: bool):
        """From now on, wherever it goes."""
        self._browser.call("Emulation.setDeviceMetricsOverride", self._session, width=width, height=900, deviceScaleFactor=1, mobile=False)
        self._browser.call("Emulation.setEmulatedMedia", self._session, features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def hindrances(self, *beside: str) -> list[str]:
        """What is in somebody's way, as axe-core sees it, but for what is in these elements. The page was opened whatever its policy."""
        if not self.run("'axe' in window"):
            self.run(axe())
        found = "({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 200))"
        # It measures every word's colour: of a long guide for a while.
        return self.run(f"axe.run({{exclude: {json.dumps(beside)}}}).then({found})", deadline=180)

    def english(self) -> list[str]:
        """The English words of a page in another language, but for those of parts that say so of themselves."""
        said = self.run(SAID)
        assert len(said) > 30, "the page says nothing"
        return ENGLISH.findall(said)

    def press(self, *keys: str):
        """On its keyboard, one after the other, wherever the focus is: names of KEYS, or what a key writes."""
        for key in keys:
            code, text = KEYS.get(key, (0, key))
            word = {"key": key, "code": key if key in KEYS else "", "windowsVirtualKeyCode": code}
            self._browser.call("Input.dispatchKeyEvent", self._session, type="keyDown", **word, **({"text": text} if text else {}))
            self._browser.call("Input.dispatchKeyEvent", self._session, type="keyUp", **word)

    def let_in(self, username: str, password: str):
        """On Careline's own pages, where an app has sent the browser: logs in and lets the app in."""
        self.until("the login is shown", "document.querySelector('input[name=username]') !== null")
        self.run(f"document.querySelector('input[name=username]').value = {json.dumps(username)}")
        self.run(f"document.querySelector('input[name=password]').value = {json.dumps(password)}")
        self.run("document.querySelector('main form button').click()")
        self.until("the consent is shown", "document.querySelector('button[value=allow]') !== null")
        self.run("document.querySelector('button[value=allow]').click()")

    def has_network(self, there: bool):
        """Of this page, until it is said otherwise."""
        self._browser.call("Network.enable", self._session)
        self._browser.call("Network.emulateNetworkConditions", self._session, offline=not there, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def cannot_reach(self, *addresses: str):
        """Patterns of addresses, also after the page is loaded anew."""
        self._browser.call("Network.enable", self._session)
        self._browser.call("Network.setBlockedURLs", self._session, urls=list(addresses))

    def kill(self):
        """Without a word to its scripts."""
        self._browser.call("Target.closeTarget", targetId=self._browser.call("Target.getTargetInfo", self._session)["targetInfo"]["targetId"])

    def has_device(self):
        """A device for passkeys that always knows who holds it, for this page wherever it goes."""
        self._browser.call("WebAuthn.enable", self._session, enableUI=False)
        device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
                  "automaticPresenceSimulation": True}
        self._browser.call("WebAuthn.addVirtualAuthenticator", self._session, options=device)

    def opened(self) -> "Page":
        """The window that this page has opened."""
        def other():
            targets = self._browser.call("Target.getTargets")["targetInfos"]
            return next((target for target in targets if target.get("openerId") and not target["attached"]), None)

        target = until("a window was opened", other)
        session = self._browser.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        return Page(self._browser, session)
