"""What Careline is made of is listed, and the list is right."""

import json
import re
import subprocess

import pytest
from conftest import CHECKOUT, run

STATUS = """Package: libpq5
Status: install ok installed
Architecture: amd64
Source: postgresql-15 (15.13-0+deb12u1)
Version: 15.13-0+deb12u1
Description: PostgreSQL C client library
 Status: install ok installed

Package: gone
Status: deinstall ok config-files
Architecture: amd64
Version: 1.0

Package: tzdata
Status: install ok installed
Architecture: all
Version: 2025b-0+deb12u1
"""


@pytest.fixture()
def bill(tmp_path):
    (tmp_path / "status").write_text(STATUS)
    (tmp_path / "auth-service").write_bytes(b"\x7fELF")
    return lambda: run(CHECKOUT / "deploy/docker/sbom", "auth-service", "1.2", tmp_path / "status", tmp_path / "auth-service")


def packages() -> dict[str, str]:
    lines = (CHECKOUT / "deploy/dev/toolchain/packages").read_text().splitlines()
    return {line.split()[0]: line.split()[1] for line in lines if not line.startswith("#")}


def test_the_bill_of_materials_is_cyclonedx(bill):
    made = json.loads(bill())
    assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    for component in made["components"]:
        assert component["type"] in ("application", "library") and component["name"] and component["version"], component
        assert component["type"] == "application" or re.match(r"pkg:(deb/debian|swift/github\.com/apple)/[^@]+@[^@]+", component["purl"])
    references = [made["metadata"]["component"]["bom-ref"], *(component["bom-ref"] for component in made["components"])]
    assert len(set(references)) == len(references)
    for dependency in made["dependencies"]:
        assert {dependency["ref"], *dependency["dependsOn"]} <= set(references)
    assert {reference for each in made["dependencies"] for reference in each["dependsOn"]} == set(references[1:]), "each is needed by something"


def test_it_lists_what_is_installed_and_what_is_built_in(bill):
    components = {component["name"]: component for component in json.loads(bill())["components"]}
    assert components.keys() == {"auth-service", "libpq5", "tzdata", *packages()}
    assert components["libpq5"]["purl"] == "pkg:deb/debian/libpq5@15.13-0%2Bdeb12u1?arch=amd64"
    assert components["libpq5"]["properties"] == [{"name": "careline:debian:source", "value": "postgresql-15"}]
    assert components["auth-service"]["hashes"] == [{"alg": "SHA-256", "content": "3bdbb4fe8397cd2b842430b39ccff01a8663c751945ef5e9a09e267fb8b1d359"}]


def test_the_same_image_has_the_same_bill(bill):
    assert bill() == bill()


def test_the_listed_packages_are_those_of_the_package_file_and_of_the_toolchain():
    """Exact versions, so that nobody builds another one by the time of the day."""
    exact = dict(re.findall(r'apple/([\w-]+)\.git", exact: "([\d.]+)"', (CHECKOUT / "Package.swift").read_text()))
    assert exact == packages()
    assert "from:" not in (CHECKOUT / "Package.swift").read_text()
    installed = dict(re.findall(r"(swift-[\w-]+)=([\d.]+)", (CHECKOUT / "deploy/dev/toolchain/fetch-packages").read_text()))
    assert packages().items() <= installed.items()


def test_other_sources_are_noticed(tmp_path):
    """In a checkout of its own, with one byte more."""
    for folder in ("deploy/dev/toolchain", ".build/checkouts/swift-a"):
        (tmp_path / folder).mkdir(parents=True)
    script = tmp_path / "deploy/dev/toolchain/check-packages"
    script.write_text((CHECKOUT / "deploy/dev/toolchain/check-packages").read_text())
    script.chmod(0o755)
    (tmp_path / "deploy/dev/toolchain/packages").write_text("# of a test\n")
    (tmp_path / ".build/checkouts/swift-a/a.swift").write_text("let a = 1\n")
    subprocess.run([script, "--write"], check=True, timeout=60)
    assert subprocess.run([script], timeout=60).returncode == 0
    (tmp_path / ".build/checkouts/swift-a/a.swift").write_text("let a = 2\n")
    refused = subprocess.run([script], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and "swift-a" in refused.stderr
    (tmp_path / ".build/checkouts/swift-a/a.swift").write_text("let a = 1\n")
    (tmp_path / ".build/checkouts/swift-b").mkdir()
    assert subprocess.run([script], capture_output=True, timeout=60).returncode == 1, "a package that is not listed"


@pytest.mark.parametrize(("verb", "images"), [("compose", 5), ("kubernetes", 3), ("build", 2)])
def test_public_images_are_held_to_their_digests(tmp_path, verb, images):
    """A registry that answers any image by the digest of its name."""
    registry = tmp_path / "skopeo"
    registry.write_text('#!/bin/sh\nprintf sha256:; printf "%s" "$4" | sha256sum | cut -d" " -f1\n')
    registry.chmod(0o755)
    said = run(CHECKOUT / "deploy/docker/pin", verb, env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    digests = re.findall(r"sha256:[0-9a-f]{64}", said)
    assert len(set(digests)) == len(digests) == images, said
    registry.write_text("#!/bin/sh\nexit 1\n")
    refused = subprocess.run([CHECKOUT / "deploy/docker/pin", verb], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, timeout=60)
    assert refused.returncode != 0


def test_digests_are_held_by_a_file(tmp_path):
    """What `pin lock` has written is what the others say, of just the images that Compose and the Dockerfile name; another tag is refused. In a checkout of its own."""
    (tmp_path / "deploy/docker").mkdir(parents=True)
    for file in ("docker-compose.yml", "deploy/docker/Dockerfile", "deploy/docker/pin"):
        (tmp_path / file).write_text((CHECKOUT / file).read_text())
    pin = tmp_path / "deploy/docker/pin"
    pin.chmod(0o755)
    registry = tmp_path / "skopeo"
    registry.write_text('#!/bin/sh\nprintf sha256:; printf "%s" "$4" | sha256sum | cut -d" " -f1\n')
    registry.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    asked = {verb: run(pin, verb, env=environment) for verb in ("compose", "kubernetes", "build")}
    run(pin, "lock", env=environment)
    held = dict(line.split() for line in (tmp_path / "deploy/docker/images.lock").read_text().splitlines())
    compose = re.findall(r"^    image: (docker\.io/\S+)", (CHECKOUT / "docker-compose.yml").read_text(), re.MULTILINE)
    bases = re.findall(r"^ARG [A-Z]+_IMAGE=(\S+)", (CHECKOUT / "deploy/docker/Dockerfile").read_text(), re.MULTILINE)
    assert held.keys() == {*compose, *bases} and len(held) == 7
    # The registry is away, or its tags mean something else.
    registry.write_text("#!/bin/sh\nexit 1\n")
    assert {verb: run(pin, verb, env=environment) for verb in asked} == asked
    (tmp_path / "deploy/docker/Dockerfile").write_text((CHECKOUT / "deploy/docker/Dockerfile").read_text().replace("debian:12.11-slim", "debian:12.12-slim"))
    refused = subprocess.run([pin, "build"], env=environment, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and "debian:12.12-slim" in refused.stderr
    failed = subprocess.run([pin, "lock"], env=environment, capture_output=True, timeout=60)
    assert failed.returncode != 0 and not (tmp_path / "deploy/docker/images.lock").exists()
