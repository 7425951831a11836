"""A clinic: it is taken in, invites a provider, vouches for them and takes that back; what others may do with the provider follows."""

import email
import os
import secrets
from email import policy
from pathlib import Path

from careline import people
from careline.booking import EVERY_DAY, booking, next_days, slots
from careline.further_replica import further_replica
from careline.people import problem
from careline.waiting import until


def clinic_of(owner, admin) -> str:
    made = admin.post("/organisations", {"name": "Story Clinic", "timeZone": "America/Winnipeg", "ownerId": owner.id})
    assert made.status_code == 201, made.text
    return f"/organisations/{made.json()['id']}"


def test_a_clinic_vouches_for_its_provider(url, auth_service):
    specialty = f"sleep-{secrets.token_hex(4)}"
    admin, owner, patient = people.appointed(url, auth_service, "admin"), people.sign_up(url, "patient", "owner"), people.sign_up(url, "patient", "jo")
    clinic = clinic_of(owner, admin)
    # As the platform is outside: whoever says that they are a provider is none yet.
    with further_replica("auth-service", "care_auth", CARE_PROVIDERS_VERIFIED="required", CARE_SIGN_UPS_PER_HOUR="1000000") as (_, further):
        doctor = people.provider(further, specialty, "doctor").at(url)
    assert doctor.get(f"/users/{doctor.id}").json()["verified"] is False
    weekly = [{"weekday": day, "start": "08:00", "end": "18:00"} for day in EVERY_DAY]
    hours = {"timeZone": "America/Winnipeg", "weekly": weekly, "slotMinutes": 30}
    assert until("Scheduling knows the provider", lambda: doctor.get(f"/providers/{doctor.id}").status_code == 200)
    assert doctor.post("/providers/availability", hours).status_code == 201

    def listed() -> bool:
        return [each["id"] for each in patient.get("/providers", params={"specialty": specialty}).json()["items"]] == [doctor.id]

    def refused():
        problem(patient.get(f"/providers/{doctor.id}"), 404, "not-found")
        problem(patient.post("/conversations", {"participantIds": [doctor.id]}), 403, "participants-not-allowed")

    assert not listed()
    refused()

    asked = owner.post(f"{clinic}/invitations", {"userId": doctor.id, "roles": ["practitioner"]})
    assert asked.status_code == 201, asked.text
    [invitation] = doctor.get("/organisations/invitations").json()["items"]
    assert invitation["organisationName"] == "Story Clinic" and invitation["roles"] == ["practitioner"]
    acceptance = f"/organisations/invitations/{invitation['id']}/acceptance"
    problem(patient.call("POST", acceptance), 404, "not-found")
    assert doctor.call("POST", acceptance).status_code == 201
    problem(doctor.call("POST", acceptance), 404, "not-found")

    verification = f"{clinic}/members/{doctor.id}/verification"
    problem(doctor.call("PUT", verification, {"licenceNumber": "MB-1"}), 403, "forbidden")
    assert owner.call("PUT", verification, {"licenceNumber": "MB-40213"}).status_code == 204
    until("the provider is listed", listed)
    times = slots(patient, doctor, *next_days())
    booked = patient.post("/appointments", booking(doctor, times[0]))
    assert booked.status_code == 201, booked.text
    appointment = f"/appointments/{booked.json()['id']}"
    conversation = until("Messaging knows it", lambda: patient.post("/conversations", {"participantIds": [doctor.id]}).json().get("id"))

    # The front desk: for somebody else, without what it is about; nobody else does.
    caller = people.sign_up(url, "patient", "caller")
    wish = {**booking(doctor, times[2], title="A rash"), "patientId": caller.id}
    problem(patient.post("/appointments", wish), 403, "forbidden")
    desked = until("Scheduling knows the front desk and the patient", lambda: made if (made := owner.post("/appointments", wish)).status_code == 201 else None).json()
    assert desked["bookedBy"] == owner.id and desked["title"] == ""
    assert caller.get(f"/appointments/{desked['id']}").json()["title"] == "A rash"
    assert "A rash" not in owner.get(f"/providers/{doctor.id}/appointments").text
    problem(patient.get(f"/providers/{doctor.id}/appointments"), 403, "forbidden")
    assert owner.call("DELETE", f"/appointments/{desked['id']}").status_code == 200
    until("the patient hears of it", lambda: "appointment.cancelled" in caller.get("/notifications").text)
    # What the patient books by themselves is there too, since the provider practises in this clinic alone.
    own = patient.post("/appointments", booking(doctor, times[3])).json()
    at = f"/appointments/{own['id']}"
    assert own["organisationId"] == clinic.rpartition("/")[2] and own["title"]
    seen = owner.get(at).json()
    assert seen["title"] == "" and seen["patientId"] == patient.id
    problem(caller.get(at), 404, "not-found")
    moved = owner.call("PATCH", at, {name: value for name, value in booking(doctor, times[4]).items() if name.endswith("Time")})
    assert moved.status_code == 200 and moved.json()["rescheduledBy"] == owner.id, moved.text
    done = patient.get(f"{at}/changes").json()["items"]
    assert [(each["action"], each["role"], each["doneBy"]) for each in done] == [("rescheduled", "front-desk", owner.id), ("booked", "patient", patient.id)]
    assert [each["action"] for each in doctor.get(f"{at}/changes").json()["items"]] == ["rescheduled", "booked"]
    problem(owner.get(f"{at}/changes"), 403, "forbidden")
    problem(caller.get(f"{at}/changes"), 404, "not-found")
    assert owner.call("DELETE", at).status_code == 200
    shown = admin.get(f"/admin/users/{doctor.id}/verification").json()
    assert shown["verified"] and [each["licenceNumber"] for each in shown["verifications"]] == ["MB-40213"]

    assert owner.call("DELETE", verification).status_code == 204
    until("the provider is listed no more", lambda: not listed())
    until("Messaging knows it", lambda: patient.post("/conversations", {"participantIds": [doctor.id]}).status_code == 403)
    refused()
    for person in (patient, doctor):
        assert person.get(appointment).status_code == 200
        assert person.get(f"/conversations/{conversation}").status_code == 200
    problem(patient.call("PATCH", appointment, {name: value for name, value in booking(doctor, times[1]).items() if name.endswith("Time")}), 409, "provider-not-verified")
    assert patient.call("DELETE", appointment).status_code == 200


def test_the_last_owner_stays_and_an_invitation_is_mailed(url, auth_service):
    admin, owner = people.appointed(url, auth_service, "admin"), people.sign_up(url, "patient", "owner")
    clinic = clinic_of(owner, admin)
    problem(owner.call("DELETE", f"{clinic}/members/{owner.id}", headers={"If-Match": "*"}), 409, "last-owner")
    address = f"guest-{secrets.token_hex(4)}@example.org"
    assert owner.post(f"{clinic}/invitations", {"email": address, "roles": ["receptionist"]}).status_code == 201
    folder = Path(os.environ["CARELINE_STATE"], "mail")

    def mine():
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in folder.glob("*.eml")] if folder.exists() else []
        return [mail for mail in mails if mail["To"] == address]

    [mail] = until("the mail is there", mine)
    assert f"{url}/account/invitations" in mail.get_content() and "Story Clinic" in mail.get_content()
    # Whoever says that the address is theirs has not proven it.
    guest = people.sign_up(url, "patient", "guest", email=address)
    assert guest.get("/organisations/invitations").json()["items"] == []
    problem(guest.get(clinic), 404, "not-found")
