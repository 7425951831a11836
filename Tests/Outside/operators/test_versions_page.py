"""The changelog says of no release more than docs/versions.md lets one of its number change."""

import re
from http import HTTPStatus

import pytest

from careline.checkout import CHECKOUT

PAGE = (CHECKOUT / "docs/versions.md").read_text()
MENDED = PAGE.partition("## What a minor release may mend")[2].partition("\n## ")[0]
STATUSES = {int(status) for status in HTTPStatus}
RELEASE = re.compile(r"^## (\d+)\.(\d+)\.(\d+)$", re.MULTILINE)


def allowed() -> set[int]:
    """Statuses that a refusal may have had, and may get."""
    [line] = [line for line in MENDED.splitlines() if line.startswith("- **The status and type of a refusal**")]
    return {int(status) for status in re.findall(r"\b\d{3}\b", line)}


def mended(changelog: str) -> list[tuple[str, int, list[int]]]:
    """Of each status that was another before: the release, what it was, and what the sentence says that it is."""
    found = []
    marks = list(RELEASE.finditer(changelog))
    for mark, after in zip(marks, [*marks[1:], None], strict=True):
        text = " ".join(changelog[mark.end() : after.start() if after else len(changelog)].split())
        for sentence in re.split(r"(?<=\.) (?=[A-Z`*\[])", text):
            now = [int(status) for status in re.findall(r"(?:is|are|hears?|gets?|do|says?) (?:a |an )?(\d{3})\b", sentence)]
            before = [int(number) for number in re.findall(r"\((\d{3}) before\b", sentence)]
            found += [(mark[0].removeprefix("## "), number, now) for number in before if number in STATUSES]
    return found


def test_a_status_that_changed_is_that_of_a_refusal():
    lines, statuses = mended((CHECKOUT / "docs/changelog.md").read_text()), allowed()
    assert statuses and all(400 <= status < 500 for status in statuses)
    assert len([line for line in lines if line[0] == "2.1.0"]) >= 7, "they are found"
    for release, before, now in lines:
        if release.endswith(".0.0"):
            continue
        assert before in statuses, f"{release}: {before} was no refusal, so that a program may rely on it"
        assert set(now) <= statuses, f"{release}: what was {before} is {now}"


@pytest.mark.parametrize(("text", "found"), [
    ("## 2.1.0\n\nA nonce may have 1,024 bytes (255 before).", []),
    ("## 2.1.0\n\nA full list is a 409 with `limit` (400 before). Nothing else.", [("2.1.0", 400, [409])]),
    ("## 3.0.0\n\nIt is a 404 (200\nbefore).\n\n## 2.1.0\n\nA name is `x` (`y` before).", [("3.0.0", 200, [404])]),
    ("## 2.2.0\n\nWhat is found hears 404 (200 before: all of it).", [("2.2.0", 200, [404])])])
def test_a_changed_status_is_seen(text, found):
    assert mended(text) == found


def test_what_never_changes_names_its_exception():
    assert "right by the contract and the standards" in PAGE.partition("## What never changes")[2]
    assert "stricter" not in PAGE or "How strictly" in MENDED
