"""The metrics that the sources declare, and those that docs/operators.md lists."""

import re
from dataclasses import dataclass

from careline.checkout import CHECKOUT

ROW = re.compile(r"^\| `([a-z_]+)` \| (counter|gauge|histogram) \| ([^|]*)\|([^|]*)\|", re.MULTILINE)
# Whatever makes one, and what it has to look like; the help may be in pieces.
ANY = re.compile(r'\b(?:Counter|Gauge|Histogram)(?:\.labelled)?\(\s*"')
TEXT = r'"(?:[^"\\]|\\.)*"'
DECLARATION = re.compile(
    rf'static let (?P<constant>\w+) = (?P<kind>Counter|Gauge|Histogram)(?P<labelled>\.labelled)?\(\s*"(?P<name>\w+)",'
    rf"\s*(?P<help>{TEXT}(?:\s*\+\s*{TEXT})*)(?:,\s*unit: \.(?P<unit>\w+))?(?:,\s*by: (?P<labels>{TEXT}|\([^)]*\)))?\)"
)
TYPE = re.compile(r"\b(?:enum|struct|class|actor|extension) (\w+)")


@dataclass(frozen=True)
class Metric:
    kind: str
    labels: tuple[str, ...]
    help: str
    # Of declared ones only.
    unit: str | None = None
    place: str = ""
    is_recorded: bool = True
    # Before its first event, so that the first is a rise from 0.
    is_shown_at_once: bool = False


def listed() -> dict[str, Metric]:
    """Those of the operators' page, without its code marks."""
    text = (CHECKOUT / "docs" / "operators.md").read_text()
    return {name: Metric(kind, tuple(re.findall(r"`([a-z]+)`", labels)), help.strip().replace("`", "")) for name, kind, labels, help in ROW.findall(text)}


def declared() -> dict[str, Metric]:
    """Those of the sources. One that is not declared as the others are is a fault of its own, so that none is overlooked."""
    sources = {str(path.relative_to(CHECKOUT)): path.read_text() for folder in ("Shared", "Services") for path in sorted((CHECKOUT / folder).rglob("*.swift"))}
    everything = "\n".join(sources.values())
    found: dict[str, Metric] = {}
    for place, text in sources.items():
        code = re.sub(r"(?m)^\s*//.*", "", text)
        declarations = list(DECLARATION.finditer(code))
        assert len(declarations) == len(ANY.findall(code)), f"{place}: a metric is `static let name = Counter(…)` or `.labelled(…)`, with its texts as literals"
        for match in declarations:
            name, constant = match["name"], match["constant"]
            assert name not in found, f"{place}: {name} is declared in {found[name].place} already"
            labels = tuple(text[1:-1] for text in re.findall(TEXT, match["labels"] or ""))
            assert bool(labels) == bool(match["labelled"]), f"{place}: {name} has labels, or it has none"
            help = "".join(piece[1:-1] for piece in re.findall(TEXT, match["help"])).replace('\\"', '"')
            owner = TYPE.findall(code[: match.start()])[-1]
            is_recorded = bool(re.search(rf"\b{owner}\.{constant}\b", everything) or re.search(rf"(?<!let )(?<![\w.])(?:Self\.)?{constant}[.(]", code))
            recorders = [other for other in sources.values() if other is text or re.search(rf"\b{owner}\.{constant}\b", other)]
            is_shown_at_once = any(re.search(rf"\b{constant}(?:\([^)]*\))?\.(?:add\(0\)|set\(total:)", other) for other in recorders)
            found[name] = Metric(match["kind"].lower(), labels, help, match["unit"], place, is_recorded, is_shown_at_once)
    return found
