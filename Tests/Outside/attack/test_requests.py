"""Single requests that cost the platform more than the one who sends them."""

import base64
import json
import secrets
import uuid

import pytest
import raw
from conftest import amount

from careline.load import at_once

# What is no text in a key, although it is spelled with ASCII alone: FoundationEssentials ended the process.
KEYS = [r"\ud800", r"\udc00", r"\ud800A", r"\ud83d\u0041", r"\q", r"\uZZZZ", r"\u12", r"\uDBFF\uDBFF"]


def bodies_with(key: str) -> list[bytes]:
    return [f'{{"username":"a","{key}":1}}'.encode(), f'{{"{key}":{{"{key}":["{key}"]}}}}'.encode(), f'[{{"{key}":0}}]'.encode()]


def test_keys_of_json_that_are_no_text(target):
    places = [
        ("POST", "/signup"), ("POST", "/auth/login"), ("POST", "/appointments"), ("POST", "/conversations"), ("PUT", "/health/settings"),
        ("POST", "/health/heart-rates"), ("POST", "/fhir/r4"), ("POST", "/fhir/stu3/Patient"), ("POST", "/app-data"), ("POST", "/providers/availability"),
        ("POST", "/ers"), ("PATCH", f"/users/{target.patient.id}"), ("POST", f"/conversations/{target.conversation}/messages"), ("POST", "/notifications/read")]
    with target.attacked("keys of JSON") as answers:
        for key in KEYS:
            for method, path in places:
                for body in bodies_with(key):
                    answers.append(raw.exchange(target.url, raw.request(method, path, body, target.patient.token, Idempotency_Key=str(uuid.uuid4()))))
    assert all(answer.status and 400 <= answer.status < 500 for answer in answers), [answer for answer in answers if not answer.status or answer.status >= 500][:3]


def test_tokens_whose_parts_are_no_json_of_ours(target):
    def part(text: str) -> str:
        return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()

    claims = part(json.dumps({"sub": str(uuid.uuid4()), "exp": 9_999_999_999}))
    heads = [f'{{"alg":"ES256","kid":"x","typ":"at+jwt","{key}":1}}' for key in KEYS] + ["[" * 5_000, '{"alg":' * 2_000, "0" * 10_000, "1e999999999", '{"kid":"' + "a" * 10_000 + '"}']
    tokens = [f"{part(head)}.{claims}.{part('x' * 64)}" for head in heads]
    usual = part('{"alg":"ES256","kid":"x","typ":"at+jwt"}')
    tokens += [f"{usual}.{part(head)}.{part('x' * 64)}" for head in heads]
    with target.attacked("tokens") as answers:
        for token in tokens:
            for path in ("/userinfo", "/appointments/1", "/feed", "/health/summary", "/app-data", "/ers/changes"):
                answers.append(raw.exchange(target.url, raw.request("GET", path, token=token)))
            answers.append(raw.exchange(target.url, raw.request("GET", "/stream", token=token, Upgrade="websocket", Connection="Upgrade", Sec_WebSocket_Version="13", Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==")))
    assert all(answer.status and answer.status < 500 for answer in answers)


def test_json_that_is_deep_or_wide(target):
    size = amount(200_000, 4_000_000)
    bodies = [b"[" * size, b'{"a":' * (size // 5), b"[" + b"0," * (size // 2) + b"0]", b'{"resourceType":"Bundle","type":"batch","entry":[' + b"0," * (size // 2) + b"0]}",
              b'{"resourceType":"Bundle","type":"transaction","entry":[' + b"{}," * (size // 3) + b"{}]}", b'{"items":[' + b"1," * (size // 2) + b"1]}",
              b'{"a":"' + b"\\u0041" * (size // 6) + b'"}', b'{"a":1' + b"0" * size + b"}", b'{"a":1e' + b"9" * 1_000 + b"}"]
    with target.attacked("deep and wide JSON") as answers:
        for path in ("/fhir/r4", "/app-data", "/health/heart-rates", "/signup"):
            answers += at_once(lambda number: raw.exchange(
                target.url, raw.request("POST", path, bodies[number], target.patient.token, Idempotency_Key=str(uuid.uuid4())), patience=60), len(bodies), 4)
    assert all(answer.status for answer in answers), "each is answered, however large"


def test_large_bundles_at_once(target):
    """Eight of 31 MiB: more than a container has, if they were all held in memory."""
    entry = json.dumps({"resource": {"resourceType": "Basic", "code": {"text": "x" * 1000}}, "request": {"method": "POST", "url": "Basic"}}).encode()
    body = b'{"resourceType":"Bundle","type":"transaction","entry":[' + b",".join([entry] * amount(8_000, 28_000)) + b"]}"
    with target.attacked("large bundles") as answers:
        answers += at_once(lambda _: raw.exchange(
            target.url, raw.request("POST", "/fhir/r4", body, target.patient.token, Idempotency_Key=str(uuid.uuid4())), patience=60), amount(4, 8))


def test_bookings_of_thousands_of_years(target):
    body = {"providerId": target.doctor.id, "title": "Check-up", "startTime": "1970-01-01T00:00:00Z", "endTime": "9999-12-31T23:59:59Z"}
    with target.attacked("bookings of 8000 years") as answers:
        answers += at_once(lambda _: raw.exchange(
            target.url, raw.request("POST", "/appointments", json.dumps(body).encode(), target.patient.token, Idempotency_Key=str(uuid.uuid4())), 30), amount(12, 100))
    assert {answer.status for answer in answers} <= {400, 422, 429, 503}, answers[:3]


def test_pages_without_end(target):
    far = "from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z"
    paths = [
        "/ers?limit=100000000", "/ers?bbox=-180,-90,180,90&limit=200", "/ers/nearest?latitude=0&longitude=0&limit=999999999", "/ers/nearest?latitude=1e308&longitude=-1e308",
        "/ers/nearest?latitude=NaN&longitude=inf", "/ers/changes?limit=99999999999999999999", f"/providers/{target.doctor.id}/slots?{far}", f"/providers/availability/podiatry?{far}",
        "/providers?limit=1000000&after=" + "A" * 3000, f"/users/{target.patient.id}/appointments?limit=-1", "/feed?after=99999999999999999999",
        "/feed?limit=1000000000", "/notifications?after=%F0%9F%92%A9", "/app-data?limit=0", "/fhir/r4/Observation?_count=1000000000", "/fhir/r4/Observation?date=gt0000&date=lt99999",
        "/health/summary?from=0001-01-01&to=9999-12-31", "/providers?" + "&".join(f"specialty={number}" for number in range(1_000)), "/ers?" + "limit=1&" * 1_500]
    with target.attacked("endless pages") as answers:
        for path in paths:
            answers += at_once(lambda _: raw.exchange(target.url, raw.request("GET", path, token=target.patient.token), 30), amount(4, 40), 8)


def test_lengths_and_ranges_beyond_all_numbers(target):
    huge = [str(2**63), str(2**64), str(2**64 + 5), "99999999999999999999999999", "-1", "+5", "0x10", "1e3", " 5", "5,5", "5, 6"]
    with target.attacked("lengths and ranges") as answers:
        for length in huge:
            answers.append(raw.exchange(target.url, raw.request("POST", "/signup", b"{}", Content_Length=length), 3, unfinished=True))
            answers.append(raw.exchange(target.url, raw.request("POST", "/signup", Transfer_Encoding="chunked") + length.encode() + b"\r\n{}\r\n0\r\n\r\n", 3, unfinished=True))
            for unit in (f"bytes={length}-", f"bytes=-{length}", f"bytes=0-{length}", f"bytes={length}-{length}", "bytes=" + "0-0," * 1_000 + "1-1"):
                answers.append(raw.exchange(target.url, raw.request("GET", f"/attachments/{uuid.uuid4()}/content?expires=1&signature=a", Range=unit), 5))
    assert all(answer.is_sound for answer in answers)


def test_transactions_that_lock_each_other_out(target):
    """The same two resources, in both orders, twenty at once."""
    first, second = str(uuid.uuid4()), str(uuid.uuid4())

    def transaction(number: int) -> bytes:
        order = (first, second) if number % 2 else (second, first)
        entry = [{"resource": {"resourceType": "Basic", "id": each, "code": {"text": str(number)}}, "request": {"method": "PUT", "url": f"Basic/{each}"}} for each in order]
        return json.dumps({"resourceType": "Bundle", "type": "transaction", "entry": entry}).encode()

    with target.attacked("crossed transactions") as answers:
        answers += at_once(lambda number: raw.exchange(
            target.url, raw.request("POST", "/fhir/r4", transaction(number), target.patient.token, Content_Type="application/fhir+json"), 60), amount(20, 200), 20)
    assert all(answer.status in (200, 201, 409, 412, 429, 503) for answer in answers), [answer for answer in answers if answer.status not in (200, 201)][:3]


def test_one_key_for_many(target):
    """Repetitions of one Idempotency-Key while its first request is still at work; and very many keys."""
    key = str(uuid.uuid4())
    entry = {"resource": {"resourceType": "Basic", "code": {"text": "x" * 500}}, "request": {"method": "POST", "url": "Basic"}}
    bundle = json.dumps({"resourceType": "Bundle", "type": "transaction", "entry": [entry] * 400}).encode()
    with target.attacked("one key, many keys") as answers:
        answers += at_once(lambda _: raw.exchange(target.url, raw.request("POST", "/fhir/r4", bundle, target.patient.token, Idempotency_Key=key), 60), 8)
        answers += at_once(lambda number: raw.exchange(
            target.url, raw.request("POST", "/app-data", json.dumps({"number": number}).encode(), target.patient.token, Idempotency_Key=str(uuid.uuid4())), 30), amount(150, 5_000))


def test_sign_ups_and_logins_in_a_flood(target):
    """Each costs a hash of 19 MiB."""
    def sign_up(number: int):
        account = {"username": f"flood-{secrets.token_hex(6)}", "password": secrets.token_hex(12), "role": "patient", "fullName": "Flood"}
        return raw.exchange(target.url, raw.request("POST", "/signup", json.dumps(account).encode(), Idempotency_Key=str(uuid.uuid4())), 60)

    def log_in(number: int):
        account = {"username": f"nobody-{number % 50}", "password": secrets.token_hex(12)}
        # From an address of its own: what guesses from there cost it, others' later logins from ours are not to pay.
        return raw.exchange(target.url, raw.request("POST", "/auth/login", json.dumps(account).encode()), 60, source="127.0.0.9")

    with target.attacked("sign-ups and logins") as answers:
        answers += at_once(sign_up, amount(40, 400), 40) + at_once(log_in, amount(80, 2_000), 80)
    assert all(answer.status in (201, 400, 401, 403, 409, 422, 429, 503) for answer in answers), [answer for answer in answers if answer.status not in (201, 401, 429)][:3]


@pytest.mark.parametrize("kind", ["no end", "many parts", "a long head", "gzip"])
def test_uploads_that_are_none(target, kind):
    border = "b" * 60
    bodies = {
        "no end": f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'.encode() + b"\x89PNG\r\n\x1a\n" + b"\r\n--b" * 100_000,
        "many parts": f'--{border}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.encode() * amount(2_000, 50_000),
        "a long head": f"--{border}\r\nContent-Disposition: ".encode() + b"a" * 2_000_000,
        "gzip": f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--{border}--\r\n'.encode()}
    with target.attacked(f"uploads: {kind}") as answers:
        more = {"Content_Encoding": "gzip"} if kind == "gzip" else {}
        answers += at_once(lambda _: raw.exchange(target.url, raw.request(
            "POST", "/attachments", bodies[kind], target.patient.token, Content_Type=f"multipart/form-data; boundary={border}", **more), 30), amount(8, 60), 8)
    assert all(answer.status and answer.status >= 400 for answer in answers)
