"""Where Swift and its packages come from, on every kind of machine. The network, Swift and Debian's root are stand-ins."""

import hashlib
import os
import re
import shutil
import subprocess
import tarfile

import pytest

from careline.checkout import CHECKOUT

TOOLCHAIN = CHECKOUT / "deploy/dev/toolchain"


def run_with(tmp_path, command: list[str], stands_for: dict[str, str], **settings: str) -> subprocess.CompletedProcess:
    """In a folder of commands of its own, of which some are ours."""
    for name, text in stands_for.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "CARELINE_DEBIAN_MIRROR"}
    return subprocess.run(command, cwd=CHECKOUT, env=environment | {"PATH": f"{tmp_path}:{os.environ['PATH']}"} | settings, capture_output=True, text=True, timeout=300)


UBUNTU = "echo http://archive.ubuntu.com/ubuntu/; echo http://security.ubuntu.com/ubuntu/"
DEBIAN = "echo http://mirror.example/debian-security/; echo http://mirror.example/debian/"


# Beside lists of its own the machine has its files, which grep would find.
@pytest.mark.parametrize("lists, said", [(UBUNTU, ""), (DEBIAN, "http://mirror.example/debian")])
def test_debians_archive_is_the_one_of_the_machines_lists_and_asked_for_where_they_have_none(tmp_path, lists, said):
    done = run_with(tmp_path, ["deploy/dev/toolchain/mirror"], {"apt-get": lists, "grep": 'case "$*" in *sources.list*) exit 1;; esac; exec /usr/bin/grep "$@"'})
    assert (done.returncode == 0) == bool(said) and done.stdout.strip() == said
    assert ("name one: CARELINE_DEBIAN_MIRROR=" in done.stderr) == (not said)
    named = run_with(tmp_path, ["deploy/dev/toolchain/mirror"], {}, CARELINE_DEBIAN_MIRROR="http://ours.example/debian/")
    assert (named.stdout.strip(), named.stderr) == ("http://ours.example/debian", "")


@pytest.mark.parametrize("missing", ["fetch-packages", "apt-get install", ""])
def test_a_toolchain_that_lacks_a_part_is_none(tmp_path, missing):
    """Whoever comes next begins anew, and does not build without it. (Root, debootstrap and what is done inside are stand-ins.)"""
    commands, root = tmp_path / "commands", tmp_path / "root"
    commands.mkdir()
    done = run_with(commands, ["deploy/dev/toolchain/install", str(root)], {
        "id": "echo 0", "df": "echo; echo / 9000000 0 9000000", "apt-get": "exit 0",
        "debootstrap": 'for word; do case $word in *.new) mkdir "$word";; esac; done',
        "unshare": f'case "$*" in *"{missing or "nothing of that"}"*) echo cannot be had >&2; exit 1;; esac'}, CARELINE_DEBIAN_MIRROR="http://mirror.example/debian")
    assert (done.returncode == 0, root.exists(), "cannot be had" in done.stderr) == ((False, False, True) if missing else (True, True, False)), done.stderr


# Of a machine with Swift: what compiles makes a program, and packages are resolved.
SWIFT = {"swift": 'case "$*" in --version) echo "Swift version 6.0.3 (swift-6.0.3-RELEASE)";; esac', "swiftc": 'echo "#!/bin/sh" >"$3" && chmod +x "$3"'}
GITHUB = 'case "$*" in *config*) exit 1;; *ls-remote*) exit 0;; esac'
NO_GITHUB = GITHUB.replace("exit 0", "exit 1")
ENTERED, LED = "Debian's", "led elsewhere"


@pytest.mark.parametrize("stands_for, way, said", [
    ({"swift": "exit 1"}, ENTERED, "setting it up"),
    ({"swift": "echo Swift version 5.10"}, ENTERED, "setting it up"),
    ({**SWIFT, "git": GITHUB}, "as it is", ""),
    ({**SWIFT, "git": NO_GITHUB}, LED, "cannot be reached: taking the packages from Debian's source"),
    ({**SWIFT, "swiftc": "exit 1", "git": GITHUB}, ENTERED, "does not build Careline"),
    ({**SWIFT, "swiftc": "exit 1", "git": NO_GITHUB}, ENTERED, "does not build Careline")])
def test_a_command_runs_where_swift_is(tmp_path, stands_for, way, said):
    """On this machine as it is, with packages of Debian's, or in Debian's root; and a second time there is nothing left to do."""
    checkout, commands = tmp_path / "checkout", tmp_path / "commands"
    commands.mkdir()
    shutil.copytree(TOOLCHAIN, checkout / "deploy/dev/toolchain")
    for name, text in {"install": 'mkdir "$1"', "enter": 'shift; echo "of Debian\'s: $*"', "fetch-packages": 'mkdir "$1"', "mirror": "echo nowhere"}.items():
        (checkout / "deploy/dev/toolchain" / name).write_text(f"#!/bin/sh\n{text}\n")
    command = [str(checkout / "deploy/dev/toolchain/run"), "sh", "-c", 'echo "here: $GIT_CONFIG_KEY_0"']
    outcomes = {
        ENTERED: 'of Debian\'s: sh -c echo "here: $GIT_CONFIG_KEY_0"', "as it is": "here:", LED: f"here: url.file://{checkout}/.careline/swift-packages/.insteadOf"}
    # What this machine itself was led by.
    none = dict.fromkeys(("CARELINE_SWIFT_ROOT", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0"), "")
    first, second = (run_with(commands, command, stands_for, **none, CARELINE_SHARED=str(tmp_path / "none")) for _ in range(2))
    assert first.returncode == second.returncode == 0, first.stderr
    assert first.stdout.strip().splitlines()[-1] == second.stdout.strip() == outcomes[way]
    assert said in first.stdout + first.stderr


@pytest.fixture
def debian(tmp_path):
    """An archive that has a source package of this version, and says this checksum of it; gives what fetching from it came to."""
    names = re.findall(r"(swift-[\w-]+)=([\d.]+)", (TOOLCHAIN / "fetch-packages").read_text())

    def fetched(version: str, checksum: str | None = None) -> tuple[subprocess.CompletedProcess, set[str]]:
        sources = tmp_path / f"swiftlang-{version}"
        for name, _ in names:
            (sources / name).mkdir(parents=True)
            (sources / name / "Package.swift").write_text(f"// {name}\n")
        packed, list_ = tmp_path / "orig.tar.xz", tmp_path / "Sources"
        with tarfile.open(packed, "w:xz") as archive:
            archive.add(sources, sources.name)
        checksum = checksum or hashlib.sha256(packed.read_bytes()).hexdigest()
        list_.write_text(f"Package: swiftlang\nChecksums-Sha256:\n {checksum} 1 swiftlang_{version}.orig.tar.xz\nFiles:\n")
        curl = f"""case "$*" in
          *swiftlang_{version}.orig*) case "$*" in *-I*) ;; *) exec cat "{packed}";; esac;;
          *Sources.xz*) exec xz -c "{list_}";;
          *) exit 22;;
        esac"""
        commands, folder = tmp_path / "commands", tmp_path / "packages"
        commands.mkdir()
        done = run_with(commands, [str(TOOLCHAIN / "fetch-packages"), str(folder), "http://mirror.example/debian"], {"curl": curl})
        tags = {
            f"{name}={tag}" for name, _ in names if (folder / f"{name}.git").is_dir()
            for tag in subprocess.run(["git", "-C", folder / f"{name}.git", "tag"], capture_output=True, text=True, check=True).stdout.split()}
        return done, tags

    fetched.all = {f"{name}={version}" for name, version in names}
    return fetched


def test_the_packages_of_a_version_that_debian_has_no_more_are_those_of_the_current_one(debian):
    done, tags = debian("99.1")
    assert done.returncode == 0 and tags == debian.all, done.stderr
    assert re.search(r"Debian has swiftlang \S+ no more; taking the packages of 99\.1", done.stdout)


def test_what_is_not_the_pinned_source_is_not_taken(debian):
    done, tags = debian(re.search(r"^version=(\S+)", (TOOLCHAIN / "fetch-packages").read_text(), re.MULTILINE)[1])
    assert done.returncode == 1 and "has the SHA-256" in done.stderr and tags == set()


def test_what_is_not_as_the_archives_list_says_is_not_taken(debian):
    done, tags = debian("99.1", "0" * 64)
    assert done.returncode == 1 and f"not {'0' * 64}" in done.stderr and tags == set()
