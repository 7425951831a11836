"""What openapi.yaml says of the routes, held against the routes that the services have (`careline api --json`)."""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import yaml

METHODS = {"get", "put", "post", "delete", "patch"}
# Security schemes that no access token is shown by.
OTHER_PROOFS = {"registration", "ticket", "signedAddress", "mailedLink"}


class OneOfEachName(yaml.CSafeLoader):
    """PyYAML keeps the last of two entries with the same name, and says nothing."""

    def construct_mapping(self, node, deep=False):
        found = set()
        for name, _ in node.value:
            value = self.construct_object(name, deep=True)
            if value in found:
                raise yaml.constructor.ConstructorError("in a mapping", node.start_mark, f"{value!r} is there twice", name.start_mark)
            found.add(value)
        return super().construct_mapping(node, deep)


def read(text: str | Path) -> dict:
    return yaml.load(text, OneOfEachName) if isinstance(text, str) else of_file(text)


@functools.cache
def of_file(path: Path) -> dict:
    """Once in a process: the contract is long. Whoever reads it leaves it as it is."""
    return read(path.read_text())


def resolve(document: dict, node):
    """Follows a `$ref` into the same document; one that leads to nothing is a KeyError."""
    while isinstance(node, dict) and "$ref" in node:
        assert node["$ref"].startswith("#/"), node["$ref"]
        target = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


@dataclass(frozen=True)
class Operation:
    """One of the file's."""

    method: str
    path: str
    id: str | None
    parameters: dict[str, set[str]]   # by the place: path, query, header
    is_public: bool                   # no access token is required: nothing is, or something may be, or another proof is
    scopes: set[str]
    roles: set[str]
    answers: set[str]
    has_body: bool
    takes_json: bool
    is_deprecated: bool

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def operations(document: dict) -> list[Operation]:
    found = []
    for path, item in document["paths"].items():
        for method in item.keys() & METHODS:
            found.append(operation(document, method.upper(), path, item[method], item.get("parameters", [])))
    return found


def operation(document: dict, method: str, path: str, value: dict, shared: list) -> Operation:
    parameters: dict[str, set[str]] = {}
    for parameter in (resolve(document, each) for each in [*shared, *value.get("parameters", [])]):
        parameters.setdefault(parameter["in"], set()).add(parameter["name"])
    requirements = value.get("security", document.get("security", []))
    body = resolve(document, value.get("requestBody"))
    return Operation(
        method, path, value.get("operationId"), parameters, is_public=all(each.keys() <= OTHER_PROOFS for each in requirements) or {} in requirements,
        scopes={scope for each in requirements for scopes in each.values() for scope in scopes}, roles=set(value.get("x-roles", [])),
        answers=set(value["responses"]), has_body=body is not None,
        takes_json=body is not None and "application/json" in body["content"], is_deprecated=value.get("deprecated", False))


def differences(document: dict, routes: list[dict]) -> list[str]:
    """One line each, which names the operation; none when the file and the routes agree."""
    written = {each.name: each for each in operations(document)}
    served = {f"{route['method']} {route['path']}": route for route in routes}
    lines = [] if len(served) == len(routes) else ["two routes have one method and path"]
    for name, route in served.items():
        lines += compared(written[name], route) if name in written else [f"{name}: the services have it, openapi.yaml has not"]
    return lines + [f"{name}: openapi.yaml has it, no service has" for name in written if name not in served]


def compared(written: Operation, route: dict) -> list[str]:
    lines = []
    if written.id != route["operation"]:
        lines.append(f"operationId is {written.id}, the route's operation {route['operation']}")
    lines += sets("path parameter", written.parameters.get("path", set()), set(re.findall(r"{(\w+)}", route["path"])))
    if route["query"] != ["*"]:
        lines += sets("query parameter", written.parameters.get("query", set()), set(route["query"]))
    if written.is_public != (route["access"] == "anyone"):
        lines.append(f"{'open to anyone' if written.is_public else 'for signed-in callers'} in openapi.yaml, {route['access']} in the service")
    lines += sets("scope", written.scopes, set(route["scopes"]))
    lines += sets("role", written.roles, set(route["roles"]))
    if written.is_deprecated != route["deprecated"]:
        lines.append(f"deprecated only in {'openapi.yaml' if written.is_deprecated else 'the service'}")
    if written.has_body != bool(route["bodyLimit"]):
        lines.append(f"{'openapi.yaml' if written.has_body else 'the service'} has a body, {'the service' if written.has_body else 'openapi.yaml'} takes none")
    needed = {
        "401": (not written.is_public, "it needs a token"), "403": (route["roles"] or route["scopes"], "not every caller may"),
        "413": (written.has_body, "it takes a body"), "415": (written.takes_json, "it takes JSON"),
        "400": (route["query"] or route["method"] != "GET", "it takes input, or says that it takes none")}
    lines += [f"the answer {status} is not described ({why})" for status, (wanted, why) in needed.items() if wanted and status not in written.answers]
    return [f"{written.name}: {line}" for line in lines]


def sets(what: str, written: set[str], served: set[str]) -> list[str]:
    sides = [(served - written, "missing in openapi.yaml"), (written - served, "only in openapi.yaml")]
    return [f"the {what} {', '.join(sorted(names))} {side}" for names, side in sides if names]
