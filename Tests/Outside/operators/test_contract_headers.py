"""Pages of other origins may send every header that openapi.yaml has, and read every one that it answers with (CORS)."""

import re

from careline.checkout import CHECKOUT
from careline.contract import METHODS, read, resolve

DOCUMENT = read(CHECKOUT / "deploy/api/openapi.yaml")
SOURCE = (CHECKOUT / "Shared/HTTP/Routing/CrossOrigin.swift").read_text()
# What any page may send and read (https://fetch.spec.whatwg.org/#cors-safelisted-request-header, #cors-safelisted-response-header-name).
SENT_BY_ALL = {"Accept", "Accept-Language", "Content-Language", "Content-Type", "Range"}
READ_BY_ALL = {"Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires", "Last-Modified", "Pragma"}


def listed(name: str) -> set[str]:
    literal = re.search(rf"static let {name}\b.*?=\s*((?:\"[^\"]*\"[\s+]*)+)", SOURCE, re.S)[1]
    return set("".join(re.findall(r'"([^"]*)"', literal)).split(", "))


def operations():
    for item in DOCUMENT["paths"].values():
        for method in METHODS & item.keys():
            yield item[method], [resolve(DOCUMENT, each) for each in [*item.get("parameters", []), *item[method].get("parameters", [])]]


def test_a_page_may_send_each_header_that_is_taken():
    taken = {each["name"] for _, parameters in operations() for each in parameters if each["in"] == "header"}
    assert len(taken) > 15
    assert taken - SENT_BY_ALL - listed("sent") == set()


def test_a_page_may_read_each_header_that_is_answered():
    answered = {name for operation, _ in operations() for answer in operation["responses"].values() for name in resolve(DOCUMENT, answer).get("headers", {})}
    # Of any answer, as the contract's first words have them.
    answered |= {"Deprecation", "Link", "Sunset", "X-Request-Id", "DPoP-Nonce"}
    assert len(answered) > 15
    assert answered - READ_BY_ALL - listed("read") == set()
