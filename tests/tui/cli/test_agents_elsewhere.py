"""Code that a folder names is run only if its user says so."""

import sys

import pytest

from woozle.arena.play.setup import branched_match, reopened_match
from woozle.core.errors import InputError
from woozle.saves.paths import matches_folder
from woozle.saves.store import list_matches
from woozle.saves.transcript import CLOSED, KEY, PART, read

AGENT = """
import pathlib
pathlib.Path("ran").touch()

class First:
    def answer(self, request, observation):
        raise SystemExit
"""


def forget(folder):
    del sys.modules["agents_left"]
    (folder / "ran").unlink()


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
    forget(tmp_path)
    yield tmp_path
    sys.modules.pop("agents_left", None)


@pytest.mark.parametrize("words", [("resume", "run"), ("fork", "run/0001", "--at", 0, "--plain")])
def test_nothing_is_run_where_nobody_can_be_asked(woozle, left, words):
    command, path, *more = words
    status, _, err = woozle(command, left / path, *more)
    assert status == 2
    assert "code on this machine plays: python:agents_left:First." in err and "Cannot ask for permission here" in err
    assert not (left / "ran").exists()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_at_a_terminal_the_user_decides(woozle, left, monkeypatch, is_allowed):
    monkeypatch.setattr("woozle.tui.cli.commands.can_ask_user", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda text, **more: is_allowed)
    status, _, _ = woozle("resume", left / "run")
    assert (status == 0) == is_allowed == (left / "ran").exists()


# A match that somebody put among one's own


@pytest.fixture
def foreign(left):
    """The id of an unfinished match that was begun elsewhere, in the user's own folder of matches."""
    file = left / "run" / "0001" / CLOSED
    folder = matches_folder() / "20260101-000000-urn-0000"
    folder.mkdir(parents=True)
    (folder / KEY).write_text(read(file).key.hex())
    (folder / PART).write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:2]))
    return folder.name


COMMANDS = (("resume",), ("fork", "--at", 1, "--plain"))


@pytest.mark.parametrize("words", COMMANDS, ids=lambda each: each[0])
def test_the_place_of_a_match_allows_nothing(woozle, left, foreign, words):
    command, *more = words
    status, _, err = woozle(command, foreign, *more)
    assert status == 2 and "Cannot ask for permission here; add --allow-agents, or name python:agents_left:First" in err
    assert not (left / "ran").exists()
    assert woozle(command, foreign, *more, "--allow-agents")[0] == 0
    assert (left / "ran").exists()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_what_was_allowed_once_is_not_asked_again(woozle, left, foreign, monkeypatch, is_allowed):
    asked = []
    monkeypatch.setattr("woozle.tui.cli.commands.can_ask_user", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda text, **more: asked.append(text) or is_allowed)
    for _ in range(2):
        woozle("fork", foreign, "--at", 1, "--plain")
    assert len(asked) == (1 if is_allowed else 2)
    assert (left / "ran").exists() == is_allowed


def test_the_app_runs_nothing_of_a_match_that_was_not_begun_here(left, foreign):
    for begin in (reopened_match, lambda path: branched_match(path, 1, None)):
        with pytest.raises(InputError, match=r"was not begun here, and names code .*: python:agents_left:First; `woozle resume`"):
            begin(matches_folder() / foreign)
    with pytest.raises(InputError, match="was not begun here"):  # nor of one that is only looked at, wherever it lies
        branched_match(left / "run" / "0001", 1, None)
    assert len(list_matches()) == 1 and not (left / "ran").exists()


def test_a_header_that_differs_in_one_byte_is_another(woozle, left, foreign):
    assert woozle("fork", foreign, "--at", 1, "--plain", "--allow-agents")[0] == 0
    forget(left)
    file = matches_folder() / foreign / PART
    file.write_bytes(file.read_bytes().replace(b"agents_left:First", b"agents_left:Other", 1))
    status, _, err = woozle("fork", foreign, "--at", 0, "--plain")
    assert status == 2 and "Cannot ask for permission here" in err


def test_a_match_of_ones_own_is_resumed_unasked(woozle, left):
    seats = ("--seats", "human,python:agents_left:First,bot*3")
    assert woozle("play", "urn", "--plain", *seats, "--seed", 3, typed="1\n")[0] != 0
    assert (left / "ran").exists()
    forget(left)
    status, _, err = woozle("resume", "last", "--plain", typed="1\n" * 60)
    assert status == 0 and "code on this machine plays" in err and (left / "ran").exists()


def test_whoever_names_the_agent_again_is_not_asked(woozle, left):
    run = ("run", "urn", "--seats", "python:agents_left:First,bot*4", "--seed", 1, "--matches", 2, "--out", left / "run")
    assert woozle(*run)[0] == 0
    assert (left / "ran").exists()


def test_reading_a_run_runs_nothing(woozle, left):
    for command in ("verify", "report", "leaderboard", "export"):
        woozle(command, left / "run", *(("--out", left / "tables") if command == "export" else ()))
    assert not (left / "ran").exists()
    assert matches_folder() not in left.parents
