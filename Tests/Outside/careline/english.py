"""The English catalogue, deploy/texts/en.pot: every text that people read, with the files that say it, as a template of gettext's is, for whoever puts Careline
into another language. It is made of the sources, which say their English themselves: `PYTHONPATH=Tests/Outside python3 -m careline.english` writes it, and
test_texts.py compares the two."""

from collections import defaultdict

from careline import texts
from careline.checkout import CHECKOUT
from careline.texts import Found, Source, has_words

FILE = CHECKOUT / "deploy/texts/en.pot"
HEAD = """\
# What people read of Careline, in English. PYTHONPATH=Tests/Outside python3 -m careline.english writes this file.
# {0} is the first value; {0|day|days} is the word that goes with it, for one and for several.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: en\\n"
"""


def catalogue(sources: list[Source], found: list[Found]) -> str:
    places: dict[str, set[str]] = defaultdict(set)
    for text in found:
        if has_words(text.template):
            places[text.template].add(text.file)
    # Words out of a list, and of problems' pages, stand in no place of a text: the other languages name them.
    others = {english for _, english, _ in texts.catalogue()} - places.keys()
    for source in sources:
        said = texts.literals([source])
        for text in others & (said | {each.removeprefix("expected ") for each in said}):
            places[text].add(source.name)
    return HEAD + "".join(entry(text, sorted(places[text])) for text in sorted(places))


def entry(text: str, files: list[str]) -> str:
    spelled = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return "\n" + "".join(f"#: {file}\n" for file in files) + f'msgid "{spelled}"\nmsgstr ""\n'


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    sources = texts.sources()
    FILE.write_text(catalogue(sources, texts.found(sources)))
