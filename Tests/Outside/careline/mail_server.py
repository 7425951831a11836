"""A mail server that people's mails go to: aiosmtpd, by STARTTLS alone or TLS from the first byte, and after a login alone. It keeps what it takes."""

import datetime
import email
import ssl
import threading
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

USER, PASSWORD = "careline@mail.example", "of the mail server alone"


def certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """One that signs itself: the file that it is in, with its key, and the file of whom to trust."""
    key, name, now = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]), datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256()))
    own, trusted = folder / "mail.pem", folder / "mail-ca.pem"
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    trusted.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    own.write_bytes(secret + trusted.read_bytes())
    return own, trusted


class MailServer:
    """`kept`: the mails that it has taken, oldest first; `logins`: by which mechanisms somebody logged in; `met`: how many connections there were."""

    def __init__(self, own: Path, port: int):
        self.kept: list[EmailMessage] = []
        self.receivers: list[list[str]] = []
        self.logins: list[str] = []
        self.met = 0
        self.refuses: set[str] = set()
        self.lock = threading.Lock()
        self.port, self.own = port, own

    # What aiosmtpd calls.
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.refuses:
            return "550 5.1.1 there is no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        with self.lock:
            self.kept.append(email.message_from_bytes(envelope.original_content, policy=policy.default))
            self.receivers.append(list(envelope.rcpt_tos))
        return "250 it is taken"

    def authenticate(self, server, session, envelope, mechanism, data):
        is_hidden = server.transport.get_extra_info("ssl_object") is not None
        is_right = isinstance(data, LoginPassword) and (data.login.decode(), data.password.decode()) == (USER, PASSWORD) and is_hidden
        if is_right:
            self.logins.append(mechanism)
        return AuthResult(success=is_right)

    @contextmanager
    def running(self, excluded: tuple[str, ...] = (), own: Path | None = None, is_implicit: bool = False):
        """With a login, by any mechanism but those that are `excluded`, after STARTTLS, or where TLS `is_implicit` over nothing else. `own`: another certificate."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(own or self.own)

        def made() -> SMTP:
            self.met += 1
            # What is below TLS is not aiosmtpd's to ask for.
            encryption = {"auth_require_tls": False} if is_implicit else {"tls_context": context, "require_starttls": True}
            return SMTP(
                self, hostname="localhost", auth_required=True, authenticator=self.authenticate, auth_exclude_mechanism=list(excluded), **encryption)

        controller = Controller(self, hostname="127.0.0.1", port=self.port, ssl_context=context if is_implicit else None)
        controller.factory = made
        controller.start()
        try:
            yield self
        finally:
            controller.stop()

    def to(self, address: str) -> list[EmailMessage]:
        with self.lock:
            return [mail for mail, receivers in zip(self.kept, self.receivers, strict=True) if receivers == [address]]
