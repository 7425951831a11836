"""openapi-generator makes a client of openapi.yaml in four languages. (What the Python one does with a real platform: story/test_generated_client.py.)"""

import json
import os
import re
import shutil
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


def test_the_swift_client_compiles_and_has_every_operation(tmp_path, names):
    """In Swift 6's mode, where data races are errors."""
    generate("swift6", tmp_path)
    files = sorted((tmp_path / "Sources").rglob("*.swift"))
    text = "".join(file.read_text() for file in files)
    assert names - {name for name in names if f"func {name}(" in text} == set()
    [sender] = [file for file in files if file.name == "URLSessionImplementations.swift"]
    sender.write_text(beyond_apple(sender.read_text()))
    (tmp_path / "files").write_text("\n".join(f'"{file}"' for file in files))
    compiler = shutil.which("swiftc")
    if not compiler:
        pytest.skip("no Swift on this machine: run this by deploy/dev/toolchain/run")
    done = subprocess.run([compiler, "-typecheck", "-wmo", "-swift-version", "6", f"@{tmp_path / 'files'}"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, "\n".join(line for line in done.stderr.splitlines() if "error:" in line)[-4_000:]


def beyond_apple(text: str) -> str:
    """The one file that the generator writes for Apple's systems alone: elsewhere there is no MobileCoreServices, and URLSession has a module of its own."""
    old = re.search(r"\n +if let uti = UTTypeCreatePreferredIdentifierForTag.*?\n +}\n", text, re.DOTALL)
    assert old and "\nimport MobileCoreServices\n" in text, "the generator has learnt it: this is needed no more"
    return text.replace(old[0], "\n").replace("\nimport MobileCoreServices\n", "\nimport FoundationNetworking\n")


@pytest.fixture(scope="module")
def kotlin(tmp_path_factory):
    """Its folder, mended as docs/app-developers.md says."""
    folder = generate("kotlin", tmp_path_factory.mktemp("kotlin"))
    section = (CHECKOUT / "docs/app-developers.md").read_text().partition("## Clients in your language\n")[2].partition("\n## ")[0]
    [mend] = re.findall(r"^```sh\n(sed .*?)^```$", section, re.MULTILINE | re.DOTALL)
    text = "".join(file.read_text() for file in (folder / "src/main").rglob("*.kt"))
    assert 'path = "/fhir/r4/$import"' in text, "the generator has learnt it: this is needed no more"
    subprocess.run(["bash", "-euc", mend], cwd=folder, check=True, timeout=30)
    return folder


def test_the_kotlin_client_has_every_operation(kotlin, names):
    """Without its compiler, and without what that has refused: an enum called by a word of Kotlin's own, a dollar sign that begins a name."""
    text = "".join(file.read_text() for file in (kotlin / "src/main").rglob("*.kt"))
    assert names - {name for name in names if f"fun {name}(" in text} == set()
    assert re.findall(r"enum class `", text) == []
    assert re.findall(r'^ +path = "[^"]*(?<!\\)\$', text, re.MULTILINE) == [] and '"/fhir/r4/\\$import"' in text


@pytest.mark.skipif(os.environ.get("CARE_GENERATED_CLIENTS") != "all", reason="takes a processor two minutes: CARE_GENERATED_CLIENTS=all make test ARGS=operators")
def test_the_kotlin_client_compiles(kotlin):
    """With the compiler and the libraries that its own build file names."""
    if not shutil.which("mvn"):
        pytest.skip("no Maven on this machine: apt-get install maven (or CARE_GENERATED_CLIENTS=all make setup)")
    gradle = (kotlin / "build.gradle").read_text()
    version = re.search(r"kotlin_version = '([^']+)'", gradle)[1]
    # What Gradle finds by its own metadata, Maven has to be told: okhttp is for several platforms.
    named = re.findall(r'^ +implementation "([^:]+):([^:]+):([^"]+)"', gradle.replace("$kotlin_version", version).replace(":okhttp:", ":okhttp-jvm:"), re.MULTILINE)
    assert len(named) >= 4
    libraries = "".join(f"<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>" for group, name, version in named)
    (kotlin / "pom.xml").write_text(f"""
        <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
        <groupId>careline</groupId><artifactId>client</artifactId><version>1</version>
        <dependencies>{libraries}</dependencies><build><sourceDirectory>src/main/kotlin</sourceDirectory></build></project>""")
    # No daemon stays behind.
    command = ["mvn", "-B", "-q", f"-Dmaven.repo.local={CHECKOUT / '.careline/maven'}", "-Dkotlin.compiler.daemon=false",
               f"org.jetbrains.kotlin:kotlin-maven-plugin:{version}:compile"]
    done = subprocess.run(command, cwd=kotlin, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, "\n".join(line for line in done.stdout.splitlines() if "ERROR" in line)[-4_000:]
    assert len(list((kotlin / "target/classes").rglob("*.class"))) > 300
