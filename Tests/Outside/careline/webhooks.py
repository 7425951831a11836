"""Back-ends of the operator's own that have events sent to them."""

import secrets

from careline.client import Client
from careline.operator import auth_service, webhooks_service


def subscriber(url: str, *types: str) -> Client:
    """A machine that may have events of these types."""
    id, secret = f"crm-{secrets.token_hex(4)}", secrets.token_urlsafe(33)
    auth_service(
        "seed-client", "--id", id, "--name", "CRM", "--scope", "webhooks", "--grant", "client_credentials", "--secret-file", "-", stdin=secret + "\n")
    webhooks_service("grant", "--client", id, *(word for each in types for word in ("--type", each)))
    form = {"grant_type": "client_credentials", "client_id": id, "client_secret": secret}
    answer = Client(url).call("POST", "/oauth/token", data=form)
    assert answer.status_code == 200, answer.text
    return Client(url, answer.json()["access_token"])
