"""A list of emergency rooms at an address of https, and a directory behind TLS: whom `careline import ers` trusts, and where it lets itself be led. Needs no Kafka."""

import http.server
import json
import ssl
import threading

import pytest

from careline.checkout import BUILD
from careline.processes import run

LIST = b"id,name,latitude,longitude\n1,St. Boniface,49.885,-97.129\n2,Grace,49.888,-97.236\n"


class Server(http.server.BaseHTTPRequestHandler):
    """Has the list, ways that lead to it and elsewhere, and takes in what is sent."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name, _, number = self.path.partition("?")[0].strip("/").partition("/")
        here = f"https://localhost:{self.server.server_port}"
        if name == "list.csv":
            self.answer(200, LIST)
        elif name == "changing.csv":
            version = f'"{self.server.version}"'
            self.server.asked.append(self.headers["If-None-Match"])
            if self.headers["If-None-Match"] == version:
                self.answer(304, b"", ETag=version)
            else:
                self.answer(200, LIST, ETag=version)
        elif name == "away":  # so many redirects away
            self.answer(302, b"", Location=f"{here}/away/{int(number) - 1}" if int(number) > 1 else f"{here}/list.csv")
        elif name == "plain":
            self.answer(302, b"", Location=f"http://localhost:{self.server.server_port}/list.csv")
        elif name == "endless":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(LIST * 10_000)
            except OSError:
                self.close_connection = True
        else:
            self.answer(404, b"")

    def do_POST(self):
        if self.server.refuses:
            self.rfile.read(int(self.headers["Content-Length"]))
            return self.answer(403, b"{}", **{"Content-Type": "application/problem+json"})
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.taken.append((self.headers["Authorization"], [item["sourceId"] for item in asked["items"]], asked["source"]))
        self.answer(200, json.dumps({"items": [{"sourceId": item["sourceId"], "outcome": "created"} for item in asked["items"]]}).encode())

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server(authority):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.taken, server.asked, server.version, server.refuses = [], [], 1, False
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority / "localhost.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


@pytest.fixture()
def take_in(server, authority, secret):
    """Imports the list at a path, or of another host."""

    def take_in(path, host="localhost", ca=authority / "ca.pem", options=()):
        server.taken.clear()
        trust = ["--ca", ca] if ca else []
        done = run(
            BUILD / "careline", "import", "ers", f"https://{host}:{server.server_port}/{path}", "--url", f"https://localhost:{server.server_port}",
            "--token-file", secret("import-token", "a-token").file, *trust, *options, check=False)
        return done.returncode, done.stdout

    return take_in


@pytest.mark.parametrize("path", ["list.csv", "away/1", "away/3", "list.csv?key=of-mine"])
def test_a_list_is_fetched_and_sent_over_tls(take_in, server, path):
    status, said = take_in(path)
    assert status == 0 and "2 rows: 2 created" in said and "of-mine" not in said, said
    name = {"list.csv": "list", "list.csv?key=of-mine": "list"}.get(path, path[-1])
    assert server.taken == [("Bearer a-token", ["1", "2"], name)]


def test_a_list_that_has_not_changed_is_not_taken_in_again(take_in, server, place):
    remember = ("--remember", place / "version.json")

    def sent(*options) -> list[str]:
        """The sources that the list was sent for."""
        server.asked.clear()
        status, said = take_in("changing.csv", options=(*remember, *options))
        assert status == 0, said
        assert "is as it was when it was taken in last" in said or server.taken, said
        return [source for _, _, source in server.taken]

    server.version = 1
    assert sent("--dry-run") == ["changing"] and server.asked == [None]
    assert sent() == ["changing"] and server.asked == [None], "what is only tried is not remembered"
    assert sent() == [] and server.asked == ['"1"']
    server.version = 2
    assert sent("--dry-run") == ["changing"] and server.asked == [None]
    assert sent() == ["changing"] and server.asked == ['"1"']
    assert sent() == [] and server.asked == ['"2"']
    # To another source, all of it.
    assert sent("--source", "other") == ["other"] and server.asked == [None]


def test_a_list_that_was_not_taken_in_is_not_remembered(take_in, server, place):
    server.refuses = True
    try:
        status, _ = take_in("changing.csv", options=("--remember", place / "refused.json"))
        assert status != 0 and not (place / "refused.json").exists()
    finally:
        server.refuses = False
    server.asked.clear()
    status, said = take_in("changing.csv", options=("--remember", place / "refused.json"))
    assert status == 0 and "2 rows: 2 created" in said and server.asked == [None], said


@pytest.mark.parametrize(("path", "reason"), [
    ("away/4", "redirects more than 3 times"), ("plain", "only https is allowed"), ("nowhere", "the server answers 404"), ("endless", "longer than 67108864 bytes")])
def test_it_goes_no_further_than_it_says(take_in, server, path, reason):
    status, said = take_in(path)
    assert status != 0 and reason in said and not server.taken, said


def test_only_who_is_proved_is_believed(take_in, authority, other_authority, server):
    for host, ca in [("localhost", None), ("localhost", other_authority / "ca.pem"), ("127.0.0.1", authority / "ca.pem")]:
        status, said = take_in("list.csv", host, ca)
        assert status != 0 and "certificate is not trusted" in said and "--ca FILE" in said and not server.taken, said


def test_a_directory_that_is_not_proved_gets_nothing(server, place, other_authority, secret):
    (place / "list.csv").write_bytes(LIST)
    server.taken.clear()
    done = run(
        BUILD / "careline", "import", "ers", place / "list.csv", "--url", f"https://localhost:{server.server_port}", "--token-file",
        secret("import-token", "a-token").file, "--ca", other_authority / "ca.pem", check=False)
    assert done.returncode != 0 and "certificate is not trusted" in done.stdout and not server.taken, done.stdout


def test_a_list_is_not_fetched_without_tls(server):
    done = run(BUILD / "careline", "import", "ers", f"http://localhost:{server.server_port}/list.csv", check=False)
    assert done.returncode != 0 and "over https alone" in done.stdout
