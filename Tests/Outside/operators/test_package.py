"""What is shipped is built without the tests: their library cannot be linked with Swift's own inside, and only a release build would notice."""

import json
import os
import re
import shutil

import pytest
from conftest import CHECKOUT, run


@pytest.fixture(scope="module")
def shipped(tmp_path_factory) -> list[dict]:
    if not shutil.which("swift"):
        pytest.skip("no Swift on the PATH: start the tests by make")
    # With a folder of its own it waits for nobody's build.
    dumped = run("swift", "package", "--scratch-path", tmp_path_factory.mktemp("package"), "dump-package", env=os.environ | {"CARE_WITHOUT_TESTS": "1"})
    return json.loads(dumped)["targets"]


def test_nothing_that_is_shipped_is_a_test_or_knows_their_library(shipped):
    assert not [target["name"] for target in shipped if target["type"] == "test"]
    sources = [file for target in shipped if target.get("path") for file in (CHECKOUT / target["path"]).rglob("*.swift")]
    assert len(sources) > 1000
    assert not [str(file) for file in sources if re.search(r"^(@testable )?import (Testing|XCTest)\b", file.read_text(), re.MULTILINE)]


def test_whatever_it_stands_on_is_there(shipped):
    names = {target["name"] for target in shipped}
    for target in shipped:
        assert {word for dependency in target["dependencies"] for kind, words in dependency.items() if kind in ("byName", "target") for word in words[:1]} <= names, target["name"]
