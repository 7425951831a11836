"""deploy/site: what the front door serves is whole, leads nowhere but where something is, and is there also without what renders it."""

import html
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import CHECKOUT, run

# What the front door and the gateway answer beside the site's own pages and files.
ROUTES = {"/", "/docs", "/docs/api", "/docs/search", "/problems", "/status", "/healthz", "/healthz/ready"}


# As the front door lists them.
PROBLEMS = {name for file in (CHECKOUT / "Shared/CareModels/Problems").glob("*.swift") for name in re.findall(r'ProblemType\(\s*"([^"]+)"', file.read_text())}


class Links(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.links, self.anchors, self.loaded, self.inline = [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            assert given["id"] not in self.anchors, f"two elements are #{given['id']}"
            self.anchors.add(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        self.loaded += [given[name] for name in ("src", "srcset") if name in given]
        self.inline += [name for name in given if name == "style" or name.startswith("on")] + ([tag] if tag in ("script", "style", "iframe") else [])


def made(folder: Path) -> dict:
    return json.loads((folder / "index.json").read_text())


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "made"
    run("deploy/site/make", folder)
    return folder


@pytest.fixture(scope="module")
def poor(tmp_path_factory) -> Path:
    """As where nothing could be installed, and nobody made what CareClient's reference is made of."""
    folder = tmp_path_factory.mktemp("poor") / "made"
    script = ("import runpy, sys; sys.modules.update(dict.fromkeys(['markdown_it', 'yaml'])); import sdk; sdk.read = lambda: None; "
              f"sys.argv = ['build', {str(folder)!r}]; runpy.run_path('deploy/site/build', run_name='__main__')")
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "deploy/site")}
    done = subprocess.run([sys.executable, "-B", "-s", "-P", "-c", script], cwd=CHECKOUT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder


def pages(folder: Path) -> dict[tuple[str, str], Links]:
    """By path and language."""
    return {(page["path"], page["language"]): Links((folder / page["file"]).read_text()) for page in made(folder)["pages"]}


def english(folder: Path) -> dict[str, dict]:
    return {page["path"]: page for page in made(folder)["pages"] if page["language"] == "en"}


@pytest.mark.parametrize("kind", ["site", "poor"])
def test_every_link_leads_somewhere(kind, request):
    folder = request.getfixturevalue(kind)
    found = pages(folder)
    files = {file["path"] for file in made(folder)["files"]}
    links = [(page, link) for page, parsed in found.items() for link in parsed.links]
    assert kind == "poor" or len(links) > 100
    paths = {path for path, _ in found}
    for (page, language), link in links:
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = path or page
        if target.startswith("/problems/"):
            assert target.rpartition("/")[2] in PROBLEMS, f"{page}: {link} is no problem's page"
            continue
        assert target in paths or target in files or target in ROUTES, f"{page}: {link} leads nowhere"
        shown = found.get((target, language)) or found.get((target, "en"))
        assert not anchor or anchor in shown.anchors, f"{page}: {link} leads to no heading"


@pytest.mark.parametrize("kind", ["site", "poor"])
def test_pages_need_nothing_that_their_policy_refuses(kind, request):
    for page, parsed in pages(request.getfixturevalue(kind)).items():
        assert not parsed.loaded and not parsed.inline, page


@pytest.mark.parametrize("kind", ["site", "poor"])
def test_every_guide_is_there_with_all_its_headings(kind, request):
    folder = request.getfixturevalue(kind)
    by_path = english(folder)
    for guide in sorted(file for file in (CHECKOUT / "docs").glob("*.md") if "." not in file.stem):
        page = by_path.get(f"/docs/{guide.stem}") or by_path[f"/{guide.stem}"]
        text = re.sub(r"^```.*?^```", "", guide.read_text(), flags=re.M | re.S)
        (title,) = re.findall(r"^# (.+)$", text, re.M)
        chapters = re.findall(r"^## (.+)$", text, re.M)
        assert page["title"] == title.replace("`", "") or kind == "poor"
        assert [section["title"].replace("`", "") for section in page["sections"] if section["isChapter"]] == [name.replace("`", "") for name in chapters]
        assert page["summary"], guide
    assert {file["path"] for file in made(folder)["files"]} >= {"/openapi.yaml", "/asyncapi.yaml", "/schemas/care.users.registered.v1.json"}


def test_every_guide_is_told_of_in_a_sentence(site):
    told = {entry["path"]: entry["summary"] for entry in json.loads((site / "index.json").read_text())["pages"] if entry["isGuide"]}
    assert len(told) > 8
    assert [path for path, summary in told.items() if not re.fullmatch(r"\S.{20,}\.", summary)] == []


@pytest.mark.parametrize("kind", ["site", "poor"])
def test_a_page_in_another_language_has_the_english_ones_places(kind, request):
    """So that a link to a heading, also one in a bookmark, leads there in every language."""
    folder = request.getfixturevalue(kind)
    by_path = english(folder)
    translated = [page for page in made(folder)["pages"] if page["language"] != "en"]
    assert {file.stem for file in (CHECKOUT / "docs").rglob("*.??.md")} == {f"{Path(page['path']).name}.{page['language']}" for page in translated}
    assert ("/glossary", "fr") in {(page["path"], page["language"]) for page in translated}
    for page in translated:
        places, own = ([(each["id"], each["isChapter"]) for each in one["sections"]] for one in (by_path[page["path"]], page))
        assert own == places, page["path"]
        assert page["title"] != by_path[page["path"]]["title"] and page["summary"], page["path"]
        # From some heading on, a guide may be English; then it says so, in words and to the browser.
        english_from = [each.get("language") == "en" for each in page["sections"]]
        assert english_from == sorted(english_from), page["path"]
        text = (folder / page["file"]).read_text()
        assert text.count('<div lang="en">') == any(english_from), page["path"]
        assert any(english_from) == ("La suite de ce guide est en anglais." in text.partition('<div lang="en">')[0]), page["path"]


def test_the_glossaries_have_the_same_names():
    """Each row of the French one names the contract's word, and the same places."""
    rows = {}
    for name in ("glossary", "glossary.fr"):
        text = (CHECKOUT / f"docs/{name}.md").read_text()
        rows[name] = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", text, re.M) if not line.startswith("|---")]
    assert len(rows["glossary"]) == len(rows["glossary.fr"]) > 60
    entries = 0
    for ours, theirs in zip(rows["glossary"], rows["glossary.fr"], strict=True):
        code = [re.findall(r"`[^`]+`", " ".join(row)) for row in (ours, theirs)]
        if len(theirs) == 4 and ours[0] != "name":
            entries += 1
            assert theirs[1] == f"`{ours[0]}`" and theirs[0] and theirs[2], theirs
            code[1].remove(theirs[1])
        assert code[0] == code[1], theirs
        assert len(ours) == len(theirs) - (len(theirs) == 4), theirs
    assert entries > 50
    lists = [re.findall(r"`[^`]+`", line) for line in re.findall(r"^- .*$", (CHECKOUT / "docs/glossary.md").read_text(), re.M)]
    french = [re.findall(r"`[^`]+`", line) for line in re.findall(r"^- .*$", (CHECKOUT / "docs/glossary.fr.md").read_text(), re.M)]
    assert lists == french and len(lists) > 5


@pytest.mark.parametrize("guide", ["app-developers", "operators"])
def test_a_guides_french_beginning_has_the_english_ones_code(guide):
    """Section by section: commands, names and values are the same, so that a change of one is not forgotten in the other."""
    def sections(file: Path) -> list[list[str]]:
        parts = re.split(r"^##+ .*$", file.read_text(), flags=re.M)
        found = [re.findall(r"^```.*?^```|`[^`\n]+`|(?<=\]\()[^)]+", part, re.M | re.S) for part in parts]
        # Behind the French beginning a link into the guide leads to the English one.
        return [sorted(each.removeprefix(f"{guide}.md") for each in part) for part in found]
    ours, french = sections(CHECKOUT / f"docs/{guide}.md"), sections(CHECKOUT / f"docs/{guide}.fr.md")
    assert french == ours[:len(french)]


def test_french_is_set_as_french_is():
    breaches = (r"[^\W\d_)»}`] [:;?!»](?=\s|$)", "«(?!\u00a0)", r"[^\W\d_]'[^\W\d_]", r"[a-zà-ÿ)»`][;?!](?=\s|$)")
    for file in (CHECKOUT / "docs").rglob("*.fr.md"):
        text = re.sub(r"^```.*?^```", "", file.read_text(), flags=re.M | re.S)
        wrong = [line for line in text.splitlines() for breach in breaches if re.search(breach, line)]
        assert wrong == [], file


def test_whoever_made_it_without_the_renderers_is_told(poor, site):
    assert made(site)["missing"] == []
    said = " ".join(made(poor)["missing"])
    assert "guides" in said and "Swagger UI" in said and "events" in said and "reference of CareClient" in said
    page = english(poor)["/docs/sdk/reference"]
    assert "missing" in page["summary"] and "deploy/dev/sdk-reference" in (poor / page["file"]).read_text()


def test_every_event_and_operation_has_its_place(site):
    events, operations = ((site / f"pages/docs/{name}.html").read_text() for name in ("events", "operations"))
    schemas = sorted((CHECKOUT / "deploy/api/schemas").glob("*.json"))
    assert schemas and all(f'href="/schemas/{schema.name}"' in events for schema in schemas)
    contract = json.loads((site / "files/openapi.json").read_text())
    listed = [(method.upper(), path) for path, item in contract["paths"].items() for method in item if method in ("get", "post", "put", "patch", "delete")]
    assert len(listed) > 80 and all(f"<code>{method} {path}</code>" in operations for method, path in listed)


def test_every_page_and_file_has_a_route(site):
    """The front door answers by its own table (Services/FrontDoor/Routes.swift): what is made and has no line there is a 404."""
    table = (CHECKOUT / "Services/FrontDoor/Routes.swift").read_text()
    pages, files = (table.partition("private func files")[part] for part in (0, 2))
    for kind, name, lines in (("pages", r'page\(\s*"([^"]+)"', pages), ("files", r'\.get\(\s*"([^"]+)"', files)):
        routes = [re.compile(re.sub(r":\w+", "[^/]+", re.escape(path))) for path in re.findall(name, lines)]
        assert len(routes) > 5
        assert [each["path"] for each in made(site)[kind] if not any(route.fullmatch(each["path"]) for route in routes)] == []


def test_an_operation_is_found_by_what_it_does(site):
    """The search wants every word to begin one of a section's (SearchIndex): each operation's is its page's."""
    pages = {path.removeprefix("/docs/operations/"): page for path, page in english(site).items() if path.startswith("/docs/operations/")}
    contract = json.loads((site / "files/openapi.json").read_text())
    assert pages.keys() == {each["operationId"] for item in contract["paths"].values() for each in item.values() if isinstance(each, dict) and "operationId" in each}
    listed = (site / "pages/docs/operations.html").read_text()
    assert all(listed.count(f'href="/docs/operations/{name}"') == 1 for name in pages)
    said = pages["listUserAppointments"]["sections"][0]
    words = re.findall(r"\w+", f"{said['title']} {said['text']}".lower())
    assert all(any(word.startswith(asked) for word in words) for asked in ("list", "my", "appointments"))


def test_an_operations_page_has_what_it_takes_and_answers(site):
    """Each parameter, body and answer of the contract, and the fields of every shape that it names, in the same page."""
    contract = json.loads((site / "files/openapi.json").read_text())
    fields = {name: set(schema.get("properties", {})) for name, schema in contract["components"]["schemas"].items()}
    for operation in (each for item in contract["paths"].values() for each in item.values() if isinstance(each, dict) and "operationId" in each):
        text = (site / f"pages/docs/operations/{operation['operationId']}.html").read_text()
        answers = text.partition('id="answers"')[2].partition('id="shapes"')[0]
        assert all(f"<td>{status}</td>" in answers for status in operation["responses"]), operation["operationId"]
        named, described = set(re.findall(r'href="#shape-(\w+)"', text)), set(re.findall(r'id="shape-(\w+)"', text))
        assert named == described, operation["operationId"]
        for name in described:
            shape = text.partition(f'id="shape-{name}"')[2].partition("<h3")[0]
            assert all(f"<code>{html.escape(field)}</code>" in shape for field in fields[name]), (operation["operationId"], name)
    booking = (site / "pages/docs/operations/bookAppointment.html").read_text()
    for said in ("<code>Idempotency-Key</code>", "<code>startTime</code>", "<code>appointments:write</code>", "Example of a body", "Example of a 201"):
        assert said in booking


def test_every_event_has_a_page_that_says_what_can_be_relied_on(site):
    by_path = english(site)
    names = [schema.stem for schema in sorted((CHECKOUT / "deploy/api/schemas").glob("*.json"))]
    for name in names:
        page = by_path[f"/docs/events/{name}"]
        text = (site / page["file"]).read_text()
        rows = re.findall(r"<tr><td>([^<]+)</td><td>(.+?)</td></tr>", text.partition('id="promises"')[2].partition('id="fields"')[0])
        assert [title for title, _ in rows] == [
            "Key and order", "Versions", "Duplicates", "When a person is erased", "How long it is there", "Sealed or signed", "Since"], name
        assert all(len(said) > 10 for _, said in rows), name
        assert f'href="/schemas/{name}.json"' in text and "&quot;version&quot;:" in text.partition('id="example"')[2], name
    assert len(names) > 40 and len([path for path in by_path if path.startswith("/docs/events/")]) == len(names)
    signed = {name for name in names if "It is signed" in (site / by_path[f"/docs/events/{name}"]["file"]).read_text()}
    assert signed == {"care.users.deleted.v1"}


def test_what_is_served_as_a_file_names_no_file_of_a_checkout(site):
    """Who has read it has the platform's address: /docs/event-consumers is there, docs/event-consumers.md is not."""
    for file in made(site)["files"]:
        if file["path"].endswith((".yaml", ".json")):
            assert re.findall(r"docs/[\w-]+\.md", (site / file["file"]).read_text()) == [], file["path"]


def test_every_declaration_of_the_client_has_its_place(site):
    """In the page of its type, to be linked to, and found by whoever searches."""
    module, *declarations = map(json.loads, (CHECKOUT / "deploy/site/sdk.ndjson").read_text().splitlines())
    by_path, parsed = english(site), pages(site)
    place = "/docs/sdk/reference"
    for each in declarations:
        name, _, member = each["at"].partition("#")
        assert not member or f".{member}" in parsed[f"{place}/{name}", "en"].anchors, each["at"]
        section = next(section for section in by_path[f"{place}/{name}"]["sections"] if member in section["text"] or member in section["title"])
        assert section["title"], each["at"]
    assert len([path for path in by_path if path.startswith(place)]) == 1 + len({each["at"].partition("#")[0] for each in declarations}) > 80
    assert {f"{place}/{name}" for topic in module["topics"] for name in topic["types"]} <= set(parsed[place, "en"].links)
    assert place in parsed["/docs/sdk", "en"].links
    # What the page's frame calls its own parts.
    assert all({"content", "q"}.isdisjoint(page.anchors) for (path, _), page in parsed.items() if path.startswith(place))


def test_words_of_the_reference_that_are_not_known_are_not_left_out(monkeypatch):
    monkeypatch.syspath_prepend(CHECKOUT / "deploy/site")
    import sdk
    with pytest.raises(ValueError, match="known here"):
        sdk._blocks([{"p": ["Known. "]}, {"table": []}])
    with pytest.raises(ValueError, match="known here"):
        sdk._blocks([{"p": ["Known, ", {"image": "x"}]}])
    assert sdk._blocks([{"p": ["<b>", {"code": "<i>"}, {"to": "A#b(_:)", "say": "<u>"}]}]) == (
        '<p>&lt;b&gt;<code>&lt;i&gt;</code><a href="/docs/sdk/reference/A#.b(_:)"><code>&lt;u&gt;</code></a></p>\n')


def test_what_renders_is_pinned_by_hash():
    text = (CHECKOUT / "deploy/site/requirements.txt").read_text()
    packages = [line for line in re.sub(r"\\\n", " ", text).splitlines() if line and not line.startswith("#")]
    assert len(packages) >= 4
    for package in packages:
        assert re.match(r"[\w-]+==[\d.]+\s", package) and "--hash=sha256:" in package, package
    assert "--require-hashes" in (CHECKOUT / "deploy/site/make").read_text()
