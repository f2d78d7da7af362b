"""Code that a folder names is run only if its user says so."""

import sys

import pytest

from woozle.saves.paths import matches_folder

AGENT = """
import pathlib
pathlib.Path("ran").touch()

class First:
    def answer(self, request, observation):
        raise SystemExit
"""


@pytest.fixture
def left(woozle, tmp_path, monkeypatch):
    """A run of two matches with an agent, of which one is left to be played."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    (tmp_path / "agents_left.py").write_text(AGENT)
    run = ("run", "urn", "--seats", "python:agents_left:First,bot*4", "--seed", 1, "--matches", 2, "--out", tmp_path / "run")
    assert woozle(*run)[0] == 0
    for file in (tmp_path / "run" / "0002").iterdir():
        file.unlink()
    del sys.modules["agents_left"]
    (tmp_path / "ran").unlink()
    yield tmp_path
    sys.modules.pop("agents_left", None)


@pytest.mark.parametrize("words", [("resume", "run"), ("fork", "run/0001", "--at", 0, "--plain")])
def test_nothing_is_run_where_nobody_can_be_asked(woozle, left, words):
    command, path, *more = words
    status, _, err = woozle(command, left / path, *more)
    assert status == 2
    assert "code on this machine plays: python:agents_left:First." in err and "Nobody is there to allow that" in err
    assert not (left / "ran").exists()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_at_a_terminal_the_user_decides(woozle, left, monkeypatch, is_allowed):
    monkeypatch.setattr("woozle.tui.cli.commands.can_ask_user", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda text, **more: is_allowed)
    status, _, _ = woozle("resume", left / "run")
    assert (status == 0) == is_allowed == (left / "ran").exists()


def test_whoever_names_the_agent_again_is_not_asked(woozle, left):
    run = ("run", "urn", "--seats", "python:agents_left:First,bot*4", "--seed", 1, "--matches", 2, "--out", left / "run")
    assert woozle(*run)[0] == 0
    assert (left / "ran").exists()


def test_reading_a_run_runs_nothing(woozle, left):
    for command in ("verify", "report", "leaderboard", "export"):
        woozle(command, left / "run", *(("--out", left / "tables") if command == "export" else ()))
    assert not (left / "ran").exists()
    assert matches_folder() not in left.parents
