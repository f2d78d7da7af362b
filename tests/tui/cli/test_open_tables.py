"""Commands for tables that people join over the network."""

from __future__ import annotations

import socket

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
    assert f"{left.name} is played at an open table, whose server goes on with it" in err


@pytest.mark.parametrize("command", ["play", "run", "watch"])
def test_a_seat_for_someone_who_joins_is_refused_where_nobody_can_join(woozle, command):
    options = ("--matches", 1, "--out", "x") if command == "run" else ("--plain",) if command == "play" else ()
    status, _, err = woozle(command, "urn", "--seats", "remote,bot*4", *options)
    assert status == 2
    assert "`woozle host` opens a table with one" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seats", "bot*5"), "Nobody could join this table"),
        (("--seats", "human*2,bot*3"), "Only one seat can be human"),
        (("--seats", "human,remot*2,bot*2"), "did you mean remote?"),
        (("--watch", "all"), "The table cannot be opened: watching must be 'none', 'public' or 'end'."),
        (("--watch", "public=long"), "delay must be a number"),
        (("--when-gone", "leave"), "when_gone must be 'wait', 'pause', 'bot' or 'forfeit'"),
        (("--again", "--seed", 1), "leave out what is about its match"),
        (("--lan", "--url", "https://play.example.org"), "--lan is plain HTTP"),
        (("--port", 70_000), "must be a whole number from 0 to 65535"),
    ],
)
def test_a_table_that_cannot_be_hosted_is_refused_in_a_sentence(woozle, words, sentence):
    port = () if "--port" in words else ("--port", 0)
    status, _, err = woozle("host", "urn", "--plain", *port, *words)
    assert status == 2
    assert sentence in err


def test_a_port_that_is_taken_is_said_before_anything_opens(woozle):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, out, err = woozle("host", "urn", "--port", taken.getsockname()[1])
    assert (status, out) == (2, "")
    assert "choose another one with --port" in err


def test_the_host_s_screen_gets_the_plan_and_the_name(woozle, monkeypatch):
    began = []
    monkeypatch.setattr("woozle.tui.app.run_app", lambda start=None: began.append(start) or 0)
    monkeypatch.setattr("woozle.tui.cli.commands.require_terminal", lambda instead: None)
    options = ("--seed", 7, "--blind", "--when-gone", "bot=90", "--watch", "public=30", "--name", "Mia", "--port", 0)
    assert woozle("host", "urn", "--seats", "human,remote*2,bot*2", *options)[0] == 0
    (host,) = began
    plan = host.plan
    assert (plan.game, plan.seats, plan.seed, plan.is_blind) == ("urn", "human,remote*2,bot*2", 7, True)
    assert (plan.when_gone, plan.gone_after, plan.watching, plan.delay) == ("bot", 90.0, "public", 30.0)
    assert (host.name, host.way.reach) == ("Mia", "here")
