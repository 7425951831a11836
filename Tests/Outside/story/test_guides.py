"""The pages for app developers and event consumers: their examples are run as they stand there, and answer what is said to come."""

import json
import os
import re
import subprocess
import textwrap

import pytest
import requests

from careline.checkout import BUILD, CHECKOUT
from careline.pages import BLOCK, answered, examples
from careline.webhooks import registered

FORMS = {"an id": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "an instant": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"}


def shape(value):
    """The names in it and what is under each: what an app is written by. Of a list, one of each kind that there is."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        shapes = [shape(each) for each in value]
        return [each for number, each in enumerate(shapes) if each not in shapes[:number]]
    if isinstance(value, str):
        return next((name for name, form in FORMS.items() if re.fullmatch(form, value)), "a text")
    return type(value).__name__


def run(command: list[str], given: dict[str, str] | None = None) -> str:
    environment = {**os.environ, **(given or {}), "PATH": f"{CHECKOUT}/.careline/venv/bin:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page, least", [("app-developers.md", 10), ("event-consumers.md", 3)])
def test_the_lines_of_the_page_work(url, bootstrap, scheduler, tmp_path, page, least):
    """One shell runs them in their order, so that later ones use what earlier ones have set. It has what the pages say that one is given by an operator."""
    client, secret = registered("care.appointments.booked.v1", "care.appointments.cancelled.v1")
    given = {"SCHEDULER": scheduler.token, "CLIENT_ID": client, "CLIENT_SECRET": secret}
    lines = [(code, answer) for language, code, answer in answered(page) if language == "sh"]
    assert len(lines) >= least
    kept = [f"{{\n{code}}} >{tmp_path / str(number)}\n" for number, (code, _) in enumerate(lines)]
    run(["bash", "-euxo", "pipefail", "-c", "".join(kept)], given)
    for number, (code, answer) in enumerate(lines):
        if answer:
            assert shape(json.loads((tmp_path / str(number)).read_text())) == shape(json.loads(answer)), code


def test_the_guide_for_apps_begins_with_one_of_somebody_elses(url):
    """The whole way, on a demo that nobody knows anything of, and without a password in the app's hands."""
    text = (CHECKOUT / "docs/app-developers.md").read_text()
    assert re.findall(r"^## (.+)$", text, re.M)[:2] == ["Your app", "From here to an appointment"]
    recipe = text.partition("\n## From here to an appointment\n")[0]
    steps = [textwrap.dedent(code) for _, language, code, _ in BLOCK.findall(recipe) if language == "sh"]
    assert steps and "/auth/login" not in "".join(steps)
    told = run(["bash", "-euo", "pipefail", "-c", "".join(steps) + 'jq -n --arg client "$CLIENT" --arg me "$ME" --arg token "${bearer#*Bearer }" \'$ARGS.named\'\n'])
    mine = json.loads(told[told.rindex("\n{"):])
    # What is there in the end, read by the token that the steps have led to.
    headers = {"Authorization": f"Bearer {mine['token']}"}
    booked, talks = (requests.get(f"{url}/{path}", headers=headers, timeout=30).json()["items"] for path in (f"users/{mine['me']}/appointments", "conversations"))
    assert [each["patientId"] for each in booked] == [mine["me"]] and len(talks) == 1
    items = requests.get(f"{url}/conversations/{talks[0]['id']}/items", headers=headers, timeout=30).json()["items"]
    assert [each["kind"] for each in items] == ["text", "system"] and items[0]["authorId"] == mine["me"]
    assert mine["client"] not in ("", "null", "demo-app")


@pytest.mark.parametrize("page", ["app-developers.md", "operators.md"])
def test_the_commands_that_make_clients_work(url, page):
    """As they stand there, on the platform that runs here in place of the checkout's own."""
    commands = re.findall(r"^```sh\n(\.build/debug/careline clients (\w+) .*?)^```$", (CHECKOUT / "docs" / page).read_text(), re.M | re.S)
    assert "invite" in [name for _, name in commands]
    here = f'here() {{ "{BUILD / "careline"}" "$@" --state "$CARELINE_STATE"; }}\n'
    for command, name in commands:
        said = run(["bash", "-euo", "pipefail", "-c", here + command.replace(".build/debug/careline", "here")])
        if name == "create":
            assert json.loads(said)["id"] == "my-app"
        else:
            wish = {"redirect_uris": ["http://127.0.0.1/callback"], "token_endpoint_auth_method": "none"}
            made = requests.post(f"{url}/oauth/register", json=wish, headers={"Authorization": f"Bearer {said.strip()}"}, timeout=30)
            assert made.status_code == 201 and "appointments:write" in made.json()["scope"], made.text


def test_an_answer_is_compared_by_its_names():
    said = {"items": [{"id": "019ca000-55aa-7d10-8f3b-9a1c2e4d6f80", "at": "2026-12-07T15:00:00Z", "name": "Jo", "count": 1}]}
    assert shape(said) == {"items": [{"id": "an id", "at": "an instant", "name": "a text", "count": "int"}]}
    assert shape({"items": said["items"] * 2}) == shape(said) != shape({"items": []})


def test_the_python_of_the_page_works(url, bootstrap):
    programs = [code for language, code in examples("event-consumers.md") if language == "python"]
    assert programs
    for code in programs:
        run(["python", "-c", code])
