"""A page on another origin that uses oidc-client-ts, as it is published: signs in, reads userinfo, refreshes, and gives its tokens back."""

import base64
import json

import pytest

from careline import people
from careline.checkout import CHECKOUT
from careline.sites import HTML, site
from careline.waiting import until

pytestmark = pytest.mark.once

LIBRARY = CHECKOUT / ".careline/node/node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js"
# What its guide tells an app to write; nothing of it is about Careline but the settings.
PAGE = """<!doctype html><title>An app</title><script src="/oidc-client-ts.js"></script><script>
const manager = new oidc.UserManager(SETTINGS);
const shown = ({ profile, access_token, refresh_token, id_token, scope, expires_in }) => ({ profile, access_token, refresh_token, id_token, scope, expires_in });
async function outcome(promise) {
    try { return shown(await promise); } catch (fault) { return { fault: fault.error ?? String(fault) }; }
}
if (location.pathname === "/callback") outcome(manager.signinCallback()).then((user) => { window.user = user; });
window.isReady = true;
</script>"""


@pytest.fixture
def apps(url, auth_service):
    """The app at the origin that is registered, and its copy at another."""
    if not LIBRARY.exists():
        pytest.skip("oidc-client-ts is not installed; make setup installs it where npm's registry can be reached")

    # The folder of the library is all that it has of ours.
    def answer(path, origin):
        if path == "/oidc-client-ts.js":
            return "text/javascript", LIBRARY.read_bytes()
        settings = {
            "authority": url, "client_id": "oidc-page", "redirect_uri": f"{origin}/callback", "scope": "openid profile offline_access",
            "loadUserInfo": True, "automaticSilentRenew": False}
        return HTML, PAGE.replace("SETTINGS", json.dumps(settings)).encode()

    scopes = [word for scope in ("openid", "profile", "offline_access") for word in ("--scope", scope)]
    with site(answer) as registered, site(answer) as foreign:
        auth_service("seed-client", "--id", "oidc-page", "--name", "A page", "--redirect-uri", "http://127.0.0.1/callback", "--origin", registered, *scopes)
        yield registered, foreign


def opened(chromium, origin):
    page = chromium.page(f"{origin}/")
    page.until("the library is there", "window.isReady === true")
    return page


def claims(token: str) -> dict:
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


def test_it_signs_in_reads_userinfo_and_refreshes(chromium, url, apps):
    origin, elsewhere = apps
    person = people.sign_up(url, "patient", "jo")
    page = opened(chromium, origin)
    until("Auth knows the origin", lambda: page.run("manager.metadataService.getMetadata().then(() => true, () => false)"), timeout=60)
    page.run("void manager.signinRedirect()")
    asked = page.until("it asks", f"location.href.startsWith('{url}/oauth/authorize?') && location.href")
    assert "response_type=code&" in asked and "code_challenge_method=S256" in asked
    page.let_in(person.username, people.PASSWORD)
    user = page.until("the app has its tokens", "window.user")
    assert "fault" not in user, user
    # To what the id token says the library has joined what userinfo does.
    assert "name" not in claims(user["id_token"])
    assert user["profile"]["sub"] == person.id and user["profile"]["name"] == "Jo Test" and user["profile"]["preferred_username"] == person.username
    assert user["refresh_token"] and set(user["scope"].split()) == {"openid", "profile", "offline_access"}

    renewed = page.run("outcome(manager.signinSilent())")
    assert renewed["profile"]["sub"] == person.id and renewed["expires_in"] > 0, renewed
    assert renewed["access_token"] != user["access_token"] and renewed["refresh_token"] != user["refresh_token"], "rotated"
    asked = f"fetch({json.dumps(url + '/userinfo')}, {{ headers: {{ Authorization: 'Bearer ' + {json.dumps(renewed['access_token'])} }} }})"
    assert page.run(f"{asked}.then((answer) => answer.json())")["sub"] == person.id

    # At an origin that nobody has registered the library gets no further than the metadata, and a token that it has is of no use.
    foreign = opened(chromium, elsewhere)
    assert "Failed to fetch" in foreign.run("outcome(manager.signinRedirect())")["fault"]
    assert foreign.run(f"{asked}.then(() => 'read', () => 'unread')") == "unread"

    # Given back, the tokens are worth nothing, whoever has them.
    page.run("manager.revokeTokens(['refresh_token'])")
    again = people.Client(url).call("POST", "/oauth/token", data={"grant_type": "refresh_token", "client_id": "oidc-page", "refresh_token": renewed["refresh_token"]})
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant"
    until("the access token too", lambda: people.Client(url, renewed["access_token"]).get("/userinfo").status_code == 401)
