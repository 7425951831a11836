"""What docs/architecture.md says of where things are and of the order of locks is so."""

import re
import sys
from pathlib import Path

import pytest
from conftest import SERVICES, run

from careline.checkout import CHECKOUT

PAGE = (CHECKOUT / "docs/architecture.md").read_text()
TREE = re.search(r"^```\n(Package.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]


def section(title: str) -> str:
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]


def tree() -> set[str]:
    """The files and folders of the tree. Names of folders end in a slash; those among the words about a folder lie in it."""
    found, top, here = set(), "", ""
    for line in TREE.splitlines():
        indent = len(line) - len(line.lstrip())
        words, about = split(line.strip(), is_whole_line=indent > 8)
        if indent == 0:
            top = here = ""
        if indent <= 2:
            found |= {(top if indent else "") + word for word in words}
            here = (top if indent else "") + (words[-1] if words else "")
            if indent == 0:
                top = words[0]
        found |= {here + word for word in re.findall(r"(?<![\w/])[\w-]+/(?![\w{])", about)}
    return found


def split(line: str, is_whole_line: bool) -> tuple[list[str], str]:
    """The names at a line's beginning, and what is said about them."""
    words = line.split()
    count = 0
    while not is_whole_line and count < len(words) and (words[count].endswith("/") or (CHECKOUT / words[count]).is_file()):
        count += 1
    return words[:count], " ".join(words[count:])


@pytest.fixture(scope="module")
def files() -> list[str]:
    return run("git", "ls-files").split("\n")


def test_the_tree_is_there(files):
    missing = {place for place in tree() if not any(file == place or place.endswith("/") and file.startswith(place) for file in files)}
    assert not missing


@pytest.mark.parametrize("folder", ["", "Services/", "Shared/", "deploy/", "deploy/dev/", "Tests/Outside/"])
def test_no_folder_is_missing_in_the_tree(files, folder):
    there = {folder + file.removeprefix(folder).partition("/")[0] + "/" for file in files if file.startswith(folder) and "/" in file.removeprefix(folder)}
    assert there - {".ci/"} <= tree()


# Modules

# A suite's tests ask what they ask in a process of their own, and one may be left out: what several need is in careline/, beside them.
FOLDERS = sorted(path.name for path in (CHECKOUT / "Tests/Outside").iterdir() if path.is_dir() and path.name != "careline" and any(path.rglob("*.py")))


def names_of_modules(folder: Path) -> set[str]:
    """What could be imported from there: the folder's own name, and those of the modules and folders in it."""
    return {folder.name} | {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir() and any(path.glob("*.py"))}


def imports(text: str) -> set[str]:
    """The first part of each module's name, wherever it is imported."""
    modules = re.findall(r"^[ \t]*(?:from ([\w.]+) import|import ([\w., ]+))", text, re.MULTILINE)
    return {name.strip().split(".")[0].split(" ")[0] for each in modules for name in (each[0] or each[1]).split(",")}


def test_imports_are_found_however_they_are_written():
    text = "import os, sys\nfrom scaling import demand\n\n\ndef late():\n    from faults.faults import find\n    import support.wal as wal\n# from story import nothing\n"
    assert imports(text) == {"os", "sys", "scaling", "faults", "support"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_suite_imports_another(folder):
    here = CHECKOUT / "Tests/Outside" / folder
    own, shared = names_of_modules(here) | {"conftest"}, {"careline"}
    for other in FOLDERS:
        foreign = names_of_modules(CHECKOUT / "Tests/Outside" / other) - own - shared - set(sys.stdlib_module_names)
        for path in sorted(here.rglob("*.py")):
            found = imports(path.read_text()) & foreign
            assert other == folder or not found, f"{path.relative_to(CHECKOUT)} imports {', '.join(sorted(found))} of {other}"


def targets(text: str) -> dict[str, tuple[str, set[str], set[str]]]:
    """Of each of the ordinary package's targets that have sources: its folder, the modules that it declares, and those it has of the kit, of which a service's
    tests see all."""
    text = re.sub(r"//.*", "", text[:text.index("if let libFuzzer")])
    modules = dict(re.findall(r'^let (\w+): Target\.Dependency = \.product\(name: "(\w+)"', text, re.MULTILINE))
    kit = set(re.findall(r'"(\w+)"', re.search(r"^let kit: .* = \[(.*)\]", text, re.MULTILINE)[1]))
    found = {}
    for start in re.finditer(r'^ {8}\.(?:target|executableTarget|testTarget)\(\s*name: "(\w+)"', text, re.MULTILINE):
        rest = text[start.end():]
        path = re.search(r'path: "([^"]+)"', rest)
        listed = re.search(r"dependencies:(.*)", rest[:path.start()], re.DOTALL)
        words = re.sub(r'condition: \.when\(.*?\)|name:|\.target|exclude: \[.*?\]', "", listed[1] if listed else "", flags=re.DOTALL)
        names = set(re.findall(r'"(\w+)"', words)) | {modules[word] for word in re.findall(r"\b\w+\b", re.sub(r'"\w+"', "", words)) if word in modules}
        found[start[1]] = (path[1], names, kit if re.search(r"\bkit\b", words) else set())
    return found


def imported(text: str) -> set[str]:
    kinds = "struct|class|enum|protocol|func|typealias|var|let"
    return set(re.findall(rf"^[ \t]*(?:@\w+ +)*(?:package |public |private )?import (?:(?:{kinds}) )?(\w+)", text, re.MULTILINE))


def excluded(text: str, folder: str) -> set[str]:
    """The files in a target's folder that the manifest leaves out of it."""
    listed = re.search(rf'path: "{re.escape(folder)}", exclude: \[(.*?)\]', text)
    return {f"{folder}/{name}" for name in re.findall(r'"([^"]+)"', listed[1])} if listed else set()


MANIFEST = (CHECKOUT / "Package.swift").read_text()
TARGETS = targets(MANIFEST)
# What the compiler and the system bring.
SYSTEMS = {"AuthenticationServices", "Darwin", "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "SQLite3", "Security", "Synchronization", "Testing"}
# Executables that a test starts: they are built with it.
STARTED = {"Careline"}


def test_targets_and_imports_are_found_however_they_are_written():
    assert TARGETS["PostgresTests"] == ("Tests/PostgresTests", {"Postgres", "TestKit"}, set())
    assert TARGETS["Telemetry"] == ("Shared/Telemetry", {"CareModels", "JSON"}, set())
    assert TARGETS["CareClient"] == ("Shared/CareClient", {"CareModels", "JSON", "CSQLite", "Fetch", "Crypto"}, set())
    assert TARGETS["AuthTests"][1] >= {"AuthService", "_CryptoExtras"} and TARGETS["AuthTests"][2] >= {"Kafka", "Outbox"}
    assert excluded(MANIFEST, "Tests/Fuzz") > {"Tests/Fuzz/Programs/Main.swift"} and excluded(MANIFEST, "Tests/PostgresTests") == set()
    assert len(TARGETS) == len(re.findall(r"^ {8}\.(?:target|executableTarget|testTarget)\(", MANIFEST[:MANIFEST.index("if let libFuzzer")], re.MULTILINE))
    assert imported("import HTTP\n@testable import AuthService\n    import Fetch\nimport struct JSON.JSONValue\n// import Kafka") == {
        "HTTP", "AuthService", "Fetch", "JSON"}


# The broker is in C.
@pytest.mark.parametrize("target", sorted(TARGETS.keys() - {"CKafkaBroker"}))
def test_a_target_declares_what_it_imports(target, files):
    folder, declared, kit = TARGETS[target]
    mine = {file for file in files if file.startswith(f"{folder}/") and file.endswith(".swift")} - excluded(MANIFEST, folder)
    assert mine, "it has no sources"
    names = set().union(*(imported((CHECKOUT / file).read_text()) for file in mine)) - SYSTEMS
    # A file that another target compiles too (a link to it is there) imports its own.
    assert names - declared - kit - {target} == set(), "is imported and not declared"
    assert declared - names - STARTED == set(), "is declared and not imported"


PUBLIC = re.compile(r"^[ \t]*(?:@\w+ )*public ", re.MULTILINE)


def test_only_the_products_are_public(files):
    """What a service shows is asked by RoomsTests."""
    assert PUBLIC.search("    @discardableResult public func write()") and not PUBLIC.search("/// What is public here.\n    package let key: Key  // a public one")
    products = {word for word in re.findall(r"`(\w+)`", re.search(r"`public` are only the products, (.*)", PAGE)[1])}
    assert products == {"CareModels", "JSON", "CareClient", "CareClientTesting"}
    shared = [file for file in files if file.startswith("Shared/") and file.endswith(".swift") and file.split("/")[1] not in products]
    assert len(shared) > 300
    assert [file for file in shared if PUBLIC.search((CHECKOUT / file).read_text())] == []


# Locks

def locks() -> dict[str, set[str]]:
    """Of each service the tables that the page has, in backticks; under `all` those of every service."""
    rows = re.findall(r"^\| (\w+) \| (.*) \|$", section("The order of locks"), re.MULTILINE)
    return {service: set(re.findall(r"`([a-z_]+)`", text)) for service, text in rows if service != "service"}


def tables(*folders: str) -> set[str]:
    texts = [file.read_text() for folder in folders for file in (CHECKOUT / folder).rglob("*.sql")]
    return {name for text in texts for name in re.findall(r"^CREATE TABLE (?:IF NOT EXISTS )?(\w+)", text, re.MULTILINE)}


def literals(text: str) -> list[str]:
    long = re.findall(r'"""(.*?)"""', text, re.DOTALL)
    return long + re.findall(r'"((?:[^"\\\n]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"', re.sub(r'""".*?"""', "", text, flags=re.DOTALL))


def locked(text: str, known: set[str]) -> set[str]:
    """The tables of which a source's statements lock rows and wait for them: `SELECT … FOR UPDATE` and its like, `LOCK TABLE`."""
    found, whole = set(re.findall(r"LOCK TABLE (\w+)", text)), tables_in(text)
    for literal in literals(text):
        aliases = tables_in(literal)
        for names in re.findall(r"FOR (?:NO KEY UPDATE|KEY SHARE|UPDATE|SHARE)\b(?: OF (\w+(?:, \w+)*))?(?! SKIP LOCKED)(?=\s*(?:$|\n|\)| OF \\\())", literal):
            named = {aliases.get(name.strip(), "") for name in names.split(",")} if names else set(aliases.values())
            # A clause that stands for itself is another statement's of the same file.
            found |= (named & known) or (set(whole.values()) & known)
    return found & known


def tables_in(text: str) -> dict[str, str]:
    """By alias and by name."""
    found = {}
    for name, alias in re.findall(r"(?:FROM|JOIN|(?<!KEY )UPDATE(?! OF)|INTO) (\w+)(?: (?!WHERE|ON|SET|JOIN|FOR|ORDER|GROUP|LIMIT|USING|VALUES)(\w+))?", text):
        found |= {name: name} | ({alias: name} if alias else {})
    return found


def test_a_lock_is_found_however_it_is_written():
    known = {"ers", "people", "calendars", "feeds"}
    assert locked('"SELECT * FROM ers WHERE id = \\(id) FOR UPDATE"', known) == {"ers"}
    assert locked('"""\nSELECT 1 FROM calendars c JOIN people p ON p.id = c.id\nFOR NO KEY UPDATE OF c, p\n"""', known) == {"calendars", "people"}
    assert locked('"""\nSELECT 1 FROM calendars c JOIN people p ON p.id = c.id\nFOR NO KEY UPDATE OF c\n"""', known) == {"calendars"}
    assert locked('people(lock: "FOR SHARE")\n"""\nSELECT * FROM people WHERE true \\(lock)\n"""', known) == {"people"}
    assert locked('"SELECT 1 FROM feeds LIMIT 3 FOR UPDATE SKIP LOCKED"', known) == set()
    assert locked('"""\nSELECT 1 FROM calendars c JOIN people p ON p.id = c.id\nFOR UPDATE OF c, p SKIP LOCKED\n"""', known) == set()
    assert locked('"LOCK TABLE ers IN SHARE ROW EXCLUSIVE MODE"', known) == {"ers"}


@pytest.mark.parametrize("service", [*SERVICES.values(), "all"])
def test_what_is_locked_has_its_place_in_the_order(service):
    folders = ["Shared/Outbox", "Shared/Sealing"] if service == "all" else [f"Services/{service}"]
    known, said = tables(*folders), locks()
    mine = set().union(*(locked(file.read_text(), known) for folder in folders for file in sorted((CHECKOUT / folder).rglob("*.swift"))))
    assert mine, "no lock was found"
    everywhere = set().union(*said.values()) if service == "all" else said["all"] | said[service]
    assert mine <= everywhere, f"{service}: {mine - everywhere} is locked and is not in the order"
    assert said[service] <= known | tables("Shared/Outbox", "Shared/Sealing"), f"{service}: there is no such table"
