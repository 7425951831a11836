"""A third party's app and a person's browser, made with Authlib and nothing of Careline's own."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

SCOPE = "openid profile offline_access appointments:read appointments:write"


class Form(HTMLParser):
    """The one form of a page: where it goes and what it holds; and the page's words."""

    def __init__(self, response: requests.Response):
        super().__init__()
        self.page = response
        self.action, self.method, self.fields, self.buttons, self.scripts, self.words = None, None, {}, [], 0, []
        self._is_shown = True
        self.feed(response.text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "script" or any(name.startswith("on") for name in values):
            self.scripts += 1
        if tag in ("style", "title"):
            self._is_shown = False
        if tag == "form":
            assert self.action is None, "one form a page"
            self.action, self.method = urljoin(self.page.url, values["action"]), values["method"]
        # As a browser sends them: a box that is not ticked says nothing.
        is_unticked = values.get("type") == "checkbox" and "checked" not in values
        if tag == "input" and values.get("type") != "radio" and not is_unticked and "name" in values:
            self.fields[values["name"]] = values.get("value") or ""
        if tag == "button" and "name" in values:
            self.buttons.append((values["name"], values["value"]))

    def handle_endtag(self, tag):
        if tag in ("style", "title"):
            self._is_shown = True

    def handle_data(self, data):
        if self._is_shown:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


class Browser:
    """A person's browser without JavaScript."""

    def __init__(self):
        self.session = requests.Session()

    def open(self, address: str) -> requests.Response:
        return self._follow(self.session.get(address, allow_redirects=False, timeout=30))

    def submit(self, form: Form, **values: str) -> requests.Response:
        assert form.action, f"a page without a form, of status {form.page.status_code}"
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(form.page.url))
        answer = self.session.request(
            form.method, form.action, data={**form.fields, **values}, headers={"Origin": origin}, allow_redirects=False, timeout=30)
        return self._follow(answer)

    def _follow(self, response: requests.Response) -> requests.Response:
        """Follows redirects within the platform; one that leaves it, to the app, is where the browser stands then."""
        home = urlsplit(response.url).netloc
        for _ in range(10):
            if response.status_code not in (302, 303):
                return response
            target = urljoin(response.url, response.headers["Location"])
            if urlsplit(target).netloc != home:
                return response
            response = self.session.get(target, allow_redirects=False, timeout=30)
        raise AssertionError("redirected in a circle")

    def log_in(self, address: str, username: str, password: str) -> requests.Response:
        page = Form(self.open(address))
        assert page.page.status_code == 200 and page.scripts == 0, page.page.text
        return self.submit(page, username=username, password=password)


@dataclass
class App:
    issuer: str
    client_id: str
    redirect_uri: str
    secret: str | None = None
    metadata: dict = field(init=False)

    def __post_init__(self):
        answer = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=30)
        assert answer.status_code == 200, answer.text
        self.metadata = answer.json()
        assert self.metadata["issuer"] == self.issuer

    def session(self, scope: str = SCOPE, token: dict | None = None) -> OAuth2Session:
        method = "client_secret_basic" if self.secret else "none"
        return OAuth2Session(
            self.client_id, self.secret, scope=scope, redirect_uri=self.redirect_uri, code_challenge_method="S256",
            token_endpoint_auth_method=method, token=token, token_endpoint=self.metadata["token_endpoint"])

    def begin(self, scope: str = SCOPE, **more) -> "Authorization":
        session, verifier, nonce = self.session(scope), generate_token(48), generate_token(20)
        address, state = session.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce, **more)
        return Authorization(self, session, address, state, verifier, nonce)

    def refresh(self, refresh_token: str) -> requests.Response:
        """As sent on the wire, so that the answer's status can be looked at."""
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.client_id}
        return requests.post(self.metadata["token_endpoint"], data=form, timeout=30)

    def keys(self) -> KeySet:
        return KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=30).json())

    def log_in(self, username: str, password: str, scope: str = SCOPE) -> dict:
        """The whole way for a person who agrees; returns the tokens."""
        authorization = self.begin(scope)
        browser = Browser()
        consent = Form(browser.log_in(authorization.address, username, password))
        return authorization.finish(browser.submit(consent, decision="allow"))


@dataclass
class Authorization:
    """One request of the app to be let in, from its address to its tokens."""

    app: App
    session: OAuth2Session
    address: str
    state: str
    verifier: str
    nonce: str

    def answer(self, response: requests.Response) -> dict[str, str]:
        """What the browser brings back to the app."""
        assert response.status_code in (302, 303), f"{response.status_code}: {response.text}"
        location = response.headers["Location"]
        assert location.startswith(self.app.redirect_uri + "?"), location
        values = {name: value for name, [value] in parse_qs(urlsplit(location).query).items()}
        assert values["state"] == self.state
        assert values["iss"] == self.app.issuer, "RFC 9207"
        return values

    def finish(self, response: requests.Response) -> dict:
        self.answer(response)
        return self.session.fetch_token(
            self.app.metadata["token_endpoint"], authorization_response=response.headers["Location"], state=self.state,
            code_verifier=self.verifier)

    def identity(self, tokens: dict) -> CodeIDToken:
        """The id token's claims, checked as OpenID Connect Core, 3.1.3.7 asks."""
        token = jwt.decode(tokens["id_token"], self.app.keys(), algorithms=self.app.metadata["id_token_signing_alg_values_supported"])
        claims = CodeIDToken(
            token.claims, token.header, options={"iss": {"essential": True, "value": self.app.issuer}, "aud": {"essential": True, "value": self.app.client_id}},
            params={"nonce": self.nonce, "client_id": self.app.client_id, "access_token": tokens["access_token"]})
        claims.validate()
        return claims
