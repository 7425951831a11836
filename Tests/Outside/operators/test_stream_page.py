"""What is said on a stream is in the guide's table and in the contract's words, frame by frame and field by field: no schema of OpenAPI's has a place for it."""

import json
import re

import jsonschema
import pytest

from careline.checkout import CHECKOUT
from careline.contract import read
from careline.heard import Contract
from careline.swift_enums import words

VIEW = (CHECKOUT / "Services/Messaging/Views/StreamFrameView.swift").read_text()
# Of a WebSocket an app hears it as the code and the reason of the close frame.
EVENTS_ALONE = {"end"}
FRAMES = {
    kind: set(re.findall(r"\w+", keys)) - {"type"}
    for kind, keys in re.findall(r'let type = "(\w+)".*?enum CodingKeys: CodingKey { case ([^}]*)}', VIEW, re.S) if kind not in EVENTS_ALONE}
CONVERSATION = (CHECKOUT / "Services/Messaging/Stream/StreamConversation.swift").read_text()
COMMANDS = set(re.findall(r'case "(\w+)"', CONVERSATION))
# What an app's message may have beside its type.
MEMBERS = set(re.findall(r"var (\w+):", (CHECKOUT / "Services/Messaging/Stream/StreamCommand.swift").read_text())) - {"type"}
GUIDE = (CHECKOUT / "docs/app-developers.md").read_text()
DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
CONTRACT = DOCUMENT["paths"]["/stream"]["get"]["description"]


def rows(speaker: str) -> dict[str, set[str]]:
    """The guide's table: of each frame its fields."""
    said = re.findall(rf'^\| {speaker} \| `{{"type": "(\w+)"([^`]*)}}` \|', GUIDE, re.M)
    return {kind: set(re.findall(r'"(\w+)"', fields)) for kind, fields in said}


def test_the_guide_has_every_frame_with_its_fields():
    assert len(FRAMES) > 5
    assert rows("service") == FRAMES


def test_the_guide_has_all_that_an_app_may_say():
    said = rows("app")
    assert said.keys() == COMMANDS and len(COMMANDS) > 2
    assert set().union(*said.values()) == MEMBERS


@pytest.mark.parametrize("kind", FRAMES)
def test_the_contract_has_every_frame_with_its_fields(kind):
    # Those without fields stand alone.
    said = re.findall(rf"`{kind}`(?:\s+\{{([^}}]*)\}})?", CONTRACT)
    assert FRAMES[kind] in [set(re.findall(r"\w+", fields)) for fields in said]


def test_every_way_in_which_a_stream_is_closed_is_explained():
    codes = set(re.findall(r"code: (4\d{3})", CONVERSATION + (CHECKOUT / "Services/Messaging/Stream/StreamSession.swift").read_text())) | {"1001", "1008", "1013"}
    assert len(codes) == 5
    for said in (CONTRACT, GUIDE.partition("\n## Live\n")[2].partition("\n## ")[0]):
        assert codes <= set(re.findall(r"\b\d{4}\b", said))


def test_the_guide_shows_an_entry_of_each_kind():
    """As the contract has them, without a field that it does not know."""
    live = GUIDE.partition("\n## Live\n")[2].partition("\n## ")[0]
    shown = json.loads(re.search(r"^```json\n(.*?)^```$", live, re.M | re.S)[1])
    kinds = [each["kind"] for each in shown]
    assert kinds == re.findall(r"^\| `([\w.]+)` \|", live, re.M) and set(kinds) == words("Services/Messaging/Rules/FeedKind.swift", "FeedKind")
    entry = {"$ref": "#/components/schemas/FeedEntry"}
    validator = jsonschema.Draft202012Validator(entry | {"components": DOCUMENT["components"]}, format_checker=jsonschema.FormatChecker())
    assert [error.message for each in shown for error in validator.iter_errors(each)] == []
    assert [name for each in shown for name in Contract(DOCUMENT).unknown(each, [entry])] == []
