"""The contracts as pages: the events of asyncapi.yaml with their fields (the operations: operations.py), and what such a page is made of."""

import importlib.util
import json
import re
from html import escape
from pathlib import Path

from guides import MarkdownIt, Page, first_sentence

try:
    import yaml
except ImportError:
    yaml = None


def swagger_ui() -> Path | None:
    found = importlib.util.find_spec("drf_spectacular_sidecar")
    return Path(found.origin).parent / "static/drf_spectacular_sidecar/swagger-ui-dist" if found and found.origin else None


def without_map(content: bytes) -> bytes:
    """Browsers' tools would ask for the sources of what is served here."""
    return re.sub(rb"\n?(//|/\*)# sourceMappingURL=[^\n*]*(\*/)?\s*\Z", b"\n", content)


def read(file: Path) -> dict:
    return yaml.load(file.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def as_json(file: Path) -> bytes:
    # Dates in examples were written as text.
    return json.dumps(read(file), ensure_ascii=False, separators=(",", ":"), default=lambda value: value.isoformat()).encode()


def words(text: str | None) -> str:
    """A description's Markdown, in a line."""
    text = " ".join((text or "").split())
    return MarkdownIt("commonmark", {"html": False}).renderInline(text) if MarkdownIt else escape(text)


def block(text: str | None) -> str:
    """A description's Markdown, as paragraphs and lists."""
    if not text:
        return ""
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(text).replace("<pre>", '<pre tabindex="0">') if MarkdownIt else f"<p>{escape(text)}</p>\n"


def table(label: str, heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return (f'<div class="table" role="region" aria-label="{escape(label)}" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>{body}</tbody></table></div>\n")


class Sections(list):
    def begin(self, anchor: str, title: str, text: str, is_chapter: bool = False):
        self.append({"id": anchor, "title": title, "text": " ".join(text.split()), "isChapter": is_chapter})


def events(api: Path) -> Page:
    document = read(api / "asyncapi.yaml")
    info, channels = document["info"], document["channels"]
    messages, traits = document["components"]["messages"], document["components"]["messageTraits"]
    sections = Sections()
    sections.begin("", info["title"], info["description"])
    parts = [f"<p>{words(info['description'])}</p>\n",
             '<p>As a file: <a href="/asyncapi.yaml">asyncapi.yaml</a>. In words: <a href="/docs/event-consumers">the guide</a>.</p>\n']
    for channel in (channel for name, channel in channels.items() if not name.endswith(".dead")):
        topic = channel["address"]
        parts.append(f'<h2 id="{topic}"><code>{topic}</code></h2>\n<p>{words(channel["description"])} '
                     f"{channel['bindings']['kafka']['partitions']} partitions. Dead letters: <code>{topic}.dead</code>.</p>\n")
        sections.begin(topic, topic, channel["description"], is_chapter=True)
        for name in channel["messages"]:
            message = messages[name]
            schema_file = message["payload"]["schema"]["$ref"].removeprefix("./schemas/")
            schema = json.loads((api / "schemas" / schema_file).read_text())
            parts.append(f'<h3 id="{message["name"]}"><code>{message["name"]}</code></h3>\n<p>{words(message["summary"])} '
                         f'<a href="/docs/events/{message["name"]}">What you can rely on in {name}</a>, <a href="/schemas/{schema_file}">JSON Schema of {name}</a></p>\n')
            parts.append(_fields(message["name"], schema))
            sections.begin(message["name"], message["name"], message["summary"] + " " + " ".join(schema.get("properties", {})))
    for anchor, title in (("cloudEvent", "Headers of every event"), ("deadLetter", "Headers of dead letters")):
        headers = traits[anchor]["headers"]
        parts.append(f'<h2 id="{anchor}">{title}</h2>\n' + _fields(title, headers))
        sections.begin(anchor, title, " ".join(headers["properties"]), is_chapter=True)
    return Page("Events", first_sentence(info["description"]), "".join(parts), sections)


PROMISES = {"order": "Key and order", "versions": "Versions", "duplicates": "Duplicates", "erasure": "When a person is erased", "retention": "How long it is there",
            "protection": "Sealed or signed", "since": "Since"}


def event_pages(api: Path):
    """A page for each event, with its path: what whoever listens may rely on, its fields and an example."""
    document = read(api / "asyncapi.yaml")
    for channel in (channel for name, channel in document["channels"].items() if not name.endswith(".dead")):
        topic = channel["address"]
        for message in (document["components"]["messages"][name] for name in channel["messages"]):
            schema_file = message["payload"]["schema"]["$ref"].removeprefix("./schemas/")
            schema, promises = json.loads((api / "schemas" / schema_file).read_text()), message["x-promises"]
            rows = [[title, words(promises[name])] for name, title in PROMISES.items()]
            example = json.dumps(schema["examples"][0], indent=2, ensure_ascii=False)
            sections = Sections()
            sections.begin("", message["name"], message["summary"] + " " + " ".join(promises.values()))
            parts = [f'<p>{words(message["summary"])}</p>\n<p>In <a href="/docs/events#{topic}"><code>{topic}</code></a>, with <a href="/docs/events#cloudEvent">the headers '
                     'of every event</a>. How a consumer is made: <a href="/docs/event-consumers">the guide</a>; '
                     '<a href="/docs/event-consumers#signed-events">how a signature is checked</a>; <a href="/docs/event-consumers#starting-late">starting late</a>.</p>\n',
                     '<h2 id="promises">What you can rely on</h2>\n', table("What you can rely on", ["What", "How it is"], rows),
                     '<h2 id="fields">Fields</h2>\n', _fields(message["name"], schema), f'<p>As a file: <a href="/schemas/{schema_file}">JSON Schema</a></p>\n',
                     f'<h2 id="example">Example</h2>\n<pre tabindex="0"><code class="language-json">{escape(example)}</code></pre>\n']
            for anchor, title in (("promises", "What you can rely on"), ("fields", "Fields"), ("example", "Example")):
                sections.begin(anchor, title, "", is_chapter=True)
            yield f"/docs/events/{message['name']}", Page(message["name"], first_sentence(message["summary"]), "".join(parts), sections)


def _fields(label: str, schema: dict) -> str:
    required = set(schema.get("required", []))
    rows = [[f"<code>{escape(name)}</code>", escape(kind(value)), "always" if name in required else "may be absent", words(value.get("description"))]
            for name, value in schema.get("properties", {}).items()]
    return table(f"Fields of {label}", ["Field", "Kind", "There", "Meaning"], rows)


def kind(schema: dict) -> str:
    if "const" in schema:
        return f"always {schema['const']}"
    if "enum" in schema:
        return "one of " + ", ".join(map(str, schema["enum"]))
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    type = schema.get("type", "any")
    if type == "array":
        return "list of " + kind(schema.get("items", {}))
    return f"{type} ({schema['format']})" if "format" in schema else str(type)
