"""A model of whose answers the rules can read nothing: on its line of `woozle run`, in the exit status, in reports and boards."""

from __future__ import annotations

import pytest

from woozle.arena.play import models

from tests.arena.runs.lab import endpoint
from tests.players.backends.servers import OpenAIServer

SEATS = ("--seats", "openai@lab:tiny*2,bot*2", "--seed", 7, "--set", "rounds=2")


@pytest.fixture
def said():
    """What the model says, to be changed."""
    return ["The fish remembers."]


@pytest.fixture
def lab(woozle, said):
    with OpenAIServer(lambda request: said[min(len(request["messages"]) // 2, len(said) - 1)]) as server:
        endpoint(models.file().parent, server.url)
        yield server


def test_a_run_says_on_the_line_of_a_seat_what_could_not_be_read_and_ends_with_1_if_nothing_could(woozle, lab, tmp_path):
    status, out, err = woozle("run", "debate", *SEATS, "--out", tmp_path / "run")
    assert status == 1
    lines = [line for line in out.splitlines() if "openai@lab:tiny" in line]
    assert len(lines) == 2 and all("2 answers that could not be read" in line for line in lines)
    told = [line for line in err.splitlines() if "could be read" in line]
    assert len(told) == 2 and told[0].startswith("woozle: Ada, openai@lab:tiny: none of its 2 answers could be read; ")
    status, _, err = woozle("resume", tmp_path / "run")
    assert status == 1 and "none of its 2 answers could be read" in err
    assert woozle("resume", tmp_path / "run", "--keep-going")[0] == 0
    assert "never answered: 4 of 4 could not be read" in woozle("leaderboard", tmp_path / "run")[1]


def test_a_seat_of_which_something_was_read_is_no_failure(woozle, lab, said, tmp_path):
    said.append("It does.\nAnswer: A")
    status, out, err = woozle("run", "debate", *SEATS, "--out", tmp_path / "run")
    assert (status, err) == (0, "")
    assert "1 answer that could not be read" in out
