"""The pages of the documentation: what links lead to, and the examples that are run as they stand there."""

import re
import textwrap

from careline.checkout import CHECKOUT

BLOCK = re.compile(r"^( *)```(sh|python) test\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def anchors(page: str) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", (CHECKOUT / page).read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def examples(page: str) -> list[tuple[str, str]]:
    """Each one's language and its lines."""
    text = (CHECKOUT / "docs" / page).read_text()
    return [(language, textwrap.dedent(code)) for _, language, code in BLOCK.findall(text)]
