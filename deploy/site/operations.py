"""The operations of openapi.yaml: a list, and a page for each with what it takes and answers, for who has no scripts or only reads."""

import json
import re
from html import escape
from pathlib import Path

from contracts import Sections, block, kind, read, table, words
from guides import Page, first_sentence, slug

# By which people look for what is called otherwise.
OTHER_WORDS = {
    "changeAppointment": "reschedule rebook move appointment", "cancelAppointment": "delete remove appointment", "bookAppointment": "make create an appointment",
    "findNearestERs": "hospital emergency room closest near me", "sendMessage": "write chat text picture photo image file", "uploadAttachment": "send picture photo image document file",
    "createResource": "write store create FHIR record observation condition medication", "searchResources": "find FHIR records observations", "readResource": "get FHIR record observation",
    "logIn": "sign in log in password", "logOut": "sign out", "makeToken": "access token refresh token OAuth", "registerClient": "create app client", "deleteUser": "erase account"}
# What `securitySchemes` are, in words.
WAYS = {
    "bearer": "an access token", "dpop": "an access token that is bound to a key", "client": "the client's own credentials", "registration": "the invitation, or the registration's token",
    "mailedLink": "a mailed link", "signedAddress": "the address itself, which is signed", "ticket": "a ticket"}

# Their types' names, by the sources that the front door shows them from.
PROBLEMS = {name for file in (Path(__file__).parents[2] / "Shared/CareModels/Problems").glob("ProblemType+*.swift")
            for name in re.findall(r'ProblemType\(\s*"([a-z0-9-]+)", \d{3},', file.read_text())}

METHODS = ("get", "post", "put", "patch", "delete")
PLACE = "/docs/operations"


def pages(api: Path):
    """Each with its path, the list first."""
    document = read(api / "openapi.yaml")
    by_tag: dict[str, list[Operation]] = {tag["name"]: [] for tag in document["tags"]}
    for path, item in document["paths"].items():
        for method in (method for method in METHODS if method in item):
            operation = Operation(document, method, path, item)
            by_tag[operation.tag].append(operation)
    yield PLACE, _list(document, by_tag)
    for operation in (operation for found in by_tag.values() for operation in found):
        yield operation.place, operation.page()


def _list(document: dict, by_tag: dict) -> Page:
    sections = Sections()
    sections.begin("", "Operations", document["info"]["title"])
    described = {tag["name"]: tag.get("description", "") for tag in document["tags"]}
    parts = ['<p>Every operation, as <a href="/openapi.yaml">openapi.yaml</a> has it, each with a page of what it takes and answers. '
             '<a href="/docs/api">The reference</a> tries requests.</p>\n']
    for tag, found in by_tag.items():
        anchor = slug(tag, {})
        parts.append(f'<h2 id="{anchor}">{escape(tag)}</h2>\n<p>{words(described[tag])}</p>\n')
        rows = [[f'<a href="{each.place}"><code>{each.method} {escape(each.path)}</code></a>', words(each.spec["summary"]), ", ".join(map(escape, each.spec["responses"]))]
                for each in found]
        parts.append(table(f"Operations: {tag}", ["Operation", "What it does", "Answers"], rows))
        sections.begin(anchor, tag, described[tag], is_chapter=True)
    return Page("Operations", "Every operation of the API, as a list.", "".join(parts), sections)


class Operation:
    def __init__(self, document: dict, method: str, path: str, item: dict):
        self.document, self.method, self.path, self.spec = document, method.upper(), path, item[method]
        self.shared = item.get("parameters", [])
        self.tag, self.place = self.spec["tags"][0], f"{PLACE}/{self.spec['operationId']}"
        self.end = "?" if self.spec["summary"].rstrip(".").endswith("?") else "."
        self.shapes: list[str] = []   # those that its tables name, in their order

    def page(self) -> Page:
        title = f"{self.method} {self.path}"
        sections = Sections()
        sections.begin("", self.spec["summary"], self._said())
        parts = [f"<p>{words(self.spec['summary'].rstrip('.?') + self.end)}</p>\n", block(self.spec.get("description")), f"<p>{self._who()}</p>\n"]
        for anchor, name, text in (("parameters", "Parameters", self._parameters()), ("body", "Body", self._body()), ("answers", "Answers", self._answers())):
            if text:
                parts.append(f'<h2 id="{anchor}">{name}</h2>\n{text}')
        shapes = self._shapes()
        if shapes:
            parts.append(f'<h2 id="shapes">Shapes</h2>\n{shapes}')
        parts.append(f'<p>In <a href="{PLACE}#{slug(self.tag, {})}">{escape(self.tag)}</a>; as a file: <a href="/openapi.yaml">openapi.yaml</a>.</p>\n')
        return Page(title, first_sentence(self.spec["summary"]), "".join(parts), sections)

    def _said(self) -> str:
        """By which words it is found: those of its name too, and, of what is below a person's own address, that it is theirs."""
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.spec["operationId"]).lower()
        own = ["my own"] if self.path.startswith("/users/{") else []
        other = OTHER_WORDS.get(self.spec["operationId"].removesuffix("R4").removesuffix("STU3"), "")
        return " ".join([f"{self.method} {self.path}: {self.spec['summary']}{self.end}", self.spec.get("description") or "", self.spec["operationId"], name, other, *own])

    def _who(self) -> str:
        ways = self.spec.get("security", self.document["security"])
        scopes = [scope for way in ways for scope in way.get("oauth", [])]
        if not ways:
            said = "Without a token"
        elif scopes:
            said = "With a token of the scope " + " and ".join(f'<a href="/docs/app-developers#scopes"><code>{escape(scope)}</code></a>' for scope in scopes)
        else:
            said = "With " + ", or ".join(dict.fromkeys(" and ".join(escape(WAYS.get(name, name)) for name in way) if way else "nothing" for way in ways))
        roles = self.spec.get("x-roles")
        return said + (f", by {', '.join(f'<code>{escape(role)}</code>' for role in roles)}." if roles else ".")

    def _parameters(self) -> str:
        found = [self._resolved(each) for each in [*self.shared, *self.spec.get("parameters", [])]]
        rows = [[f"<code>{escape(each['name'])}</code>", each["in"], self._kind(each.get("schema", {})), "required" if each.get("required") else "may be absent",
                 words(each.get("description"))] for each in found]
        return table("Parameters", ["Name", "In", "Kind", "There", "Meaning"], rows) if rows else ""

    def _body(self) -> str:
        if "requestBody" not in self.spec:
            return "" if self.method == "GET" else "<p>It takes none.</p>\n"
        body = self._resolved(self.spec["requestBody"])
        return block(body.get("description")) + self._contents("Body", body.get("content", {}))

    def _answers(self) -> str:
        rows, examples = [], ""
        for status, answer in self.spec["responses"].items():
            answer = self._resolved(answer)
            content = answer.get("content", {})
            bodies = ", ".join(dict.fromkeys(self._kind(media.get("schema", {})) for media in content.values()))
            rows.append([escape(status), _linked(answer.get("description")), bodies])
            if status.startswith("2"):
                examples += self._example(f"Example of a {status}", content)
        return table("Answers", ["Status", "Meaning", "Body"], rows) + examples

    def _contents(self, label: str, content: dict) -> str:
        rows = [[f"<code>{escape(name)}</code>", self._kind(media.get("schema", {}))] for name, media in content.items()]
        # Of what has no name: a form's parts.
        parts = [row for media in content.values() for row in self._rows(media.get("schema", {}))]
        fields = table("Fields of the body", ["Field", "Kind", "There", "Meaning"], parts) if parts else ""
        return table(label, ["Content-Type", "What"], rows) + fields + self._example("Example of a body", content) if rows else ""

    def _example(self, label: str, content: dict) -> str:
        """The first that there is."""
        for media in content.values():
            example = next((self._resolved(each).get("value") for each in media.get("examples", {}).values()), media.get("example"))
            if example is not None:
                text = example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False, default=lambda value: value.isoformat())
                return f'<p>{label}:</p>\n<pre tabindex="0"><code>{escape(text)}</code></pre>\n'
        return ""

    def _shapes(self) -> str:
        """Grows while it is read: a shape's fields may name others."""
        parts = []
        for name in self.shapes:
            schema = self.document["components"]["schemas"][name]
            parts.append(f'<h3 id="shape-{name}">{escape(name)}</h3>\n{block(schema.get("description"))}')
            rows = self._rows(schema)
            parts.append(table(f"Fields of {name}", ["Field", "Kind", "There", "Meaning"], rows) if rows else f"<p>{self._kind(schema)}</p>\n")
        return "".join(parts)

    def _rows(self, schema: dict, before: str = "", depth: int = 0) -> list[list[str]]:
        """Of an object, with those of the nameless objects in it, as `visit.mode`, `items[].id`."""
        rows, required = [], schema.get("required", [])
        for part in schema.get("allOf", []):
            rows += self._rows(self._resolved(part), before, depth)
        for name, value in schema.get("properties", {}).items():
            rows.append([f"<code>{escape(before + name)}</code>", self._kind(value), "always" if name in required else "may be absent", words(value.get("description"))])
            inner, mark = (value.get("items", {}), "[].") if value.get("type") == "array" else (value, ".")
            if depth < 4 and "properties" in inner:
                rows += self._rows(inner, before + name + mark, depth + 1)
        return rows

    def _kind(self, schema: dict) -> str:
        """With the bounds, and a link where it has a name."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            if name not in self.shapes:
                self.shapes.append(name)
            return f'<a href="#shape-{name}">{escape(name)}</a>'
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return " or ".join(dict.fromkeys(self._kind(each) for each in schema[several]))
        if schema.get("type") == "array":
            return "list of " + self._kind(schema.get("items", {})) + _bounds(schema)
        if isinstance(schema.get("type"), list):
            return " or ".join(escape(kind(schema | {"type": each})) for each in schema["type"]) + _bounds(schema)
        return escape(kind(schema)) + _bounds(schema)

    def _resolved(self, value: dict) -> dict:
        while "$ref" in value:
            found = self.document
            for step in value["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            value = found
        return value


def _linked(description: str | None) -> str:
    """The types of problems in it lead to their pages."""
    return re.sub(r"<code>([a-z][a-z0-9-]+)</code>", lambda name: f'<a href="/problems/{name[1]}">{name[0]}</a>' if name[1] in PROBLEMS else name[0], words(description))


def _bounds(schema: dict) -> str:
    said = []
    for least, most, unit in (("minimum", "maximum", ""), ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " items")):
        low, high = schema.get(least), schema.get(most)
        if low is not None and high is not None:
            said.append(f"{low} to {high}{unit}")
        elif high is not None:
            said.append(f"at most {high}{unit}")
        elif low is not None:
            said.append(f"at least {low}{unit}")
    if "default" in schema:
        said.append(f"without it {json.dumps(schema['default'], ensure_ascii=False)}")
    return escape("; ".join(["", *said])) if said else ""
