"""Which suites a change touches, by the package's own graph of targets."""

import json
import subprocess

from catalogue import CHECKOUT, Suite


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


# Suites that read or serve what belongs to no target, by how the names of its files begin; every line that fits counts. Swift's targets and the folders of
# Tests/Outside are not here: they tell by themselves.
READERS = {
    "deploy/api/": "contracts story operators attack records careclient",
    "deploy/cluster/": "operators",
    "deploy/docker/": "operators",
    "deploy/gateway/": "contracts careline story operators oidc tls faults attack",
    "deploy/kubernetes/": "operators",
    "deploy/observability/": "operators",
    "deploy/site/": "frontdoor story operators",
    "deploy/tls/": "contracts operators tls",
    "docker-compose": "operators",
    "docs/": "story operators",
    "docs/operators.md": "contracts",
    "docs/security.md": "oidc",
    "Examples/": "story operators",
    "README.md": "operators",
    "Shared/care-client-js/": "story operators",
    "Tests/Fuzz/": "fuzz"}
# Whose tests ask whole executables, and the gateway before them.
OF_PLATFORMS = {"story", "upgrade", "operators", "oidc", "tls", "faults", "attack"}


def readers(names: set[str]) -> set[str]:
    return {suite for begin, suites in READERS.items() if any(name.startswith(begin) for name in names) for suite in suites.split()}


def touched(suites: list[Suite], names: set[str], targets: set[str]) -> list[Suite]:
    """`targets`: those of Swift whose files are among these, and all that stand on them."""
    if not names:
        return []
    if "Package.swift" in names or any(name.startswith("deploy/dev/") for name in names):
        return suites
    found = readers(names) | {target.removesuffix("Tests").lower() for target in targets if target.endswith("Tests")}
    # How it looks is asked of whatever there is: a setting of a formatter is in no folder, and a script may be anywhere.
    found.add("style")
    if any(name.startswith(("Services/", "Shared/")) for name in names):
        found |= OF_PLATFORMS | {"fuzz"}
    if any(name.startswith("Tests/Outside/careline/") or name.startswith("Tests/Outside/") and name.count("/") == 2 for name in names):
        found |= OF_PLATFORMS
    found |= {name.split("/")[2] for name in names if name.startswith("Tests/Outside/") and name.count("/") > 2 and not name.startswith("Tests/Outside/careline/")}
    # One that runs in parts, or on a Kafka beside, is all of them: `story-once`, `records-kafka`.
    return [suite for suite in suites if suite.name.partition("-")[0] in found]


def chosen(suites: list[Suite]) -> list[Suite]:
    names = files()
    return touched(suites, names, touched_targets(names))
