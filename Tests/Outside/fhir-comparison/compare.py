"""compare.py HAPI CARELINE RELEASE [--questions N] [--seed N] [--only FORM] [--report FILE]

Loads FHIR's examples into both, asks both thousands of questions and tells, form by form, where their answers differ."""

import argparse
import json
import random
from collections import Counter, defaultdict
from pathlib import Path

from questions import Drawing, Question
from resources import parameters, place, resources, values
from servers import Answer, Server

from careline import people
from careline.checkout import CHECKOUT

DATA = CHECKOUT.parent / "shared" / "data" / "fhir"


class Comparison:
    def __init__(self, hapi: Server, careline: Server, release: str, seed: int):
        self.hapi, self.careline, self.release = hapi, careline, release
        self.parameters = parameters(DATA, release)
        self.resources = self.stored(resources(DATA, release))
        self.by_place = {place(each): each for each in self.resources}
        self.drawing = Drawing(self.resources, self.parameters, seed)

    def stored(self, wanted: list[dict]) -> list[dict]:
        """Those that both have taken. HAPI makes more by itself, for references to what is not there: they count for nothing."""
        refused = self.hapi.store(wanted)
        rest = [each for each in wanted if place(each) not in refused]
        others = self.careline.store(rest)
        self.hapi.remove(list(others))
        for where, why in (refused | others).items():
            print(f"left out: {where}: {'HAPI' if where in refused else 'Careline'} says {why}")
        return [each for each in rest if place(each) not in others]

    def known(self, answer: Answer) -> Answer:
        return Answer(
            answer.status, tuple(each for each in answer.matches if each in self.by_place), answer.included & self.by_place.keys(), answer.total,
            frozenset(each for each in answer.members if each[0] in self.by_place), answer.fault)

    def differences(self, question: Question, hapi: Answer, careline: Answer) -> list[str]:
        if hapi.status != 200 or careline.status != 200:
            return [] if hapi.status // 100 == careline.status // 100 else ["status"]
        found = []
        if len(set(careline.matches)) != len(careline.matches):
            found.append("repeated")
        if set(hapi.matches) != set(careline.matches):
            found.append("matches")
        # What HAPI has made itself is referred to as well, and counted.
        if hapi.included != careline.included and not (question.form.startswith("_revinclude") and hapi.total != len(hapi.matches)):
            found.append("included")
        if careline.total != len(careline.matches) and ("_summary", "count") not in question.parts:
            found.append("total")
        if question.form == "_summary=count" and hapi.total != careline.total:
            found.append("total")
        if question.form.startswith(("_summary=", "_elements")) and hapi.members != careline.members:
            found.append("members")
        if "matches" not in found and question.form.startswith("_sort") and self.keys(question, hapi) != self.keys(question, careline):
            found.append("order")
        return found

    def keys(self, question: Question, answer: Answer) -> list:
        """What was sorted by, in the order that came; where a resource has several values nothing is sure."""
        keys = []
        for each in answer.matches:
            key = []
            for code in question.more:
                found = [each.partition("/")[2]] if code == "_id" else values(self.by_place[each], self.parameters[question.path][code].expression)
                key.append(json.dumps(found, sort_keys=True).casefold())
            keys.append(key)
        return keys


def told(question: Question, hapi: Answer, careline: Answer, kinds: list[str]) -> dict:
    ours, theirs = set(careline.matches), set(hapi.matches)
    return {
        "form": question.form, "path": question.path, "parts": question.parts, "posted": question.isPosted, "differs": kinds,
        "hapi": {"status": hapi.status, "count": len(theirs), "only": sorted(theirs - ours)[:12], "total": hapi.total, "fault": hapi.fault},
        "careline": {"status": careline.status, "count": len(ours), "only": sorted(ours - theirs)[:12], "total": careline.total, "fault": careline.fault},
        "included": {"hapi": sorted(hapi.included - careline.included)[:12], "careline": sorted(careline.included - hapi.included)[:12]},
        **({"order": [hapi.matches, careline.matches]} if "order" in kinds else {}),
        **({"members": [sorted(hapi.members - careline.members)[:3], sorted(careline.members - hapi.members)[:3]]} if "members" in kinds else {})}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("hapi")
    options.add_argument("careline")
    options.add_argument("release", choices=["r4", "stu3"])
    options.add_argument("--questions", type=int, default=4000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="")
    options.add_argument("--report", type=Path, default=Path("differences.ndjson"))
    chosen = options.parse_args()
    person = people.sign_up(chosen.careline, "patient", "comparison")
    comparison = Comparison(Server(chosen.hapi), Server(f"{chosen.careline}/fhir/{chosen.release}", person), chosen.release, chosen.seed)
    drawn = [question for question in comparison.drawing.all(2) if question.form.startswith(chosen.only)]
    if len(drawn) > chosen.questions:
        drawn = random.Random(chosen.seed).sample(drawn, chosen.questions)
    asked, telling, different = Counter(), 0, defaultdict(Counter)
    with chosen.report.open("w") as report:
        for question in drawn:
            hapi, careline = (comparison.known(server.ask(question)) for server in (comparison.hapi, comparison.careline))
            asked[question.form] += 1
            telling += 0 < len(careline.matches) < len(comparison.drawing.by_type[question.path])
            if kinds := comparison.differences(question, hapi, careline):
                different[question.form][" and ".join(kinds)] += 1
                report.write(json.dumps(told(question, hapi, careline, kinds)) + "\n")
    for form in sorted(asked):
        print(f"{form}: {asked[form]} asked" + "".join(f", {number} differ in {kinds}" for kinds, number in different[form].items()))
    print(f"{len(drawn)} questions of {len(comparison.resources)} resources, {telling} of them with some of a type and not all; {sum(map(Counter.total, different.values()))} differ: {chosen.report}")


if __name__ == "__main__":
    main()
