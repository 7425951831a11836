"""The HTTP client of these suites. What no client would send goes over sockets (attack/raw.py); foreign clients are a test's subject (httpx, Authlib, fhirpy, schemathesis)."""

import uuid
from functools import cached_property

import requests

Response = requests.Response


class Client:
    """One caller at one address, on connections that are kept. It follows no redirect, tries nothing twice, and waits for every answer at
    most `deadline` seconds."""

    def __init__(self, url: str, token: str | None = None, deadline: float = 30):
        self.url, self.token, self.deadline = url, token, deadline

    @cached_property
    def session(self) -> requests.Session:
        return requests.Session()

    def call(self, method: str, path: str, json=None, deadline: float | None = None, headers: dict[str, str] | None = None, **options) -> Response:
        headers = ({"Authorization": f"Bearer {self.token}"} if self.token else {}) | (headers or {})
        return self.session.request(
            method, self.url + path, json=json, headers=headers, timeout=deadline or self.deadline, allow_redirects=False, **options)

    def tried(self, method: str, path: str, json=None, **options) -> Response | None:
        """None where no answer came, or none that was whole."""
        try:
            return self.call(method, path, json, **options)
        except requests.RequestException:
            return None

    def get(self, path: str, **options) -> Response:
        return self.call("GET", path, **options)

    def post(self, path: str, json=None, headers: dict[str, str] | None = None, **options) -> Response:
        return self.call("POST", path, json, headers={"Idempotency-Key": str(uuid.uuid4())} | (headers or {}), **options)

    def patch(self, path: str, json, **options) -> Response:
        return self.call("PATCH", path, json, **options)

    def delete(self, path: str, json=None, **options) -> Response:
        return self.call("DELETE", path, json, **options)


def is_ready(url: str) -> bool:
    """What a replica says of itself."""
    answer = Client(url, deadline=5).tried("GET", "/readyz")
    return answer is not None and answer.status_code == 200
