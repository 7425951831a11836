"""One more replica of a service beside the platform's own, on its database and broker."""

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

from careline.checkout import BUILD
from careline.client import is_ready
from careline.ports import free_port
from careline.waiting import until


@contextmanager
def further_replica(program: str, database: str, build: Path = BUILD, **settings: str):
    """Runs `program` of this `build` with further `settings` (CARE_…); gives its process and its address. It has its service's own master keys."""
    state, gateway = os.environ["CARELINE_STATE"], os.environ["CARELINE_URL"]
    port = free_port()
    environment = {
        **os.environ, "CARE_DATABASE_URL": os.environ["CARELINE_AUTH_DATABASE"].replace("/care_auth?", f"/{database}?"),
        "CARE_KAFKA_BOOTSTRAP": os.environ["CARELINE_BOOTSTRAP"], "CARE_HTTP_PORT": str(port), "CARE_ISSUER": gateway,
        # As `careline up` sets it.
        "CARE_PROVIDERS_VERIFIED": os.environ.get("CARE_PROVIDERS_VERIFIED", "assumed"),
        "CARE_JWKS_URL": f"{gateway}/oauth/jwks", "CARE_MASTER_KEY_FILE": f"{state}/secrets/master-keys/{database.removeprefix('care_')}.key",
        # HealthMonitor opens measurements with keys that Records hands out.
        "CARE_HEALTH_RECORDS_ADDRESS": gateway, "CARE_HEALTH_CLIENT_PASSWORD_FILE": f"{state}/secrets/client-careline-health", **settings,
    }
    url = f"http://127.0.0.1:{port}"
    with open(Path(state, "logs", f"{program}-{port}.log"), "w") as log:
        process = subprocess.Popen([Path(build, program)], env=environment, stdout=log, stderr=log)
    try:
        until("the replica is ready", lambda: process.poll() is not None or is_ready(url))
        assert process.poll() is None, f"it ended with status {process.returncode}; see {log.name}"
        yield process, url
    finally:
        process.terminate()
        process.wait(timeout=30)
