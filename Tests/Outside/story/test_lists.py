"""Every list of openapi.yaml, walked an item at a time to its end: what pages of 200 show, in that order, nothing twice, a cursor exactly where there is more. And no list
goes on with another one's cursor."""

import base64
import json
import random
import secrets
import time
from datetime import UTC, datetime

import pytest
from test_authorisation import CONTRACT, ROWS, ask, newcomer

from careline import people
from careline.cast import made
from careline.contract import read, resolve
from careline.sealed_data import Device
from careline.streams import say
from careline.waiting import until

pytestmark = pytest.mark.once

# Who asks, where the first who may sees what everybody on this platform has made.
CALLERS = {"listAudit": "admin", "findUsers": "admin", "listClients": "admin", "listProviderAppointments": "provider"}
# Pages of slots, by their providers: one may end within a provider's, whom the next begins with, and `limit` is of the slots.
OF_SLOTS = {"listSpecialtySlots"}
# A person has one at a time; of the others nothing comes about here.
OF_ONE, MAY_BE_EMPTY = {"listAlerts", "listReminders"}, {"listReceipts", "listBreakGlass", "listWebhookDeliveries"}


def parameters() -> dict[str, dict[str, dict]]:
    """Of each list, those of its query, with their schemas."""
    document, found = read(CONTRACT), {}
    for item in document["paths"].values():
        operation = item.get("get", {})
        all_of_it = [resolve(document, each) for each in [*item.get("parameters", []), *operation.get("parameters", [])]]
        query = {each["name"]: resolve(document, each["schema"]) for each in all_of_it if each["in"] == "query"}
        found |= {operation["operationId"]: query} if {"limit", "after"} <= query.keys() else {}
    return found


def lists() -> list[str]:
    return list(parameters())


def wrong(schema: dict) -> str | None:
    """No value of its kind; nothing where any text is one."""
    if schema["type"] != "string" or schema.keys() & {"enum", "format", "pattern"}:
        return "("
    return "x" * (schema["maxLength"] + 1) if "maxLength" in schema else None


@pytest.fixture(scope="module")
def stocked(another_cast):
    """A cast with several of everything; and by what is left out of the lists that hold everybody's."""
    cast, mark = another_cast(), secrets.token_hex(4)
    # Of what others have entered there are thousands.
    since = walked_to_its_end("listERChanges", "nobody", cast)["nextSince"]
    cast.specialty = f"lists-{mark}"
    several = [
        "app", "wide_app", "guardian", "guardianship", "organisation", "team", "organisationInvitation", "appointment", "er", "record", "fhir", "conversation",
        "message", "notification", "alert", "measurement", "reminder", "webhook", "colleague", "outsider"]
    # Of these there is one of a kind, or the same again.
    alone = {"guardian", "app", "wide_app", "guardianship", "conversation", "alert", "reminder", "notification", "colleague"}
    for name in several:
        for _ in range(1 if name in alone else 3):
            cast.renew(name)
            assert getattr(cast, name)
    for number in range(3):
        people.log_in(cast.url, cast.patient.username)
        people.sign_up(cast.url, "patient", f"w{mark}")
        made(cast.admin.post("/admin/clients", {**cast.new_client(), "id": f"w{mark}-{number}"}))
        cast.join(cast.organisation, newcomer(cast), "reviewer")
        assert cast.admin.post(f"/organisations/{cast.organisation}/invitations", {"userId": newcomer(cast), "roles": ["reviewer"]}).status_code == 201
        assert cast.patient.patch(f"/appointments/{cast.appointment}", {"title": f"Check-up {number}"}).status_code == 200
        assert cast.admin.patch(f"/ers/{cast.er}", {"phone": f"(204) 555-012{number}"}, headers={"If-Match": "*"}).status_code == 200
        assert cast.patient.call("PUT", f"/app-data/{cast.record}", {"colour": f"blue {number}"}).status_code == 200
        block(cast.patient, newcomer(cast))
        assert say(cast.patient, {"id": cast.conversation}, f"It hurts still: {number}.").status_code == 201
        Device.of(cast.patient).keep()
    now = datetime.now(UTC).isoformat()
    filters = {
        # Who reads these is in them.
        "listAudit": {"userId": cast.patient.id, "to": now}, "listAccesses": {"to": now},
        "findUsers": {"q": f"w{mark}"}, "listClients": {"q": f"w{mark}"},
        "listProviders": {"specialty": cast.specialty}, "listERs": {"bbox": "-62.4,82.4,-62.2,82.6"},
        "listERChanges": {"since": since}}
    until("Scheduling knows them", lambda: len(ask("listProviders", "patient", cast, **filters["listProviders"]).json()["items"]) >= 3)
    return cast, filters


def block(patient, other: str):
    """Once Messaging knows the other one: of whom it knows nothing it keeps nothing, and says the same."""

    def is_kept() -> bool:
        assert patient.call("PUT", f"/blocks/{other}").status_code == 204
        return any(each["userId"] == other for each in patient.get("/blocks?limit=200").json()["items"])

    until("they are blocked", is_kept)


def walked_to_its_end(row: str, caller: str, cast) -> dict:
    """Its last page."""
    cursor = {}
    while True:
        page = ask(row, caller, cast, limit=200, **cursor).json()
        if "nextCursor" not in page:
            return page
        cursor = {"after": page["nextCursor"]}


def walked(row: str, caller: str, cast, limit: int, **filters) -> list[list[str]]:
    """Its pages, each item as it is written."""
    pages, cursor = [], {}
    while True:
        answer = ask(row, caller, cast, limit=limit, **filters, **cursor)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        items = [{**item, "slots": slot} for item in page["items"] for slot in item["slots"]] if row in OF_SLOTS else page["items"]
        pages.append([json.dumps(item, sort_keys=True) for item in items])
        assert len(pages[-1]) <= limit and len(pages) < 2_000, row
        if "nextCursor" not in page:
            return pages
        cursor = {"after": page["nextCursor"]}


def asker(row: str) -> str:
    return CALLERS.get(row) or next(caller for caller, status in ROWS[row].items() if status == 200)


@pytest.mark.parametrize("row", lists())
def test_a_list_is_the_same_an_item_at_a_time(row, stocked):
    cast, filters = stocked
    caller, chosen = asker(row), filters.get(row, {})
    least = 0 if row in MAY_BE_EMPTY else 1 if row in OF_ONE else 2
    # What others do meanwhile may show in it, and what comes by events may come late.
    for _ in range(10):
        whole = sum(walked(row, caller, cast, 200, **chosen), [])
        pages = walked(row, caller, cast, 1, **chosen)
        if len(whole) >= least and sum(walked(row, caller, cast, 200, **chosen), []) == whole:
            break
        time.sleep(1)
    items = sum(pages, [])
    assert len(items) >= least, f"there is nothing to walk over: {row} with {chosen}"
    assert len(set(items)) == len(items), "something is there twice"
    assert items == whole
    assert len(pages) == max(len(items), 1), "a cursor led to nothing"


@pytest.fixture(scope="module")
def cursors(stocked):
    """Where each list that has more than one item goes on behind the first."""
    cast, filters = stocked
    found = {row: ask(row, asker(row), cast, limit=1, **filters.get(row, {})).json().get("nextCursor") for row in lists()}
    return {row: cursor for row, cursor in found.items() if cursor}


@pytest.mark.parametrize("row", lists())
def test_another_lists_cursor_is_refused(row, stocked, cursors):
    """Though many of them hold the same: an instant and an id, a name and an id, a number."""
    cast, filters = stocked
    others = sorted(cursors.keys() - {row})
    assert len(others) > 20
    for other in random.Random(row).sample(others, 5):
        answer = ask(row, asker(row), cast, limit=1, after=cursors[other], **filters.get(row, {}))
        assert (answer.status_code, [each["field"] for each in answer.json()["fields"]]) == (400, ["after"]), f"{row} takes a cursor of {other}: {answer.text}"


@pytest.mark.parametrize("row", lists())
def test_all_parameters_that_are_wrong_are_named_at_once(row, stocked):
    """And with them the names that the list does not know."""
    sent = {name: value for name, schema in parameters()[row].items() if (value := wrong(schema))}
    assert {"limit", "after"} <= sent.keys()
    sent |= {"colour": "blue", "limits": "20"}
    answer = ask(row, asker(row), stocked[0], **sent)
    faults = people.problem(answer, 400, "validation")["fields"]
    assert sorted(each["field"] for each in faults) == sorted(sent), faults
    assert next(each for each in faults if each["field"] == "limit")["limit"] > 0


@pytest.mark.parametrize("row", lists())
def test_a_parameter_that_a_list_does_not_know_is_refused(row, stocked):
    """Whatever else was sent: nothing at all, or what is right."""
    cast, filters = stocked
    for sent in [{"colour": "blue"}, {"colour": "blue", "limit": 1, **filters.get(row, {})}]:
        faults = people.problem(ask(row, asker(row), cast, **sent), 400, "validation")["fields"]
        assert [each["field"] for each in faults] == ["colour"], faults


@pytest.mark.parametrize("row", ["listUserAppointments", "listSpecialtySlots"])
def test_beside_a_name_that_is_none_values_are_judged_by_each_other(row, stocked):
    sent = {"from": "2026-03-02T00:00:00Z", "to": "2026-03-01T00:00:00Z", "colour": "blue"}
    faults = people.problem(ask(row, asker(row), stocked[0], **sent), 400, "validation")["fields"]
    assert sorted(each["field"] for each in faults) == ["colour", "to"], faults


def test_what_is_no_list_tells_all_at_once_too(stocked):
    sent = {"status": "gone", "createdFrom": "yesterday", "colour": "blue"}
    faults = people.problem(ask("countAppData", "patient", stocked[0], **sent), 400, "validation")["fields"]
    assert sorted(each["field"] for each in faults) == ["colour", "createdFrom", "status"], faults


def as_before(cursor: str) -> str:
    """As release 2.0.0 makes it, which does not say of which list it is."""
    fields = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    spelled = json.dumps(fields[:-1], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(spelled.encode()).decode().rstrip("=")


@pytest.mark.parametrize("row", [row for row in lists() if row != "listFeed"])
def test_a_cursor_of_the_release_before_goes_on(row, stocked, cursors):
    """Both run side by side while one takes the place of the other."""
    cast, filters = stocked
    if row not in cursors:
        pytest.skip("it has one item at most")
    pages = [ask(row, asker(row), cast, limit=1, after=cursor, **filters.get(row, {})) for cursor in (cursors[row], as_before(cursors[row]))]
    assert [page.status_code for page in pages] == [200, 200], pages[1].text
