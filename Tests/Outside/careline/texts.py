"""Finds the texts of Careline in its sources: every literal that stands where a `Text` is wanted (Shared/CareModels/Texts), as its template, and the catalogue.

What wants a `Text` is read out of the declarations: parameters, stored properties, variables and functions of that type. Calls are found by their name, so a name
that takes a `String` elsewhere is told apart by what it is called on, or by the declaration in the same file.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from careline.checkout import CHECKOUT
from careline.swift_source import Token, tokens

FRENCH = CHECKOUT / "Shared/CareModels/Texts/French"
# Of the pages of problems, beside what every service has.
PAGES = CHECKOUT / "Services/FrontDoor/Texts/French+ProblemPages.swift"
HOLE = re.compile(r"\{(\d{1,2})(?:\|([^|{}]*)\|([^|{}]*))?\}")
TYPES = ("struct", "enum", "extension", "class", "actor", "protocol")
OPEN, CLOSE = "([{", ")]}"


@dataclass(frozen=True)
class Place:
    """An argument that is a text: of which function or type (its initialiser), by its label or its position."""

    callee: str
    owner: str
    label: str | None
    index: int


@dataclass(frozen=True)
class Found:
    """`limit`: which value is the most that there may be."""

    template: str
    file: str
    line: int
    limit: int | None = None


class Source:
    def __init__(self, path: Path, source: str | None = None, part: list[Token] | None = None):
        """`part`: what is interpolated in a literal."""
        self.name = str(path.relative_to(CHECKOUT)) if path.is_absolute() else str(path)
        self.tokens = part if part is not None else tokens(path.read_text() if source is None else source)
        self.partner = partners(self.tokens)
        self.places: list[Place] = []
        self.local: dict[str, bool] = {}
        self.regions: list[tuple[int, int]] = []
        self.parts = [Source(path, part=part) for token in self.tokens for part in token.parts if not isinstance(part, str)]
        self.find_declarations()
        # In a page: \\(text: "Log in").
        if part is not None and self.word(0) and self.tokens[0].text == "text" and self.mark(1, ":"):
            self.regions.append((2, len(self.tokens)))

    # What wants a text.

    def find_declarations(self) -> None:
        owners: list[tuple[str, int]] = []
        for at, token in enumerate(self.tokens):
            while owners and at > owners[-1][1]:
                owners.pop()
            if token.kind != "word":
                continue
            if token.text in TYPES and (begin := self.brace_after(at)) is not None and self.word(at + 1):
                name = at + 1
                while self.mark(name + 1, ".") and self.word(name + 2):
                    name += 2
                owners.append((self.tokens[name].text, self.partner[begin]))
            owner = owners[-1][0] if owners else ""
            if token.text in ("func", "init", "case", "subscript"):
                self.function(at, owner)
            elif token.text in ("let", "var"):
                self.variable(at, owner)

    def function(self, at: int, owner: str) -> None:
        is_init = self.tokens[at].text == "init"
        callee = owner if is_init else (self.tokens[at + 1].text if self.word(at + 1) else "")
        begin = at + 1 if is_init else at + 2
        # Of a function; behind a case it is a comparison or a range.
        if self.mark(begin, "<") and self.tokens[at].text != "case":
            while begin < len(self.tokens) and not self.mark(begin, "("):
                begin += 1
        if self.mark(begin, "?"):
            begin += 1
        if not callee or not self.mark(begin, "("):
            return
        end = self.partner[begin]
        wants = False
        for index, (first, last) in enumerate(self.arguments(begin)):
            label = self.label_of_parameter(first, last)
            if self.is_text(first, last):
                wants = True
                self.places.append(Place(callee, owner, label, index))
        if self.tokens[at].text == "func":
            self.local[callee] = self.local.get(callee, False) or wants
        arrow = end + 1
        while arrow < len(self.tokens) and not self.mark(arrow, "{") and self.tokens[arrow].text in ("throws", "async", "rethrows", "(", ")", "->", "Text", "?", ".") or (
                arrow < len(self.tokens) and self.mark(arrow - 1, "(")):
            arrow += 1
        if self.mark(arrow, "{") and any(self.tokens[i].text == "Text" for i in range(end + 1, arrow)) and any(self.mark(i, "->") for i in range(end + 1, arrow)):
            self.regions.append((arrow, self.partner[arrow]))

    def label_of_parameter(self, first: int, last: int) -> str | None:
        colon = next((i for i in range(first, last) if self.mark(i, ":")), None)
        if colon is None:
            return None
        label = self.tokens[first].text
        return None if label == "_" else label

    def is_text(self, first: int, last: int) -> bool:
        """Whether the type behind the colon, or the whole of an enum's value, is a text or an optional one."""
        colon = next((i for i in range(first, last) if self.mark(i, ":")), first - 1)
        words = [self.tokens[i].text for i in range(colon + 1, last)]
        words = words[:words.index("=")] if "=" in words else words
        return words in (["Text"], ["Text", "?"], ["[", "Text", "]"])

    def variable(self, at: int, owner: str) -> None:
        if not self.word(at + 1) or not self.mark(at + 2, ":"):
            return
        if self.mark(at + 3, "(") or (self.mark(at + 3, "[") and self.mark(at + 4, "(")):
            return self.tuples(at + 3)
        if not (self.word(at + 3) and self.tokens[at + 3].text == "Text"):
            return
        then = at + 4 + (1 if self.mark(at + 4, "?") else 0)
        if self.mark(then, "="):
            self.regions.append((then, self.end_of_statement(then + 1)))
        elif self.mark(then, "{"):
            self.regions.append((then, self.partner[then]))
            return
        if owner:
            # The initialiser that the compiler makes.
            self.places.append(Place(owner, owner, self.tokens[at + 1].text, -1))

    def tuples(self, at: int) -> None:
        """A variable of tuples, of which some values are texts: those places in every pair of parentheses that follows."""
        begin = at if self.mark(at, "(") else at + 1
        wanted = [index for index, (first, last) in enumerate(self.arguments(begin)) if self.is_text(first, last)]
        then = self.partner[at] + 1
        if not wanted or not (self.mark(then, "=") or self.mark(then, "{")):
            return
        end = self.partner[then] if self.mark(then, "{") else self.end_of_statement(then + 1)
        for inside in range(then, end):
            if self.mark(inside, "(") and not self.word(inside - 1):
                values = self.arguments(inside)
                self.regions += [values[index] for index in wanted if index < len(values)]

    def end_of_statement(self, at: int) -> int:
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.kind == "mark" and token.text in OPEN:
                at = self.partner[at] + 1
            elif token.kind == "mark" and token.text in CLOSE:
                return at
            else:
                at += 1
            if at < len(self.tokens) and self.tokens[at].line > self.tokens[at - 1].line:
                follows = self.tokens[at].text in ("?", ":", ".", "??", "+", "else") or self.tokens[at].text.startswith(".")
                if not follows and not (self.tokens[at - 1].kind == "mark" and self.tokens[at - 1].text in ("=", "?", ":", "??", "+")):
                    return at
        return at

    # The literals there.

    def texts(self, places: dict[str, list[Place]], ambiguous: set[str]) -> list[Found]:
        found: dict[int, Found] = {}
        for begin, end in self.regions:
            self.collect(begin, end, found)
        for at, token in enumerate(self.tokens):
            if token.kind != "word" or not self.mark(at + 1, "(") or token.text not in places or self.is_declared(at) or not self.calls_text(at, ambiguous):
                continue
            wanted = places[token.text]
            for index, (first, last) in enumerate(self.arguments(at + 1)):
                label = self.tokens[first].text if self.word(first) and self.mark(first + 1, ":") else None
                if any(place.label == label and (label is not None or place.index in (index, -1)) for place in wanted):
                    self.collect(first, last, found)
        return [*found.values(), *(text for part in self.parts for text in part.texts(places, ambiguous))]

    def is_declared(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].text in ("func", "case", "init")

    def calls_text(self, at: int, ambiguous: set[str]) -> bool:
        """Whether it is one that takes texts, of several functions with a name."""
        name = self.tokens[at].text
        receiver = self.tokens[at - 2].text if self.mark(at - 1, ".") else None
        if receiver is None or receiver in ("self", "Self"):
            return self.local.get(name, True)
        return name not in ambiguous or receiver in ("checks", "Problem")

    def collect(self, begin: int, end: int, found: dict[int, Found]) -> None:
        at = begin
        while at < end:
            token = self.tokens[at]
            if token.kind == "word" and token.text == "case":
                # Of a switch: what is matched is no text.
                while at < end and not self.mark(at, ":"):
                    at += 1
            elif token.kind == "mark" and token.text == "(" and self.word(at - 1) and self.tokens[at - 1].text not in ("switch", "if", "return", "in"):
                # What another call takes is looked at there.
                at = self.partner[at]
            elif token.kind == "string" and not (at and self.tokens[at - 1].text in ("==", "!=")) and not self.mark(at + 1, "=="):
                found[at] = Found(template(token), self.name, token.line, limit(token))
            at += 1

    def cases(self):
        for at, token in enumerate(self.tokens):
            if token.kind == "word" and token.text == "case":
                while self.word(at + 1):
                    yield self.tokens[at + 1].text
                    if not self.mark(at + 2, ","):
                        break
                    at += 2

    # Tokens.

    def arguments(self, begin: int) -> list[tuple[int, int]]:
        found, first, at = [], begin + 1, begin + 1
        end = self.partner[begin]
        while at < end:
            if self.tokens[at].kind == "mark" and self.tokens[at].text in OPEN:
                at = self.partner[at]
            elif self.mark(at, ","):
                found.append((first, at))
                first = at + 1
            at += 1
        return [*found, (first, end)] if first < end else found

    def brace_after(self, at: int) -> int | None:
        return next((i for i in range(at, min(at + 60, len(self.tokens))) if self.mark(i, "{")), None)

    def mark(self, at: int, text: str) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at].kind == "mark" and self.tokens[at].text == text

    def word(self, at: int) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at].kind == "word"


def partners(found: list[Token]) -> dict[int, int]:
    pairs, stack = {}, []
    for at, token in enumerate(found):
        if token.kind == "mark" and token.text in OPEN:
            stack.append(at)
        elif token.kind == "mark" and token.text in CLOSE and stack:
            pairs[stack.pop()] = at
    return pairs


def template(token: Token) -> str:
    """As `Text.StringInterpolation` makes it."""
    text, count = "", 0
    for part in token.parts:
        if isinstance(part, str):
            text += part
            continue
        forms = counted(part)
        text += f"{{{count}}}" + (f" {{{count}|{forms[0]}|{forms[1]}}}" if forms else "")
        count += 1
    return text


def limit(token: Token) -> int | None:
    """Of `\\(limit: most)` the number of its value."""
    values = [part for part in token.parts if not isinstance(part, str)]
    return next((number for number, part in enumerate(values) if [each.text for each in part[:2]] == ["limit", ":"]), None)


def counted(part: list[Token]) -> tuple[str, str] | None:
    """Of `\\(minutes, "minute", "minutes")` the two words."""
    tail = part[-4:]
    if len(tail) == 4 and [t.text if t.kind == "mark" else t.kind for t in tail] == [",", "string", ",", "string"]:
        return tail[1].text, tail[3].text
    return None


def holes(text: str) -> set[int]:
    return {int(match[1]) for match in HOLE.finditer(text)}


def has_words(text: str) -> bool:
    return any(match[2] is not None for match in HOLE.finditer(text)) or any(letter.isalpha() for letter in HOLE.sub("", text))


def sources() -> list[Source]:
    """Of the modules that can say any, since they know CareModels."""
    files = [file for folder in ("Shared", "Services") for file in sorted((CHECKOUT / folder).rglob("*.swift"))]
    knowing = {"Shared/CareModels"} | {module(file) for file in files if "import CareModels" in file.read_text()}
    return [Source(file) for file in files if module(file) in knowing and FRENCH not in file.parents and file != PAGES]


def module(file: Path) -> str:
    return "/".join(file.relative_to(CHECKOUT).parts[:2])


def found(all_sources: list[Source]) -> list[Found]:
    places = defaultdict(list)
    for source in all_sources:
        for place in source.places:
            places[place.callee].append(place)
    # Names that a function without texts has too.
    ambiguous = {name for source in all_sources for name, wants in source.local.items() if not wants and name in places}
    return [text for source in all_sources for text in source.texts(places, ambiguous)]


def literals(all_sources: list[Source]) -> set[str]:
    """All of them, wherever they stand, and the names of cases, which are their raw values."""
    def inside(part: list[Token]):
        for token in part:
            if token.kind == "string":
                yield template(token)
                for piece in token.parts:
                    if not isinstance(piece, str):
                        yield from inside(piece)
    return {text for source in all_sources for text in inside(source.tokens)} | {name for source in all_sources for name in source.cases()}


def catalogue() -> list[tuple[str, str, str]]:
    """File, English, French."""
    entries = []
    for file in [*sorted(FRENCH.glob("*.swift")), PAGES]:
        read = tokens(file.read_text())
        for at, token in enumerate(read):
            if token.kind == "string" and read[at + 1].text == ":" and read[at + 2].kind == "string":
                entries.append((file.name, token.text, read[at + 2].text))
    return entries
