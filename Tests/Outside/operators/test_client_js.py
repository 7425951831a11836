"""The client for pages, without a platform: its rules, its types, its size. (What it does in a browser: story/test_client_js.py.)"""

import gzip
import json
import os
import shutil
import subprocess
import sys

from careline.client_js import CLIENT, bundle
from careline.node import node_program


def test_its_rules_are_kept():
    """The tables of cases, by Node's own runner."""
    node = node_program("node --test")[0]
    # Its own report, whatever runs these tests.
    environment = {name: value for name, value in os.environ.items() if name != "NODE_TEST_CONTEXT"}
    done = subprocess.run([node, "--test", "test/*.test.ts"], cwd=CLIENT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-2_000:]
    assert int(done.stdout.split("pass ")[-1].split()[0]) > 100, "tests were found"


def test_its_types_fit():
    done = subprocess.run([*node_program("tsc"), "-p", CLIENT], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-4_000:]


def test_it_is_built_as_an_app_takes_it(tmp_path):
    """By what `npm run build` runs, and an app's own compiler finds its types."""
    package = tmp_path / "node_modules/care-client"
    shutil.copytree(CLIENT, package)
    build = json.loads((CLIENT / "package.json").read_text())["scripts"]["build"].split(" && ")
    for command in build:
        name, *words = command.split()
        done = subprocess.run([*node_program(name), *words], cwd=package, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    # Whoever asks for it by `require`, as runners of tests do, finds it too.
    found = subprocess.run([node_program("node")[0], "-p", "require.resolve('care-client')"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert found.stdout.strip().endswith("care-client/dist/index.js"), found.stderr[-2_000:]
    (tmp_path / "app.ts").write_text('''import { CareClient } from "care-client";
const care = await CareClient.open({ server: "https://care.example", clientId: "app", redirect: "https://app.example/back" });
for await (const inbox of care.messaging.conversations()) {
  const preview: string = inbox.data.items[0]!.preview;
  // @ts-expect-error
  const other: number = inbox.data.items[0]!.preview;
}
''')
    options = {"strict": True, "noEmit": True, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2022", "dom"], "types": []}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["app.ts"]}))
    done = subprocess.run([*node_program("tsc"), "-p", tmp_path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-4_000:]


def test_its_types_are_the_contracts():
    done = subprocess.run([sys.executable, CLIENT / "generate-types", "--print"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[-2_000:]
    assert (CLIENT / "src/types.ts").read_text() == done.stdout, "run Shared/care-client-js/generate-types"


def test_it_is_small():
    assert len(gzip.compress(bundle(), 9)) <= 20 << 10


def test_it_brings_nothing_along_and_is_built_by_what_is_pinned():
    package = json.loads((CLIENT / "package.json").read_text())
    pinned = json.loads((CLIENT.parents[1] / "Tests/Outside/operators/lint/package.json").read_text())["dependencies"]
    assert "dependencies" not in package
    # Whoever installs it from the checkout, or packs it, has what an app takes.
    assert package["scripts"]["prepare"] == "npm run build" and package["files"] == ["dist"]
    assert package["devDependencies"].items() <= pinned.items()
