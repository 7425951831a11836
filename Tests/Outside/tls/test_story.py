"""A day of Careline with TLS everywhere: booked, written, heard of in Kafka; and no secret anywhere that is looked at."""

import asyncio
import socket
import ssl
import subprocess
from pathlib import Path

import pytest
import requests
from conftest import DATABASES
from platform_tls import platform as tls_platform

from careline import administration, people, topics
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.checkout import BUILD, CHECKOUT
from careline.processes import clean, run, until
from careline.streams import Stream, say
from careline.webhooks import Receiver, machine


@pytest.fixture(scope="module")
def platform(place, authority, postgres, kafka, topics_made, secret):
    with tls_platform(place, authority, postgres, kafka, secret) as running:
        yield running


@pytest.fixture()
def trusting(monkeypatch, authority, kafka):
    """A foreign client's settings: whom it trusts, and as whom it comes to Kafka."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(authority / "ca.pem"))
    for name, value in kafka.settings.items():
        monkeypatch.setenv(name, value)


def test_a_day_is_told_over_tls(platform, kafka, trusting):
    doctor = people.provider(platform.url, "cardiology", "okafor")
    weekly = [{"weekday": day, "start": "09:00", "end": "12:00"} for day in EVERY_DAY]
    assert doctor.post("/providers/availability", {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30}).status_code == 201
    patient = people.sign_up(platform.url, "patient", "jo")
    until("Scheduling knows the provider", lambda: patient.get(f"/providers/{doctor.id}").status_code == 200)
    booked = until("Scheduling knows the patient", lambda: made(patient.post("/appointments", booking(doctor, slots(patient, doctor, *next_days())[0]))))
    conversation = until("Messaging knows them", lambda: made(patient.post("/conversations", {"title": "Heart", "participantIds": [doctor.id]})))
    said = say(patient, conversation, "It beats")
    assert said.status_code == 201, said.text
    read = doctor.get(f"/conversations/{conversation['id']}/items")
    assert read.status_code == 200 and "It beats" in read.text, read.text
    topics.wait_for(kafka.bootstrap, "care.appointments.v1", lambda records: any(record.key == booked["id"] for record in records))
    topics.wait_for(kafka.bootstrap, "care.messages.v1", lambda records: any(record.key == said.json()["id"] for record in records))


def made(answer: requests.Response) -> dict | None:
    return answer.json() if answer.status_code == 201 else None


REGISTERED = "care.users.registered.v1"


@pytest.fixture()
def subscriber(platform, postgres, secret, trusting):
    """A machine that may hear who has signed up."""
    known = secret("subscriber")
    for program, database, *words in (
        ("auth-service", "auth", "seed-client", "--id", "crm", "--name", "CRM", "--scope", "webhooks", "--grant", "client_credentials", "--secret-file", known.file),
        ("webhooks-service", "webhooks", "grant", "--client", "crm", "--type", REGISTERED)
    ):
        run(BUILD / program, *words, settings={"CARE_DATABASE_URL_FILE": str(secret(f"url-{database}", postgres.url(database)).file)})
    return machine(platform.url, "crm", known.value)


def test_events_go_to_the_receiver_that_proves_itself_and_to_no_other(platform, subscriber, authority, other_authority):
    proved, foreign = Receiver(authority / "localhost.pem"), Receiver(other_authority / "localhost.pem")
    webhooks = {}
    try:
        for receiver in (proved, foreign):
            answer = subscriber.post("/webhooks", {"url": receiver.url, "types": [REGISTERED]})
            assert answer.status_code == 201, answer.text
            webhooks[receiver], receiver.secret = f"/webhooks/{answer.json()['id']}", answer.json()["secret"]
        person = people.sign_up(platform.url, "patient", "heard-of")

        def attempts(receiver: Receiver) -> list[dict]:
            return subscriber.get(f"{webhooks[receiver]}/deliveries").json()["items"]

        until("the one hears of them", lambda: person.id in [each["body"]["subject"] for each in proved.taken])
        assert until("that is in the log", lambda: attempts(proved))[0]["outcome"] == "delivered"
        assert [(each["error"], each["outcome"]) for each in until("the other was tried", lambda: attempts(foreign))] == [("tls", "retried")]
        tried = subscriber.post(f"{webhooks[foreign]}/test").json()
        assert (tried["delivered"], tried["error"]) == (False, "tls")
        assert foreign.taken == []
    finally:
        for receiver in (proved, foreign):
            receiver.shutdown()
            if receiver in webhooks:
                subscriber.call("DELETE", webhooks[receiver])


@pytest.fixture()
def careline(place, postgres, secret):
    """The operator's command, away from the platform: it reaches the databases by TLS, with a password from a file, and nothing else."""
    databases = {f"CARE_{name.upper()}_DATABASE_URL_FILE": str(secret(f"url-{name}", postgres.url(name)).file) for name in DATABASES}
    settings = databases | {"CARE_MASTER_KEY_FILE": str(secret("master-key").file)}

    def run(*words: str, stdin: str = "", is_refused: bool = False, **change: str) -> str:
        command = [BUILD / "careline", *words, "--state", place / "operator"]
        done = subprocess.run(command, cwd=CHECKOUT, env=clean(settings | change), input=stdin, capture_output=True, text=True, timeout=120)
        assert (done.returncode != 0) == is_refused, done.stdout + done.stderr
        return done.stderr if is_refused else done.stdout

    return run


def test_an_operator_administers_over_tls(platform, careline, trusting, tmp_path, postgres, secret, other_authority):
    person = administration.a_person_is_shut_out_and_let_in(careline, platform.url)
    administration.a_provider_is_verified(careline, platform.url)
    administration.an_organisation_is_taken_in(careline, platform.url)
    client = administration.a_client_comes_and_goes(careline, platform.url)
    administration.the_audit_says_so(careline, person, client, tmp_path)
    # To a database that cannot prove itself it says nothing.
    pretended = secret("url-pretended", postgres.url("auth", sslrootcert=str(other_authority / "ca.pem")))
    said = careline("users", "find", person.username, is_refused=True, CARE_AUTH_DATABASE_URL_FILE=str(pretended.file))
    assert said == "Error: PostgreSQL cannot be reached\n"


def test_services_are_reached_by_tls_alone(platform, authority):
    trusted = ssl.create_default_context(cafile=authority / "ca.pem")
    for name, replica in platform.replicas.items():
        with pytest.raises(requests.ConnectionError):
            requests.get(f"http://127.0.0.1:{replica.tls}/livez", timeout=5)
        listening = Path("/proc/net/tcp").read_text().splitlines()[1:]
        addresses = {line.split()[1].split(":")[0] for line in listening if line.split()[1].endswith(f":{replica.plain:04X}") and line.split()[3] == "0A"}
        assert addresses == {"0100007F"}, f"{name} itself listens beyond the loopback interface"
        with socket.create_connection(("127.0.0.1", replica.tls), timeout=5) as raw:
            with trusted.wrap_socket(raw, server_hostname=f"{name}-service") as secure:
                assert secure.version() in ("TLSv1.2", "TLSv1.3")


def test_streams_are_over_tls_alone(platform, authority, trusting, monkeypatch):
    """A handshake in the clear is refused as every program's request is."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority / "ca.pem"))
    patient = people.sign_up(platform.url, "patient", "listener")

    async def greeted() -> dict:
        stream = await Stream(platform.url.replace("https:", "wss:"), patient).open()
        await stream.socket.close()
        return stream.hello

    assert asyncio.run(greeted())["type"] == "hello"
    handshake = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Authorization": f"Bearer {patient.token}"}
    plain = requests.get(f"{platform.plain}/stream", headers=handshake, allow_redirects=False, timeout=5)
    assert plain.status_code == 403 and plain.json()["type"] == f"{platform.url}/problems/tls-required"
    assert "Location" not in plain.headers


def test_a_stranger_to_the_authority_is_warned(platform):
    with pytest.raises(requests.exceptions.SSLError):
        requests.get(f"{platform.url}/.well-known/openid-configuration", timeout=5)


def test_the_gateway_takes_no_server_that_it_cannot_prove(platform, other_authority):
    swapped = {"CARE_AUTH_SERVER_1": f"127.0.0.1:{platform.replicas['scheduling'].tls}"}
    for change, lost in (({"CARE_SERVICES_CA": str(other_authority / "ca.pem")}, set(platform.replicas)), (swapped, {"auth"})):
        log = f"gateway-{'-'.join(sorted(lost))}.log"
        with platform.gateway(log, **change) as (plain, _):
            until("the gateway knows", lambda: {
                name for name, count in requests.get(f"{plain}/healthz", timeout=5).json()["servers"].items() if count == 0 and name in platform.replicas
            } == lost)
            assert requests.get(f"{plain}/healthz", timeout=5).status_code == 200
        text = (platform.place / "logs" / log).read_text()
        assert "SSL handshake failure" in text or "certificate" in text, text[-2000:]


def test_no_secret_is_in_a_log_or_an_environment(platform, place, secret):
    # The story's tests have run, and those of refusals: their logs are there.
    logs = {file: file.read_text(errors="replace") for file in (place / "logs").iterdir()}
    logs[place / "postgres" / "log"] = (place / "postgres" / "log").read_text(errors="replace")
    environments = {name: Path(f"/proc/{replica.process.pid}/environ").read_text() for name, replica in platform.replicas.items()}
    commands = {name: Path(f"/proc/{replica.process.pid}/cmdline").read_text() for name, replica in platform.replicas.items()}
    assert len(logs) >= 8 and all("CARE_DATABASE_URL_FILE" in text for text in environments.values())
    for known in secret.all:
        value = secret.all[known].value
        for texts in (logs, environments, commands):
            assert not [where for where, text in texts.items() if value in text], f"the secret {known} shows"
