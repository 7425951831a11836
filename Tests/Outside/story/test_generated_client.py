"""Story, part 2 again, told by a client that nobody wrote: what openapi-generator makes of openapi.yaml for Python books an appointment."""

import importlib.util
import json
import secrets
import sys
from datetime import UTC, datetime

import pytest

from careline.booking import EVERY_DAY, next_days
from careline.generated import generate
from careline.people import PASSWORD
from careline.waiting import until

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def careline_client(tmp_path_factory):
    folder = generate("python", tmp_path_factory.mktemp("client"), packageName="careline_client")
    package = folder / "careline_client"
    spec = importlib.util.spec_from_file_location(package.name, package / "__init__.py", submodule_search_locations=[str(package)])
    # Its parts import each other by its name.
    sys.modules[package.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    for name in [name for name in sys.modules if name.partition(".")[0] == package.name]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def join(url, careline_client):
    """Signs somebody up and logs them in; gives the account and a client with their token."""
    c = careline_client

    def client(token=None):
        configuration = c.Configuration(host=url, access_token=token)
        # In a query the generator writes an offset as +0000, which is no RFC 3339; bodies are as they should be.
        configuration.datetime_format = "%Y-%m-%dT%H:%M:%SZ"
        return c.ApiClient(configuration)

    def join(account):
        accounts = c.AccountsApi(client())
        accounts.sign_up(c.NewAccount(account))
        login = accounts.log_in(c.Credentials(username=account.username, password=PASSWORD))
        return login.user, client(login.access_token)

    return join


def test_a_booking_from_signing_up_to_cancelling(careline_client, join):
    c, tail = careline_client, secrets.token_hex(4)
    doctor, practice = join(c.NewProvider(
        username=f"generated-{tail}", password=PASSWORD, role="provider", specialty=f"dermatology-{tail}", full_name="Gen Erated"))
    weekly = [c.WeeklyHours(weekday=c.Weekday(day), start="09:00", end="12:00") for day in EVERY_DAY]
    published = c.ProvidersApi(practice).add_availability(c.AvailabilityDraft(time_zone="America/Winnipeg", weekly=weekly, slot_minutes=30))
    assert published.provider_id == doctor.id and len(published.weekly) == 7

    patient, phone = join(c.NewPatient(username=f"patient-{tail}", password=PASSWORD, role="patient", full_name="Jo Test"))
    begin, end = (moment.astimezone(UTC) for moment in next_days())
    providers, appointments = c.ProvidersApi(phone), c.AppointmentsApi(phone)
    found = until("the provider is found", lambda: providers.list_providers(specialty=f"dermatology-{tail}").items)
    assert [each.id for each in found] == [doctor.id]
    free = providers.list_provider_slots(doctor.id, var_from=begin, to=end).items
    assert len(free) > 1 and isinstance(free[0].start_time, datetime)

    wish = c.NewAppointment(provider_id=doctor.id, title="Check-up", start_time=free[0].start_time, end_time=free[0].end_time)
    booked = appointments.book_appointment(wish)
    assert (booked.status, booked.provider_id, booked.patient_id) == ("booked", doctor.id, patient.id)
    assert [each.id for each in appointments.list_user_appointments(patient.id).items] == [booked.id]

    _, other = join(c.NewPatient(username=f"other-{tail}", password=PASSWORD, role="patient"))
    with pytest.raises(c.ApiException) as refusal:
        c.AppointmentsApi(other).book_appointment(wish)
    problem = c.Problem.from_dict(json.loads(refusal.value.body))
    assert refusal.value.status == problem.status == 409 and problem.type.endswith("/slot-taken")

    later = c.AppointmentChange(start_time=free[1].start_time, end_time=free[1].end_time)
    moved = appointments.change_appointment(booked.id, later, if_match=f'"{booked.version}"')
    assert (moved.start_time, moved.version) == (free[1].start_time, booked.version + 1)
    gone = appointments.cancel_appointment(booked.id, if_match=f'"{moved.version}"', cancellation=c.Cancellation(reason="I have a cold."))
    assert (gone.status, gone.cancellation.reason) == ("cancelled", "I have a cold.")
