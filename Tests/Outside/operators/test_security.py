"""What docs/security.md says of the sources and the deployment's files, and no running service could show."""

import re

import pytest
from conftest import CHECKOUT


def lines_with(pattern: str, *folders: str) -> list[tuple[str, str]]:
    """Of Swift sources: the file and the line."""
    return [
        (str(file.relative_to(CHECKOUT)), line.strip()) for folder in folders for file in sorted((CHECKOUT / folder).rglob("*.swift"))
        for line in file.read_text().splitlines() if re.search(pattern, line)]


def test_no_account_is_there_by_default():
    migrations = sorted((CHECKOUT / "Services/Auth/Migrations").glob("*.sql"))
    assert migrations
    for file in migrations:
        assert not re.search(r"INSERT\s+INTO\s+users\b", file.read_text(), re.IGNORECASE), file.name


def test_opaque_secrets_have_128_bits_or_more_of_the_systems_generator():
    drawn = lines_with(r"Secret\.random\(|SymmetricKey\(size:", "Services", "Shared")
    assert len(drawn) >= 10
    for file, line in drawn:
        for size in re.findall(r"Secret\.random\(bytes: (\d+)\)", line):
            assert int(size) >= 16, f"{file}: {line}"
        for size in re.findall(r"SymmetricKey\(size: \.?(\w+)\)", line):
            assert size in ("bits128", "bits192", "bits256"), f"{file}: {line}"
    (kept,) = lines_with(r"static func random\(bytes: Int = (\d+)\)", "Services/Auth/Keys")
    assert "= 32" in kept[1]
    # The fast generator, which anybody could foretell, names traces and nothing else.
    users = {file for file, _ in lines_with(r"\bFastRandom\b", "Services", "Shared")}
    assert users and all(re.match(r"Shared/\w+/(Observability|Tracing)/|Shared/Telemetry/", file) for file in users), users


def test_no_broken_hash_is_used_but_where_websockets_and_authenticator_apps_ask_for_it():
    """SHA-1 in the handshake (RFC 6455, section 1.3) protects nothing; as HMAC, in one-time codes (RFC 6238), it is not broken."""
    files = {file.rsplit("/", 1)[1] for file, _ in lines_with(r"\bInsecure\.|\bMD5\b|\bEVP_(md5|sha1)\b", "Services", "Shared")}
    # FHIR's Attachment.hash and tus's Upload-Checksum tell what came from what was damaged on the way, and are no proof of who sent it.
    assert files == {"Handshake.swift", "OneTimeCode.swift", "LiftedBody.swift", "AttachedPhotos.swift", "AppendToUpload.swift", "FileSource.swift"}


@pytest.mark.parametrize("file", ["deploy/gateway/haproxy.cfg", "deploy/tls/haproxy.cfg"])
def test_only_strong_ciphers_are_offered(file):
    text = (CHECKOUT / file).read_text()
    (ciphers,) = re.findall(r"ssl-default-bind-ciphers (\S+)", text)
    for cipher in ciphers.split(":"):
        assert re.fullmatch(r"ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)", cipher), cipher
    for side in ("bind", "server"):
        (options,) = re.findall(rf"ssl-default-{side}-options (.+)", text)
        assert "ssl-min-ver TLSv1.2" in options
    assert not re.search(r"verify none|no-tlsv13|prefer-client-ciphers|ssl-max-ver", text)


def test_images_are_made_without_the_repositorys_history():
    rules = [line for line in (CHECKOUT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert rules[0] == "*" and not any(rule.startswith("!") and ".git" in rule for rule in rules)
    assert not [line for line in (CHECKOUT / "deploy/docker/Dockerfile").read_text().splitlines() if re.match(r"(COPY|ADD) \. ", line)]
