"""An app as the OpenID Foundation's suite is one: confidential, without PKCE, with id tokens signed with RS256. Made with Authlib and httpx."""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from careline.oauth import Browser, Form
from careline.people import PASSWORD, Person

REDIRECT = "https://rp.example/callback"
GOODBYE = "https://rp.example/goodbye"
SCOPE = "openid profile email offline_access"


@dataclass
class Answer:
    """What came back to the app by way of the browser, and which pages the person saw on the way."""

    values: dict[str, str]
    pages: list[str]

    @property
    def code(self) -> str:
        assert "code" in self.values, self.values
        return self.values["code"]


@dataclass
class RelyingParty:
    issuer: str
    client_id: str
    secret: str
    method: str = "client_secret_basic"
    algorithm: str = "RS256"
    metadata: dict = field(init=False)

    def __post_init__(self):
        self.metadata = httpx.get(f"{self.issuer}/.well-known/openid-configuration").json()

    def request(self, **parameters) -> dict[str, str]:
        """The parameters of an authorization request; those that are None are left out."""
        usual = {
            "response_type": "code", "client_id": self.client_id, "redirect_uri": REDIRECT, "scope": "openid", "state": generate_token(20),
            "nonce": generate_token(20)}
        return {name: value for name, value in {**usual, **parameters}.items() if value is not None}

    def address(self, request: dict[str, str]) -> str:
        return self.metadata["authorization_endpoint"] + "?" + urlencode(request)

    def ask(self, browser: Browser, person: Person | None, request: dict[str, str]) -> Answer:
        """Goes the whole way with a person who logs in and agrees wherever they are asked."""
        return self.follow(browser, person, request, browser.open(self.address(request)))

    def follow(self, browser: Browser, person: Person | None, request: dict[str, str], answer) -> Answer:
        pages = []
        while answer.status_code == 200:
            form = Form(answer)
            pages.append("login" if "password" in form.fields else "consent")
            assert person is not None and len(pages) < 4, form.text
            given = {"username": person.username, "password": PASSWORD} if pages[-1] == "login" else {"decision": "allow"}
            answer = browser.submit(form, **given)
        assert answer.status_code in (302, 303), f"{answer.status_code}: {answer.text}"
        location = answer.headers["Location"]
        assert location.startswith(request["redirect_uri"] + "?"), location
        values = {name: value for name, [value] in parse_qs(urlsplit(location).query).items()}
        assert values.get("state") == request.get("state") and values["iss"] == self.issuer, values
        return Answer(values, pages)

    def exchange(self, code: str, **more: str) -> httpx.Response:
        """As it is on the wire, so that a refusal can be looked at."""
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, **more}
        return self.post("token_endpoint", form)

    def post(self, endpoint: str, form: dict[str, str]) -> httpx.Response:
        if self.method == "client_secret_post":
            return httpx.post(self.metadata[endpoint], data={**form, "client_id": self.client_id, "client_secret": self.secret}, timeout=30)
        return httpx.post(self.metadata[endpoint], data=form, auth=(self.client_id, self.secret), timeout=30)

    def fetch(self, code: str) -> dict:
        """By Authlib's own client."""
        with OAuth2Client(self.client_id, self.secret, token_endpoint_auth_method=self.method, timeout=30) as client:
            return client.fetch_token(self.metadata["token_endpoint"], code=code, redirect_uri=REDIRECT, grant_type="authorization_code")

    def identity(self, tokens: dict, request: dict[str, str]) -> CodeIDToken:
        """The id token's claims, checked as OpenID Connect Core, 3.1.3.7 asks."""
        keys = KeySet.import_key_set(httpx.get(self.metadata["jwks_uri"]).json())
        token = jwt.decode(tokens["id_token"], keys, algorithms=[self.algorithm])
        options = {"iss": {"essential": True, "value": self.issuer}, "aud": {"essential": True, "value": self.client_id}}
        given = {"client_id": self.client_id, "access_token": tokens["access_token"]}
        if "nonce" in request:
            given["nonce"] = request["nonce"]
        claims = CodeIDToken(token.claims, token.header, options=options, params=given)
        claims.validate()
        return claims

    def sign_in(self, browser: Browser, person: Person, **parameters) -> tuple[dict, CodeIDToken]:
        """The tokens and who it is."""
        request = self.request(**parameters)
        tokens = self.fetch(self.ask(browser, person, request).code)
        return tokens, self.identity(tokens, request)

    def userinfo(self, tokens: dict) -> httpx.Response:
        return httpx.get(self.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {tokens['access_token']}"}, timeout=30)
