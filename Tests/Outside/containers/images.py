"""The images: stand-ins for the public ones that cannot be fetched, and Careline's own, built by deploy/docker/Dockerfile as it is."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from engine import Fault, Podman

STAND_INS = Path(__file__).parent / "stand-ins"
MEBIBYTE = 1 << 20
LIMIT = 150 * MEBIBYTE
# With libvips and what it reads pictures with: half of it is that.
LARGER = {"records-service": 300 * MEBIBYTE, "messaging-service": 300 * MEBIBYTE}
# What makes pictures smaller there, and what holds it to its limits.
PICTURES = ["/usr/bin/vipsthumbnail", "/usr/bin/prlimit", "/usr/bin/setpriv"]
# Of the toolchain's root what belongs to this machine, or is only read by people.
NOT_TAKEN = ["proc", "sys", "dev", "tmp", "run", "work", "var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"]


def named(checkout: Path) -> dict[str, str]:
    """The public images that the Dockerfile and the compose file name, by what they are."""
    text = (checkout / "deploy/docker/Dockerfile").read_text() + (checkout / "docker-compose.yml").read_text()
    images = re.findall(r"docker\.io/\S+:\S+", text)
    return {re.search(r"/([\w-]+):", image)[1]: image for image in images}


def short(image: str) -> str:
    """Without the registry, and without its folder of official images."""
    return re.sub(r"^docker\.io/(library/)?", "", image)


def products(checkout: Path) -> list[str]:
    """Every executable that the Dockerfile builds, Careline's own CLI last."""
    return re.search(r"for product in ([^;]+);", (checkout / "deploy/docker/Dockerfile").read_text())[1].split()


class Images:
    def __init__(self, podman: Podman, checkout: Path, toolchain: Path, kafka: Path):
        self.podman, self.checkout, self.toolchain, self.kafka, self.names = podman, checkout, toolchain, kafka, named(checkout)

    def stand_ins(self) -> str:
        """Makes those that are missing; they are kept for the next time."""
        made = []
        for what, make in {"debian": self._debian, "swift": self._swift, "postgres": self._from_debian, "haproxy": self._from_debian,
                           "prometheus": self._from_debian, "kafka": self._kafka}.items():
            if not self.podman.has_image(self.names[what]):
                make(what)
                made.append(what)
        return f"made: {', '.join(made)}" if made else "all are there from an earlier time"

    def versions(self) -> list[str]:
        """What is in them, since their tags are those of others."""
        asked = {"debian": ["cat", "/etc/debian_version"], "swift": ["swiftc", "--version"], "postgres": ["postgres", "--version"],
                 "haproxy": ["haproxy", "-v"], "prometheus": ["prometheus", "--version"], "kafka": ["bash", "-c", "ls /opt/kafka/libs/kafka_*.jar"]}
        lines = []
        for what, words in asked.items():
            said = self.podman.run("run", "--rm", "--network", "none", "--entrypoint", words[0], self.names[what], *words[1:], check=False).splitlines()
            lines.append(f"{short(self.names[what]):<28} holds {what} {re.search(r'[0-9]+([.][0-9]+)+', ' '.join(said))[0]}, of Debian" if what != "kafka"
                         else f"{short(self.names[what]):<28} holds {Path(said[0]).stem}, on Debian's Java")
        return lines

    def _import(self, name: str, *tar, content=(0,)):
        log = self.podman.folder / "import.log"
        with log.open("w") as errors:
            source = subprocess.Popen(tar, stdout=subprocess.PIPE, stderr=errors, env=self.podman.environment)
            try:
                self.podman.run("import", "--change", "CMD=bash", "-", name, stdin=source.stdout, timeout=1800)
            finally:
                source.stdout.close()
        if source.wait(60) not in content:
            self.podman.run("image", "rm", name, check=False)
            raise Fault(f"{tar[0]} failed; the end of {log}:\n{log.read_text()[-2000:]}")

    def _debian(self, what):
        mirror = subprocess.run([self.checkout / "deploy/dev/toolchain/mirror"], check=True, capture_output=True, text=True).stdout.strip()
        self._import(self.names[what], str(STAND_INS / "base"), "trixie", mirror)

    def _swift(self, what):
        """The toolchain that builds Careline here; the copies of its packages are in it, so that the build fetches none."""
        without = [f"--exclude=./{path}/*" for path in NOT_TAKEN]
        # Its status is 1 when a log was written to meanwhile.
        self._import(self.names[what], "tar", "-C", str(self.toolchain), *without, "-c", ".", content=(0, 1))

    def _from_debian(self, what):
        self._build(what, STAND_INS / what)

    def _kafka(self, what):
        """The distribution has to lie beside the entry point for its COPY."""
        context = self.podman.folder / "kafka"
        shutil.rmtree(context, ignore_errors=True)
        shutil.copytree(STAND_INS / what, context)
        shutil.copytree(self.kafka, context / "kafka")
        self._build(what, context)
        shutil.rmtree(context)

    def _build(self, what, context):
        self.podman.logged(f"stand-in-{what}", "build", "--network", "host", "--pull-never", "--format", "docker", "-t", self.names[what],
                           "-f", context / "Containerfile", context, timeout=1200)

    def services(self, release: str):
        """All of them, by the Dockerfile as it is. What Swift has built is kept beside the store, as a build cache would."""
        built = self.podman.folder / "build"
        built.mkdir(exist_ok=True)
        for product in products(self.checkout):
            self.podman.logged(
                f"image-{product}", "build", "--network", "host", "--pull-never", "--format", "docker", "--volume", f"{built}:/source/.build",
                "--build-arg", f"SERVICE={product}", *(["--build-arg", "PACKAGES=libvips-tools"] if product in LARGER else []), "--label", f"org.opencontainers.image.version={release}", "-t", f"docker.io/careline/{product}:{release}",
                "-f", self.checkout / "deploy/docker/Dockerfile", self.checkout, timeout=5400)

    def relabelled(self, release: str, further: str):
        """Images of a further release, which differ from those of `release` in their label and tag."""
        for product in products(self.checkout):
            self.podman.run("build", "--format", "docker", "--pull-never", "-t", f"docker.io/careline/{product}:{further}", "-", timeout=300,
                            input=f"FROM docker.io/careline/{product}:{release}\nLABEL org.opencontainers.image.version={further}\n")

    def sizes(self, release: str) -> list[str]:
        lines, too_large = [], []
        for product in products(self.checkout):
            [image] = json.loads(self.podman.run("image", "inspect", f"docker.io/careline/{product}:{release}"))
            lines.append(f"{image['Size'] / MEBIBYTE:6.1f} MiB  careline/{product}")
            limit = LARGER.get(product, LIMIT)
            if image["Size"] > limit:
                too_large.append(f"{product} over {limit // MEBIBYTE} MiB")
        if too_large:
            raise Fault("\n".join([*lines, *too_large]))
        return lines

    def contents(self, release: str) -> str:
        """The executables hold Swift themselves, and no symbols."""
        for product in products(self.checkout):
            image = f"docker.io/careline/{product}:{release}"
            needed = self.podman.run("run", "--rm", "--network", "none", "--entrypoint", "ldd", image, f"/usr/local/bin/{product}")
            if "not found" in needed or re.search(r"libswift|libFoundation|libdispatch", needed):
                raise Fault(f"{product} needs what its image has not, or Swift's libraries:\n{needed}")
            if product in LARGER:
                self.podman.run("run", "--rm", "--network", "none", "--entrypoint", "ls", image, *PICTURES)
        return "none needs a Swift library; every library that one needs is in its image; none has a table of symbols"

    def executables(self, release: str, folder: Path):
        """Copies of the executables in the images, for the clients' own use of the operator's commands."""
        folder.mkdir(parents=True, exist_ok=True)
        for product in products(self.checkout):
            image = f"docker.io/careline/{product}:{release}"
            place = self.podman.run("image", "mount", image)
            shutil.copy(f"{place}/usr/local/bin/{product}", folder / product)
            self.podman.run("image", "unmount", image)
            if b"\0.symtab\0" in (folder / product).read_bytes():
                raise Fault(f"{product} is not stripped")

    def bills(self, release: str, folder: Path) -> str:
        """Of each image its bill of materials (CycloneDX), from what is in it."""
        folder.mkdir(parents=True, exist_ok=True)
        # The stand-in for the Swift image is this machine's toolchain.
        swift = self.podman.run("run", "--rm", "--network", "none", self.names["swift"], "swift", "--version")
        version = re.search(r"Swift version (\S+)", swift)
        counts = []
        for product in products(self.checkout):
            image = f"docker.io/careline/{product}:{release}"
            place = Path(self.podman.run("image", "mount", image))
            try:
                made = subprocess.run(
                    [self.checkout / "deploy/docker/sbom", product, release, place / "var/lib/dpkg/status", place / "usr/local/bin" / product],
                    env=self.podman.environment | ({"CARE_SWIFT_VERSION": version[1]} if version else {}), capture_output=True, text=True, timeout=120)
            finally:
                self.podman.run("image", "unmount", image)
            if made.returncode:
                raise Fault(f"the bill of materials of {product}: {made.stderr}")
            (folder / f"{product}.cdx.json").write_text(made.stdout)
            counts.append(len(json.loads(made.stdout)["components"]))
        return f"{len(counts)} of {min(counts)} components or more, in {folder.relative_to(self.checkout)}"
