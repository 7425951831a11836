"""What docs/sdk.md shows of CareClient compiles against it as it was built, here where what Apple's systems have is stood in for."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import CHECKOUT
from test_sdk_reference import script, swift  # noqa: F401 (fixtures)

GUIDE = (CHECKOUT / "docs/sdk.md").read_text()
BLOCKS = re.findall(r"^```swift( program)?\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
# What the guide's pieces are of an app that is not shown, and the one thing that this system lacks.
APP = """
import CareClient
import CareClientTesting
import CareModels
import Foundation

extension Keychain {
    static func apple(service: String) -> Keychain { .memory() }
}

struct Window: Sendable {}

struct AppleBrowser: Sendable {
    init(scheme: String, anchor: Window) {}
    @Sendable func present(_ address: URL) async throws -> URL { address }
}

func show(_ items: [some Any], fresh: Bool = true, state: RefreshingState = .refreshed) {}

func app(
    care: CareClient, folder: URL, window: Window, conversation: ConversationID, provider: Scheduling.Provider, observation: Data, amended: Data
) async throws {
"""


@pytest.fixture
def check(script, swift, tmp_path):  # noqa: F811
    """Compiles a file, without making anything of it."""
    build = Path(os.environ.get("CARE_BUILD", CHECKOUT / ".build/debug"))
    if not (build / "Modules/CareClientTesting.swiftmodule").exists():
        pytest.skip("CareClient is not built: make build")
    includes = [build / "Modules", *sorted(file.parent for file in CHECKOUT.glob("Shared/*/module.modulemap"))]

    def check(name: str, text: str, *words: str) -> str:
        (tmp_path / name).write_text(text)
        command = ["swiftc", "-typecheck", "-swift-version", "6", *words, *(word for path in includes for word in ("-I", path)), tmp_path / name]
        return subprocess.run(command, capture_output=True, text=True, timeout=180).stderr

    return check


def test_its_programs_compile_as_they_are(check):
    programs = [text for is_program, text in BLOCKS if is_program]
    assert len(programs) == 1
    for text in programs:
        assert check("main.swift", text) == ""
        assert "error:" in check("main.swift", text.replace("care.messaging.send(", "care.messaging.say("))


def test_its_program_and_its_pieces_name_the_same():
    """What the pieces take from the program is there, and is the same."""
    [program] = [text for is_program, text in BLOCKS if is_program]
    for declared, at_app in (("let conversation: ConversationID", "conversation: ConversationID"), ("let folder = ", "folder: URL"),
                             ("let provider = try await care.scheduling.providers", "provider: Scheduling.Provider")):
        assert declared in program and at_app in APP


def test_its_pieces_compile_in_an_app(check):
    pieces = [text for is_program, text in BLOCKS if not is_program and "import PackageDescription" not in text]
    assert len(pieces) >= 3
    for text in pieces:
        lines = "".join(f"    {line}\n" for line in text.splitlines() if not line.startswith("import "))
        assert "error:" not in (said := check("Piece.swift", f"{APP}{lines}}}\n", "-parse-as-library")), said


def test_its_package_takes_what_this_one_has():
    [package] = [text for _, text in BLOCKS if "import PackageDescription" in text]
    ours = (CHECKOUT / "Package.swift").read_text()
    [named] = re.findall(r'\.package\((name: "\w+")', package)
    [product] = re.findall(r'\.product\(name: "(\w+)", package: "careline"\)', package)
    assert f"{named},\n" in ours and f'.library(name: "{product}"' in ours
    # No newer system than this package is for, and the same tools.
    assert re.search(r"\.macOS\(\.v\d+\)", package)[0] in ours and package.partition("\n")[0] == ours.partition("\n")[0]


def of_apple_alone(source: str) -> int:
    """Lines that no build of these tests compiles."""
    is_compiled, count = [], 0
    for line in map(str.strip, source.splitlines()):
        if line.startswith("#if "):
            is_compiled.append(any(here in line for here in ("os(Linux)", "CARE_URLSESSION", "canImport(FoundationNetworking)")))
        elif line.startswith("#elseif"):
            raise AssertionError("a condition that this does not know")
        elif line == "#else":
            is_compiled[-1] = not is_compiled[-1]
        elif line == "#endif":
            is_compiled.pop()
        else:
            count += not all(is_compiled)
    return count


def test_what_apples_systems_alone_compile_is_little_and_named():
    assert of_apple_alone("#if os(Linux)\na\n#else\nb\nc\n#endif\n#if canImport(Darwin) || CARE_URLSESSION\nd\n#if canImport(Darwin)\ne\n#endif\n#endif\nf\n") == 3
    files = {file.name: of_apple_alone(file.read_text()) for file in (CHECKOUT / "Shared/CareClient").rglob("*.swift")}
    assert 50 < sum(files.values()) < 200, files
    assert [name for name, count in files.items() if count > 5 and f"`{name}`" not in GUIDE] == []
