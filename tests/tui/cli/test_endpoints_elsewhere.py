"""People who resume a match of somebody else are told which endpoint it asks, before it does."""

from __future__ import annotations

import pytest

from woozle.arena.play import models
from woozle.core.errors import InputError
from woozle.saves.paths import matches_folder
from woozle.tui.cli.commands import announce_endpoints

from tests.arena.runs.lab import endpoint
from tests.players.backends.servers import OpenAIServer

SPOKEN = "models are asked at lab (https://models.example/v1, with the key of LAB_KEY)."


@pytest.fixture
def left(woozle, tmp_path, monkeypatch):
    """A run whose match was left, and whose endpoint is then elsewhere."""
    home = models.file().parent
    with OpenAIServer(lambda request: '{"reds": 3}') as server:
        endpoint(home, server.url)
        run = ("run", "urn", "--seats", "openai@lab:tiny,bot*4", "--seed", 1, "--out", tmp_path / "run", "--budget", "calls=1")
        assert woozle(*run)[0] == 1
    endpoint(home, "https://models.example/v1", key_env="LAB_KEY")

    def refuse(specs, **more):
        raise InputError("This is where they would be asked.")

    monkeypatch.setattr(models, "refuse_unready", refuse)
    return tmp_path / "run"


RESUMED, FORKED = ("resume", "run/0001", "--plain"), ("fork", "run/0001", "--at", 0, "--plain")


@pytest.mark.parametrize("words", [("resume", "run"), RESUMED, FORKED])
def test_it_is_said_before_anybody_is_asked(woozle, left, words):
    command, path, *more = words
    folder = left.parent / path
    status, _, err = woozle(command, folder, *more)
    assert status == 2
    assert err == f"woozle: As {folder} says, {SPOKEN}\nwoozle: This is where they would be asked.\n"


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Return the questions asked there, and the answers to give."""
    asked, answers = [], [False]
    monkeypatch.setattr("woozle.tui.cli.commands.can_ask_user", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda text, **more: asked.append(text) or answers[0])
    return asked, answers


def specs(left):
    from woozle.players.models.spec import parse

    return [parse("openai@lab:tiny")]


def test_of_a_match_from_elsewhere_a_person_is_asked_first(left, at_a_terminal):
    asked, answers = at_a_terminal
    with pytest.raises(ValueError, match="No model was asked"):
        announce_endpoints(specs(left), left / "0001")
    answers[0] = True
    announce_endpoints(specs(left), left / "0001")
    assert len(asked) == 2


def test_of_a_match_of_ones_own_or_a_run_nobody_is_asked(left, at_a_terminal, capsys):
    asked, _ = at_a_terminal
    announce_endpoints(specs(left), left)
    (matches_folder() / "mine").mkdir(parents=True)
    announce_endpoints(specs(left), matches_folder() / "mine")
    assert not asked and capsys.readouterr().err.count(SPOKEN) == 2


def test_of_what_is_on_this_machine_nobody_is_told(left, at_a_terminal, capsys):
    endpoint(models.file().parent, "http://127.0.0.1:9/v1")
    announce_endpoints(specs(left), left / "0001")
    announce_endpoints([], left / "0001")
    assert at_a_terminal[0] == [] and capsys.readouterr().err == ""
