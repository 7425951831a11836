"""What people are mailed, and how they ask for it."""

import re
from email.message import EmailMessage

from careline.client import Client
from careline.oauth import Browser, Form


def ask(url: str, account: str) -> None:
    """For a link to set a password by."""
    assert Client(url).post("/account/password/reset", {"usernameOrEmail": account}).status_code == 202


def link(mail: EmailMessage, page: str = "(?:reset|verify)") -> str | None:
    """To a page of the account's."""
    found = re.search(rf"^(https?://\S+/account/{page}\?token=\S+)\s*$", mail.get_content(), re.MULTILINE)
    return found and found[1]


def confirm(mail: EmailMessage) -> None:
    """That the address is one's own, by the link in the mail of the sign-up: links to set a password go to such addresses alone."""
    browser = Browser()
    assert "is confirmed" in Form(browser.submit(Form(browser.open(link(mail, "verify"))))).text
