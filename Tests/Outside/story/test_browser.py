"""A real browser: pages that may call the API and open a user's stream, and one that may not."""

import json

import pytest

from careline import people
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.sites import HTML, site
from careline.streams import say
from careline.waiting import until

# What an app's page does: opens the stream, resumes where it was, keeps what comes.
SCRIPT = """
function openStream(address, since) {
    const stream = window.stream = { frames: [] };
    stream.socket = new WebSocket(address);
    stream.socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        stream.frames.push(frame);
        if (frame.type === "hello") stream.socket.send(JSON.stringify({ type: "resume", epoch: frame.epoch, since }));
    };
    stream.socket.onclose = ({ code, wasClean }) => { stream.end = { code, wasClean }; };
}

// The same where a WebSocket is blocked.
function openEvents(address) {
    const stream = window.stream = { frames: [] };
    stream.source = new EventSource(address);
    stream.source.onerror = () => { stream.state = stream.source.readyState; };
    for (const name of ["resumed", "entries", "typing", "end"]) {
        stream.source.addEventListener(name, ({ data, lastEventId }) => {
            stream.frames.push(JSON.parse(data));
            stream.last = lastEventId;
        });
    }
}

// What an app's page sees of an answer; null when its browser lets it see none.
async function seen(address, options) {
    try {
        const answer = await fetch(address, options);
        const headers = Object.fromEntries(["location", "etag", "x-request-id"].map((name) => [name, answer.headers.get(name)]));
        return { status: answer.status, body: await answer.text(), ...headers };
    } catch {
        return null;
    }
}
"""


@pytest.fixture(scope="module")
def origins():
    """Two web servers with an app's page each: two origins."""
    page = f"<!doctype html><title>An app</title><script>{SCRIPT}</script>".encode()

    def answer(_path, _origin):
        return HTML, page

    with site(answer) as one, site(answer) as other:
        yield [one, other]


@pytest.fixture(scope="module")
def registered(auth_service, origins):
    """The first of them is an app's."""
    auth_service("seed-client", "--id", "web-app", "--name", "Web app", "--redirect-uri", "http://127.0.0.1/callback", "--origin", origins[0])
    return origins[0]


@pytest.fixture(scope="module")
def stream_address(url, chromium, registered):
    """Of the stream, once its service has heard of the app's origin."""
    page = chromium.page(f"{registered}/")
    until("Messaging knows the origin", lambda: page.run(f"seen('{url}/feed')"), timeout=60)
    return url.replace("http", "ws", 1)


def ticket(person) -> str:
    return person.call("POST", "/stream/tickets").json()["ticket"]


def open_stream(page, base, ticket, since=None):
    page.run(f"openStream({json.dumps(f'{base}/stream?ticket={ticket}')}, {'undefined' if since is None else since})")


def frames(page, kind):
    return [frame for frame in page.run("stream.frames") if frame["type"] == kind]


def entries(page):
    return [entry for frame in frames(page, "entries") for entry in frame["entries"]]


def test_a_page_of_a_registered_origin_hears_and_resumes(chromium, origins, stream_address, pair):
    patient, provider, conversation = pair
    page = chromium.page(f"{origins[0]}/")
    open_stream(page, stream_address, ticket(patient))
    until("the page is told that it has resumed", lambda: frames(page, "resumed"))
    assert [frame["type"] for frame in page.run("stream.frames")] == ["hello", "resumed"]
    assert say(provider, conversation, "Grüße ♥").status_code == 201
    [entry] = until("the page hears the message", lambda: entries(page))
    assert entry["item"]["content"]["text"] == "Grüße ♥" and entry["sequence"] == frames(page, "hello")[0]["sequence"] + 1
    # The page leaves in the orderly way, and comes back with another ticket.
    page.run("stream.socket.close(3001, 'the tab is hidden')")
    end = page.until("the socket is closed", "stream.end")
    assert end == {"code": 3001, "wasClean": True}
    for index in range(60):
        assert say(provider, conversation, f"missed {index}").status_code == 201
    open_stream(page, stream_address, ticket(patient), since=entry["sequence"])
    until("the page has what it missed", lambda: len(entries(page)) >= 60)
    assert [each["item"]["content"]["text"] for each in entries(page)] == [f"missed {index}" for index in range(60)]
    assert [each["sequence"] for each in entries(page)] == list(range(entry["sequence"] + 1, entry["sequence"] + 61))


def test_a_foreign_page_is_refused_and_spends_no_ticket(chromium, origins, stream_address, pair):
    patient, _, _ = pair
    spare = ticket(patient)
    foreign = chromium.page(f"{origins[1]}/")
    open_stream(foreign, stream_address, spare)
    end = foreign.until("the foreign page is refused", "stream.end")
    assert end == {"code": 1006, "wasClean": False} and foreign.run("stream.frames") == []
    # So it was the origin, and nothing else.
    listed = chromium.page(f"{origins[0]}/")
    open_stream(listed, stream_address, spare)
    until("the same ticket opens a stream elsewhere", lambda: frames(listed, "hello"))


def test_events_are_for_a_page_of_a_registered_origin_with_a_ticket(chromium, url, origins, stream_address, pair):
    patient, provider, conversation = pair
    sequence = patient.get("/feed", params={"limit": 1}).json()["sequence"]
    page, foreign = chromium.page(f"{origins[0]}/"), chromium.page(f"{origins[1]}/")
    address = json.dumps(f"{url}/feed?ticket={ticket(patient)}&after={sequence}")
    foreign.run(f"openEvents({address})")
    until("the foreign page is refused for good", lambda: foreign.run("stream.state") == 2)
    assert foreign.run("stream.frames") == []
    page.run(f"openEvents({address})")
    until("the same ticket serves a page of the app's", lambda: frames(page, "resumed"))
    assert say(provider, conversation, "Grüße ♥").status_code == 201
    [entry] = until("the page hears the message", lambda: entries(page))
    assert entry["item"]["content"]["text"] == "Grüße ♥" and entry["sequence"] == sequence + 1
    assert page.run("stream.last") == f"{frames(page, 'resumed')[0]['epoch']}.{entry['sequence']}"
    assert patient.post("/auth/logout").status_code in (200, 204)
    until("the page is told why it ends", lambda: [frame["code"] for frame in frames(page, "end")] == [4401])
    # The browser connects again by itself, with a ticket that was spent.
    until("it gives up", lambda: page.run("stream.state") == 2)


def test_what_is_no_page_lets_nothing_be_done_in_it(chromium, url):
    document = chromium.page(f"{url}/.well-known/openid-configuration")
    with pytest.raises(AssertionError, match="Failed to fetch"):
        document.run("fetch('/.well-known/openid-configuration').then((answer) => answer.status)")


def test_a_page_of_the_gateways_origin_gets_its_own_ticket(chromium, url, pair):
    patient, provider, conversation = pair
    page = chromium.page(f"{url}/.well-known/openid-configuration", whatever_its_policy=True)
    page.run(SCRIPT)
    headers = json.dumps({"Authorization": f"Bearer {patient.token}"})
    own = page.run(f"fetch('/stream/tickets', {{ method: 'POST', headers: {headers} }}).then((answer) => answer.json())")["ticket"]
    open_stream(page, url.replace("http", "ws", 1), own)
    until("the page is told that it has resumed", lambda: frames(page, "resumed"))
    assert say(provider, conversation, "through the gateway").status_code == 201
    [entry] = until("the page hears the message", lambda: entries(page))
    assert entry["item"]["content"]["text"] == "through the gateway"


def test_an_apps_page_calls_the_api_with_a_token_and_a_foreign_one_reads_nothing(chromium, url, origins, registered, open_clinic):
    patient = people.sign_up(url, "patient", "jo")
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    provider = open_clinic("cardiology", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30})
    page, foreign = chromium.page(f"{registered}/"), chromium.page(f"{origins[1]}/")
    wish = booking(provider, slots(patient, provider, *next_days())[0])
    headers = {"Authorization": f"Bearer {patient.token}", "Content-Type": "application/json", "Idempotency-Key": "from-a-page"}

    def seen(where, method, path, body=None, headers=headers):
        options = {"method": method, "headers": headers, **({} if body is None else {"body": json.dumps(body)})}
        return where.run(f"seen({json.dumps(url + path)}, {json.dumps(options)})")

    until("Scheduling knows the origin", lambda: page.run(f"seen('{url}/providers')"), timeout=60)
    # With a preflight, since no form could send it; what the app needs of the answer's head is shown to it.
    made = seen(page, "POST", "/appointments", wish)
    assert made["status"] == 201 and made["location"] and made["etag"] and made["x-request-id"], made
    refused = seen(page, "POST", "/appointments", wish, {**headers, "Idempotency-Key": "another"})
    assert refused["status"] in (409, 422) and "requestId" in refused["body"], refused
    assert seen(page, "GET", made["location"])["status"] == 200
    assert seen(page, "GET", made["location"], headers={})["status"] == 401
    # The foreign page's preflight is refused, and of what needs none it reads nothing.
    assert seen(foreign, "GET", made["location"]) is None
    until("ERDirectory knows the origin", lambda: page.run(f"seen('{url}/ers')"), timeout=60)
    assert foreign.run(f"seen('{url}/ers')") is None
    assert seen(foreign, "POST", "/appointments", wish, {**headers, "Idempotency-Key": "foreign"}) is None
    # What the gateway itself says holds nothing of anybody.
    assert foreign.run(f"seen('{url}/nothing')")["status"] == 404


def test_an_apps_page_finds_the_keys_but_reads_no_page_to_log_in_on(chromium, url, registered):
    page = chromium.page(f"{registered}/")
    until("Auth knows the origin", lambda: page.run(f"seen('{url}/.well-known/openid-configuration')"), timeout=60)
    assert json.loads(page.run(f"seen('{url}/oauth/jwks')")["body"])["keys"]
    form = {"method": "POST", "headers": {"Content-Type": "application/x-www-form-urlencoded"}, "body": "grant_type=refresh_token&client_id=web-app&refresh_token=none"}
    assert page.run(f"seen('{url}/oauth/token', {json.dumps(form)})")["status"] == 400
    assert page.run(f"seen('{url}/oauth/authorize?client_id=web-app&credentials=none')") is None
