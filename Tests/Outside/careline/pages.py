"""The pages of the documentation: what links lead to, and the examples that are run as they stand there."""

import re
import textwrap

from careline.checkout import CHECKOUT

BLOCK = re.compile(r"^( *)```(sh|python) test\n(.*?)^\1```$(?:\n\n```json\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def anchors(page: str) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", (CHECKOUT / page).read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def examples(page: str) -> list[tuple[str, str]]:
    """Each one's language and its lines."""
    return [(language, code) for language, code, _ in answered(page)]


def answered(page: str) -> list[tuple[str, str, str]]:
    """Each with the answer that is said to come, where one is."""
    text = (CHECKOUT / "docs" / page).read_text()
    return [(language, textwrap.dedent(code), answer) for _, language, code, answer in BLOCK.findall(text)]
