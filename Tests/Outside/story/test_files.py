"""Files among the health records, through the gateway: sent by tuspy, which nobody here wrote, over a connection that breaks off; read in parts; and
never run by a browser."""

import io
import random
import socket
from urllib.parse import urlsplit

import pytest
import requests
from tusclient.client import TusClient
from tusclient.exceptions import TusCommunicationError

from careline import people

pytestmark = pytest.mark.once

TUS = {"Tus-Resumable": "1.0.0"}
SCAN = b"%PDF-1.7\n" + random.Random(7).randbytes(3_000_000)


@pytest.fixture(scope="module")
def patient(url):
    return people.sign_up(url, "patient", "filer")


def uploader(platform, patient, more=None, **options):
    client = TusClient(f"{platform}/records/uploads", headers={"Authorization": f"Bearer {patient.token}"})
    return client.uploader(file_stream=io.BytesIO(SCAN), chunk_size=700_000, metadata={"filetype": "application/pdf", **(more or {})}, **options)


def broken_off(url, patient, upload, offset, sent):
    """A PATCH that announces all of the rest, sends `sent` bytes, and is gone."""
    place = urlsplit(url)
    head = (f"PATCH {urlsplit(upload).path} HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {patient.token}\r\nTus-Resumable: 1.0.0\r\n"
            f"Upload-Offset: {offset}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: {len(SCAN) - offset}\r\n\r\n")
    with socket.create_connection((place.hostname, place.port), 10) as link:
        link.sendall(head.encode() + SCAN[offset:offset + sent])


@pytest.mark.parametrize("release", ["r4", "stu3"])
def test_an_upload_goes_on_after_a_break(url, patient, release):
    first = uploader(url, patient, {"release": release})
    first.upload_chunk()
    assert first.offset == 700_000
    broken_off(url, patient, first.url, 700_000, 900_000)
    # What broke off may still be at work.
    again = uploader(url, patient, url=first.url, retries=5, retry_delay=1)
    assert again.offset >= 700_000, "what was acknowledged stays"
    again.upload()
    name = first.url.rpartition("/")[2]
    file = patient.get(f"/fhir/{release}/Binary/{name}")
    assert file.content == SCAN and file.headers["Content-Type"] == "application/pdf"
    done = patient.call("HEAD", f"/records/uploads/{name}", headers=TUS)
    assert done.headers["Content-Location"] == f"{url}/fhir/{release}/Binary/{name}"


def test_a_checksum_is_sent_along(url, patient):
    checked = uploader(url, patient, upload_checksum=True)
    checked.upload()
    assert patient.get(f"/fhir/r4/Binary/{checked.url.rpartition('/')[2]}").content == SCAN


def test_an_upload_is_given_up(url, patient):
    begun = uploader(url, patient)
    begun.upload_chunk()
    assert patient.call("DELETE", urlsplit(begun.url).path, headers=TUS).status_code == 204
    with pytest.raises(TusCommunicationError):
        uploader(url, patient, url=begun.url)


def test_a_document_is_found_and_read_in_parts(url, patient):
    stored = patient.call("POST", "/fhir/r4/Binary", data=SCAN, headers={"Content-Type": "application/pdf"})
    assert stored.status_code == 201, stored.text
    name = stored.headers["Location"].split("/")[-3]
    attachment = {"contentType": "application/pdf", "url": f"Binary/{name}", "size": len(SCAN), "title": "MRI"}
    document = patient.post("/fhir/r4/DocumentReference", {"resourceType": "DocumentReference", "status": "current", "content": [{"attachment": attachment}]})
    assert document.status_code == 201, document.text
    found = patient.get(f"/fhir/r4/DocumentReference/{document.json()['id']}").json()["content"][0]["attachment"]
    part = patient.get(f"/fhir/r4/{found['url']}", headers={"Range": "bytes=1000000-1999999"})
    assert part.status_code == 206 and part.content == SCAN[1_000_000:2_000_000]
    rest = patient.get(f"/fhir/r4/{found['url']}", headers={"Range": "bytes=2000000-", "If-Range": part.headers["ETag"]})
    assert rest.content == SCAN[2_000_000:]


@pytest.mark.parametrize(("kind", "page"), [("text/html", b"<script>alert(1)</script>"), ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")])
def test_nothing_of_a_file_is_run(patient, kind, page):
    stored = patient.call("POST", "/fhir/r4/Binary", data=page, headers={"Content-Type": kind})
    shown = patient.get(urlsplit(stored.headers["Location"]).path.rpartition("/_history")[0])
    assert shown.content == page
    assert shown.headers["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert shown.headers["Content-Disposition"] == "attachment" and shown.headers["X-Content-Type-Options"] == "nosniff"


def test_many_half_uploads_are_bounded(url):
    """A person's, in number and in what they hold of the quota."""
    greedy = people.sign_up(url, "patient", "greedy")
    begin = {**TUS, "Upload-Length": "1000"}
    statuses = [greedy.call("POST", "/records/uploads", headers=begin).status_code for _ in range(22)]
    assert statuses == [201] * 20 + [409] * 2
    hoarder = people.sign_up(url, "patient", "hoarder")
    large = {**TUS, "Upload-Length": str(100 << 20)}
    # The tests' accounts may store a gibibyte.
    assert [hoarder.call("POST", "/records/uploads", headers=large).status_code for _ in range(11)] == [201] * 10 + [409]


def test_a_body_over_the_limit_is_refused_unread(url, patient):
    place = urlsplit(url)
    head = f"POST /fhir/r4/Binary HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {patient.token}\r\nContent-Type: application/pdf\r\nContent-Length: 104857601\r\n\r\n"
    with socket.create_connection((place.hostname, place.port), 10) as link:
        link.sendall(head.encode())
        assert link.recv(100).startswith(b"HTTP/1.1 413")
    assert requests.get(f"{url}/healthz", timeout=10).ok
