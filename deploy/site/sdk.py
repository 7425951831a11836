"""The reference of CareClient as pages, one for each type, of sdk.ndjson: deploy/dev/sdk-reference makes that of what DocC makes, and says how to read it."""

import json
from html import escape
from pathlib import Path

from guides import Page, first_sentence

PLACE = "/docs/sdk/reference"
DATA = Path(__file__).with_name("sdk.ndjson")
TITLE = "Reference of CareClient"
KINDS = {"struct": "structure", "enum": "enumeration", "class": "class", "protocol": "protocol", "typealias": "another name"}
GROUPS = {
    "case": "Cases", "init": "Initializers", "type.property": "Static properties", "type.method": "Static methods", "property": "Properties",
    "method": "Methods", "op": "Operators", "default": "Unless a type has its own", "typealias": "Other names"}


def read(file: Path = DATA) -> list[dict] | None:
    """The module, then every declaration; None where nobody made it."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else None


def missing() -> Page:
    said = f"{TITLE} is missing here"
    return Page(TITLE, said + ".", f'<p>{said}: <code>deploy/dev/sdk-reference</code> makes it. In words: <a href="/docs/sdk">the guide</a>.</p>\n',
                [{"id": "", "title": TITLE, "text": "", "isChapter": False}])


def pages(lines: list[dict]):
    """Each with its path."""
    module, declarations = lines[0], lines[1:]
    types = {each["at"]: each for each in declarations if "#" not in each["at"]}
    members: dict[str, list[dict]] = {name: [] for name in types}
    for each in declarations:
        owner, mark, _ = each["at"].partition("#")
        if mark:
            members[owner].append(each)
    yield PLACE, _module(module, types)
    promised = {_of_its_own(member) for name, each in types.items() if each["kind"] == "protocol" for member in members[name]}
    for name, each in types.items():
        yield f"{PLACE}/{name}", _type(each, members[name], types, set() if each["kind"] == "protocol" else promised)


def address(to: str) -> str:
    """Of `Type`, of `Type#anchor`, or of the whole. A member's anchor begins with a dot: the page's frame has names of its own."""
    name, mark, anchor = to.partition("#")
    return PLACE + (f"/{name}" if name else "") + (f"#.{anchor}" if mark else "")


# Pages -----------------------------------------------------------------------------------------------------------------

def _module(module: dict, types: dict[str, dict]) -> Page:
    summary, *overview = module["text"]
    parts = [_blocks([summary]), '<p>In words: <a href="/docs/sdk">the guide</a>.</p>\n', _blocks(overview)]
    sections = [_section("", TITLE, _plain(module["text"]))]
    for topic in module["topics"]:
        anchor = topic["title"].replace(" ", "-")
        items = "".join(f"<li>{_listed(types[name], name)}{_within(name, types)}</li>\n" for name in topic["types"])
        parts.append(f'<h2 id="{escape(anchor)}">{escape(topic["title"])}</h2>\n<ul>\n{items}</ul>\n')
        sections.append(_section(anchor, topic["title"], " ".join(topic["types"]), is_chapter=True))
    return Page(TITLE, first_sentence(_plain([summary])), "".join(parts), sections)


def _type(each: dict, members: list[dict], types: dict[str, dict], promised: set[tuple[str, str]]) -> Page:
    """`promised`: what a protocol's members say, which is found there."""
    name = each["at"]
    outer = [".".join(name.split(".")[:depth]) for depth in range(1, name.count(".") + 1)]
    way = " › ".join([f'<a href="{PLACE}">{TITLE}</a>', *(_link(place, place.rpartition(".")[2]) for place in outer), KINDS[each["kind"]]])
    parts = [f'<p class="soft">{way}</p>\n', _source(each["declaration"], "pre"), _blocks(each["text"])]
    if "conforms" in each:
        parts.append(f"<p>Conforms to {', '.join(f'<code>{escape(protocol)}</code>' for protocol in each['conforms'])}.</p>\n")
    sections = [_section("", name, _plain(each["text"]))]
    for kind, title in GROUPS.items():
        group = [member for member in members if member["kind"] == kind]
        if group:
            sections.append(_section(title, title, "", is_chapter=True))
            parts.append(f'<h2 id="{title}">{title}</h2>\n<dl>\n{"".join(map(_member, group))}</dl>\n')
        for member in group:
            anchor = member["at"].partition("#")[2]
            # What takes no words of its own to be found is found with its group: hundreds of properties would stand before the guides.
            if kind in ("method", "type.method", "init") and _of_its_own(member) not in promised:
                sections.append(_section(f".{anchor}", anchor, _plain(member["text"])))
            else:
                sections[-1]["text"] += f" {anchor} {_plain(member['text'])}"
    inner = [_listed(types[other], other.rpartition(".")[2]) for other in types if other.rpartition(".")[0] == name]
    if inner:
        sections.append(_section("Types", "Types", "", is_chapter=True))
        parts.append('<h2 id="Types">Types</h2>\n<ul>\n' + "".join(f"<li>{item}</li>\n" for item in inner) + "</ul>\n")
    return Page(name, first_sentence(_plain(each["text"])), "".join(parts), sections)


def _of_its_own(member: dict) -> tuple[str, str]:
    return member["at"].partition("#")[2], _plain(member["text"])


def _section(anchor: str, title: str, text: str, is_chapter: bool = False) -> dict:
    return {"id": anchor, "title": title, "text": text, "isChapter": is_chapter}


def _member(member: dict) -> str:
    anchor = member["at"].partition("#")[2]
    return f'<dt id=".{escape(anchor)}">{_source(member["declaration"], "span")}</dt>\n<dd>{_blocks(member["text"])}</dd>\n'


def _listed(each: dict, title: str) -> str:
    return f"{_link(each['at'], title)} – {_inline(each['text'][0]['p'])}"


def _within(name: str, types: dict[str, dict]) -> str:
    inner = [_link(other, other.removeprefix(f"{name}.")) for other in types if other.startswith(f"{name}.")]
    return f'<br><span class="soft">Within: {", ".join(inner)}</span>' if inner else ""


# Words -----------------------------------------------------------------------------------------------------------------

def _link(to: str, title: str) -> str:
    return f'<a href="{escape(address(to))}"><code>{escape(title)}</code></a>'


def _source(declaration: list, tag: str) -> str:
    inside = "".join(escape(part) if isinstance(part, str) else f'<a href="{escape(address(part["to"]))}">{escape(part["say"])}</a>' for part in declaration)
    return f'<pre tabindex="0"><code>{inside}</code></pre>\n' if tag == "pre" else f"<code>{inside}</code>"


def _blocks(blocks: list[dict]) -> str:
    return "".join(map(_block, blocks))


def _block(block: dict) -> str:
    match block:
        case {"p": words}:
            return f"<p>{_inline(words)}</p>\n"
        case {"ul": items}:
            return "<ul>\n" + "".join(f"<li>{_blocks(item)}</li>\n" for item in items) + "</ul>\n"
        case {"code": lines}:
            return f'<pre tabindex="0"><code class="language-swift">{escape(lines)}</code></pre>\n'
    raise ValueError(f"no block of {DATA.name} that is known here: {list(block)}")


def _inline(words: list) -> str:
    return "".join(map(_word, words))


def _word(word: str | dict) -> str:
    match word:
        case str():
            return escape(word)
        case {"code": code}:
            return f"<code>{escape(code)}</code>"
        case {"em": words}:
            return f"<em>{_inline(words)}</em>"
        case {"strong": words}:
            return f"<strong>{_inline(words)}</strong>"
        case {"to": to, "say": title}:
            return _link(to, title)
    raise ValueError(f"no words of {DATA.name} that are known here: {list(word)}")


def _plain(blocks: list[dict]) -> str:
    """To be searched."""
    def said(part) -> str:
        match part:
            case str():
                return part
            case list():
                return "".join(map(said, part))
            case {"ul": items}:
                return " ".join(_plain(item) for item in items)
            case {"to": _, "say": title}:
                return title
        return "".join(map(said, part.values()))
    return " ".join(" ".join(said(block) for block in blocks).split())
