"""openapi-generator makes a client of openapi.yaml in four languages. (What the Python one does with a real platform: story/test_generated_client.py.)"""

import json
import re
import subprocess
import sys

import pytest

from careline.checkout import CHECKOUT
from careline.contract import read
from careline.contract_rules import operations
from careline.generated import generate
from careline.node import node_program


@pytest.fixture(scope="module")
def names():
    return {operation.value["operationId"] for operation in operations(read(CHECKOUT / "deploy/api/openapi.yaml"))}


def test_the_python_client_is_imported_whole(tmp_path):
    """Warnings are errors: a pattern that Python reads otherwise is one."""
    generate("python", tmp_path, packageName="careline_client")
    every = "import importlib, pkgutil, careline_client as c; [importlib.import_module(m.name) for m in pkgutil.walk_packages(c.__path__, 'careline_client.')]"
    done = subprocess.run([sys.executable, "-W", "error", "-c", every], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-4_000:]


def test_the_typescript_client_compiles(tmp_path):
    compiler = node_program("tsc")
    generate("typescript-fetch", tmp_path)
    options = {"strict": True, "noEmit": True, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2022", "dom"], "types": []}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["index.ts"]}))
    done = subprocess.run([*compiler, "-p", tmp_path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-4_000:]


@pytest.mark.parametrize(("language", "ending", "refused"), [("kotlin", "kt", r"enum class `"), ("swift6", "swift", r'pattern: "[^"\n]*\\/')])
def test_the_mobile_clients_have_every_operation(tmp_path, names, language, ending, refused):
    """Without their compilers, and without what these have refused: an enum called by a word of Kotlin's own, a slash in a pattern of a field."""
    generate(language, tmp_path)
    text = "".join(file.read_text() for file in tmp_path.rglob(f"*.{ending}"))
    assert names - {name for name in names if f"fun {name}(" in text or f"func {name}(" in text} == set()
    assert re.findall(refused, text) == []
