"""The app in a real terminal: tmux end to end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from woozle.saves.store import list_matches

from tests.tui.terminals import WOOZLE, StrictTerminal, Tmux, command, in_tmux, on_posix

pytestmark = pytest.mark.e2e


@pytest.fixture
def terminal() -> Iterator[Tmux]:
    with Tmux(80, 24) as tmux:
        yield tmux


@in_tmux
def test_a_person_starts_plays_resizes_and_leaves(terminal):
    before = terminal.settings()
    terminal.type(command())
    terminal.until("Games", "Play")
    terminal.keys("p")
    terminal.until("Ready: 6 seats")
    terminal.keys("s")
    terminal.until("▸ Your turn, tick 1:")
    terminal.resize(140, 45)
    terminal.until("You and the others", "Your turn, tick 1:")
    terminal.resize(50, 15)
    terminal.until("60")
    terminal.resize(80, 24)
    terminal.until("▸ Your turn, tick 1:")
    terminal.keys("0")
    terminal.until("▸ Your turn, tick 2:")
    terminal.keys("C-c")
    terminal.until("Leave?")
    terminal.keys("C-c")
    terminal.until("Go on with: woozle resume")
    assert terminal.settings() == before
    (saved,) = list_matches()
    assert saved.status == "unfinished"


@on_posix
@pytest.mark.parametrize("more", [{"TERM": "unknown"}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_a_match_is_played_line_by_line_where_a_terminal_shows_no_screens(more):
    with StrictTerminal(*WOOZLE, "play", "urn", "--seed", "1", columns=80, rows=24, **more) as terminal:
        terminal.until("played line by line", "q leaves")
        terminal.keys("q\r")
        assert terminal.ended() == 130
        assert not terminal.is_moved


@on_posix
@pytest.mark.parametrize(("words", "instead"), [((), "woozle --help"), (("watch", "urn"), "woozle run urn")], ids=str)
def test_what_only_the_app_can_do_names_another_way_where_a_terminal_shows_no_screens(words, instead):
    with StrictTerminal(*WOOZLE, *words, columns=80, rows=24, TERM="dumb") as terminal:
        assert terminal.ended() == 2
        assert "TERM is dumb" in terminal.text and instead in terminal.text
        assert not terminal.is_moved
