"""The client for pages, as a page loads it."""

import subprocess

from .checkout import CHECKOUT
from .node import node_program

CLIENT = CHECKOUT / "Shared/care-client-js"


def bundle() -> bytes:
    """One module, without what only people read."""
    words = [*node_program("esbuild"), "src/index.ts", "--bundle", "--minify", "--format=esm", "--target=es2022"]
    done = subprocess.run(words, cwd=CLIENT, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()[-4_000:]
    return done.stdout
