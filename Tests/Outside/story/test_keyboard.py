"""By the keyboard alone: a person signs up, logs in, also with a code, lets an app in, changes their name and their password and sets up codes, and an operator shuts somebody out, by
Tab, Enter and what they type; at each stop they see where they are. Every page of an account, and of an operator's, is walked from its top to its end."""

import json
import secrets
from urllib.parse import parse_qs, urlsplit

import pytest

from careline import browser, factors, people
from careline.oauth import App
from careline.sites import HTML, site
from careline.waiting import until

pytestmark = pytest.mark.once

# The focus is somewhere, inside the window, and drawn around what has it, in another colour than what is behind. The window moves by whole pixels, and in a field
# of several lines to the one that is written on.
SHOWN = """(() => {
    const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
    const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0), enough = at.matches('textarea') ? 40 : box.height - 1;
    const isInside = box.width > 0 && box.height > 0 && seen >= enough && box.left > -1 && box.right < innerWidth + 1;
    const isDrawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && style.outlineColor !== getComputedStyle(document.body).backgroundColor;
    return at !== document.body && at.matches(':focus-visible') && isInside && isDrawn;
})()"""
# What can be used on a page, in the order in which it is read; of what one is chosen of, what is chosen.
STOPS = "[...document.querySelectorAll('a[href], button, select, textarea, input:not([type=hidden], [type=radio]), input[type=radio]:checked')]"

ACCOUNT = (
    "/account", "/account/profile", "/account/picture", "/account/change-email", "/account/change-password", "/account/factors", "/account/logins", "/account/data",
    "/account/guardianships", "/account/invitations", "/account/erase", "/device", "/oauth/logout")
ADMINISTRATION = ("/admin", "/admin/people", "/admin/apps", "/admin/log")


class Typist:
    """Has no mouse."""

    def __init__(self, page: browser.Page):
        self.page = page

    def at(self, title: str):
        self.page.until(f"{title!r} is there", f"document.title === {json.dumps(f'{title} – Careline')}")

    def reach(self, selector: str) -> list[str]:
        """By Tab, from wherever the page has put the focus; the stops on the way."""
        stops = []
        while not self.page.run(f"document.activeElement.matches({json.dumps(selector)})"):
            self.page.press("Tab")
            stops.append(self.page.run("document.activeElement.outerHTML.slice(0, 120)"))
            assert self.page.run(SHOWN), f"nobody sees that the focus is at {stops[-1]}"
            assert len(stops) < 40, f"{selector} is not reached: {stops}"
        assert self.page.run(SHOWN), f"nobody sees that the focus is at {selector}"
        return stops

    def walk(self):
        """From the top by Tab: at everything that can be used, in the order in which it is read."""
        self.page.run("document.body.tabIndex = -1; document.body.focus()")
        stops = self.page.run(f"{STOPS}.map((stop) => stop.outerHTML.slice(0, 120))")
        assert stops, "nothing can be done here"
        for place, stop in enumerate(stops):
            for _ in range(6):   # a date has a stop at each of its parts
                self.page.press("Tab")
                at = self.page.run(f"{STOPS}.indexOf(document.activeElement)")
                if at != place - 1:
                    break
            assert at == place, f"Tab stops at {stops[at] if at >= 0 else 'nothing'}, where {stop} is read"
            # What is drawn around a part of a date its browser draws. A page that has to move for it does so with its next picture.
            if 'type="date"' not in stop:
                until(f"the focus at {stop} is seen", lambda: self.page.run(SHOWN), timeout=5)

    def type(self, selector: str, text: str):
        self.reach(selector)
        # As who tabs into a field: what is there is selected, and goes with the first letter.
        self.page.press(*text)

    def enter(self, selector: str):
        self.reach(selector)
        self.page.press("Enter")

    def log_in(self, username: str):
        self.type("input[name=username]", username)
        self.type("input[name=password]", people.PASSWORD)
        # From the field itself: Enter sends the form.
        self.page.press("Enter")

    def set_up_codes(self) -> str:
        """From the page of their account; the authenticator app's secret."""
        self.at("Your account")
        self.enter("a[href^='/account/factors']")
        return self.set_up_codes_here()

    def set_up_codes_here(self) -> str:
        """From the page of their factors."""
        self.at("Second factors and passkeys")
        self.enter("button[formaction='/account/factors/totp']")
        self.at("Set up an authenticator app")
        secret = self.page.run("document.getElementById('key').textContent").replace(" ", "")
        self.type("#code", factors.code(secret))
        self.page.press("Enter")
        self.at("Your recovery codes")
        return secret


@pytest.fixture
def callback():
    """The app's address, and where its browser came back to."""
    came = []

    def answer(path, _origin):
        came.append(path)
        return HTML, b""

    with site(answer) as origin:
        yield f"{origin}/callback", came


@pytest.fixture
def window():
    """One of a browser of its own, which keeps its cookies."""
    program = browser.found()
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell (or make setup)")
    with browser.chromium(program) as own:
        yield own.page


LOOKS = pytest.mark.parametrize(("width", "dark"), [(1200, False), (360, True)])


@LOOKS
def test_one_lets_an_app_in_and_changes_ones_name_by_keys_alone(url, app, window, callback, width, dark):
    person = people.sign_up(url, "patient", "typist")
    address, came = callback
    asked = App(url, app.client_id, address).begin()
    one = Typist(window(asked.address, width=width, dark=dark))
    one.at("Log in")
    one.log_in(person.username)
    one.at("Allow Clinic Finder")
    # Whoever presses Enter at once has not read what they allow: a button has to be reached first.
    assert not one.page.run("document.activeElement.matches('button')")
    one.enter("button[value=allow]")
    until("the app is let in", lambda: came and came[0].startswith("/callback?"))
    answer = {name: value for name, [value] in parse_qs(urlsplit(came[0]).query).items()}
    assert answer["state"] == asked.state and answer["iss"] == url
    tokens = asked.session.fetch_token(
        asked.app.metadata["token_endpoint"], authorization_response=address + came[0].removeprefix("/callback"), state=asked.state, code_verifier=asked.verifier)
    assert asked.identity(tokens)["sub"] == person.id

    one = Typist(window(f"{url}/account", width=width, dark=dark))
    one.enter("a[href^='/account/profile']")
    one.at("Change your profile")
    one.type("#fullName", "Typed Name")
    one.enter("main form button[type=submit]")
    until("the name is changed", lambda: person.get(f"/users/{person.id}").json()["fullName"] == "Typed Name")


@LOOKS
def test_one_signs_up_and_sets_up_codes_by_keys_alone(url, app, window, callback, width, dark):
    username, (address, came) = f"typed-{secrets.token_hex(4)}", callback
    one = Typist(window(App(url, app.client_id, address).begin().address, width=width, dark=dark))
    one.at("Log in")
    one.enter("a[href^='/oauth/signup']")
    one.at("Sign up")
    one.type("input[name=username]", username)
    one.type("input[name=password]", people.PASSWORD)
    one.reach("input[name=role]")
    one.enter("main form button[type=submit]")
    one.at("Allow Clinic Finder")
    one.enter("button[value=deny]")
    until("the app hears that it is not let in", lambda: came and "error=access_denied" in came[0])

    secret = Typist(window(f"{url}/account", width=width, dark=dark)).set_up_codes()
    one = Typist(window(f"{url}/oauth/logout", width=width, dark=dark))
    one.at("Log out")
    one.enter("main form button")
    one.at("Logged out")
    one = Typist(window(f"{url}/account", width=width, dark=dark, leads_on=True))
    one.at("Log in")
    one.log_in(username)
    one.at("Enter your code")
    # That of this half minute was spent.
    one.type("#code", factors.code(secret, 1))
    one.page.press("Enter")
    one.at("Your account")


@LOOKS
def test_each_page_of_an_account_is_walked_and_a_password_changed_by_keys_alone(url, window, width, dark):
    person = people.sign_up(url, "patient", "walker")

    def opened(path: str, leads_on: bool = False) -> Typist:
        return Typist(window(f"{url}{path}", width=width, dark=dark, leads_on=leads_on))

    stranger = opened("/account", leads_on=True)
    stranger.at("Log in")
    stranger.walk()
    opened("/account/reset").walk()
    one = opened("/account", leads_on=True)
    one.at("Log in")
    one.log_in(person.username)
    one.at("Your account")
    for path in ACCOUNT:
        opened(path).walk()
    one = opened("/account/change-password")
    one.type("#current", people.PASSWORD)
    one.type("#new", "eleven loud kettles at dusk")
    one.page.press("Enter")
    one.at("Your password is set")
    assert people.Client(url).post("/auth/login", {"username": person.username, "password": people.PASSWORD}).status_code == 401


@LOOKS
def test_an_operator_shuts_somebody_out_by_keys_alone(url, auth_service, window, width, dark):
    username, patient = people.appoint(auth_service, "admin"), people.sign_up(url, "patient", "kept-out")
    one = Typist(window(f"{url}/admin", width=width, dark=dark, leads_on=True))
    one.at("Log in")
    one.log_in(username)
    one.at("Set up a second factor first")
    one.enter("main a[href='/account/factors']")
    one.set_up_codes_here()
    for path in (*ADMINISTRATION, f"/admin/people/{patient.id}"):
        Typist(window(f"{url}{path}", width=width, dark=dark)).walk()
    one = Typist(window(f"{url}/admin", width=width, dark=dark))
    one.at("Administration")
    one.type("#q", patient.username)
    one.page.press("Enter")
    one.at("People")
    one.enter(f"a[href='/admin/people/{patient.id}']")
    one.at("An account")
    one.enter("button[value=suspend]")
    until("the person is shut out", lambda: patient.get("/account/sessions").status_code == 401)
    one.at("An account")
    one.enter("button[value=resume]")
    until("and let in again", lambda: people.Client(url).post("/auth/login", {"username": patient.username, "password": people.PASSWORD}).status_code == 200)
