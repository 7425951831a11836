"""What the guides have an operator type is there: commands and options, by the sources that declare them."""

import pytest
from conftest import CHECKOUT, SERVICES

from careline.commands import careline, faults, named, of_service

PAGES = ["README.md", *(str(page.relative_to(CHECKOUT)) for page in sorted((CHECKOUT / "docs").glob("*.md")))]
# Said with an earlier release, as the page says there.
ENDED = ["keys", "seal-appointments"]


@pytest.fixture(scope="module")
def commands():
    return careline()


def test_the_commands_are_read(commands):
    assert {"up", "doctor", "replay", "dlq", "keys", "users", "clients", "audit"} <= commands.below.keys()
    assert {"demo", "no-demo", "rate-limits", "no-rate-limits", "state", "port", "ready-file"} <= commands.below["up"].options
    assert {"key", "keep", "service", "file", "dry-run"} <= commands.below["keys"].below["retire"].options
    assert {"bootstrap", "topic", "subject", "through"} & commands.below["dlq"].below["list"].options == {"bootstrap", "topic", "subject"}
    assert {"username", "password-file", "generate", "hours"} <= commands.below["users"].below["create-admin"].options


@pytest.mark.parametrize("line, found", [
    ("careline keys rotate --wait --in 10m", []), ("careline keys turn", ["turn"]), ("careline replay SERVICE --subject ID", []),
    ("careline replay auth --topics care.users.v1", ["--topics"]), ("careline up --no-demo   # --nothing of this", [])])
def test_what_is_not_there_is_noticed(commands, line, found):
    (words,) = named(f"```sh\n{line}\n```\n", "careline")
    assert faults(words, commands) == found


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_has_an_operator_type_is_there(commands, page):
    text = (CHECKOUT / page).read_text()
    # "careline app data …" begins what is signed and sealed there, and is no command.
    lines = [words for words in named(text, "careline") if words[:2] != ENDED and words[:2] != ["app", "data"]]
    assert page != "docs/operators.md" or len(lines) > 80
    assert not [(words, found) for words in lines if (found := faults(words, commands))]


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_itself_is_asked_is_there(name):
    command = of_service(SERVICES[name])
    text = "\n".join((CHECKOUT / page).read_text() for page in PAGES)
    lines = named(text, f"{name}-service")
    assert name != "auth" or len(lines) > 10
    assert not [(words, found) for words in lines if (found := faults(words, command))]
    if name == "auth":
        within = named(text, "careline-main")
        assert len(within) >= 3 and not [(words, found) for words in within if (found := faults(words, command))]
