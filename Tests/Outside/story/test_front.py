"""The front door in a real browser: wide, narrow, dark, without scripts; its links all followed; a login and a request in the API's reference."""

import html as entities
import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
import requests

from careline import browser, people
from careline.waiting import until

pytestmark = pytest.mark.once

# The reference's own comes from its script, a little after the page.
MAIN = "document.querySelector('main, [role=main]') !== null"
PAGES = ["/", "/docs", "/docs/app-developers", "/docs/events", "/docs/events/care.users.deleted.v1", "/docs/operations", "/docs/search?q=token", "/glossary", "/changelog", "/problems",
         "/problems/validation", "/problems/slot-taken", "/status"]

ACCOUNT = ["/account", "/account/profile", "/account/change-password", "/account/factors", "/account/logins", "/account/data", "/account/guardianships", "/account/invitations", "/account/erase", "/device"]

# What is read, or heard, as French in a French page: all but code and what says that it is English.
SAID_IN_FRENCH = """(() => {
    const read = document.body.cloneNode(true);
    read.querySelectorAll('[lang=en], code, pre, script, style').forEach((part) => part.remove());
    const heard = [...read.querySelectorAll('*')].flatMap((part) => ['aria-label', 'title', 'alt', 'placeholder'].map((name) => part.getAttribute(name) ?? ''));
    return [read.textContent, ...heard].join(' ');
})()"""
ENGLISH = re.compile(r"\b(?:the|and|of|with|is|are|you|your|what|which|not|for)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def demo(url) -> dict:
    return json.loads((Path(os.environ["CARELINE_STATE"]) / "ready").read_text())["demo"]


@pytest.fixture(scope="module")
def axe() -> str:
    found = importlib.util.find_spec("axe_playwright_python")
    assert found, "Tests/Outside/requirements-alone.txt is not installed: make setup"
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text()


def page_of(url: str, path: str) -> requests.Response:
    return requests.get(url + path, headers={"Accept": "text/html"}, timeout=30)


def test_the_first_page_says_what_this_is_and_what_runs(url, demo):
    answer = page_of(url, "/")
    assert answer.status_code == 200 and len(answer.content) < 60_000
    assert "The backend of a care platform" in answer.text and answer.text.count('<span class="state up">runs') == 7
    assert demo["password"] in answer.text and "missing" not in answer.text
    assert "<script" not in answer.text and not answer.cookies
    french = requests.get(url, headers={"Accept": "text/html", "Accept-Language": "fr-CH, en;q=0.5"}, timeout=30)
    assert '<html lang="fr">' in french.text and "Le système derrière une plateforme de soins" in french.text and len(french.content) < 60_000


def test_whoever_has_only_the_address_gets_to_free_times_by_what_the_first_page_says(url):
    """The lines of the page as they are."""
    block = re.search(r"<pre[^>]*><code>(TOKEN=.*?)</code></pre>", page_of(url, "/").text, re.S)[1]
    done = subprocess.run(["bash", "-c", entities.unescape(block)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and json.loads(done.stdout)["items"], done.stdout + done.stderr


def test_every_link_leads_somewhere(url):
    """From the first page on, all that is on this platform."""
    seen, waiting, anchors = {}, ["/"], set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        answer = page_of(url, path)
        seen[path] = answer
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        for link in re.findall(r'(?:href|src)="([^"]+)"', answer.text):
            target, anchor = urldefrag(urljoin(f"{url}{path}", link.replace("&amp;", "&")))
            if target.startswith(url):
                waiting.append(target.removeprefix(url) or "/")
                if anchor:
                    anchors.add((target.removeprefix(url), anchor))
    assert len(seen) > 80, "the guides, every problem, every schema"
    for path, anchor in anchors:
        assert f'id="{anchor}"' in seen[path].text, f"{path} has no #{anchor}"


@pytest.mark.parametrize("width", [1200, 360])
@pytest.mark.parametrize("dark", [False, True])
def test_no_page_is_wider_than_its_window(url, chromium, width, dark):
    for path in [*PAGES, "/docs/operators", "/docs/api"]:
        page = chromium.page(url + path, width=width, dark=dark)
        assert page.run("document.documentElement.scrollWidth") <= width, path
        ground = page.run("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 3 * 64) == dark, f"{path}: {ground}"


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (360, True)])
def test_nothing_is_in_the_way_of_anybody(url, chromium, axe, width, dark):
    for path in [*PAGES, "/docs/api"]:
        page = chromium.page(url + path, whatever_its_policy=True, width=width, dark=dark)
        page.run(axe)
        until(f"{path} has its main part", lambda page=page: page.run(MAIN))
        # The reference's own inside is Swagger UI's.
        found = page.run("axe.run({exclude: ['#reference']}).then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 200)))")
        assert found == [], path


def test_without_scripts_everything_is_there_but_the_reference(url, chromium):
    for path in PAGES:
        with_scripts, without = (chromium.page(url + path, scripts=scripts).run("document.body.innerText") for scripts in (True, False))
        # The time of day is another.
        assert re.sub(r"\d\d:\d\d:\d\d", "", with_scripts) == re.sub(r"\d\d:\d\d:\d\d", "", without), path
    assert "The operations as a list" in chromium.page(f"{url}/docs/api", scripts=False).run("document.body.innerText")


def test_in_french_nothing_is_in_the_way_either_and_a_choice_by_hand_is_kept(url, axe):
    """In a browser of its own, which keeps a cookie, without scripts of the pages' own."""
    program = browser.found()
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell (or make setup)")
    with browser.chromium(program) as french:
        chosen = french.page(f"{url}/?lang=fr", scripts=False)
        assert "Par où commencer" in chosen.run("document.body.innerText")
        for path in [*PAGES, "/docs/api"]:
            page = french.page(url + path, whatever_its_policy=True, width=360)
            assert page.run("document.documentElement.lang") == "fr", path
            said = page.run(SAID_IN_FRENCH)
            assert len(said) > 100 and not ENGLISH.findall(said), f"{path}: {said}"
            assert page.run("document.documentElement.scrollWidth") <= 360, path
            page.run(axe)
            until(f"{path} has its main part", lambda page=page: page.run(MAIN))
            found = page.run("axe.run({exclude: ['#reference']}).then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 200)))")
            assert found == [], path
        page = french.page(f"{url}/docs", scripts=False)
        page.run("document.querySelector('a[hreflang=en]').click()")
        until("the page is English", lambda: page.run("document.documentElement?.lang") == "en" and page.run("document.readyState") == "complete")
        assert french.page(f"{url}/status").run("document.documentElement.lang") == "en"


def test_nothing_is_in_the_way_on_the_pages_of_ones_own_account(url, axe):
    """In a browser of its own, which logs in by way of the login page, without scripts of the pages' own."""
    program = browser.found()
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium-headless-shell (or make setup)")
    person = people.provider(url, "cardiology", "pages")
    with browser.chromium(program) as own:
        page = own.page(url + requests.get(f"{url}/account", allow_redirects=False, timeout=30).headers["Location"], scripts=False)
        page.run(f"document.querySelector('#username').value = {json.dumps(person.username)}")
        page.run(f"document.querySelector('#password').value = {json.dumps(people.PASSWORD)}")
        page.run("document.querySelector('main form button').click()")
        until("they are back", lambda: page.run("location.pathname") == "/account" and page.run("document.readyState") == "complete")
        for path in ACCOUNT:
            for width, dark in ((1200, False), (360, True)):
                page = own.page(url + path, whatever_its_policy=True, width=width, dark=dark)
                assert page.run("location.pathname") == path
                assert page.run("document.documentElement.scrollWidth") <= width, path
                page.run(axe)
                found = page.run("axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 200)))")
                assert found == [], path
        for path in ACCOUNT:
            page = own.page(f"{url}{path}?lang=fr", scripts=False)
            said = page.run(SAID_IN_FRENCH)
            assert len(said) > 30 and not ENGLISH.findall(said), f"{path}: {said}"


def test_a_search_without_scripts(url, chromium):
    page = chromium.page(f"{url}/docs", scripts=False)
    page.run("document.querySelector('#q').value = 'idempotency'")
    page.run("document.querySelector('header form button').click()")
    until("the answer is there", lambda: page.run("location.pathname") == "/docs/search" and page.run("document.readyState") == "complete")
    assert page.run("document.querySelectorAll('main ol li').length") > 1


def test_one_logs_in_by_oauth_and_tries_a_request_in_the_reference(url, chromium, demo):
    page = chromium.page(f"{url}/docs/api")
    until("the reference is drawn", lambda: page.run("document.querySelectorAll('.opblock-tag').length") > 5)
    requested = page.run("performance.getEntriesByType('resource').map(({name}) => name)")
    assert requested and all(name.startswith((url, "data:")) for name in requested), "nothing is loaded from elsewhere"

    page.run("document.querySelector('.btn.authorize').click()")
    until("the ways to log in are shown", lambda: page.run("!!document.querySelector('.auth-container input[type=checkbox]')"))
    page.run("""[...document.querySelectorAll('.auth-container .scope-def, .auth-container .checkbox')].flatMap((scope) => [...scope.querySelectorAll('input')])
        .filter((box) => /openid|profile/.test(box.id) && !box.checked).forEach((box) => box.click())""")
    page.run("""[...document.querySelectorAll('.auth-container')].find((form) => form.querySelector('input[type=checkbox]')).querySelector('.modal-btn.authorize').click()""")
    login = page.opened()
    until("the login page is there", lambda: login.run("!!document.querySelector('input[name=password]')"))
    login.run(f"document.querySelector('input[name=username]').value = {json.dumps(demo['patient'])}")
    login.run(f"document.querySelector('input[name=password]').value = {json.dumps(demo['password'])}")
    login.run("document.querySelector('button[type=submit]').click()")
    until("the person is asked", lambda: login.run("location.pathname.startsWith('/oauth') && !document.querySelector('input[name=password]')"))
    login.run("document.querySelector('button').click()")
    until("the reference has a token", lambda: page.run("[...document.querySelectorAll('.auth-container button')].some((button) => button.innerText === 'Logout')"))
    page.run("document.querySelector('.close-modal').click()")

    page.run("[...document.querySelectorAll('.opblock-tag')].find((tag) => tag.dataset.tag === 'OAuth').click()")
    operation = "[...document.querySelectorAll('.opblock-get')].find((block) => block.querySelector('.opblock-summary-path').dataset.path === '/userinfo')"
    until("its operations are shown", lambda: page.run(f"!!{operation}"))
    page.run(f"{operation}.querySelector('.opblock-summary-control').click()")
    until("it can be tried", lambda: page.run(f"!!{operation}.querySelector('.try-out__btn')"))
    page.run(f"{operation}.querySelector('.try-out__btn').click()")
    until("it can be sent", lambda: page.run(f"!!{operation}.querySelector('.execute')"))
    page.run(f"{operation}.querySelector('.execute').click()")
    until("the answer is shown", lambda: page.run(f"{operation}.querySelector('.live-responses-table tbody .response-col_status')?.innerText?.startsWith('200')"))
    assert demo["patient"] in page.run(f"{operation}.querySelector('.live-responses-table').innerText")
