"""The conventions of the API, each as a function of the whole openapi.yaml: a line for each breach, with the operation that it is in.

FHIR and OAuth have conventions of their own, which their standards give: their lists, names and errors are left to those.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import jsonschema

from .checkout import CHECKOUT
from .contract import METHODS, resolve

FOREIGN = ("/fhir/", "/oauth/", "/userinfo", "/.well-known/")
OAUTH = {"/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/par", "/oauth/device_authorization", "/oauth/register", "/oauth/register/{clientId}"}
# Their answers are for people, their forms for these pages alone.
PAGES = {
    "/oauth/authorize", "/oauth/login", "/oauth/login/code", "/oauth/consent", "/oauth/signup", "/oauth/logout", "/oauth/logout/confirm", "/account/reset",
    "/account/reset/password", "/account/verify", "/account", "/account/profile", "/account/picture", "/account/picture/image", "/account/change-email", "/account/change-password", "/account/logins", "/account/data", "/account/guardianships", "/account/erase",
    "/account/erase/withdraw",
    "/device", "/device/decision",
    "/admin", "/admin/people", "/admin/people/{id}", "/admin/apps", "/admin/apps/{clientId}", "/admin/log", "/admin/log/export",
    "/account/factors", "/account/factors/totp", "/account/factors/totp/confirmation", "/account/factors/passkey", "/account/factors/passkey/registration",
    "/oauth/login/passkey", "/oauth/login/passkey/assertion",
    "/account/invitations"}
# No example of such a body can be written down.
BYTES = {"*/*", "image/png", "image/jpeg", "image/webp", "application/octet-stream", "application/offset+octet-stream", "application/pdf", "multipart/form-data", "text/html", "text/event-stream"}

# What people read in their own language: refusals and pages. OAuth's own errors are for developers, in English.
WORDED = {"application/problem+json", "application/fhir+json", "text/html"}

CAMEL = re.compile(r"[a-z][a-zA-Z0-9]*")
# A name that was used once and what has stood for it since (docs/glossary.md). It may stay where apps know it, marked as deprecated.
RETIRED = {
    "userType": "role", "providerSpecialty": "specialty", "mediaType": "contentType", "results": "items", "explanation": "text",
    "replyTo": "replyToId", "isLocked": "closed", "lat": "latitude", "lon": "longitude", "asOf": "judgedAt", "lastUpdated": "updatedAt", "byUserId": "doneBy",
    "actorId": "doneBy", "actorName": "doneByName", "personId": "patientId", "client": "clientId", "nextTryAt": "nextAttemptAt", "hours": "intervals",
    "state": "status", "length": "size", "bytes": "size",
}
# What is said of ids and of who did it in the glossary, but for its former names.
ID = re.compile(r"[a-z]\w*[a-z](?:Id|Ids|By)")
EXPLAINED = {
    name for name in re.findall(r"`(\w+)`", (CHECKOUT / "docs/glossary.md").read_text().split("## Former names")[0]) if ID.fullmatch(name)}
LENGTH = re.compile(r"duration|notice|buffer|window|interval|overlap|lifetime|expires|timeout|delay|remindIn", re.IGNORECASE)
# Names are never changed.
VERBS = {"hasReason", "isChange", "isCurrent"}
ENDS_OF_TIMES = re.compile(r"(start|end|\w+Start|\w+End)Time|from|to|\w+From|\w+To|\w+Until")


@dataclass(frozen=True)
class Operation:
    """One with everything it refers to in reach."""

    document: dict
    method: str
    path: str
    value: dict
    shared: tuple

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def is_foreign(self) -> bool:
        return self.path in PAGES or f"{self.path}/".startswith(FOREIGN)

    @property
    def is_fhir(self) -> bool:
        return f"{self.path}/".startswith("/fhir/")

    @cached_property
    def parameters(self) -> list[dict]:
        return [resolve(self.document, each) for each in [*self.shared, *self.value.get("parameters", [])]]

    def parameter(self, name: str, place: str = "query") -> dict | None:
        return next((each for each in self.parameters if (each["name"], each["in"]) == (name, place)), None)

    @cached_property
    def body(self) -> dict[str, dict]:
        """By media type."""
        return resolve(self.document, self.value.get("requestBody", {})).get("content", {})

    @cached_property
    def answers(self) -> dict[str, dict]:
        """By status."""
        return {status: resolve(self.document, answer) for status, answer in self.value.get("responses", {}).items()}

    def media(self, successes: bool) -> Iterator[tuple[str, str, dict]]:
        """Status, media type and what is said of it."""
        for status, answer in self.answers.items():
            if (status < "400") == successes:
                for kind, media in answer.get("content", {}).items():
                    yield status, kind, media

    def holders(self) -> Iterator[tuple[str, dict]]:
        """Whatever may have examples beside its schema, with its place."""
        for each in self.parameters:
            yield each["name"], each
        for kind, media in self.body.items():
            yield f"the request {kind}", media
        for status, answer in self.answers.items():
            for name, header in answer.get("headers", {}).items():
                yield f"{status} {name}", resolve(self.document, header)
            for kind, media in answer.get("content", {}).items():
                yield f"{status} {kind}", media

    def properties(self) -> Iterator[tuple[str, dict, dict]]:
        """Name, schema as it is written and as it is, of every field in a body, an answer and among the parameters."""
        seen: list[int] = []
        roots = [media.get("schema", {}) for media in self.body.values()] + [media.get("schema", {}) for _, _, media in self.media(successes=True)]
        for root in roots:
            yield from fields(self.document, root, seen)
        for each in self.parameters:
            if each["in"] != "header":
                # What is deprecated is the parameter.
                yield each["name"], each["schema"] | {"deprecated": each.get("deprecated", False)}, resolve(self.document, each["schema"])


def fields(document: dict, schema: dict, seen: list[int]) -> Iterator[tuple[str, dict, dict]]:
    schema = resolve(document, schema)
    if not schema or id(schema) in seen:
        return
    seen.append(id(schema))
    for name, value in schema.get("properties", {}).items():
        yield name, value, resolve(document, value)
        yield from fields(document, value, seen)
    for each in [schema.get("items", {}), *schema.get("oneOf", []), *schema.get("anyOf", []), *schema.get("allOf", [])]:
        yield from fields(document, each, seen)


def operations(document: dict) -> list[Operation]:
    return [
        Operation(document, method.upper(), path, item[method], tuple(item.get("parameters", [])))
        for path, item in document["paths"].items() for method in item if method in METHODS]


# The rules -------------------------------------------------------------------------------------------------------------

def described(operation: Operation) -> Iterator[str]:
    """What it is called, what it does, and to which part of the API it belongs."""
    value = operation.value
    for name in ("operationId", "summary", "description"):
        if not value.get(name, "").strip():
            yield f"has no {name}"
    if len(value.get("summary", "")) > 80:
        yield "its summary is longer than 80 characters"
    tags = value.get("tags", [])
    if len(tags) != 1:
        yield f"has {len(tags)} tags instead of one"
    known = {tag["name"] for tag in operation.document.get("tags", []) if tag.get("description")}
    if set(tags) - known:
        yield f"the tag {', '.join(tags)} is not described"


def secured(operation: Operation) -> Iterator[str]:
    """Its own requirement or that of the whole document; `[]` says that there is none."""
    requirements = operation.value.get("security", operation.document.get("security"))
    if requirements is None:
        yield "does not say whether it takes a token"
        return
    schemes = operation.document.get("components", {}).get("securitySchemes", {})
    for name, scopes in ((name, scopes) for requirement in requirements for name, scopes in requirement.items()):
        if name not in schemes:
            yield f"asks for {name}, which is no security scheme"
            continue
        known = {scope for flow in schemes[name].get("flows", {}).values() for scope in flow["scopes"]}
        if set(scopes) - known:
            yield f"asks for {', '.join(scopes)}, which {name} does not have"
    # Every service takes a token in either way (RFC 9449), and says so beside the other.
    if "dpop" in schemes and {"bearer": []} in requirements and {"dpop": []} not in requirements:
        yield "takes a bearer's token, and does not say that it takes one with a proof (dpop)"
    # What a query carries instead of a token, wherever one is taken.
    taken = {name for requirement in requirements for name in requirement}
    for name, scheme in schemes.items():
        if scheme.get("in") == "query" and (name in taken) != any(each["name"] == scheme["name"] and each["in"] == "query" for each in operation.parameters):
            yield f"takes {scheme['name']} in its query, or by the security scheme {name}, and not by both"


def listed(operation: Operation) -> Iterator[str]:
    """What answers with `items`, takes a `limit` or is called a list: `limit` and `after` in, `items` and `nextCursor` out."""
    if operation.is_foreign or operation.method != "GET":
        return
    schema = resolve(operation.document, operation.answers.get("200", {}).get("content", {}).get("application/json", {}).get("schema", {}))
    answered = {name: resolve(operation.document, value) for name, value in schema.get("properties", {}).items()}
    arrays = [name for name, value in answered.items() if value.get("type") == "array"]
    counts = [each["name"] for each in operation.parameters if each["name"] in ("page", "offset", "cursor", "count", "since", "size")]
    if counts:
        yield f"pages by {', '.join(counts)}"
    if "items" not in arrays and operation.parameter("limit") is None and not operation.value.get("operationId", "").startswith("list"):
        return
    limit = (operation.parameter("limit") or {}).get("schema", {})
    if (limit.get("minimum"), limit.get("default"), limit.get("maximum")) != (1, 50, 200):
        yield "limit is not from 1 to 200, 50 by default"
    after = operation.parameter("after")
    if after is None or resolve(operation.document, after["schema"]).get("type") != "string":
        yield "after is not a string"
    if "items" not in arrays or "items" not in schema.get("required", []):
        yield "its answer has no items"
    if answered.get("nextCursor", {}).get("type") != "string" or "nextCursor" in schema.get("required", []):
        yield "its answer has no nextCursor that may be absent"


def bounded(operation: Operation) -> Iterator[str]:
    """An array of an answer is a list's page, or says how many it holds at most, or is one of those that the test names, with the reason why it ends."""
    if operation.is_foreign:
        return
    for _, kind, media in operation.media(successes=True):
        if "json" not in kind:
            continue
        whole = resolve(operation.document, media.get("schema", {}))
        for schema in [whole, *(resolve(operation.document, each) for key in ("allOf", "oneOf", "anyOf") for each in whole.get(key, []))]:
            answered = {name: resolve(operation.document, value) for name, value in schema.get("properties", {}).items()}
            for name, value in [("the answer itself", schema), *answered.items()]:
                is_page = operation.method == "GET" and name == "items" and "nextCursor" in answered
                if "array" in str(value.get("type")) and not is_page and "maxItems" not in value:
                    yield f"{name} is no list's page and has no end (maxItems)"


def deprecated(node, name: str = "") -> Iterator[str]:
    """What is marked so anywhere in a contract or a schema, by its name: an operation's is its method and path."""
    if isinstance(node, list):
        for each in node:
            yield from deprecated(each)
    elif isinstance(node, dict):
        if node.get("deprecated") is True:
            yield node.get("name", name)
        for key, value in node.items():
            yield from deprecated(value, f"{key.upper()} {name}" if key in METHODS and name.startswith("/") else key)


def named(operation: Operation) -> Iterator[str]:
    """camelCase; a header has its words with hyphens between."""
    if operation.is_foreign:
        return
    for name, _, _ in operation.properties():
        if not CAMEL.fullmatch(name):
            yield f"{name} is not camelCase"
    for each in operation.parameters:
        if each["in"] == "header" and not re.fullmatch(r"[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*", each["name"]):
            yield f"the header {each['name']} is not spelled as headers are"
    for segment in operation.path.split("/"):
        if not re.fullmatch(r"[a-z0-9]*(-[a-z0-9]+)*|{[a-zA-Z]+}", segment):
            yield f"{segment} in its path is not lower-case words with hyphens between"


def current(operation: Operation) -> Iterator[str]:
    """One name for one thing. `state` of OAuth is another: what an app gives along comes back to it (RFC 6749, 4.1.1)."""
    if not operation.is_fhir:
        found = [*operation.properties(), *((each["name"], each, each) for each in operation.parameters)]
        yield from retired(each for each in found if each[0] != "state" or not operation.is_foreign)


def retired(found: Iterable[tuple[str, dict, dict]]) -> Iterator[str]:
    for name, written, _ in found:
        if name in RETIRED and not written.get("deprecated"):
            yield f"{name} is called {RETIRED[name]}"


def instants(operation: Operation) -> Iterator[str]:
    """`…At`; of a time's two ends `startTime` and `endTime`; of a range that is asked for `from` and `to`; `…Until`, till when something holds."""
    if operation.is_foreign:
        return
    for name, _, schema in operation.properties():
        is_instant = schema.get("format") == "date-time"
        if is_instant and not (name.endswith("At") or ENDS_OF_TIMES.fullmatch(name)):
            yield f"the instant {name} has a name of its own"
        if not is_instant and re.search("[a-z]At$", name):
            yield f"{name} is called like an instant and is none"


def lengths(operation: Operation) -> Iterator[str]:
    """A number that says how long something is ends with its unit."""
    if operation.is_foreign:
        return
    for name, _, schema in operation.properties():
        is_number = not {"integer", "number"}.isdisjoint(types(schema))
        if is_number and LENGTH.search(name) and not re.search("(Ms|Seconds|Minutes|Hours|Days)$", name):
            yield f"the length {name} does not say its unit"


def plain(operation: Operation) -> Iterator[str]:
    """A yes or no is called by its word (`closed`, `verified`), without a verb before it; what was named otherwise before this rule stays."""
    if operation.is_foreign:
        return
    for name, _, schema in operation.properties():
        if schema.get("type") == "boolean" and re.match("(is|has|was|can)[A-Z]", name) and name not in VERBS:
            yield f"the yes or no {name} has a verb before its word"


def absent(operation: Operation) -> Iterator[str]:
    """What has no value is not in an answer, and is never `null` there: a body may say so of what it clears."""
    if operation.is_foreign:
        return
    for _, _, media in operation.media(successes=True):
        for name, _, schema in fields(operation.document, media.get("schema", {}), []):
            if "null" in types(schema) or any("null" in types(resolve(operation.document, each)) for key in ("oneOf", "anyOf") for each in schema.get(key, [])):
                yield f"{name} may be null in an answer"


def types(schema: dict) -> list[str]:
    said = schema.get("type", [])
    return said if isinstance(said, list) else [said]


def ids(operation: Operation) -> Iterator[str]:
    """`id`, `…Id`, and of many `…Ids`; of whoever did it `…By`, beside `…At`."""
    if operation.is_foreign:
        return
    for name, _, schema in operation.properties():
        one = next((resolve(operation.document, each) for each in schema.get("oneOf", []) if "$ref" in each), schema)
        many = resolve(operation.document, schema.get("items", {}))
        if one.get("format") == "uuid" and name != "id" and not re.search("(Id|[a-z]By)$", name):
            yield f"the id {name} is not called …Id"
        if many.get("format") == "uuid" and not name.endswith("Ids"):
            yield f"the ids {name} are not called …Ids"


def explained(operation: Operation) -> Iterator[str]:
    """What an id is of, and who it was that did something, is in the glossary: nobody makes up another name for one of them."""
    if not operation.is_foreign:
        yield from unexplained(operation.properties())


def unexplained(found: Iterable[tuple[str, dict, dict]]) -> Iterator[str]:
    for name, _, _ in found:
        if ID.fullmatch(name) and name not in EXPLAINED:
            yield f"{name} is not in the glossary"


def refused(operation: Operation) -> Iterator[str]:
    """A problem; under /fhir an OperationOutcome; of OAuth's endpoints for clients OAuth's error; of a page a page."""
    statuses = [status for status in operation.answers if status >= "400"]
    if not statuses:
        yield "describes no error"
    wanted = ("application/fhir+json", "OperationOutcome") if operation.is_fhir else ("application/problem+json", "Problem")
    for status in statuses:
        content = operation.answers[status].get("content", {})
        if operation.path in OAUTH and is_of(content, "application/json", "OAuthError") or operation.path in PAGES and "text/html" in content:
            continue
        if not is_of(content, *wanted):
            yield f"{status} is no {wanted[1]} in {wanted[0]}"


def worded(operation: Operation) -> Iterator[str]:
    """What is refused in words is said in the language that was asked for, and says which; so is a page."""
    said = {
        status: answer for status, answer in operation.answers.items()
        if (kinds := answer.get("content", {}).keys()) and kinds <= WORDED and (status >= "400" or "text/html" in kinds)}
    asked = operation.parameter("Accept-Language", "header")
    if said and asked is None:
        yield "does not take Accept-Language"
    elif asked is not None and asked.get("required"):
        yield "demands Accept-Language"
    for status, answer in said.items():
        if "Content-Language" not in answer.get("headers", {}):
            yield f"{status} does not say its language (Content-Language)"


def is_of(content: dict, kind: str, schema: str) -> bool:
    return content.get(kind, {}).get("schema", {}).get("$ref") == f"#/components/schemas/{schema}"


def exemplified(operation: Operation) -> Iterator[str]:
    """Of what is sent, in one of its media types, and of what comes back when all goes well."""
    sent = operation.body.items()
    if not any(has_example(media) for _, media in sent):
        yield from (f"request has no example of {kind}" for kind, _ in sent if kind not in BYTES)
    for status, kind, media in operation.media(successes=True):
        if kind not in BYTES and not has_example(media):
            yield f"{status} has no example of {kind}"


def has_example(media: dict) -> bool:
    return bool(media.get("example") or media.get("examples"))


def fitting(operation: Operation) -> Iterator[str]:
    """An example that its own schema refuses teaches app developers something wrong."""
    for place, holder in operation.holders():
        examples = [("", holder["example"])] if "example" in holder else []
        examples += [(f" {name}", resolve(operation.document, each)["value"]) for name, each in holder.get("examples", {}).items()]
        schema = {**holder.get("schema", {}), "components": operation.document.get("components", {})}
        validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
        for name, example in examples:
            yield from (f"the example{name} of {place} does not fit: {fault.message}" for fault in validator.iter_errors(example))


RULES = [described, secured, listed, bounded, named, current, instants, lengths, plain, absent, ids, explained, refused, worded, exemplified, fitting]


def breaches(document: dict, rule) -> dict[str, list[str]]:
    """What breaks the rule, by the operation's name."""
    found = {operation.name: sorted(set(rule(operation))) for operation in operations(document)}
    return {name: lines for name, lines in found.items() if lines}


# Two of the whole document ---------------------------------------------------------------------------------------------

def spellings(document: dict) -> list[str]:
    """Two ways to ask for one thing, of which none is marked as the one that is left for those who know it."""
    found, all_ = [], operations(document)
    ids = [operation.value.get("operationId") for operation in all_]
    found += [f"{name} is the operationId of {ids.count(name)}" for name in sorted({name for name in ids if name and ids.count(name) > 1})]
    shapes: dict[tuple[str, str], Operation] = {}
    for operation in all_:
        shape = re.sub(r"{\w+}", "{}", operation.path.lower().rstrip("/").replace("_", "-"))
        other = shapes.setdefault((operation.method, shape), operation)
        if other is not operation:
            found.append(f"{operation.name} and {other.name} differ in spelling alone")
    by_name = {operation.name: operation for operation in all_}
    for operation in all_:
        in_path = next((other for name, other in by_name.items() if re.fullmatch(re.escape(operation.name) + r"/{\w+}", name)), None)
        takes_id = any("id" in resolve(document, media.get("schema", {})).get("required", []) for media in operation.body.values())
        if in_path and takes_id and not operation.value.get("deprecated"):
            found.append(f"{operation.name} takes its id in the body and {in_path.name} in the path")
    return found
