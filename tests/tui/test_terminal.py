"""The app in a real terminal: tmux end to end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from woozle.saves.store import list_matches

from tests.tui.terminals import Tmux, command, in_tmux

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
