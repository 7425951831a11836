"""Story: an operator at a terminal, beside the running platform: people, clients, organisations and the audit, each command once, and its effect through the API."""

import os
import subprocess

import pytest

from careline import administration
from careline.checkout import BUILD, CHECKOUT

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def careline(url):
    def run(*words: str, stdin: str = "") -> str:
        command = [BUILD / "careline", *words, "--state", os.environ["CARELINE_STATE"]]
        done = subprocess.run(command, cwd=CHECKOUT, input=stdin, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_accounts_that_nobody_can_give_themselves(careline, url):
    administration.accounts_are_made(careline, url)


def test_help_for_people(careline, url):
    administration.a_guessers_victim_is_freed(careline, url)
    administration.a_lost_phone_and_a_lost_password_are_replaced(careline, url)
    administration.a_scheduler_becomes_an_admin(careline, url)
    administration.a_provider_is_verified(careline, url)


def test_an_organisation(careline, url):
    administration.an_organisation_is_taken_in(careline, url)


def test_clients_and_what_the_audit_says_of_it_all(careline, url, tmp_path):
    person = administration.a_person_is_shut_out_and_let_in(careline, url)
    client = administration.a_client_comes_and_goes(careline, url)
    administration.a_client_is_invited(careline, url)
    administration.the_audit_says_so(careline, person, client, tmp_path)
