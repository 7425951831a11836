"""The published documents, each against its own standard and what the executables say. (openapi.yaml's own rules: operators/test_contract_rules.py.)"""

import json

import jsonschema
import pytest

from careline.checkout import CHECKOUT
from careline.contract import differences, read

pytestmark = pytest.mark.once

API = CHECKOUT / "deploy" / "api"
SCHEMAS = sorted((API / "schemas").glob("*.json"))
# Asked of another type these say that they are this one's alone, so a route has them of any.
OF_ONE_TYPE = {"$everything": "Patient", "$export": "Patient", "$status": "Subscription", "$events": "Subscription"}


@pytest.fixture(scope="module")
def openapi():
    return read(API / "openapi.yaml")


def test_openapi_is_what_the_services_serve(openapi, careline):
    routes = json.loads(careline("api", "--json"))
    assert len(routes) > 30
    for route in routes:
        kind = OF_ONE_TYPE.get(route["path"].rpartition("/")[2])
        route["path"] = route["path"].replace("{type}", kind or "{type}")
    assert differences(openapi, routes) == []


def test_asyncapi_and_schemas_are_the_catalog(careline):
    careline("events", "--check")


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_event_schema_is_valid_and_accepts_its_example(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    for example in schema["examples"]:
        validator.validate(example)
        for field in schema["required"]:
            without = {name: value for name, value in example.items() if name != field}
            assert not validator.is_valid(without), f"{field} is required"


def test_asyncapi_names_every_schema_and_every_reference_leads_somewhere():
    document = read(API / "asyncapi.yaml")
    assert document["asyncapi"] == "3.0.0"
    files = []
    for reference in references(document):
        if reference.startswith("#/"):
            target = document
            for part in reference[2:].split("/"):
                target = target[part]
        else:
            files.append((API / reference).resolve())
    assert sorted(files) == [path.resolve() for path in SCHEMAS]


def references(node):
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)
