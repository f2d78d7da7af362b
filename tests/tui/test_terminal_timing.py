"""The Timing of a person at a real terminal: from the terminal's own bytes, through a pseudo-terminal."""

from __future__ import annotations

import pytest

from woozle.saves.store import list_matches
from woozle.saves.transcript import read

from tests.tui.terminals import WOOZLE, StrictTerminal, on_posix

DOWN, UP = "\x1b[B", "\x1b[A"
BLUR, FOCUS = "\x1b[O", "\x1b[I"
QUIT = "\x11"


def timing():
    """Of the first answer of the person."""
    transcript = read(list_matches()[0].path)
    (me,) = transcript.header.people
    return next(line.body["response"] for line in transcript.lines if line.body["request"]["to"] == me)


def click(column: int, row: int) -> str:
    return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"


@pytest.mark.e2e
@on_posix
def test_keys_clicks_and_focus_of_a_real_terminal_are_noted():
    with StrictTerminal(*WOOZLE, "play", "ship", "--seed", "5", columns=80, rows=24) as terminal:
        terminal.until("▸ Your turn, tick 1:")
        terminal.keys(BLUR, FOCUS, DOWN, UP)
        rows = terminal.screen().splitlines()
        row = next(number for number, text in enumerate(rows, 1) if "Your turn, tick 1:" in text)
        terminal.keys(click(3, row))  # on the question itself, where nothing comes of it
        terminal.keys("0")
        terminal.until("▸ Your turn, tick 2:")
        terminal.keys(QUIT, QUIT)
        terminal.ended()
    response = timing()
    noted = response["timing"]
    assert noted["keys"] == 4
    assert noted["away"] is not None
    assert noted["first_key"] <= noted["submit"]
    assert response["seconds"] <= noted["submit"]
    assert (noted["deletions"], noted["pasted"], noted["paused"], noted["covered"]) == (0, 0, 0, 0)
