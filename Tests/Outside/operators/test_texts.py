"""Every text of the sources is in the catalogue of each language (Shared/CareModels/Texts), with the values of the English and no other; and nothing else is."""

import re
from collections import Counter
from pathlib import Path

import pytest

from careline import texts
from careline.english import FILE, catalogue, entry
from careline.texts import HOLE, Source, has_words, holes

NO_BREAK = "\u00a0"


@pytest.fixture(scope="module")
def sources():
    return texts.sources()


@pytest.fixture(scope="module")
def found(sources):
    return texts.found(sources)


@pytest.fixture(scope="module")
def french():
    return {english: french for _, english, french in texts.catalogue()}


def test_every_text_has_its_french(found, french):
    missing = {text.template: f"{text.file}:{text.line}" for text in found if has_words(text.template) and text.template not in french}
    assert not missing, "\n".join(f"{place}: {template!r} has no French in Shared/CareModels/Texts/French" for template, place in missing.items())


def test_the_texts_are_found(found):
    """So that a scanner that finds nothing does not pass."""
    templates = {text.template for text in found}
    assert len(templates) > 400
    assert {"is required", "Try again in {0} s.", "This provider is booked at most {0} {0|day|days} ahead.", "Sign in first"} <= templates


def test_nothing_else_is_there(sources, french):
    used = texts.literals(sources)
    used |= {text.removeprefix("expected ") for text in used}
    left = [english for english in french if english not in used]
    assert not left, "\n".join(f"nobody says {english!r} any more" for english in left)


def test_the_english_catalogue_is_that_of_the_sources(sources, found):
    written = FILE.read_text()
    assert written == catalogue(sources, found), "PYTHONPATH=Tests/Outside python3 -m careline.english writes it anew"
    assert written.count("\nmsgid ") > 1400


@pytest.mark.parametrize(("text", "spelled"), [("One", '"One"'), ('and "two".', r'"and \"two\"."'), ("a \\ and\na line", r'"a \\ and\na line"')])
def test_a_text_in_the_english_catalogue(text, spelled):
    assert entry(text, ["A.swift"]) == f'\n#: A.swift\nmsgid {spelled}\nmsgstr ""\n'


# Of a faulty field, from whose name it goes on: "must have at most {0} characters", "must be from {0} to {1}".
MOST = re.compile(r"(?:must|has|holds|is|a conversation)\b.*?\b(?:at most|longer than|more than|to) \{(\d)\}.*(?<!\.)")
NO_NUMBERS = {("Shared/HTTP/Requests/QueryParameters.swift", "must be a number from {0} to {1}"): "with decimals",
              ("Services/ERDirectory/Rules/ScheduleRange.swift", "must be from {0} to {1}"): "dates"}


def test_a_fault_that_names_a_most_has_it_as_a_number(found):
    """`limit` of the faulty field: `"must have at most \\(limit: most) bytes"`."""
    naming = {text: int(said[1]) for text in found if (said := MOST.fullmatch(text.template))}
    assert len(naming) > 50 and NO_NUMBERS.keys() <= {(text.file, text.template) for text in naming}
    lacking = [text for text, most in naming.items() if text.limit != most and (text.file, text.template) not in NO_NUMBERS]
    assert not lacking, "\n".join(f"{text.file}:{text.line}: {text.template!r} has a most that is no limit" for text in lacking)


def test_none_leads_into_a_checkout(found):
    """Whoever reads it has the platform's address; the guides are there without their files' ending."""
    assert [f"{text.file}:{text.line}" for text in found if re.search(r"\.md\b|\bdocs/(?<!/docs/)", text.template)] == []


def test_each_is_there_once():
    twice = [english for english, count in Counter(english for _, english, _ in texts.catalogue()).items() if count > 1]
    assert not twice


def test_values_are_the_same(french):
    other = [english for english, said in french.items() if holes(english) != holes(said)]
    assert not other
    broken = [said for said in french.values() if re.search(r"\{\d", HOLE.sub("", said))]
    assert not broken


@pytest.mark.parametrize(("rule", "breach"), [
    ("a no-break space before : ; ? ! and »", r"[^\W\d_)»}] [:;?!»](?=\s|$)|(?<!\w)[a-zà-ÿ)»}]+[;?!](?=\s|$)"),
    ("a no-break space behind «", "«(?!" + NO_BREAK + ")"),
    ("’ between letters", r"[^\W\d_]'[^\W\d_]"),
])
def test_it_is_set_as_french_is(french, rule, breach):
    wrong = [said for said in french.values() if re.search(breach, HOLE.sub("{}", said))]
    assert not wrong, rule + ":\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", ["status", "front-away", "nothing", "too-large", "too-long", "too-many", "login-away"])
def test_what_the_gateway_shows_by_itself_has_the_same_parts(name):
    """The same servers, links and elements: but for the words and the link to the other language."""
    english, french = ((texts.CHECKOUT / f"deploy/gateway/{name}{suffix}.html").read_text() for suffix in ("", ".fr"))
    for part in (r"nbsrv\(\w+\)", r'href="(/[^"]*)"', r"<(\w+)"):
        assert re.findall(part, english) == re.findall(part, french), part
    assert '<html lang="en">' in english and '<html lang="fr">' in french


def test_the_page_of_a_failure_says_everything_in_both_languages():
    """Which of them, it finds out by itself."""
    page = (texts.CHECKOUT / "deploy/gateway/failed.html").read_text()
    said = re.findall(r'%\[var\(txn\.language,en\),strcmp\(proc\.french\),iif\("([^"]+)","([^"]+)"\)\]', page)
    assert len(said) == 5 and all(english != french for english, french in said)
    assert not re.search(r">[^<%]*\w{2}[^<%]*<", page.replace(" – Careline", "")), "a text in one language alone"
    assert '<html lang="%[var(txn.language,en)]">' in page


CASES = [
    ('struct T { func f() { throw Problem(.x, detail: "One \\(n) of \\(f(a, (b))).") } }', {"One {0} of {1}."}),
    ('let a = Problem(.x, detail: isOne ? "One." : other ?? "Two \\(days, "day", "days").")', {"One.", "Two {0} {0|day|days}."}),
    ('let a: Text = "One"\nlet b = "No text"', {"One"}),
    ('var a: Text {\n switch self { case .x where y == "no": "One"\n case .z: "Two" } }', {"One", "Two"}),
    ('func a(_ b: Int) -> Text { "One \\(String(b, of: "no"))" }', {"One {0}"}),
    ('checks.fail("field", names.isEmpty ? "is empty" : "is \\(names.joined(separator: ", "))")', {"is empty", "is {0}"}),
    ('environment.fail("NAME", "is not shown to people")', set()),
    ('Log.write("no text") // Problem(.x, detail: "No.")', set()),
    ('struct P { static func card(_ steps: [Text]) {} \n func a() { Self.card(["One", "Two \\(n)"]) } }', {"One", "Two {0}"}),
    ('let a: Text = """\n    One \\\n    and "two".\n    """', {'One and "two".'}),
    ('let a: Text = #"One \\(no) \\#(yes)"#', {"One \\(no) {0}"}),
    ('let a: HTML = "<p>\\(text: "One")</p> \\(b.map { "<i>\\(text: "Two \\(c)")</i>" })"', {"One", "Two {0}"}),
    ('struct Field { var label: Text\n var hint: Text? = nil\n var name = "" }\nlet a = Field(label: "One", hint: "Two", name: "no")', {"One", "Two"}),
]


def read(source: str) -> list[texts.Found]:
    declared = Source(Path("Declared.swift"), """
        struct Problem { init(_ type: T, detail: Text? = nil) {} }
        struct Checks { func fail(_ field: String, _ message: Text) {} }
        """)
    other = Source(Path("Other.swift"), "struct Environment { func fail(_ name: String, _ message: String) {} }")
    return texts.found([declared, other, Source(Path("Read.swift"), source)])


@pytest.mark.parametrize(("source", "expected"), CASES, ids=range(len(CASES)))
def test_the_scanner(source, expected):
    assert {text.template for text in read(source)} == expected


@pytest.mark.parametrize(("message", "most"), [
    ("is empty", None), ("has \\(n); at most \\(m)", None), ("has \\(n); at most \\(limit: a(b))", 1), ("must be \\(limit: 100) long", 0)])
def test_the_scanner_tells_which_value_is_the_most(message, most):
    assert [text.limit for text in read(f'checks.fail("field", "{message}")')] == [most]
