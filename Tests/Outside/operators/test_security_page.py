"""docs/security.md: every requirement once, with a status that holds; every test that it names is there; its counts are right; no table is cut."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from conftest import CHECKOUT

from careline.pages import anchors

PAGE = CHECKOUT / "docs/security.md"
REQUIREMENTS = CHECKOUT / "Tests/Outside/operators/asvs-5.0-level-2.txt"
STATUSES = ("held", "open", "not applicable")

ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
# `ServerTests.answersOddRequests`, with the target before it where several have a file of that name: `AuthTests/SmallRulesTests.…`.
SWIFT_TEST = re.compile(r"`(?:(\w+)/)?(\w+Tests)\.(\w+)`")
PYTHON_TEST = re.compile(r"`(?:(\w+)/)?(test_\w+\.py)::(\w+)`")
# A suite or a file by itself names no test.
SUITE = re.compile(r"`((?:\w+/)?(?:\w+Tests|test_\w+\.py))`")
PROGRAM = re.compile(r"`(Tests/[\w/.-]+)`")
LINK = re.compile(r"\]\(([\w.-]*)#([\w-]+)\)")
# Who says so of what does not apply has to look again: it applies as soon as that is there.
AWAITED = re.compile(r"\b(yet|will|soon|later|planned|so far|for now|today|come|comes with)\b")


def requirements() -> dict[str, str]:
    """The level of each requirement of levels 1 and 2, in the standard's order."""
    return dict(line.split() for line in REQUIREMENTS.read_text().splitlines())


@cache
def rows() -> list[tuple[str, str, str, str]]:
    """Number, what it demands, status, and by what or why."""
    return ROW.findall(PAGE.read_text())


@cache
def named(target: str, file: str) -> list[Path]:
    """Files of tests by that name."""
    return list((CHECKOUT / "Tests" / target).rglob(file))


# `@Test`, what it is given, and nothing else that is a function before its own; in Python any that pytest gathers.
SWIFT_FUNCTION = r"@Test\b(?:(?!\bfunc \w)[\s\S])*?\bfunc {}\("


def missing(text: str) -> list[str]:
    """What the text says of tests and paragraphs that is not so."""
    faults = [f"{suite} is no test: name one" for suite in SUITE.findall(text)]
    for pattern, folder, suffix, function in ((SWIFT_TEST, "", ".swift", SWIFT_FUNCTION), (PYTHON_TEST, "Outside", "", r"^(?:async )?def {}\(")):
        for target, file, test in pattern.findall(text):
            found = named(f"{folder}/{target}".strip("/"), file + suffix)
            if len(found) != 1:
                faults.append(f"{len(found)} files are called {target}/{file}: name one")
            elif not re.search(function.format(test), found[0].read_text(), re.MULTILINE):
                faults.append(f"{file} has no {test}")
    faults += [f"there is no {program}" for program in PROGRAM.findall(text) if not (CHECKOUT / program).is_file()]
    for page, anchor in LINK.findall(text):
        if anchor not in anchors(f"docs/{page or PAGE.name}"):
            faults.append(f"{page or PAGE.name} has no paragraph #{anchor}")
    return faults


def test_every_requirement_has_its_row_and_none_has_two():
    numbers = [number for number, *_ in rows()]
    assert Counter(numbers).most_common(1)[0][1] == 1
    assert set(requirements()) - set(numbers) == set(), "without a row"
    assert numbers == list(requirements()), "in the order of the standard"


def test_every_line_of_a_table_is_read():
    """A row that is written another way would be passed over by all of these tests."""
    lines = [line for line in PAGE.read_text().splitlines() if re.match(r"\|\s*\d+\.", line)]
    assert len(lines) == len(rows())


def cut(text: str) -> list[str]:
    """The first lines of what looks like a table's and is none: a page shows them as they are."""
    blocks = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    return [block.splitlines()[0] for block in blocks if not re.match(r"\|.*\n\|[-| ]+\|(?:\n|$)", block)]


def test_no_table_is_cut():
    assert cut(PAGE.read_text()) == []
    assert cut("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n") == ["| 3 | 4 |"]


# Of RFC 9700, those that ask for something.
BEST_PRACTICE = ["2.1", "2.1.1", "2.1.2", "2.2.1", "2.2.2", *(f"2.{each}" for each in range(3, 7)), *(f"4.{each}" for each in range(1, 18))]


def test_each_section_of_the_best_practice_for_oauth_has_its_line():
    lines = re.findall(r"^\| § ([\d.]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text(), re.MULTILINE)
    assert [section for section, *_ in lines] == BEST_PRACTICE
    for section, demand, reason in lines:
        assert demand.strip() and any(form.search(reason) for form in (SWIFT_TEST, PYTHON_TEST)), f"{section}: shown by which test?"


def threats() -> list[str]:
    return re.search(r"^\| who \| what for \|.*\n\|[-|]+\|\n((?:\|.+\|\n)+)", PAGE.read_text(), re.MULTILINE)[1].splitlines()


@pytest.mark.parametrize("threat", threats(), ids=lambda threat: " ".join(re.findall(r"\w+", threat)[:4]))
def test_what_stands_in_the_way_of_a_threat_is_shown(threat):
    _, _, _, _, where, shown, _ = threat.split("|")
    assert any(form.search(shown) for form in (SWIFT_TEST, PYTHON_TEST, PROGRAM))
    for place in re.findall(r"`((?:Services|Shared|deploy)/[\w/.+-]+)`", where):
        assert (CHECKOUT / place).exists(), f"there is no {place}"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_row_says_what_is_so(row):
    _, demand, status, reason = row
    assert status in STATUSES
    assert demand.strip() and reason.strip() not in ("", "–")
    if status == "held":
        assert any(form.search(reason) for form in (SWIFT_TEST, PYTHON_TEST, PROGRAM, LINK)), "held by which test, or described where?"
    assert "(today)" not in reason or status == "open", "what is under way is not held yet"
    assert status != "not applicable" or not awaited(reason), "what is awaited is open until it is there"


def awaited(reason: str) -> bool:
    return AWAITED.search(reason) is not None


@pytest.mark.parametrize("reason", [
    "nothing of it can be changed yet", "no service calls an address that a client names; webhooks will", "organisations come with accounts"])
def test_what_is_awaited_is_noticed(reason):
    assert awaited(reason)


def test_every_test_and_paragraph_that_the_page_names_is_there():
    assert missing(PAGE.read_text()) == []


@pytest.mark.parametrize("text", [
    "`ServerTests.answersNothingOfTheKind`", "`NoSuchTests.anything`", "`RaceTests.aMoveIsWholeOrNothing`", "`test_login.py::test_nothing`",
    "`test_nowhere.py::test_anything`", "`ReachTests`", "`test_supply_chain.py`",
    "`RecordsTests/QuotaTests.stored`", "`Tests/Nothing/run`", "[a page](operators.md#no-such-paragraph)", "[here](#no-such-paragraph)"])
def test_what_is_not_there_is_noticed(text):
    assert len(missing(text)) == 1


def test_the_counts_are_right():
    levels = requirements()
    table = re.search(r"^\| level \| (.+) \|\n\|[-| ]+\|\n((?:\|.+\|\n)+)", PAGE.read_text(), re.MULTILINE)
    columns = tuple(table[1].split(" | "))
    said = {name: tuple(map(int, counts)) for name, *counts in (line.strip("|\n ").split(" | ") for line in table[2].splitlines())}
    counted = {
        name: tuple(sum(1 for number, _, status, _ in rows() if status == column and levels[number] in wanted) for column in STATUSES)
        for name, wanted in (("1", {"L1"}), ("2", {"L2"}), ("both", {"L1", "L2"}))}
    assert columns == (*STATUSES, "in all")
    assert said == {name: (*counts, sum(counts)) for name, counts in counted.items()}
