"""openapi.yaml by the recommended rules of two linters of other makes. What stays against a rule, lint/ lists with a reason."""

import json
import os
import subprocess

import yaml

from careline.checkout import CHECKOUT
from careline.node import node_program

LINT = CHECKOUT / "Tests/Outside/operators/lint"
API = CHECKOUT / "deploy/api/openapi.yaml"


def lint(*command) -> dict | list:
    environment = os.environ | {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    done = subprocess.run([str(word) for word in command], cwd=LINT, env=environment, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout[done.stdout.index("{" if "redocly" in str(command[1]) else "["):])


def redocly(file=API) -> dict:
    return lint(*node_program("redocly"), "lint", file, "--config", LINT / "redocly.yaml", "--format", "json", "--max-problems", "1000")


def spectral(file=API) -> list[dict]:
    return lint(*node_program("spectral"), "lint", file, "--ruleset", LINT / "spectral.yaml", "--format", "json", "--quiet")


def test_redocly_has_nothing_to_say():
    said = redocly()
    assert not said["problems"], "\n".join(f"{each['ruleId']}: {each['message']} {each['location'][0].get('pointer')}" for each in said["problems"])
    listed = yaml.safe_load((LINT / ".redocly.lint-ignore.yaml").read_text())
    entries = [place for rules in listed.values() for places in rules.values() for place in places]
    assert said["totals"]["ignored"] == len(entries), "an entry that is not needed any more has to go"


def test_spectral_has_nothing_to_say():
    said = spectral()
    assert not said, "\n".join(f"{problem['code']}: {problem['message']} {'/'.join(map(str, problem['path']))}" for problem in said)


def test_both_see_what_is_wrong(tmp_path):
    """An operation without a word about itself, and an example that does not fit."""
    document = yaml.load(API.read_text(), yaml.CSafeLoader)
    login = document["paths"]["/auth/login"]["post"]
    del login["summary"], login["description"]
    document["components"]["examples"]["Credentials"]["value"]["username"] = 7
    broken = tmp_path / "openapi.yaml"
    broken.write_text(yaml.dump(document, Dumper=yaml.CSafeDumper))
    assert {"operation-summary", "no-invalid-media-type-examples"} <= {problem["ruleId"] for problem in redocly(broken)["problems"]}
    assert {"operation-description", "oas3-valid-media-example"} <= {problem["code"] for problem in spectral(broken)}
