"""What is told of a match that a person can still go on with."""

from __future__ import annotations

import shutil

import pytest

from woozle.saves.store import list_matches, matches

from tests.saves.table import interrupted

TOLD = (("audit",), ("export", "--to", "csv"))


@pytest.fixture
def left(woozle):
    """The id of a match that its person left after three answers."""
    woozle("play", "ship", "--plain", "--seats", "human,bot*5", "--seed", "7", typed="1\n1\n1\n")
    return list_matches()[0].id


@pytest.fixture
def words(tmp_path):
    """The words of a command about some matches."""

    def said(command, *paths):
        out = ("--out", tmp_path / f"out-{command[0]}") if command[0] == "export" else ()
        return (command[0], *paths, *command[1:], *out)

    return said


@pytest.mark.parametrize("command", TOLD, ids=lambda each: each[0])
def test_nothing_is_told_of_a_match_that_its_person_can_go_on_with(woozle, words, left, command):
    for path in ("last", left, matches() / left, next((matches() / left).glob("transcript*"))):
        status, out, err = woozle(*words(command, path))
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert "is not over" in err and f"`woozle resume {left}` goes on with it, --unfinished" in err


@pytest.mark.parametrize("command", TOLD, ids=lambda each: each[0])
def test_sums_leave_such_matches_out_and_say_how_many(woozle, words, left, command, tmp_path):
    woozle("run", "ship", "--seats", "bot*6", "--seed", "7", "--out", tmp_path / "run")
    for number in (1, 2):
        shutil.copytree(matches() / left, tmp_path / "run" / f"left-{number}")
    status, out, err = woozle(*words(command, tmp_path / "run"))
    assert status == 0 and "left-" not in out
    assert err == "woozle: 2 matches that people have not played to the end are left out; --unfinished takes them in.\n"


@pytest.mark.parametrize("command", TOLD, ids=lambda each: each[0])
def test_who_asks_for_them_is_told(woozle, words, left, command):
    status, out, err = woozle(*words(command, left), "--unfinished")
    assert (status, err) == (0, "") and out


def test_a_folder_of_nothing_else_has_nothing_to_tell(woozle, left):
    status, out, err = woozle("audit", matches())
    assert (status, out) == (1, "") and "1 match that people have not played to the end is left out" in err


def test_no_report_is_made_of_them(woozle, left):
    status, out, err = woozle("report", left)
    assert (status, out) == (1, "") and "it is not finished" in err


def test_matches_of_bots_alone_hide_nothing_from_anybody(woozle, words, tmp_path):
    interrupted(tmp_path / "later", 3)
    assert woozle(*words(TOLD[1], tmp_path / "later"))[0] == 0
