"""docker-compose.yml and the Dockerfile: pinned, bounded, closed, and in agreement with the code. Tests/Outside/containers/run runs them."""

import ipaddress
import json
import re

import pytest
from conftest import CHECKOUT, SERVICES, SERVING, run, seals, seconds, settings_read, tool

# What the services are called at the gateway, and in the compose file, where it differs from their executables.
SHORT = {"health-monitor": "health", "er-directory": "ers", "front-door": "front"}
OURS = {SHORT.get(name, name): f"{name}-service" for name in SERVICES}
BEHIND = {SHORT.get(name, name): f"{name}-service" for name in SERVING}
RUNS_ONCE = {"topics"}


@pytest.fixture(scope="module")
def compose() -> dict:
    """The file as Docker Compose understands it."""
    return json.loads(run(tool("docker-compose"), "-f", "docker-compose.yml", "config", "--format", "json"))


@pytest.fixture(scope="module")
def services(compose) -> dict[str, dict]:
    return compose["services"]


def dockerfile() -> str:
    return (CHECKOUT / "deploy/docker/Dockerfile").read_text()


def test_a_name_server_that_is_away_holds_nobody_longer_than_a_deadline(services):
    """Receivers of webhooks and clients' servers have names that anybody may choose. What asks for one, a thread of curl's, ends before its request's deadline does, so that
    there are never more of them than requests."""
    options = re.findall(r'^ENV RES_OPTIONS="timeout:(\d+) attempts:(\d+)"$', dockerfile(), re.MULTILINE)
    assert len(options) == 1 and dockerfile().index("ENV RES_OPTIONS") > dockerfile().rindex("\nFROM ")
    asked = int(options[0][0]) * int(options[0][1])
    webhooks = re.search(r"deadline: Duration = \.seconds\((\d+)\)", (CHECKOUT / "Services/Webhooks/Config.swift").read_text())
    auth = re.search(r"OutsideServers\(\s*fetcher: .*deadline: \.seconds\((\d+)\)\)", (CHECKOUT / "Services/Auth/App.swift").read_text())
    for deadline in (webhooks, auth):
        assert asked < int(deadline[1])
    for name in ("auth", "webhooks"):
        assert not {"RES_OPTIONS", "LOCALDOMAIN"} & (services[name].get("environment") or {}).keys() and "dns_opt" not in services[name], name
    # Each of a replica's requests may have such a thread.
    most = int(re.search(r"static let most = (\d+)", (CHECKOUT / "Services/Webhooks/Delivery/Courier.swift").read_text())[1])
    assert most + 64 < services["webhooks"]["pids_limit"]


def test_everything_that_the_platform_needs_is_there(services):
    assert services.keys() == BEHIND.keys() | RUNS_ONCE | {"gateway", "postgres", "kafka", "prometheus", "grafana"}
    for name, executable in BEHIND.items():
        assert services[name]["build"]["args"]["SERVICE"] == executable
        assert services[name]["image"].startswith(f"careline/{executable}:")


def test_every_executable_can_be_an_image():
    built = set(re.search(r"for product in ([^;]+);", dockerfile()).group(1).split())
    products = re.findall(r'\.executable\(name: "([\w-]+)"', (CHECKOUT / "Package.swift").read_text())
    assert built == set(products) - {"careline-bench", "care-client-bench", "care-fuzz", "care"}


def test_the_images_are_given_every_folder_that_the_package_names():
    named = {path.split("/")[0] for path in re.findall(r'path: "([^"]+)"', (CHECKOUT / "Package.swift").read_text())}
    given = (CHECKOUT / ".dockerignore").read_text().splitlines()
    assert named <= set(re.findall(r"^COPY (\S+) \1$", dockerfile(), re.MULTILINE)) and {f"!{folder}" for folder in named} <= set(given)


def test_versions_are_pinned(services):
    images = {service["image"] for service in services.values()} | set(re.findall(r"^ARG \w+_IMAGE=(\S+)", dockerfile(), re.MULTILINE))
    for image in images:
        if not image.startswith("careline/"):
            assert re.search(r":v?\d+\.\d+[\w.-]*$", image), f"{image} may be another one tomorrow"


def test_verify_has_a_stand_in_for_every_public_image_but_grafana(services):
    named = {service["image"] for service in services.values()} | set(re.findall(r"^ARG \w+_IMAGE=(\S+)", dockerfile(), re.MULTILINE))
    public = {re.search(r"/([\w-]+):", image)[1] for image in named if not image.startswith("careline/")}
    stand_ins = {folder.name for folder in (CHECKOUT / "Tests/Outside/containers/stand-ins").iterdir() if folder.is_dir()}
    assert public == stand_ins | {"debian", "swift", "grafana"}


def test_every_container_is_bounded_and_closed(services):
    for name, service in services.items():
        assert int(service["mem_limit"]) > 0 and service["pids_limit"] > 0, name
        assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"], name
        assert service.get("read_only") or name == "kafka", name
        assert not service.get("privileged") and "container_name" not in service, name
        assert service["logging"]["options"]["max-size"], name
        assert name in RUNS_ONCE or service["healthcheck"]["test"], name
    assert re.search(r"^USER 10001:10001$", dockerfile(), re.MULTILINE)
    assert re.search(r"^HEALTHCHECK .*healthy", dockerfile(), re.MULTILINE)


def test_only_the_gateway_is_published_beyond_this_machine(services, compose):
    for name, service in services.items():
        for port in service.get("ports", []):
            assert name in {"gateway", "prometheus", "grafana"} and port["host_ip"] == "127.0.0.1"
    assert {name for name, network in compose["networks"].items() if not network.get("internal")} == {"public"}
    with_data = {name for name, service in services.items() if "data" in service["networks"]}
    assert with_data == OURS.keys() | {"postgres", "kafka", "topics"}


def test_the_gateway_alone_is_believed_for_whom_a_request_is(services, compose):
    (network,) = compose["networks"]["services"]["ipam"]["config"]
    address = services["gateway"]["networks"]["services"]["ipv4_address"]
    assert ipaddress.ip_address(address) in ipaddress.ip_network(network["subnet"])
    # The others are given theirs from elsewhere, whatever starts first.
    assert ipaddress.ip_address(address) not in ipaddress.ip_network(network["ip_range"])
    assert not any((given or {}).get("ipv4_address") for name, service in services.items() if name != "gateway" for given in service["networks"].values())
    assert {services[name]["environment"]["CARE_TRUSTED_PROXIES"] for name in BEHIND} == {address}


def test_any_number_of_replicas_is_found(services):
    gateway, prometheus = services["gateway"], (CHECKOUT / "deploy/observability/prometheus.yml").read_text()
    for name in BEHIND:
        assert not services[name].get("ports"), "a second replica would find the port taken"
        assert gateway["environment"][f"CARE_{name.upper()}_DNS"] == f"{name}:8080"
        (alias,) = services[name]["networks"]["services"]["aliases"]
        assert alias == BEHIND[name] and alias in prometheus
    files = {mount["source"].rsplit("/deploy/gateway/", 1)[-1] for mount in gateway["volumes"]}
    assert files == {"haproxy.cfg", "failed.html", "too-long.html", "too-long.fr.html", "status.html", "status.fr.html", "front-away.html", "front-away.fr.html", "nothing.html", "nothing.fr.html", "too-large.html", "too-large.fr.html", "too-many.html", "too-many.fr.html", "login-away.html", "login-away.fr.html"}


def test_secrets_are_files(services, compose):
    held = {name: {secret["target"].removeprefix("/run/secrets/") for secret in service.get("secrets", [])} for name, service in services.items()}
    for name, service in services.items():
        for setting, value in (service.get("environment") or {}).items():
            assert not re.search(r"(PASSWORD|_KEY|DATABASE_URL|SECRET)$", setting), f"{name}: {setting} belongs into a file"
            if setting.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in held[name], f"{name}: {setting}"
    # Its own, and no other service's.
    for service, name in zip(SERVICES, OURS):
        # HealthMonitor proves to Auth who it is.
        shared = {"health-client.password"} if name in ("auth", "health") else set()
        assert held[name] == {f"{name}-database.url"} | ({f"{name}-master.key"} if seals(service) else set()) | shared
    assert {secret["file"].rsplit("/", 1)[1] for secret in compose["secrets"].values()} >= set().union(*held.values())


def test_every_secret_is_made(compose, tmp_path):
    run("deploy/secrets", "make", tmp_path / "secrets")
    made = {file.name for file in (tmp_path / "secrets").iterdir()}
    assert made == {secret["file"].rsplit("/", 1)[1] for secret in compose["secrets"].values()}
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    for name in OURS:
        password = (tmp_path / "secrets" / f"{name}-database.password").read_text()
        assert (tmp_path / "secrets" / f"{name}-database.url").read_text() == f"postgres://care_{name}:{password}@postgres:5432/care_{name}"


def test_every_setting_is_one_that_is_read(services):
    read = settings_read()
    for name in BEHIND.keys() | {"gateway", "topics"}:
        for setting in services[name]["environment"].keys() - {"SWIFT_BACKTRACE"}:
            assert {setting, setting.removesuffix("_FILE")} & read, f"{name}: nothing reads {setting}"


def test_the_page_says_what_the_compose_file_takes():
    taken = {name for file in ("docker-compose.yml", "deploy/docker/smtp.yml") for name in re.findall(r"\$\{(CARE_\w+)", (CHECKOUT / file).read_text())}
    page = (CHECKOUT / "docs/operators.md").read_text()
    section = page.partition("The compose file takes these from the shell")[2].partition("\n\nAny other one")[0]
    assert set(re.findall(r"`(CARE_\w+)`", section)) == taken


def test_a_trap_ends_a_process_at_once(services):
    """Everywhere that one is started; in `careline up` HandedOnTests says so, in the cluster test_kubernetes.py."""
    assert "ENV SWIFT_BACKTRACE=enable=no\n" in dockerfile().rpartition("\nFROM ")[2]
    for name in BEHIND.keys() | {"topics"}:
        assert services[name]["environment"]["SWIFT_BACKTRACE"] == "enable=no", name
    assert "`SWIFT_BACKTRACE`" in (CHECKOUT / "docs/operators.md").read_text()


def test_a_container_may_take_as_long_to_stop_as_its_service_does(services):
    for name in BEHIND:
        environment = services[name]["environment"]
        assert seconds(environment["CARE_STOP_DELAY"]) < seconds(environment["CARE_STOP_DEADLINE"]) / 2
        assert seconds(services[name]["stop_grace_period"]) >= seconds(environment["CARE_STOP_DEADLINE"]) + 5


def test_the_mail_servers_password_is_a_file_of_auths_alone(services):
    files = ["-f", "docker-compose.yml", "-f", "deploy/docker/smtp.yml"]
    mailing = json.loads(run(tool("docker-compose"), *files, "config", "--format", "json"))
    for name, service in mailing["services"].items():
        named = {secret["source"] for secret in service.get("secrets", [])}
        assert named - {secret["source"] for secret in services[name].get("secrets", [])} == ({"auth-smtp.password"} if name == "auth" else set())
    assert mailing["services"]["auth"]["environment"]["CARE_SMTP_PASSWORD_FILE"] == "/run/secrets/auth-smtp.password"
