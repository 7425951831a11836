"""Markdown as the repository has it, as a page's HTML: headings with anchors, links that lead within the site, and the text to search."""

import html
import re
from dataclasses import dataclass, field
from itertools import count

try:
    from markdown_it import MarkdownIt
except ImportError:   # made without, the guides are shown as they are written
    MarkdownIt = None

# Where a file of the repository is to be had on the site. Of other files a guide's link is its text alone.
FILES = {"../deploy/api/openapi.yaml": "/openapi.yaml", "../deploy/api/asyncapi.yaml": "/asyncapi.yaml", "../deploy/api/schemas": "/docs/events",
         "../Shared/CareClient/CareClient.docc/CareClient.md": "/docs/sdk/reference",
         "../Shared/CareClientTesting/CareClientTesting.docc/CareClientTesting.md": "/docs/sdk/reference#Testing-an-app"}


# What a screen reader calls a table, where it is not English.
TABLE = {"fr": "Tableau"}


@dataclass
class Page:
    title: str
    summary: str
    html: str
    # Each with id, title, text and isChapter, as the front door reads it; and its language, where that is not the page's.
    sections: list[dict] = field(default_factory=list)


def render(text: str, places: dict[str, str], anchors: list[str] | None = None) -> Page:
    """`places`: the address of each file that a link may name. `anchors`: the headings', where they are not made of the headings themselves."""
    return _rendered(text, places, anchors) if MarkdownIt else _as_written(text, anchors)


def translated(text: str, english: str, language: str, places: dict[str, str]) -> Page:
    """A page in another language, under the English anchors, so that a link leads to the same place in each. Where it ends before the English one does, the rest of that follows."""
    anchors = [section["id"] for section in render(english, places).sections[1:]]
    page = render(text, places, anchors)
    page.html = page.html.replace('aria-label="Table ', f'aria-label="{TABLE[language]} ')
    known = len(page.sections) - 1
    if known < len(anchors):
        rest = render(_rest(english, known), places, anchors[known:])
        page.html += f'<div lang="en">\n{rest.html}</div>\n'
        page.sections += [section | {"language": "en"} for section in rest.sections[1:]]
    return page


def _rest(text: str, known: int) -> str:
    """The title, and all from the heading on that comes behind so many."""
    outside_of_code = re.sub(r"^```.*?^```", lambda code: re.sub(r"[^\n]", " ", code[0]), text, flags=re.M | re.S)
    begin = [heading.start() for heading in re.finditer(r"^##+ ", outside_of_code, re.M)][known]
    return text.split("\n", 1)[0] + "\n\n" + text[begin:]


def slug(title: str, taken: dict[str, int]) -> str:
    """The anchor of a heading as GitHub makes it, which is what the guides link to."""
    base = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    count = taken.get(base, 0)
    taken[base] = count + 1
    return f"{base}-{count}" if count else base


def address(link: str, places: dict[str, str]) -> str | None:
    """Where a guide's link leads on the site; None for a file that is not on it."""
    if link.startswith(("#", "https://", "http://")):
        return link
    file, mark, anchor = link.partition("#")
    target = places.get(file) or FILES.get(file)
    return target and target + mark + anchor


def first_sentence(text: str) -> str:
    """What comes before a list of more ends there too."""
    return re.sub(r"\s*:$", ".", re.split(r"(?<=[.:])\s", text.strip(), maxsplit=1)[0])


def _rendered(text: str, places: dict[str, str], anchors: list[str] | None) -> Page:
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(text)
    title, sections, taken, kept = "", [{"id": "", "title": "", "text": "", "isChapter": False}], {}, []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.type == "heading_open":
            inline = tokens[position + 1]
            said = _text(inline)
            anchor = slug(said, taken)
            if token.tag == "h1" and not title:
                title = said   # the page's frame has it
                sections[0]["title"] = said
                position += 3
                continue
            anchor = anchors[len(sections) - 1] if anchors else anchor
            token.attrSet("id", anchor)
            sections.append({"id": anchor, "title": said, "text": "", "isChapter": token.tag == "h2"})
        elif token.type == "inline":
            _link(token, places)
            sections[-1]["text"] += " " + _text(token)
        elif token.type == "fence":
            sections[-1]["text"] += " " + token.content
        kept.append(token)
        position += 1
    for section in sections:
        section["text"] = " ".join(section["text"].split())
    rendered = markdown.renderer.render(kept, markdown.options, {})
    summary = first_sentence(_first_paragraph(kept))
    return Page(title, summary, _for_readers(rendered), sections)


def _link(inline, places: dict[str, str]):
    """Leads the links of a paragraph to the site; what leads nowhere on it stays as its text."""
    gone = 0
    for child in inline.children:
        if child.type == "link_open":
            target = address(child.attrGet("href"), places)
            if target is None:
                child.type, child.tag, child.nesting, child.content, gone = "text", "", 0, "", gone + 1
            else:
                child.attrSet("href", target)
        elif child.type == "link_close" and gone:
            child.type, child.tag, child.nesting, child.content, gone = "text", "", 0, "", gone - 1


def _text(inline) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children)


def _first_paragraph(tokens) -> str:
    return next((_text(tokens[place + 1]) for place, token in enumerate(tokens) if token.type == "paragraph_open"), "")


def _for_readers(rendered: str) -> str:
    """What is wider than a narrow screen scrolls by itself, also by the keyboard."""
    numbers = count(1)
    rendered = re.sub("<table>", lambda _: f'<div class="table" role="region" aria-label="Table {next(numbers)}" tabindex="0"><table>', rendered)
    rendered = rendered.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    # The pages' policy allows no style within them.
    rendered = re.sub(r' style="text-align:\w+"', "", rendered)
    # An empty heading of a column says nothing to who hears the table.
    return re.sub(r"<th( [^>]*)?>\s*</th>", "<td></td>", rendered)


def _as_written(text: str, anchors: list[str] | None) -> Page:
    title = re.search(r"^# (.+)$", text, re.M)[1]
    body = text.split("\n", 1)[1]
    sections, taken = [{"id": "", "title": title, "text": "", "isChapter": False}], {slug(title, {}): 1}
    pieces = []
    for part in re.split(r"^(?=##+ )", body, flags=re.M):
        heading = re.match(r"(##+) (.+)", part)
        if heading:
            anchor = anchors[len(sections) - 1] if anchors else slug(heading[2].replace("`", ""), taken)
            sections.append({"id": anchor, "title": heading[2], "text": "", "isChapter": heading[1] == "##"})
            pieces.append(f'<h2 id="{anchor}">{html.escape(heading[2])}</h2>\n')
            part = part.split("\n", 1)[1] if "\n" in part else ""
        sections[-1]["text"] = " ".join(part.split())
        if part.strip():
            pieces.append(f'<pre tabindex="0">{html.escape(part.strip())}</pre>\n')
    return Page(title, first_sentence(sections[0]["text"]), "".join(pieces), sections)
