"""Commands for tables that people join over the network."""

from __future__ import annotations

import pytest

from woozle.arena.play.setup import new_match
from woozle.games.urn.events import Config
from woozle.players.human import Human
from woozle.players.seats import REMOTE


class Remote(Human):
    """A human elsewhere."""

    def __init__(self):
        super().__init__(lambda ask: None)

    def describe(self):
        return {"kind": "human", "remote": True}


@pytest.fixture
def left():
    """Return the folder of a match at an open table, before its first answer."""
    ready = new_match("urn", [REMOTE, "bot*4"], Config(), 1, human=lambda seat: Remote())
    ready.writer.close()
    return ready.folder


@pytest.mark.parametrize("words", [("resume", "last", "--plain"), ("fork", "last", "--at", 0, "--spoil", "--plain")])
def test_a_match_of_an_open_table_is_not_played_on_at_a_terminal(woozle, left, words):
    status, _, err = woozle(*words)
    assert status == 2
    assert f"{left.name} is played at an open table; `woozle serve` or `woozle host` resumes it" in err


@pytest.mark.parametrize("command", ["play", "run", "watch"])
def test_a_seat_for_someone_who_joins_is_refused_where_nobody_can_join(woozle, command):
    options = ("--matches", 1, "--out", "x") if command == "run" else ("--plain",) if command == "play" else ()
    status, _, err = woozle(command, "urn", "--seats", "remote,bot*4", *options)
    assert status == 2
    assert "`woozle host` opens a table with one" in err
