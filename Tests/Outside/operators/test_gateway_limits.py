"""What the gateway limits more strictly: every operation of Auth's that takes something secret without a token of ours before it."""

import re

from conftest import CHECKOUT, seconds

from careline.contract import read

GATEWAY = CHECKOUT / "deploy/gateway/haproxy.cfg"

# POSTs that need no bearer token, and where nobody can guess at anything all the same.
LOGGED_IN = "the browser's session, 256 bits at random, and a form bound to it; asks for no password"
NOTHING_SECRET = {
    "/admin/people/{id}": LOGGED_IN,
    "/admin/apps": LOGGED_IN,
    "/admin/apps/{clientId}": LOGGED_IN,
    "/oauth/authorize": "what an app asks for, not who it is; writes nothing",
    "/oauth/logout": "ends a session; what it is shown opens none",
    "/oauth/logout/confirm": "ends the browser's session, which then ends no other",
    "/userinfo": "an access token, in the form instead of the head; writes nothing",
}
# Nothing to guess either, but each writes to the audit for good, and a cookie has no caller's quota.
WRITTEN_FOR_GOOD = {
    "/account/profile", "/account/picture", "/account/logins", "/account/guardianships", "/account/invitations", "/account/factors", "/account/factors/totp", "/account/factors/passkey",
    "/account/factors/passkey/registration", "/oauth/consent",
}


def limited(name: str) -> set[str]:
    """The paths of an acl of the gateway's."""
    return {path for line in re.findall(rf"^ *acl {name} path (.+)$", GATEWAY.read_text(), re.MULTILINE) for path in line.split()}


def document() -> dict:
    return read(CHECKOUT / "deploy/api/openapi.yaml")


def without_token() -> set[str]:
    """Operations that are posted to and need no bearer token; all of them are Auth's."""
    tokens = {"bearer", "dpop", "oauth"}
    posted = {path: each["post"] for path, each in document()["paths"].items() if "post" in each}
    schemes = {path: operation.get("security", document()["security"]) for path, operation in posted.items()}
    return {path for path, some in schemes.items() if not some or any(tokens.isdisjoint(scheme) for scheme in some)}


def test_whatever_takes_a_secret_is_limited_more_strictly():
    strict = limited("credentials") | limited("introspection")
    assert len(without_token()) > 30
    assert without_token() - strict - NOTHING_SECRET.keys() == set(), "limit it, or say here why there is nothing to guess"
    assert strict.isdisjoint(NOTHING_SECRET)
    assert NOTHING_SECRET.keys() <= without_token()


def test_what_a_browser_writes_for_good_is_limited_too():
    assert WRITTEN_FOR_GOOD <= limited("credentials")


def test_what_is_limited_is_there():
    paths = document()["paths"]
    assert [path for path in limited("credentials") | limited("introspection") if "post" not in paths.get(path, {})] == []


def test_introspections_are_counted_apart():
    assert limited("introspection") == {"/oauth/introspect"}
    assert limited("credentials").isdisjoint(limited("introspection"))


def test_the_page_has_the_defaults_of_the_configuration():
    """Those of the services are held to it in Swift (SettingsPageTests)."""
    rows = re.findall(r"^\| `(CARE_\w+)`[^|]*\| ([^|]*) \|", (CHECKOUT / "docs/operators.md").read_text(), re.M)
    page = {name: standard.strip("`") for name, standard in rows}
    for file in ("deploy/gateway/haproxy.cfg", "deploy/tls/haproxy.cfg"):
        defaults = set(re.findall(r"\$\{(CARE_\w+)-([^}]*)\}", (CHECKOUT / file).read_text()))
        # The service's own port, which it has to be told.
        found = {name: standard for name, standard in defaults if name != "CARE_HTTP_PORT"}
        assert len(found) == len({name for name, _ in defaults} - {"CARE_HTTP_PORT"}) and len(found) >= 3
        assert not {name: (standard, page[name]) for name, standard in found.items() if page[name] != standard}


def test_a_replica_says_how_it_is_before_the_gateway_gives_it_up():
    """Without `timeout check` HAProxy gives a whole check the time of `inter`. A database that all replicas wait for would else take all of them out."""
    text = GATEWAY.read_text()
    assert "timeout check" not in text
    (interval,) = re.findall(r"default-server check inter (\S+) ", text)
    checks = (CHECKOUT / "Shared/CareService/Running/PlatformChecks.swift").read_text()
    (patience,) = re.findall(r"static let \w*[pP]atience: Duration = \.milliseconds\((\d+)\)", checks)
    assert int(patience) / 1000 < seconds(interval)
