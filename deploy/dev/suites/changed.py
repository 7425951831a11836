"""Which suites a change touches, by the package's own graph of targets."""

import json
import subprocess

from catalogue import CHECKOUT, Suite, swift_targets


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True)
    return done.stdout.split("\n") if done.returncode == 0 else []


def files() -> set[str]:
    """What is not committed, and what is committed and not pushed; without a remote, the last commit."""
    pushed = git("rev-parse", "--verify", "-q", "@{upstream}") or ["HEAD~1"]
    committed = git("diff", "--name-only", f"{pushed[0] or 'HEAD~1'}...HEAD")
    return {name for name in [*committed, *git("diff", "--name-only", "HEAD"), *git("ls-files", "--others", "--exclude-standard")] if name}


def touched_targets(names: set[str]) -> set[str]:
    """The targets whose folders hold the files, and all that stand on them."""
    dumped = subprocess.run(["swift", "package", "dump-package"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    targets = {target["name"]: target for target in json.loads(dumped)["targets"]}
    found = {name for name, target in targets.items() if target.get("path") and any(file.startswith(target["path"] + "/") for file in names)}
    while True:
        more = {name for name, target in targets.items() if name not in found and found & {
            word for dependency in target["dependencies"] for kind in dependency.values() for word in kind[:1]}}
        if not more:
            return found
        found |= more


def chosen(suites: list[Suite]) -> list[Suite]:
    names = files()
    if names & {"Package.swift"} or any(name.startswith("deploy/dev/") for name in names):
        return suites
    targets = touched_targets(names)
    swift = {target.removesuffix("Tests").lower() for target in swift_targets() if target in targets}
    ships = any(name.startswith(("Services/", "Shared/", "deploy/gateway/")) for name in names)
    helps = any(name.startswith("Tests/Outside/careline/") or name.startswith("Tests/Outside/") and name.count("/") == 2 for name in names)

    def is_touched(suite: Suite) -> bool:
        name = suite.name.removesuffix("-kafka")
        if suite.command and suite.command[0].endswith(".xctest"):
            return name in swift
        if name == "fuzz":
            return ships or any(file.startswith("Tests/Fuzz/") for file in names)
        if name == "operators":
            return any(file.startswith(("deploy/", "docs/", "docker-compose", "Tests/Outside/operators/", "Services/", "Shared/")) for file in names)
        return ships or helps or any(file.startswith(f"Tests/Outside/{name}/") for file in names)

    return [suite for suite in suites if is_touched(suite)]
