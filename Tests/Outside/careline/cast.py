"""Whoever may call the platform, one of each role, and things that are theirs; each is made when it is first asked for."""

import secrets
import uuid
from datetime import UTC, datetime, timedelta
from functools import cached_property

import requests

from careline import factors, guardians, health, passkeys, people, sealed_data
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.oauth import App, Browser
from careline.operator import webhooks_service
from careline.pictures import png
from careline.streams import say
from careline.waiting import until

# What a machine can have: the scopes that are not a person's own.
MACHINES_SCOPES = [
    "appointments:read", "appointments:write", "availability:write", "ers:write", "records:read", "records:write", "records:any", "measurements:read",
    "webhooks"]
# What an app of somebody else's can be given by a patient.
THIRD_PARTYS_SCOPES = [
    "openid", "profile", "email", "account:read", "account:write", "appointments:read", "appointments:write", "health:read", "health:write", "records:read",
    "records:write", "messages:read", "messages:write", "organisations:read"]
# Where each service first asks who calls.
EVERYWHERE = ["/account/sessions", "/appointments/none", "/conversations", "/health/summary", f"/ers/{uuid.UUID(int=0)}/audit", "/app-data", "/webhooks"]
MACHINES_EVENT = "care.appointments.no-show.v1"


class Cast:
    """The things are the patient's; the provider takes part in what two take part in. The stranger is another patient, the outsider
    and the colleague are other providers. A thing is its id."""

    specialty = "podiatry"

    def __init__(self, url, auth_service, app, open_clinic):
        self.url, self.auth_service, self.third_party, self.open_clinic = url, auth_service, app, open_clinic

    # Callers

    nobody = None

    @property
    def broken(self):
        """The patient's own token, but for its signature."""
        signed, _, signature = self.patient.token.rpartition(".")
        return f"{signed}.{signature[::-1]}"

    @cached_property
    def patient(self):
        return self.with_heart_rate(people.sign_up(self.url, "patient", "owner"))

    @cached_property
    def stranger(self):
        return self.with_heart_rate(people.sign_up(self.url, "patient", "stranger"))

    @cached_property
    def provider(self):
        """What patients book with them is between the two: `desk_appointment` is what the front desk has booked."""
        weekly = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
        return self.open_clinic(self.specialty, {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30, "deskSeesBookings": False})

    @cached_property
    def outsider(self):
        return people.provider(self.url, self.specialty, "outsider")

    @cached_property
    def admin(self):
        return people.appointed(self.url, self.auth_service, "admin")

    @cached_property
    def scheduler(self):
        return people.appointed(self.url, self.auth_service, "scheduler")

    @cached_property
    def app(self):
        """An app that the patient lets see their name, and nothing else."""
        return self.third_party.log_in(self.patient.username, people.PASSWORD, scope="profile")["access_token"]

    @cached_property
    def guardian(self):
        """Another patient, who acts for the patient: a token that names both."""
        guardian = people.sign_up(self.url, "patient", "guardian")
        guardians.begin(self.patient, guardian)
        return guardians.acting(guardian, self.patient)

    @cached_property
    def suspended(self):
        """Another patient, shut out, with the token of before; every service has heard of it."""
        suspended = people.sign_up(self.url, "patient", "suspended")
        assert self.admin.post(f"/admin/users/{suspended.id}/suspend", {"reason": "abuse"}).status_code == 204
        for path in EVERYWHERE:
            until(f"{path} has heard of it", lambda path=path: suspended.get(path).status_code == 401)
        return suspended

    @cached_property
    def unverified(self):
        """A provider for whom nobody vouches any more."""
        unverified = people.provider(self.url, self.specialty, "unverified")
        licence = f"/admin/users/{unverified.id}/verification"
        for answer in (self.admin.call("PUT", licence, {"licenceNumber": "MB-40213"}), self.admin.call("DELETE", licence)):
            assert answer.status_code == 204, answer.text
        glass = {"patientId": self.stranger.id, "reason": "Unconscious"}
        until("Records has heard of it", lambda: unverified.post("/records/break-glass", glass).status_code == 403)
        until("Scheduling has heard of it", lambda: self.stranger.get(f"/providers/{unverified.id}").status_code == 404)
        asked = {"participantIds": [unverified.id]}
        until("Messaging has heard of it", lambda: self.stranger.post("/conversations", asked).status_code == 403)
        return unverified

    @cached_property
    def wide_app(self):
        """An app of a third party that the patient lets do whatever such an app can do for a patient."""
        client, redirect = f"wide-{secrets.token_hex(4)}", "http://127.0.0.1/callback"
        scopes = [word for scope in THIRD_PARTYS_SCOPES for word in ("--scope", scope)]
        self.auth_service("seed-client", "--id", client, "--name", "Wide app", "--redirect-uri", redirect, *scopes)
        tokens = App(self.url, client, redirect).log_in(self.patient.username, people.PASSWORD, scope=" ".join(THIRD_PARTYS_SCOPES))
        assert set(tokens["scope"].split()) == set(THIRD_PARTYS_SCOPES)
        return tokens["access_token"]

    @cached_property
    def owner(self):
        """Of the clinic in which the provider practises."""
        owner = people.sign_up(self.url, "patient", "head")
        clinic = made(self.admin.post("/organisations", self.clinic(owner)))
        self.join(clinic, self.provider.id, "practitioner")
        self.join(clinic, self.receptionist.id, "receptionist")
        day = f"/providers/{self.provider.id}/appointments"
        for person in (owner, self.receptionist):
            until("Scheduling knows the front desk", lambda person=person: person.get(day).status_code == 200)
        return owner

    @cached_property
    def receptionist(self):
        """There, too."""
        return people.sign_up(self.url, "patient", "receptionist")

    @cached_property
    def administrator(self):
        return people.sign_up(self.url, "patient", "administrator")

    @cached_property
    def practitioner(self):
        return people.provider(self.url, self.specialty, "practitioner")

    @cached_property
    def reviewer(self):
        return people.sign_up(self.url, "patient", "reviewer")

    @cached_property
    def machine_credentials(self):
        """Of a machine that may do whatever a machine can be allowed."""
        credentials = {"client_id": f"machine-{secrets.token_hex(4)}", "client_secret": secrets.token_urlsafe(33)}
        scopes = [word for scope in MACHINES_SCOPES for word in ("--scope", scope)]
        self.auth_service(
            "seed-client", "--id", credentials["client_id"], "--name", "Machine", *scopes, "--grant", "client_credentials", "--secret-file", "-",
            stdin=credentials["client_secret"] + "\n")
        webhooks_service("grant", "--client", credentials["client_id"], "--type", MACHINES_EVENT)
        return credentials

    @cached_property
    def machine(self):
        form = {"grant_type": "client_credentials", **self.machine_credentials}
        answer = requests.post(f"{self.url}/oauth/token", data=form, timeout=30).json()
        assert set(answer["scope"].split()) == set(MACHINES_SCOPES)
        return answer["access_token"]

    def headers(self, caller: str) -> dict[str, str]:
        """Of a request by this caller."""
        them = getattr(self, caller)
        token = them.token if isinstance(them, people.Person) else them
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        # A machine says whose records it is about.
        return {**headers, "Care-Person": self.patient.id} if caller == "machine" else headers

    def join(self, organisation: str, person: str, *roles: str):
        """As the platform says; whoever is there already stays as they are."""
        answer = self.admin.post(f"/organisations/{organisation}/members", {"userId": person, "roles": list(roles)})
        assert answer.status_code in (201, 409), answer.text

    # Things

    def id(self, kind: str) -> str:
        thing = getattr(self, kind)
        return thing.id if isinstance(thing, people.Person) else thing

    def renew(self, kind: str | None):
        """Another one is made when it is next asked for."""
        self.__dict__.pop(kind, None)

    @property
    def user(self):
        return self.patient

    @cached_property
    def session(self):
        """One of the patient's, beside that which they call with."""
        people.log_in(self.url, self.patient.username)
        return next(each["id"] for each in self.patient.get("/account/sessions").json()["items"] if not each["isCurrent"])

    @cached_property
    def browser(self):
        """One that the patient is logged in with."""
        Browser().log_in(self.third_party.begin().address, self.patient.username, people.PASSWORD)
        return self.patient.get("/account/browsers").json()["items"][0]["id"]

    @cached_property
    def factor(self):
        """Codes of the patient's, set up with the token that they call with."""
        assert self.app, "which the patient logs in for without a code"
        factors.set_up(self.patient)
        return self.patient.get(f"/users/{self.patient.id}/factors").json()["factors"][0]["id"]

    @staticmethod
    def new_client() -> dict:
        return {"id": f"client-{secrets.token_hex(4)}", "name": "Client", "kind": "confidential", "redirectUris": ["https://client.example.org/cb"]}

    @cached_property
    def client(self):
        """An app that nobody uses."""
        return made(self.admin.post("/admin/clients", self.new_client()))

    @cached_property
    def guardianship(self):
        """By which the patient is to act for the stranger."""
        return guardians.invite(self.stranger, self.patient)

    @cached_property
    def passkey(self):
        """Of the patient's, likewise."""
        assert self.app, "which the patient logs in for without one"
        made = passkeys.registration(passkeys.begin(self.patient), passkeys.origin(self.url))
        answer = self.patient.post(f"/users/{self.patient.id}/factors/passkeys/registration", {"name": "Phone", "credential": made})
        assert answer.status_code == 201, answer.text
        return answer.json()["passkey"]["id"]

    def clinic(self, owner=None) -> dict:
        return {"name": "Riverside Clinic", "timeZone": "America/Winnipeg", "ownerId": (owner or self.patient).id}

    @cached_property
    def organisation(self):
        """The patient's, who owns it."""
        return made(self.admin.post("/organisations", self.clinic()))

    @cached_property
    def team(self):
        """Of the patient's organisation, with the patient in it."""
        return made(self.admin.post(f"/organisations/{self.organisation}/teams", {"name": f"Desk {secrets.token_hex(4)}", "memberIds": [self.patient.id]}))

    @cached_property
    def organisationInvitation(self):
        """Of the patient, to another's organisation."""
        theirs = made(self.admin.post("/organisations", self.clinic(self.colleague)))
        return made(self.admin.post(f"/organisations/{theirs}/invitations", {"userId": self.patient.id, "roles": ["reviewer"]}))

    @property
    def free_slot(self):
        return booking(self.provider, slots(self.patient, self.provider, *next_days())[0])

    @cached_property
    def appointment(self):
        return made(self.patient.post("/appointments", self.free_slot))

    @cached_property
    def desk_appointment(self):
        """The patient's, which the front desk has booked."""
        assert self.owner, "by whom the provider practises there"
        return made(self.receptionist.post("/appointments", {**self.free_slot, "patientId": self.patient.id}))

    @cached_property
    def interval(self):
        """An absence of the provider's."""
        away = {"kind": "busy", "startTime": "2090-03-01T10:00:00Z", "endTime": "2090-03-01T11:00:00Z"}
        answer = self.provider.post("/providers/availability", {"intervals": [away]})
        assert answer.status_code == 201, answer.text
        return next(each["id"] for each in answer.json()["intervals"] if each["startTime"] == away["startTime"])

    @cached_property
    def colleague(self):
        """A provider whom Messaging knows."""
        colleague = people.provider(self.url, self.specialty, "colleague")
        self.talk(colleague)
        return colleague

    @cached_property
    def conversation(self):
        return self.talk(self.provider)

    @cached_property
    def message(self):
        return made(say(self.patient, {"id": self.conversation}, "It hurts when I run."))

    @cached_property
    def attachment(self):
        """A picture that the provider was sent."""
        picture = made(self.patient.call("POST", "/attachments", files={"file": ("foot.png", png(8, 8), "image/png")}))
        message = {"clientId": picture, "content": {"image": {"attachmentId": picture}}}
        made(self.patient.call("POST", f"/conversations/{self.conversation}/messages", message))
        return picture

    @cached_property
    def notification(self):
        assert self.appointment
        return until("the patient is told of the appointment", lambda: self.patient.get("/notifications").json()["items"])[0]["id"]

    @cached_property
    def alert(self):
        settings = self.patient.call("PUT", "/health/settings", {"boundary": 75, "timeZone": health.afternoon()})
        assert settings.status_code == 200, settings.text
        return health.record(self.patient, 80)["alert"]["id"]

    @cached_property
    def measurement(self):
        health.record(self.patient, 62)
        return self.patient.get("/health/heart-rates", params={"limit": 1}).json()["items"][0]["id"]

    @cached_property
    def reminder(self):
        answered = self.patient.post(f"/health/alerts/{self.alert}/answer", {"taken": "no", "remindInHours": 1})
        assert answered.status_code == 200, answered.text
        return answered.json()["reminder"]["id"]

    @cached_property
    def er(self):
        return made(self.scheduler.post("/ers", {"name": "Alert Hospital", "latitude": 82.5, "longitude": -62.3, "country": "CA"}))

    @staticmethod
    def hook() -> dict:
        """At an address where nobody listens."""
        return {"url": "http://127.0.0.1:9/", "types": [MACHINES_EVENT]}

    @cached_property
    def webhook(self):
        """The machine's."""
        return made(self.hooked())

    def hooked(self) -> requests.Response:
        """The machine makes another one."""
        return requests.post(f"{self.url}/webhooks", json=self.hook(), headers=self.headers("machine"), timeout=30)

    @cached_property
    def record(self):
        return made(self.patient.post("/app-data", {"colour": "green"}))

    @cached_property
    def appDataKey(self):
        return sealed_data.Device.of(self.patient).keep()["id"]

    @cached_property
    def fhir(self):
        """A resource, and a file, with the same id in each release."""
        id = str(uuid.uuid4())
        for release in ("r4", "stu3"):
            made(self.patient.call("PUT", f"/fhir/{release}/Basic/{id}", self.resource(id=id)))
            data = "data" if release == "r4" else "content"
            made(self.patient.call("PUT", f"/fhir/{release}/Binary/{id}", {"resourceType": "Binary", "id": id, "contentType": "text/plain", data: "SGVsbG8="}))
        return id

    @cached_property
    def chart(self):
        """What the record says of its person, with the same id in each release."""
        id = str(uuid.uuid4())
        for release in ("r4", "stu3"):
            made(self.patient.call("PUT", f"/fhir/{release}/Patient/{id}", {"resourceType": "Patient", "id": id, "gender": "male"}))
        return id

    @cached_property
    def upload(self):
        """A file of which nothing has come."""
        begun = self.patient.call("POST", "/records/uploads", headers={"Tus-Resumable": "1.0.0", "Upload-Length": "9"})
        assert begun.status_code == 201, begun.text
        return begun.headers["Location"].rpartition("/")[2]

    @staticmethod
    def resource(**more) -> dict:
        scan = {"url": "https://example.org/scan", "valueAttachment": {"contentType": "text/plain", "data": "SGVsbG8="}}
        return {"resourceType": "Basic", "extension": [scan], "code": {"text": "note"}, **more}

    @staticmethod
    def tomorrow() -> str:
        return (datetime.now(UTC) + timedelta(days=1)).date().isoformat()

    @staticmethod
    def with_heart_rate(patient):
        health.record(patient, 60)
        return patient

    def talk(self, provider) -> str:
        begin = {"participantIds": [provider.id]}
        return until("Messaging knows the provider", lambda: self.patient.post("/conversations", begin).json().get("id"))


def made(answer: requests.Response) -> str:
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]
