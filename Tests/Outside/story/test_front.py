"""The front door in a real browser: wide, narrow, dark, without scripts; its links all followed; a login and a request in the API's reference."""

import base64
import hashlib
import html as entities
import json
import os
import re
import secrets
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

import pytest
import requests

from careline import browser
from careline.contract import read
from careline.oauth import Browser, Form
from careline.waiting import until

pytestmark = pytest.mark.once

# The reference's comes from its script, a little after the page.
MAIN = "document.querySelector('main, [role=main]') !== null"
PAGES = ["/", "/docs", "/docs/app-developers", "/docs/events", "/docs/events/care.users.deleted.v1", "/docs/operations", "/docs/operations/bookAppointment", "/docs/sdk/reference",
         "/docs/sdk/reference/Messaging", "/docs/sdk/reference/Health.Settings.Window", "/docs/search?q=token", "/glossary", "/changelog",
         "/problems", "/problems/validation", "/problems/slot-taken", "/status"]
# The further guides: pages of the same form, long, with tables and code.
GUIDES = ["/docs/operators", "/docs/records", "/docs/sdk", "/docs/security", "/docs/event-consumers"]
# The inside of the reference is Swagger UI's.
NOT_OURS = "#reference"


@pytest.fixture(scope="module")
def demo(url) -> dict:
    return json.loads((Path(os.environ["CARELINE_STATE"]) / "ready").read_text())["demo"]


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


@pytest.mark.parametrize("path", ["/docs/events", "/docs/events/care.users.deleted.v1", "/docs/operations", "/docs/operations/bookAppointment",
                                  "/docs/sdk/reference/Messaging", "/changelog"])
def test_what_is_there_in_english_alone_says_so_in_french_at_its_head(url, path):
    french = requests.get(url + path, headers={"Accept": "text/html", "Accept-Language": "fr"}, timeout=30)
    assert french.text.partition("<h1")[0].rstrip().endswith('<p class="soft">Cette page est en anglais.</p><div lang="en">')
    assert "en anglais" not in page_of(url, path).text


def test_whoever_has_only_the_address_gets_to_free_times_by_what_the_first_page_says(url):
    """The lines of the page as they are."""
    block = re.search(r"<pre[^>]*><code>(TOKEN=.*?)</code></pre>", page_of(url, "/").text, re.S)[1]
    done = subprocess.run(["bash", "-c", entities.unescape(block)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and json.loads(done.stdout)["items"], done.stdout + done.stderr


def test_whoever_has_only_the_address_registers_a_client_of_their_own(url):
    """By the demo's invitation, in the lines of the page as they are; without it, one hears that it is needed."""
    block = entities.unescape(re.search(r"<pre[^>]*><code>(curl -s \S+/oauth/register .*?)</code></pre>", page_of(url, "/").text, re.S)[1])
    done = subprocess.run(["bash", "-c", block], capture_output=True, text=True, timeout=60)
    made = json.loads(done.stdout)
    assert made["client_id"] and "http://localhost:5173/callback" in made["redirect_uris"], done.stdout + done.stderr
    refused = requests.post(f"{url}/oauth/register", json={"redirect_uris": made["redirect_uris"]}, timeout=30)
    assert refused.status_code == 401 and "initial access token" in refused.json()["error_description"], refused.text
    assert "error" not in refused.headers["WWW-Authenticate"]


def test_whoever_has_only_the_address_books_by_an_app_of_their_own(url):
    """Every address, name and form is read from the first page or from what it leads to; PKCE is made as RFC 7636 says."""
    home = f"{url}/"
    shown = page_of(url, "/").text
    words = [entities.unescape(word) for word in re.findall(r"<code>([^<]+)</code>", shown)]
    links = [urljoin(home, entities.unescape(link)) for link in re.findall(r'href="([^"]+)"', shown)]

    def word(pattern: str) -> str:
        return next(each for each in words if re.fullmatch(pattern, each))

    def led_to(ending: str) -> requests.Response:
        answer = requests.get(next(link for link in links if link.endswith(ending)), timeout=30)
        assert answer.status_code == 200, answer.url
        return answer

    username, client, redirect = word("demo-patient"), word("demo-app"), word(r"http://\S+/callback")
    password = re.search(r"The password of both:\s*<code>([^<]+)</code>", shown)[1]
    found, contract = led_to("/openid-configuration").json(), read(led_to("/openapi.yaml").text)
    operations = {each["operationId"]: (path, each) for path, item in contract["paths"].items() for each in item.values() if isinstance(each, dict) and "operationId" in each}
    path, booking = operations["bookAppointment"]
    [scope] = next(each["oauth"] for each in booking["security"] if "oauth" in each)

    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(12)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    asked = {"response_type": "code", "client_id": client, "redirect_uri": redirect, "scope": scope, "state": state, "code_challenge": challenge, "code_challenge_method": "S256"}
    person = Browser()
    consent = Form(person.log_in(f"{found['authorization_endpoint']}?{urlencode(asked)}", username, password))
    assert scope in consent.text, consent.text
    back = person.submit(consent, decision="allow").headers["Location"]
    assert back.startswith(f"{redirect}?")
    answer = dict(parse_qsl(urlsplit(back).query))
    assert (answer["state"], answer["iss"]) == (state, found["issuer"])
    spent = {"grant_type": "authorization_code", "client_id": client, "redirect_uri": redirect, "code": answer["code"], "code_verifier": verifier}
    tokens = requests.post(found["token_endpoint"], data=spent, timeout=30)
    assert tokens.status_code == 200, tokens.text
    headers = {"Authorization": f"{tokens.json()['token_type']} {tokens.json()['access_token']}"}

    # The first page's own example of free times; the contract's of a booking, at one of these.
    times = next(each for each in re.findall(r"https?://[^\s'&]+", shown) if each.startswith(found["issuer"] + operations["listSpecialtySlots"][0].partition("{")[0]))
    first = requests.get(times, headers=headers, timeout=30).json()["items"][0]
    free = first["slots"][-1]
    wish = {**contract["components"]["examples"]["NewAppointment"]["value"],
            "providerId": first["provider"]["providerId"], "startTime": free["startTime"], "endTime": free["endTime"]}
    booked = requests.post(found["issuer"] + path, json=wish, headers=headers, timeout=30)
    assert booked.status_code == 201, booked.text
    assert (booked.json()["status"], booked.json()["startTime"]) == ("booked", free["startTime"])


@pytest.mark.parametrize("path", ["/", "/docs/operators", "/openapi.yaml", "/schemas/care.users.deleted.v1.json"])
def test_pages_and_contracts_go_packed_to_who_takes_them_so(url, path):
    """They are long and hold nothing of anybody. Whoever has one hears so in either form."""
    plain, packed = (requests.get(url + path, headers={"Accept": "text/html", "Accept-Encoding": coding}, timeout=30) for coding in ("identity", "gzip"))
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert packed.content == plain.content and packed.headers["ETag"] == plain.headers["ETag"]
    again = requests.get(url + path, headers={"Accept": "text/html", "If-None-Match": packed.headers["ETag"]}, timeout=30)
    assert again.status_code == 304


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


@pytest.mark.parametrize("path", [*PAGES, *GUIDES, "/docs/api"])
def test_no_page_is_wider_than_its_window(url, chromium, path):
    page = chromium.page(url + path)
    for width, dark in ((1200, False), (1200, True), (360, False), (360, True)):
        page.looks(width, dark)
        assert page.run("document.documentElement.scrollWidth") <= width
        ground = page.run("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 3 * 64) == dark, ground
    page.kill()


@pytest.mark.parametrize("path", [*PAGES, "/docs/api"])
def test_nothing_is_in_the_way_of_anybody(url, chromium, path):
    page = chromium.page(url + path, whatever_its_policy=True)
    until("it has its main part", lambda: page.run(MAIN))
    for width, dark in ((1200, False), (360, True)):
        page.looks(width, dark)
        assert page.hindrances(NOT_OURS) == [], (width, dark)
    page.kill()


@pytest.mark.parametrize("path", GUIDES)
def test_nothing_in_a_long_guide_is_in_the_way_of_anybody(url, chromium, path):
    """Where room and contrast are scarcest; their frame is that of the pages before."""
    page = chromium.page(url + path, whatever_its_policy=True, width=360, dark=True)
    assert page.hindrances() == []
    page.kill()


def test_without_scripts_everything_is_there_but_the_reference(url, chromium):
    for path in PAGES:
        with_scripts, without = (chromium.page(url + path, scripts=scripts).run("document.body.innerText") for scripts in (True, False))
        # The time of day is another.
        assert re.sub(r"\d\d:\d\d:\d\d", "", with_scripts) == re.sub(r"\d\d:\d\d:\d\d", "", without), path
    assert "The operations as a list" in chromium.page(f"{url}/docs/api", scripts=False).run("document.body.innerText")


def test_in_french_nothing_is_in_the_way_either_and_a_choice_by_hand_is_kept(url):
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
            assert page.english() == [], path
            assert page.run("document.documentElement.scrollWidth") <= 360, path
            until(f"{path} has its main part", lambda page=page: page.run(MAIN))
            assert page.hindrances(NOT_OURS) == [], path
        page = french.page(f"{url}/docs", scripts=False)
        page.run("document.querySelector('a[hreflang=en]').click()")
        until("the page is English", lambda: page.run("document.documentElement?.lang") == "en" and page.run("document.readyState") == "complete")
        assert french.page(f"{url}/status").run("document.documentElement.lang") == "en"


def test_a_search_without_scripts(url, chromium):
    page = chromium.page(f"{url}/docs", scripts=False)
    page.run("document.querySelector('#q').value = 'idempotency'")
    page.run("document.querySelector('header form button').click()")
    page.until("the answer is there", "location.pathname === '/docs/search'")
    assert page.run("document.querySelectorAll('main ol li').length") > 1


def test_one_logs_in_by_oauth_and_tries_a_request_in_the_reference(url, chromium, demo):
    page = chromium.page(f"{url}/docs/api")
    until("the reference is drawn", lambda: page.run("document.querySelectorAll('.opblock-tag').length") > 5)
    requested = page.run("performance.getEntriesByType('resource').map(({name}) => name)")
    assert requested and all(name.startswith((url, "data:")) for name in requested), "nothing is loaded from elsewhere"

    page.run("document.querySelector('.btn.authorize').click()")
    page.until("the ways to log in are shown", "!!document.querySelector('.auth-container input[type=checkbox]')")
    # What one may do here stands at the top: a login, and no machine's secret.
    page.until("it begins at its beginning", "document.querySelector('.modal-ux-content').scrollTop === 0 && !!document.activeElement.closest('.modal-ux-content')")
    assert page.run("[...document.querySelectorAll('.auth-container h4')].map((title) => title.innerText.split(/\\s/)[0])") == ["oauth", "bearer"]
    page.run("""[...document.querySelectorAll('.auth-container .scope-def, .auth-container .checkbox')].flatMap((scope) => [...scope.querySelectorAll('input')])
        .filter((box) => /openid|profile/.test(box.id) && !box.checked).forEach((box) => box.click())""")
    page.run("""[...document.querySelectorAll('.auth-container')].find((form) => form.querySelector('input[type=checkbox]')).querySelector('.modal-btn.authorize').click()""")
    login = page.opened()
    login.until("the login page is there", "!!document.querySelector('input[name=password]')")
    login.run(f"document.querySelector('input[name=username]').value = {json.dumps(demo['patient'])}")
    login.run(f"document.querySelector('input[name=password]').value = {json.dumps(demo['password'])}")
    login.run("document.querySelector('button[type=submit]').click()")
    login.until("the person is asked", "location.pathname.startsWith('/oauth') && !document.querySelector('input[name=password]')")
    login.run("document.querySelector('button').click()")
    page.until("the reference has a token", "[...document.querySelectorAll('.auth-container button')].some((button) => button.innerText === 'Logout')")
    page.run("document.querySelector('.close-modal').click()")

    page.run("[...document.querySelectorAll('.opblock-tag')].find((tag) => tag.dataset.tag === 'OAuth').click()")
    operation = "[...document.querySelectorAll('.opblock-get')].find((block) => block.querySelector('.opblock-summary-path').dataset.path === '/userinfo')"
    page.until("its operations are shown", f"!!{operation}")
    page.run(f"{operation}.querySelector('.opblock-summary-control').click()")
    page.until("it can be tried", f"!!{operation}.querySelector('.try-out__btn')")
    page.run(f"{operation}.querySelector('.try-out__btn').click()")
    page.until("it can be sent", f"!!{operation}.querySelector('.execute')")
    page.run(f"{operation}.querySelector('.execute').click()")
    page.until("the answer is shown", f"{operation}.querySelector('.live-responses-table tbody .response-col_status')?.innerText?.startsWith('200')")
    assert demo["patient"] in page.run(f"{operation}.querySelector('.live-responses-table').innerText")
    page.looks(360, dark=True)
    page.until("it fits where room is scarce too", "document.documentElement.scrollWidth <= 360")
