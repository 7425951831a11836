"""Migrations as files, and what a plain rule can tell of them: whether a statement may take something away from a release that runs beside
the one that brings it."""

import re
from pathlib import Path

PLACES = ["Shared/*/Migrations", "Services/*/Migrations"]


def migrations(checkout: Path) -> dict[str, str]:
    """The text of each, by its service (of the kit's own: Shared) and its name."""
    return {named(file.relative_to(checkout)): file.read_text() for place in PLACES for file in sorted(checkout.glob(f"{place}/*.sql"))}


def named(file: Path) -> str:
    return f"Shared/{file.name}" if file.parts[0] == "Shared" else str(file)


# The answer to a false alarm: a comment before the statement, or in it, which says why it harms nobody.
ANSWER = re.compile(r"(--|/\*)\s*contract:\s*\S")

TOKEN = re.compile(
    r"(?P<comment>--[^\n]*|/\*.*?\*/)|(?P<text>'(?:[^']|'')*'|(?P<tag>\$\w*\$).*?(?P=tag))|(?P<end>;)|(?P<code>[^-/'$;]+|.)", re.DOTALL)

TABLE = r"(?:IF (?:NOT )?EXISTS )?(?:ONLY )?(?P<table>[\w.\"]+)"

# What takes something away, or asks more of what is written, wherever it stands.
CONTRACTS = [re.compile(pattern) for pattern in (
    r"\bDROP (?!NOT NULL\b)", r"\bRENAME\b", r"\bSET NOT NULL\b", r"\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b", r"\bTRUNCATE\b", r"\bREVOKE\b",
    r"\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b", r"\bCREATE UNIQUE INDEX\b", r"\bCREATE (OR REPLACE )?(CONSTRAINT )?(TRIGGER|RULE)\b")]

ADDED_COLUMN = re.compile(r"\bADD (?:COLUMN )?(?!CONSTRAINT\b)(?:[^,(]|\([^()]*(?:\([^()]*\)[^()]*)*\))*")


def statements(sql: str):
    """Each as its code, in one line, with capitals and without comments and texts; and its comments."""
    code, comments = "", ""
    for token in [*TOKEN.finditer(sql), None]:
        if token is None or token["end"]:
            if code.strip():
                yield " ".join(code.upper().split()), comments
            code, comments = "", ""
        elif token["comment"]:
            comments += token["comment"] + "\n"
        else:
            code += "''" if token["text"] else token["code"]


def contracts(sql: str) -> list[str]:
    """The statements that the previous release may stumble over and that have no answer. What happens to a table that the same file makes
    is nobody else's."""
    made = {found["table"] for code, _ in statements(sql) if (found := re.match(f"CREATE TABLE {TABLE}", code))}
    return [code for code, comments in statements(sql) if table(code) not in made and is_contract(code) and not ANSWER.search(comments)]


def table(code: str) -> str | None:
    found = re.match(rf"ALTER TABLE {TABLE}|.*? ON {TABLE.replace('table', 'indexed')}", code)
    return found and (found["table"] or found["indexed"])


def is_contract(code: str) -> bool:
    if any(pattern.search(code) for pattern in CONTRACTS):
        return True
    columns = ADDED_COLUMN.findall(code) if code.startswith("ALTER TABLE") else []
    return any("NOT NULL" in column and "DEFAULT" not in column and "GENERATED" not in column for column in columns)
