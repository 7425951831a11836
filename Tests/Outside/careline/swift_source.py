"""Swift, as far as a reader of its string literals has to understand it: words, punctuation, literals with what is interpolated."""

import re
from bisect import bisect_left
from dataclasses import dataclass, field

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d[\w.]*")
RAW = re.compile(r'#+"')
# Of a literal, what neither ends it nor is an escape.
PLAIN = re.compile(r'[^"\\]*')
# A line's end that is none, until it is known how far the lines are indented.
JOINED = "\ue000\n"
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "\\": "\\", "'": "'"}


@dataclass
class Token:
    """`kind`: word, mark or string. `line` is the offset while it is read. Of a string `parts` holds text and, in between, lists of tokens: what is interpolated."""

    kind: str
    text: str
    line: int
    parts: list = field(default_factory=list)


def tokens(source: str) -> list[Token]:
    found, _ = read(source, 0, None)
    ends = [at for at, letter in enumerate(source) if letter == "\n"]
    number(found, ends)
    return found


def number(found: list[Token], ends: list[int]) -> None:
    """Lines of offsets."""
    for token in found:
        token.line = bisect_left(ends, token.line) + 1
        for part in token.parts:
            if not isinstance(part, str):
                number(part, ends)


def read(source: str, at: int, close: str | None) -> tuple[list[Token], int]:
    """Until `close` at this level, or the end."""
    found, depth = [], 0
    while at < len(source):
        rest = source[at:at + 3]
        letter = source[at]
        if letter.isspace():
            at += 1
        elif rest.startswith("//"):
            end = source.find("\n", at)
            at = len(source) if end < 0 else end
        elif rest.startswith("/*"):
            at = source.index("*/", at) + 2
        elif letter == '"' or RAW.match(source, at):
            token, at = string(source, at)
            found.append(token)
        elif match := WORD.match(source, at):
            found.append(Token("word", match[0], at))
            at = match.end()
        elif close == letter and depth == 0:
            return found, at + 1
        else:
            depth += (letter in "([{") - (letter in ")]}")
            two = source[at:at + 2]
            text = two if two in ("->", "==", "!=", "??", "&&", "||", "=>", "<=", ">=") else letter
            found.append(Token("mark", text, at))
            at += len(text)
    return found, at


def string(source: str, at: int) -> tuple[Token, int]:
    begin, hashes = at, 0
    while source[at] == "#":
        at, hashes = at + 1, hashes + 1
    pounds = "#" * hashes
    quote = '"""' if source.startswith('"""', at) else '"'
    at += len(quote)
    parts, text = [], ""
    while not source.startswith(quote + pounds, at):
        if source.startswith("\\" + pounds, at):
            at += 1 + hashes
            if source[at] == "(":
                inside, at = read(source, at + 1, ")")
                parts += [text, inside]
                text = ""
                continue
            text, at = escape(source, at, text)
        else:
            # A run at a time: letter by letter, a literal of a hundred thousand took a minute.
            end = PLAIN.match(source, at + 1).end()
            text, at = text + source[at:end], end
    parts.append(text)
    if len(quote) == 3:
        parts = unindented(parts)
    plain = "".join(part for part in parts if isinstance(part, str))
    return Token("string", plain, begin, parts), at + len(quote) + hashes


def escape(source: str, at: int, text: str) -> tuple[str, int]:
    if source[at] == "u":
        end = source.index("}", at)
        return text + chr(int(source[at + 2:end], 16)), end + 1
    if source[at] in "\n \t":
        return text + JOINED[0], source.index("\n", at)
    return text + ESCAPES[source[at]], at + 1


def unindented(parts: list) -> list:
    """Of a literal of several lines: without the first and last line's end, and without what all lines are indented by."""
    indent = parts[-1][parts[-1].rfind("\n"):]
    parts = [part.replace(indent, "\n").replace(JOINED, "") if isinstance(part, str) else part for part in parts]
    parts[0] = parts[0].removeprefix("\n")
    parts[-1] = parts[-1].removesuffix("\n")
    return parts
