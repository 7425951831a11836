"""Further replicas of the platform's services, each with the settings of its own one."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.platform import Failed, Platform

from careline.client import is_ready
from careline.ports import free_port
from careline.waiting import eventually


@contextmanager
def replica(platform: Platform, service: str, under: tuple = (), within: float = 30, **settings: str) -> Iterator[tuple[subprocess.Popen, str]]:
    """Its process and its address; `under` another program, which is given its command line."""
    own = Path(f"/proc/{platform.pid(service)}")
    environment = dict(line.split("=", 1) for line in own.joinpath("environ").read_text().split("\0") if "=" in line)
    words = own.joinpath("cmdline").read_text().rstrip("\0").split("\0")
    port = free_port()
    url, log = f"http://127.0.0.1:{port}", platform.state / f"{service}-{port}.log"
    with log.open("w") as out:
        process = subprocess.Popen([*under, *words], env=environment | {"CARE_HTTP_PORT": str(port)} | settings, stdout=out, stderr=out)
    try:
        if not eventually(lambda: is_ready(url) or process.poll() is not None, within) or process.poll() is not None:
            raise Failed(f"the replica of {service} did not start\n{log.read_text()[-2000:]}")
        yield process, url
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
