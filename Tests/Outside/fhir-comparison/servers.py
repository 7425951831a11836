"""The two that are asked: HAPI's JPA server, and a person's record in Careline."""

from dataclasses import dataclass
from urllib.parse import urlencode

import requests
from questions import BASE, Question
from resources import place

from careline.people import Person

FHIR = {"Content-Type": "application/fhir+json", "Accept": "application/fhir+json"}
MOST_PAGES = 400


@dataclass(frozen=True)
class Answer:
    """In the order of the answer, each as `Type/id`."""

    status: int
    matches: tuple[str, ...] = ()
    included: frozenset[str] = frozenset()
    total: int | None = None
    # What is shown of each match, beside what servers write there themselves.
    members: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    fault: str = ""


class Server:
    def __init__(self, base: str, person: Person | None = None):
        self.base, self.person = base, person
        self.session = requests.Session()

    def call(self, method: str, address: str, **more) -> requests.Response:
        headers = FHIR | more.pop("headers", {})
        answer = self.session.request(method, address, headers=headers | self.authorisation(), timeout=30, **more)
        if answer.status_code == 401 and self.person:
            self.person.refresh()
            answer = self.session.request(method, address, headers=headers | self.authorisation(), timeout=30, **more)
        return answer

    def authorisation(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.person.token}"} if self.person else {}

    def store(self, resources: list[dict]) -> dict[str, str]:
        """By place, why it was refused."""
        refused = {}
        for each in resources:
            answer = self.call("PUT", f"{self.base}/{place(each)}", json=each)
            if answer.status_code not in (200, 201):
                refused[place(each)] = f"{answer.status_code} {answer.text[:300]}"
        return refused

    def remove(self, places: list[str]) -> None:
        for each in places:
            self.call("DELETE", f"{self.base}/{each}")

    def ask(self, question: Question) -> Answer:
        parts = [(name, text.replace(BASE, self.base)) for name, text in question.parts]
        if not any(name == "_count" for name, _ in parts):
            parts.append(("_count", "500"))
        if question.isPosted:
            answer = self.call("POST", f"{self.base}/{question.path}/_search", data=parts, headers={"Content-Type": "application/x-www-form-urlencoded"})
        else:
            answer = self.call("GET", f"{self.base}/{question.path}?{urlencode(parts)}")
        matches: list[str] = []
        included: set[str] = set()
        members: set[tuple[str, tuple[str, ...]]] = set()
        total = None
        for _ in range(MOST_PAGES):
            if answer.status_code != 200:
                return Answer(answer.status_code, fault=answer.text[:600])
            bundle = answer.json()
            total = bundle.get("total", total)
            for entry in bundle.get("entry", []):
                mode = entry.get("search", {}).get("mode")
                if mode == "match":
                    matches.append(place(entry["resource"]))
                    members.add((place(entry["resource"]), tuple(sorted(name for name in entry["resource"] if name not in ("id", "meta", "text", "resourceType")))))
                elif mode == "include":
                    included.add(place(entry["resource"]))
            following = [link["url"] for link in bundle.get("link", []) if link["relation"] == "next"]
            if not following:
                break
            answer = self.call("GET", following[0])
        return Answer(200, tuple(matches), frozenset(included), total, frozenset(members))
