"""CareClient's reference: every public declaration has words, DocC has nothing to warn of, and deploy/site/sdk.ndjson is what the sources say."""

import json
import os
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
from conftest import CHECKOUT

SCRIPT = CHECKOUT / "deploy/dev/sdk-reference"
DATA = CHECKOUT / "deploy/site/sdk.ndjson"
AGAIN = "build, then run deploy/dev/toolchain/run deploy/dev/sdk-reference"


def made(*words: str, **environment: str | Path) -> subprocess.CompletedProcess:
    given = os.environ | {name: str(value) for name, value in environment.items()}
    return subprocess.run([SCRIPT, *words], cwd=CHECKOUT, env=given, capture_output=True, text=True, timeout=180)


@pytest.fixture(scope="module")
def script():
    """What the script is made of."""
    loader = SourceFileLoader("sdk_reference", str(SCRIPT))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def swift(script, capsys):
    """Where Swift and DocC are."""
    try:
        return script.Toolchain()
    except SystemExit as end:
        assert end.code == script.ABSENT
        pytest.skip(capsys.readouterr().err.strip())


def test_the_reference_is_what_the_sources_say(script):
    done = made("--print")
    if done.returncode == script.ABSENT:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr[-4_000:]
    ours, theirs = (json.loads(text.partition("\n")[0])["swift"] for text in (DATA.read_text(), done.stdout))
    if ours != theirs:
        pytest.skip(f"{DATA.name} was made by Swift {ours}, which words declarations in its own way; here is {theirs}")
    old = set(DATA.read_text().splitlines()) ^ set(done.stdout.splitlines())
    assert not old, f"{DATA.name} is old: {AGAIN}\n" + "\n".join(line[:200] for line in sorted(old)[:10])
    assert DATA.read_text() == done.stdout, f"{DATA.name} is in another order: {AGAIN}"


def test_it_has_words_of_every_declaration():
    module, *declarations = map(json.loads, DATA.read_text().splitlines())
    places = [each["at"] for each in declarations]
    assert len(places) == len(set(places)) > 500 and {
        "CareClient", "Messaging#send(_:to:replyingTo:)", "CareError#offline", "FakeServer", "FakeClock#pass(_:)", "FakeSocket#greeting(at:)",
        "CareClient.Configuration#fake(_:loggedInAs:clock:)"} <= set(places)
    for each in declarations:
        assert each["declaration"] and each["text"][0]["p"], each["at"]
    listed = [name for topic in module["topics"] for name in topic["types"]]
    assert sorted(listed) == sorted(place for place in places if "#" not in place and "." not in place)


def test_it_says_nothing_of_the_machine_that_made_it():
    text = DATA.read_text()
    assert not any(path in text for path in ("file://", str(CHECKOUT), "/tmp/", "/home/"))


def test_a_declaration_without_words_ends_it(script):
    silent = {"kind": {"identifier": "swift.property"}, "pathComponents": ["Messaging", "silent"], "location": {"uri": "file:///x.swift"}}
    borrowed = silent | {"pathComponents": ["Messaging", "id"], "docComment": {"module": "Swift"}}
    with pytest.raises(SystemExit, match=r"no words of their own.*\n  Messaging\.id\n  Messaging\.silent$"):
        script.declarations({"symbols": [silent, borrowed], "relationships": []}, {})


def test_what_a_conformance_brings_needs_none(script):
    decoding = {"kind": {"identifier": "swift.init"}, "pathComponents": ["Scope", "init(from:)"]}
    encoding = {"kind": {"identifier": "swift.method"}, "pathComponents": ["Scope", "encode(to:)"], "docComment": {"module": "Swift"}, "location": {"uri": ""}}
    assert script.declarations({"symbols": [decoding, encoding], "relationships": []}, {}) == []


@pytest.mark.parametrize("word", [{"type": "image", "identifier": "x"}, {"type": "newTerm"}, {"type": "reference", "identifier": "doc://elsewhere"}])
def test_words_that_are_not_known_end_it(script, word):
    with pytest.raises(SystemExit, match="does not know"):
        script.Words({}).inline([{"type": "text", "text": "Before. "}, word], {"doc://elsewhere": {"title": "Elsewhere"}})


def test_a_dead_link_in_the_catalogue_ends_it(script, swift, tmp_path, monkeypatch):
    catalogue = tmp_path / "CareClient.docc"
    catalogue.mkdir()
    graph = {"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "a test"}, "module": {"name": "CareClient", "platform": {}},
             "symbols": [], "relationships": []}
    (tmp_path / "graphs").mkdir()
    (tmp_path / "graphs/CareClient.symbols.json").write_text(json.dumps(graph))
    for name in ("SOURCES", "FAKE_SOURCES"):
        monkeypatch.setattr(script, name, tmp_path)
    for words, is_dead in (("Nothing but words.", False), ("See ``NoSuchType``.", True)):
        (catalogue / "CareClient.md").write_text(f"# ``CareClient``\n\n{words}\n")
        try:
            script.Toolchain.rendered(swift, tmp_path / "graphs", tmp_path / f"made-{is_dead}")
        except SystemExit as end:
            assert is_dead and "NoSuchType" in str(end.code)
        else:
            assert not is_dead, "DocC was content with a link that leads nowhere"


def test_without_a_build_it_says_so(script, swift, tmp_path):
    nothing = made("--print", CARE_BUILD=tmp_path)
    assert (nothing.returncode, nothing.stdout) == (script.ABSENT, "") and "is not built: make build" in nothing.stderr
    module = tmp_path / "Modules/CareClient.swiftmodule"
    module.parent.mkdir()
    module.touch()
    os.utime(module, (0, 0))
    old = made("--print", CARE_BUILD=tmp_path)
    assert (old.returncode, old.stdout) == (script.ABSENT, "") and "has changed since it was built" in old.stderr


def test_without_swift_it_says_so(script, tmp_path):
    (tmp_path / "python3").symlink_to(Path("/usr/bin/python3"))
    (tmp_path / "env").symlink_to(Path("/usr/bin/env"))
    done = made("--print", PATH=tmp_path)
    assert (done.returncode, done.stdout) == (script.ABSENT, "") and "Swift is not on the PATH" in done.stderr
