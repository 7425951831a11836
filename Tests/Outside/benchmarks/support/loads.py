"""Loads on HTTP that need a file of their own."""

import tempfile

from support.programs import Load, wrk

Line = tuple[str, str, str | None, str | None, str]


def cycle(url: str, requests: list[Line], seconds: int, connections: int, cores: set[int] | None = None) -> Load:
    """Sends these requests (method, path, bearer token, content type, body) in turn."""
    with tempfile.NamedTemporaryFile("w") as file:
        for request in requests:
            file.write("\t".join(part if part is not None else "-" for part in request) + "\n")
        file.flush()
        return wrk("cycle.lua", url, file.name, seconds=seconds, connections=connections, cores=cores)
