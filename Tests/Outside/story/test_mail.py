"""Mails of the platform: by a real mail server, which is away for a while, and as files without one."""

import email
import os
import subprocess
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from careline import people
from careline.machine import Machine
from careline.mail_server import PASSWORD, USER, MailServer, certificate
from careline.mails import ask, confirm, link
from careline.oauth import Browser, Form
from careline.ports import free_port
from careline.waiting import until

pytestmark = pytest.mark.once

NEW_PASSWORD = "eleven loud kettles at dusk"


def set_password(address: str, password: str) -> str:
    """By the page that the link leads to; what the page says then."""
    browser = Browser()
    form = Form(browser.open(address))
    assert form.scripts == 0
    return Form(browser.session.post(form.action, data={**form.fields, "password": password}, timeout=30)).text


def test_without_a_server_mails_are_files(url):
    address = "ada.story@example.org"
    ada = people.sign_up(url, "patient", "ada", email=address)
    folder = Path(os.environ["CARELINE_STATE"], "mail")

    def mine(subject: str) -> list[EmailMessage]:
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in sorted(folder.glob("*.eml"))] if folder.exists() else []
        return [mail for mail in mails if mail["To"] == address and mail["Subject"] == subject and ada.username in mail.get_content()]

    # An address that may have been mistyped is not handed the account.
    ask(url, ada.username)
    [asked] = until("the mail is there", lambda: mine("Confirm your e-mail address"))
    confirm(asked)
    ask(url, ada.username)
    [mail] = until("the mail is there", lambda: mine("Set a new password"))
    assert mail["Auto-Submitted"] == "auto-generated" and not mail.defects
    assert folder.stat().st_mode & 0o077 == 0 and all(file.stat().st_mode & 0o077 == 0 for file in folder.iterdir())
    assert link(mail).startswith(f"{url}/account/reset?token=")
    assert "Your password is set" in set_password(link(mail), NEW_PASSWORD)
    assert people.log_in(url, ada.username, NEW_PASSWORD)["user"]["id"] == ada.id
    assert ada.get(f"/users/{ada.id}").status_code == 401, "whoever was logged in is not any more"
    assert "This link is over" in Form(Browser().open(link(mail))).text


def test_an_address_is_proven_by_its_link(url):
    address = "eve.story@example.org"
    eve = people.sign_up(url, "patient", "eve", email=address)
    assert eve.get(f"/users/{eve.id}").json()["emailVerified"] is False
    folder = Path(os.environ["CARELINE_STATE"], "mail")

    def mine() -> list[EmailMessage]:
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in sorted(folder.glob("*.eml"))] if folder.exists() else []
        return [mail for mail in mails if mail["To"] == address and mail["Subject"] == "Confirm your e-mail address"]

    [mail] = until("the mail is there", mine)
    browser = Browser()
    form = Form(browser.open(link(mail)))
    assert form.scripts == 0 and address in form.text
    assert eve.get(f"/users/{eve.id}").json()["emailVerified"] is False, "to look at the page is not enough"
    assert "is confirmed" in Form(browser.submit(form)).text
    assert eve.get(f"/users/{eve.id}").json()["emailVerified"] is True


def about(server: MailServer, address: str, subject: str) -> list[EmailMessage]:
    return [mail for mail in server.to(address) if mail["Subject"] == subject]


def soon(machine: Machine, what: str, read):
    """The first true one. What waits to be tried again, which takes twice as long each time, is tried now: by its row, since nobody waits here. One that is being sent is leased for longer."""
    def hurried():
        waiting = "UPDATE mails SET next_at = now(), attempts = 1 WHERE next_at BETWEEN now() AND now() + interval '45 seconds'"
        subprocess.run(["psql", "-X", "-q", "-c", waiting, machine.database("care_auth")], check=True, timeout=60)
        return read()

    return until(what, hurried, timeout=90, every=0.5)


def subjects(server: MailServer, address: str) -> set[str]:
    return {mail["Subject"] for mail in server.to(address)}


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    """One that sends its mails to `server`, which nobody has started yet."""
    own, trusted = certificate(tmp_path_factory.mktemp("mail"), "localhost")
    server = MailServer(own, free_port())
    machine = Machine.beside("mailing")
    machine.environment |= {
        "CARE_SMTP_URL": f"smtp://{USER.replace('@', '%40')}@localhost:{server.port}", "CARE_SMTP_PASSWORD": PASSWORD, "CARE_SMTP_CA_FILE": str(trusted),
        "CARE_MAIL_FROM": "Careline <no-reply@care.example>"}
    machine.start()
    yield machine, server
    machine.stop()


def test_a_mail_waits_for_its_server_and_comes_once(platform):
    machine, server = platform
    jo = people.sign_up(machine.url, "patient", "jo", email="jo@example.org")
    with server.running():
        [asked] = until("the mail has come", lambda: about(server, "jo@example.org", "Confirm your e-mail address"), timeout=90)
        confirm(asked)
    ask(machine.url, "jo@example.org")
    log = machine.state / "logs" / "auth.log"
    until("it was tried in vain", lambda: "mail not sent; trying again" in log.read_text())
    assert "jo@example.org" not in log.read_text() and PASSWORD not in log.read_text()
    with server.running():
        [mail] = until("the mail has come", lambda: about(server, "jo@example.org", "Set a new password"), timeout=90)
        assert mail["From"] == "Careline <no-reply@care.example>" and mail["Message-ID"].endswith("@care.example>") and not mail.defects
        assert "Your password is set" in set_password(link(mail), NEW_PASSWORD)
        expected = {"Confirm your e-mail address", "Set a new password", "Your password was changed"}
        until("they are told", lambda: subjects(server, "jo@example.org") == expected, timeout=90)
        # Nothing twice: what was tried in vain has come once.
        mails = server.to("jo@example.org")
        assert len({each["Message-ID"] for each in mails}) == len(mails) == 3
    assert server.logins, "only who logs in may send"
    assert people.log_in(machine.url, jo.username, NEW_PASSWORD)["user"]["id"] == jo.id


@pytest.mark.parametrize("mechanism", ["PLAIN", "LOGIN"])
def test_it_logs_in_as_the_server_wants(platform, mechanism):
    machine, server = platform
    address = f"{mechanism.lower()}@example.org"
    people.sign_up(machine.url, "patient", "ada", email=address)
    with server.running(excluded=tuple({"PLAIN", "LOGIN"} - {mechanism})):
        before = len(server.logins)
        soon(machine, "the mail has come", lambda: about(server, address, "Confirm your e-mail address"))
        assert set(server.logins[before:]) == {mechanism}


def test_a_mail_that_is_refused_for_good_is_given_up(platform):
    machine, server = platform
    log = machine.state / "logs" / "auth.log"
    server.refuses.add("gone@example.org")
    with server.running():
        people.sign_up(machine.url, "patient", "ada", email="gone@example.org")
        until("it is given up", lambda: "refused with 550" in log.read_text())
    assert server.to("gone@example.org") == [] and "gone@example.org" not in log.read_text()


# Which aiosmtpd does not know of.
@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_with_implicit_tls_nothing_is_said_before_the_server_has_proven_itself(platform, tmp_path):
    """The last of these: the platform starts anew with another address of the same server."""
    machine, server = platform
    machine.stop()
    machine.environment["CARE_SMTP_URL"] = f"smtps://{USER.replace('@', '%40')}@localhost:{server.port}"
    machine.start()
    address, logins = "implicit@example.org", len(server.logins)
    people.sign_up(machine.url, "patient", "ada", email=address)
    # Another's certificate for the same name; and a server that begins in the clear.
    for pretence in ({"own": certificate(tmp_path, "localhost")[0], "is_implicit": True}, {}):
        with server.running(**pretence):
            before = server.met
            soon(machine, "it is tried", lambda before=before: server.met > before)
    assert server.to(address) == [] and len(server.logins) == logins
    with server.running(is_implicit=True):
        soon(machine, "the mail has come", lambda: about(server, address, "Confirm your e-mail address"))
    assert len(server.to(address)) == 1 and len(server.logins) > logins
