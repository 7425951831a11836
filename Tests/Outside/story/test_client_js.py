"""The client for pages in a real browser: a login, lists that are live and cached, messages that arrive once and in order whatever happens to the page."""

import json

import httpx
import pytest

from careline import client_js, people
from careline.sites import HTML, site
from careline.streams import say
from careline.waiting import until

# What an app does: makes the client, goes on after a login, and keeps what its watchers show.
SCRIPT = """
import { CareClient } from "/client.js";

if (location.hash === "#blocked") window.WebSocket = class {
    constructor() { setTimeout(() => this.onclose({ code: 1006 })); }
    close() {}
};
// What a test wants otherwise, over logins too.
const care = window.care = await CareClient.open({ ...SETTINGS, ...JSON.parse(localStorage.getItem("more") ?? "{}") });
window.cameBack = await care.session.finishLogIn();
window.seen = {};

window.watch = async (name, watch) => {
    const values = seen[name] = [];
    for await (const { data, isDataFresh, refreshingState } of watch) values.push({ items: data.items ?? data, isDataFresh, state: refreshingState.type });
};
window.log = (name, states) => (async () => { for await (const state of states) (seen[name] ??= []).push(state.type); })();
(async () => { for await (const notices of care.noticed) seen.notices = notices; })();
log("session", care.session.states);
log("connection", care.connectionStates);
window.isReady = true;
"""


SCOPES = ["messages:read", "messages:write", "appointments:read", "health:read", "health:write", "records:read", "records:write"]


@pytest.fixture(scope="module")
def origin(url, auth_service):
    """Of the app's page."""
    module = client_js.bundle()

    def answer(path, origin):
        if path == "/client.js":
            return "text/javascript", module
        settings = json.dumps({"server": url, "clientId": "page-app", "redirect": f"{origin}/callback"})
        return HTML, f"<!doctype html><title>An app</title><script type=module>{SCRIPT.replace('SETTINGS', settings)}</script>".encode()

    scopes = [word for scope in ("openid", "offline_access", *SCOPES) for word in ("--scope", scope)]
    with site(answer) as origin:
        auth_service("seed-client", "--id", "page-app", "--name", "Page app", "--redirect-uri", "http://127.0.0.1/callback", "--origin", origin, *scopes)
        yield origin


def ready(page):
    page.until("the app has started", "window.isReady === true")


def log_in(page, person):
    ready(page)
    for place in ("/.well-known/openid-configuration", "/conversations", "/appointments/none"):
        until(f"{place} is open to the app's origin", lambda place=place: page.run(f"fetch({json.dumps(person.url + place)}).then(() => true, () => false)"), timeout=60)
    page.run(f"void care.session.logIn({json.dumps(SCOPES)})")
    page.let_in(person.username, people.PASSWORD)
    page.until("the app goes on", "window.isReady === true && window.cameBack === true")


def another(page, person, **more):
    """Somebody else logs in, in an app that is made with more: the page of the story before is another person's; after it the browser asks who it is."""
    ready(page)
    page.run("care.session.logOut()")
    page.run(f"localStorage.setItem('more', {json.dumps(json.dumps(more))}), window.isReady = false, location.reload()")
    log_in(page, person)


def watch(page, name: str, what: str):
    page.run(f"void watch({json.dumps(name)}, {what})")


def last(page, name: str) -> dict | None:
    values = page.run(f"seen.{name} ?? []")
    return values[-1] if values else None


def texts(shown: dict | None) -> list[str]:
    """In the order in which they were said."""
    return [item["content"]["text"] for item in reversed((shown or {"items": []})["items"])]


def said(person, conversation) -> list[str]:
    return texts(person.get(f"/conversations/{conversation['id']}/items?limit=100").json())


def send(page, conversation, text: str):
    page.run(f"care.messaging.send({{ text: {json.dumps(text)} }}, {json.dumps(conversation['id'])}).then(() => true)")


def test_a_day_of_a_page(chromium, url, origin, pair):
    patient, provider, conversation = pair
    messages = f"care.messaging.messages({json.dumps(conversation['id'])})"
    page = chromium.page(f"{origin}/")
    log_in(page, patient)
    # What the login brought is out of the address, and the session is the person's.
    assert page.run("location.href") == f"{origin}/callback"
    assert page.run("care.session.userId") == patient.id and page.run("seen.session.at(-1)") == "loggedIn"
    watch(page, "conversations", "care.messaging.conversations()")
    watch(page, "messages", messages)
    until("the conversation is there", lambda: [each["id"] for each in (last(page, "conversations") or {"items": []})["items"]] == [conversation["id"]])
    until("the stream is open", lambda: page.run("care.connectionState.type") == "connected", timeout=60)

    # Live.
    assert say(provider, conversation, "How is your heel?").status_code == 201
    until("the page hears it", lambda: texts(last(page, "messages")) == ["How is your heel?"])
    until("the list says so too", lambda: last(page, "conversations")["items"][0]["preview"] == "How is your heel?")
    assert last(page, "conversations")["items"][0]["unreadCount"] == 1

    # Without a network: shown at once, kept, and sent afterwards, once and in order.
    page.has_network(False)
    for number in range(3):
        send(page, conversation, f"offline {number}")
    offline = ["How is your heel?", *(f"offline {number}" for number in range(3))]
    until("what waits is shown", lambda: texts(last(page, "messages")) == offline)
    assert {item["delivery"]["type"] for item in last(page, "messages")["items"][:3]} <= {"toBeSent", "sending"}
    assert said(provider, conversation) == ["How is your heel?"]
    page.has_network(True)
    until("it is sent when the network is back", lambda: said(provider, conversation) == offline, timeout=60)
    until("and shown as sent", lambda: {item["delivery"]["type"] for item in last(page, "messages")["items"]} == {"sent"})
    assert texts(last(page, "messages")) == offline

    # A page that is killed while it cannot send: another one does.
    page.cannot_reach(f"{url}/*")
    for number in range(3):
        send(page, conversation, f"killed {number}")
    page.kill()
    everything = [*offline, *(f"killed {number}" for number in range(3))]
    page = chromium.page(f"{origin}/")
    ready(page)
    until("the next page sends what the killed one could not", lambda: said(provider, conversation) == everything, timeout=60)

    # Loaded anew where the platform cannot be reached, it shows what it knows, and says so.
    watch(page, "messages", messages)
    until("all is known", lambda: texts(last(page, "messages")) == everything and last(page, "messages")["isDataFresh"])
    page.cannot_reach(f"{url}/*")
    page.run("window.isReady = false, location.reload()")
    ready(page)
    watch(page, "messages", messages)
    first = page.until("what is cached is shown", "seen.messages?.[0]")
    assert texts(first) == everything and (first["isDataFresh"], first["state"]) == (False, "refreshing")
    until("and that it cannot be refreshed", lambda: last(page, "messages")["state"] == "failed")
    page.cannot_reach()
    page.run("care.refresh()")
    until("until it can", lambda: last(page, "messages")["isDataFresh"], timeout=60)


def test_two_pages_are_one_app(chromium, origin, pair):
    patient, provider, conversation = pair
    messages = f"care.messaging.messages({json.dumps(conversation['id'])})"
    one = chromium.page(f"{origin}/")
    another(one, patient)
    other = chromium.page(f"{origin}/")
    ready(other)
    assert other.run("care.session.userId") == patient.id
    for page in (one, other):
        watch(page, "messages", messages)
    for number in range(10):
        send((one, other)[number % 2], conversation, f"from both {number}")
    everything = [f"from both {number}" for number in range(10)]
    until("all is sent once, in the order in which it was given", lambda: said(provider, conversation) == everything, timeout=60)
    for page in (one, other):
        until("both show it", lambda page=page: texts(last(page, "messages")) == everything)
    # The token that both have is not taken any more: they get one other, and no session ends by it.
    tokens = [page.run("care.session.token()") for page in (one, other)]
    assert tokens[0] == tokens[1]
    for page in (one, other):
        page.run(f"void (window.next = care.session.tokenInsteadOf({json.dumps(tokens[0])}))")
    fresh = {page.run("window.next") for page in (one, other)}
    assert len(fresh) == 1 and fresh != {tokens[0]}
    # Logged out in one, it is in the other too, with all that was stored.
    one.run("care.session.logOut()")
    until("the other one hears of it", lambda: other.run("care.session.state.type") == "loggedOut")
    assert one.run("care.messaging.send({ text: 'x' }, 'c').then(() => '', (error) => error.kind)") == "loggedOut"
    left = """new Promise((resolve) => { const opening = indexedDB.open("careline/page-app"); opening.onsuccess = () => {
        const all = opening.result.transaction("entries").objectStore("entries").count(); all.onsuccess = () => resolve(all.result); }; })"""
    assert one.run(left) == 0


def test_where_sockets_are_blocked_it_hears_by_events(chromium, origin, pair):
    patient, provider, conversation = pair
    page = chromium.page(f"{origin}/")
    another(page, patient)
    blocked = chromium.page(f"{origin}/#blocked")
    ready(blocked)
    watch(blocked, "messages", f"care.messaging.messages({json.dumps(conversation['id'])})")
    until("the stream is open", lambda: blocked.run("care.connectionState.type") == "connected", timeout=60)
    # Its own, and not what another page has heard.
    page.kill()
    assert say(provider, conversation, "By events").status_code == 201
    until("the page hears it", lambda: texts(last(blocked, "messages")) == ["By events"])


def test_who_types_is_seen_and_files_come_and_go(chromium, url, origin, pair):
    patient, provider, conversation = pair
    place = json.dumps(conversation["id"])
    page = chromium.page(f"{origin}/")
    another(page, patient)
    page.run(f"void (async () => {{ for await (const who of care.messaging.typing({place})) window.typing = who; }})()")
    until("the stream is open", lambda: page.run("care.connectionState.type") == "connected", timeout=60)

    def types(is_typing: bool):
        assert provider.call("PUT", f"/conversations/{conversation['id']}/typing", {"typing": is_typing}).status_code == 204

    types(True)
    until("the page sees who types", lambda: page.run("window.typing") == [provider.id])
    types(False)
    until("and that they stopped", lambda: page.run("window.typing") == [])
    page.run(f"care.messaging.type({place})")

    def typing() -> set:
        return {each["userId"] for each in provider.get(f"/conversations/{conversation['id']}").json()["participants"] if each.get("typingAt")}

    until("the other one sees that the page's person types", lambda: typing() == {patient.id})
    page.run(f"care.messaging.stopTyping({place})")
    until("and that they stopped", lambda: typing() == set())

    # A file goes up, is said, is read by the other one, and comes down again as it was.
    sent = page.run(f"""(async () => {{
        const file = await care.messaging.upload(new Blob(["%PDF-1.7\\n", "x".repeat(300000), "\\n%%EOF\\n"]), "letter.pdf");
        await care.messaging.send({{ document: {{ attachmentId: file.id, caption: "The referral" }} }}, {place});
        return file;
    }})()""")
    assert (sent["contentType"], sent["fileName"]) == ("application/pdf", "letter.pdf")

    def documents() -> list:
        items = provider.get(f"/conversations/{conversation['id']}/items").json()["items"]
        return [item["content"]["document"] for item in items if "document" in (item.get("content") or {})]

    [document] = until("the other one has it", documents)
    assert (document["attachmentId"], document["caption"]) == (sent["id"], "The referral")
    came = page.run(f"care.messaging.download({json.dumps(sent['id'])}).then((file) => file.text())")
    assert came == "%PDF-1.7\n" + "x" * 300000 + "\n%%EOF\n"
    assert page.run(f"care.messaging.file({json.dumps(sent['id'])}).then((file) => file.download.url)").startswith(url)
    # It is no picture, of which there were smaller ones.
    assert page.run(f"care.messaging.download({json.dumps(sent['id'])}, 200).then(() => '', (error) => error.reason)") == "validation"
    assert page.run("care.messaging.download('019cb2e1-32cd-7e03-bf04-c3d4e5f60718').then(() => '', (error) => error.kind)") == "refused"


def test_a_token_that_is_bound_is_good_in_this_browser_alone(chromium, url, origin, pair):
    patient, provider, conversation = pair
    page = chromium.page(f"{origin}/")
    another(page, patient, bindsTokens=True)
    watch(page, "messages", f"care.messaging.messages({json.dumps(conversation['id'])})")
    # Requests, and a stream by its ticket.
    until("the stream is open", lambda: page.run("care.connectionState.type") == "connected", timeout=60)
    assert say(provider, conversation, "Are you there?").status_code == 201
    until("the page hears it", lambda: texts(last(page, "messages")) == ["Are you there?"])
    send(page, conversation, "I am")
    until("and is heard", lambda: said(provider, conversation) == ["Are you there?", "I am"])
    token = page.run("care.session.token()")
    for scheme in ("Bearer", "DPoP"):
        assert httpx.get(f"{url}/conversations", headers={"Authorization": f"{scheme} {token}"}, timeout=30).status_code == 401
    # A refresh goes with a proof too, and what it brings is bound again.
    page.run(f"void care.session.tokenInsteadOf({json.dumps(token)}).then((next) => (window.next = next))")
    fresh = page.until("there is another token", "window.next")
    assert fresh != token and httpx.get(f"{url}/conversations", headers={"Authorization": f"Bearer {fresh}"}, timeout=30).status_code == 401
    assert page.run("care.call({ method: 'GET', path: '/conversations' }).then(({ items }) => items.length)") == 1
    key = """new Promise((resolve) => { const opening = indexedDB.open("careline/page-app"); opening.onsuccess = () => {
        const kept = opening.result.transaction("marks").objectStore("marks").get("proof-key");
        kept.onsuccess = () => crypto.subtle.exportKey("jwk", kept.result.privateKey).then(() => "given away", (error) => error.name).then(resolve); }; })"""
    assert page.run(key) == "InvalidAccessError"
    # Logged out, it is out on the server too.
    page.run("care.session.logOut()")
    until("the session has ended", lambda: [each for each in patient.get("/account/sessions").json()["items"] if each["clientId"] == "page-app"] == [])


def test_an_old_version_is_told_so_and_an_older_one_goes_no_further(chromium, origin, pair):
    patient, provider, conversation = pair
    page = chromium.page(f"{origin}/")
    another(page, patient, app={"platform": "page", "version": "1.4.0"})
    assert page.until("it is told", "window.seen.notices?.length && window.seen.notices") == ["versionDeprecated"]
    send(page, conversation, "From an old one")
    until("it goes on", lambda: said(provider, conversation) == ["From an old one"])
    older = json.dumps(json.dumps({"app": {"platform": "page", "version": "0.9.0"}}))
    page.run(f"localStorage.setItem('more', {older}), window.isReady = false, location.reload()")
    ready(page)
    page.until("it is refused", "care.session.state.type === 'unsupportedVersion'")
    assert page.run("care.call({ method: 'GET', path: '/conversations' }).then(() => '', (error) => error.kind)") == "unsupportedVersion"
    # What it was logged in as is there still for the next version, which nothing is said of.
    page.run("localStorage.removeItem('more'), window.isReady = false, location.reload()")
    ready(page)
    assert page.run("care.session.userId") == patient.id


def test_what_is_measured_and_recorded_without_a_network_arrives_once(chromium, origin, pair):
    patient, _, _ = pair
    page = chromium.page(f"{origin}/")
    another(page, patient)
    watch(page, "summary", "care.health.summary()")
    watch(page, "steps", "care.records.search('Observation', [['code', '55423-8']])")
    until("nothing is there", lambda: (last(page, "steps") or {}).get("items") == [] and last(page, "steps")["isDataFresh"])
    watch(page, "unsent", "care.health.unsent()")
    watch(page, "added", "care.records.added()")
    page.has_network(False)
    page.run("care.health.record([{ at: new Date(), bpm: 61 }]).then(() => true)")
    steps = {"resourceType": "Observation", "status": "final", "valueQuantity": {"value": 8000},
             "code": {"text": "Steps", "coding": [{"system": "http://loinc.org", "code": "55423-8"}]}}
    page.run(f"care.records.add({json.dumps(steps)}, ['evening']).then(() => true)")
    until("both are shown", lambda: [len((last(page, name) or {"items": []})["items"]) for name in ("unsent", "added")] == [1, 1])
    assert last(page, "unsent")["items"][0]["heartRates"][0]["bpm"] == 61 and last(page, "added")["items"][0]["annotations"] == ["evening"]
    page.has_network(True)
    until("both are sent", lambda: [last(page, name)["items"] for name in ("unsent", "added")] == [[], []], timeout=60)
    until("the summary shows it", lambda: (last(page, "summary")["items"].get("latest") or {}).get("bpm") == 61)
    [found] = until("the search finds it", lambda: last(page, "steps")["items"])
    assert (found["resource"]["valueQuantity"]["value"], found["annotations"]) == (8000, ["evening"])
    assert [each["bpm"] for each in patient.get("/health/heart-rates").json()["items"]] == [61]
    page.run(f"(async () => {{ for await (const {{ data }} of care.records.record('Observation', {json.dumps(found['resource']['id'])})) {{ window.one = data; break; }} }})()")
    assert page.until("it is there by its id", "window.one")["status"] == "final"
    # What the server does not take is there with its reason, and can be taken back.
    page.run("care.records.add({ resourceType: 'Observation' }).then(() => true)")
    [refused] = until("it is refused", lambda: [each for each in last(page, "added")["items"] if each["delivery"]["type"] == "failed"])
    assert page.run(f"care.records.cancel({json.dumps(refused)})") is True
    until("it is gone", lambda: last(page, "added")["items"] == [])
    # Of heart rates those alone.
    page.run("care.health.record([{ at: new Date(Date.now() - 60000), bpm: 63 }, { at: new Date(Date.now() - 50000), bpm: 5 }]).then(() => true)")
    [refused] = until("one is refused", lambda: [each for each in last(page, "unsent")["items"] if each["delivery"]["type"] == "failed"])
    assert [each["bpm"] for each in refused["heartRates"]] == [5]
    assert page.run("care.health.unsent().current().then(([{ delivery }]) => delivery.error.fields[0].field)") == "items[0].bpm"
    assert sorted(each["bpm"] for each in patient.get("/health/heart-rates").json()["items"]) == [61, 63]
    assert page.run(f"care.health.cancel({json.dumps(refused)})") is True
    until("it is gone too", lambda: last(page, "unsent")["items"] == [])


def test_what_is_taken_back_is_shown_so_and_leaves_no_hole(chromium, origin, pair):
    patient, provider, conversation = pair
    for number in range(60):
        assert say(provider, conversation, str(number)).status_code == 201
    page = chromium.page(f"{origin}/")
    another(page, patient)
    watch(page, "messages", f"care.messaging.messages({json.dumps(conversation['id'])})")
    until("the latest are there", lambda: texts(last(page, "messages")) == [str(number) for number in range(10, 60)])
    until("the stream is open", lambda: page.run("care.connectionState.type") == "connected", timeout=60)
    # Who comes to the stream without a place loads the list anew. If that came after what is said next, it would begin with a page without the oldest of these.
    until("the list is loaded anew", lambda: last(page, "messages")["isDataFresh"])
    # What was said before all that is here: it comes with its part of the list, and not before.
    oldest = provider.get(f"/conversations/{conversation['id']}/items?limit=100").json()["items"][-1]
    assert provider.delete(f"/messages/{oldest['id']}").status_code == 204
    assert say(provider, conversation, "60").status_code == 201
    until("the page hears more", lambda: texts(last(page, "messages")) == [str(number) for number in range(11, 61)])
    # What is here of it, then the rest.
    for end in (10, 0):
        page.run(f"(async () => {{ for await (const {{ data }} of care.messaging.messages({json.dumps(conversation['id'])})) return data.loadMore(); }})()")
        shown = list(range(61, end, -1))
        until(f"it is there from {end + 1} on", lambda shown=shown: [each["sequence"] for each in last(page, "messages")["items"]] == shown)
    # One's own, without a word of the stream's.
    send(page, conversation, "Mine")
    [mine] = until("it is sent", lambda: [each for each in last(page, "messages")["items"][:1] if each.get("sequence") == 62])
    page.run(f"care.messaging.delete({json.dumps(mine['id'])}).then(() => true)")
    until("it is shown so", lambda: "deletedAt" in last(page, "messages")["items"][0] and "content" not in last(page, "messages")["items"][0])


CACHED = """new Promise((resolve) => { const opening = indexedDB.open("careline/page-app"); opening.onsuccess = () => {
    const all = opening.result.transaction("collections").objectStore("collections").getAllKeys(); all.onsuccess = () => resolve(all.result); }; })"""


def test_what_nobody_looks_at_makes_room(chromium, origin, pair):
    patient, provider, first = pair
    second = patient.post("/conversations", {"participantIds": [provider.id]}).json()
    for conversation in (first, second):
        for number in range(3):
            assert say(provider, conversation, f"{number}").status_code == 201
    lists = {name: f"care.messaging.messages({json.dumps(conversation['id'])})" for name, conversation in (("first", first), ("second", second))}
    page = chromium.page(f"{origin}/")
    another(page, patient, cacheLimit=4)
    other = chromium.page(f"{origin}/")
    ready(other)
    # Each of them looks at one: both stay, though there is no room.
    watch(page, "first", lists["first"])
    until("one is there", lambda: texts(last(page, "first")) == ["0", "1", "2"])
    watch(other, "second", lists["second"])
    until("and the other", lambda: texts(last(other, "second")) == ["0", "1", "2"])
    assert {f"messages/{each['id']}" for each in (first, second)} <= set(page.run(CACHED))
    # One looks no more: with what comes after the browser has noticed, its list goes.
    page.kill()

    def has_room():
        assert say(provider, second, "more").status_code == 201
        return f"messages/{first['id']}" not in other.run(CACHED)

    until("there is room again", has_room)
    assert f"messages/{second['id']}" in other.run(CACHED)
    # It is loaded again when somebody looks.
    watch(other, "first", lists["first"])
    until("it is there again", lambda: texts(last(other, "first")) == ["0", "1", "2"] and last(other, "first")["isDataFresh"])
    assert texts(last(other, "second"))[:4] == ["0", "1", "2", "more"]
