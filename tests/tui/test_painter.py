"""Frames as the terminal gets them: it shows what Textual means, and is sent little for it."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len, get_character_cell_size
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from woozle.tui.painter import Painter

from tests.tui.terminals import WOOZLE, StrictTerminal, on_posix

WIDTH, HEIGHT = 12, 3
STYLES = [None, Style(), Style(color="#ff0000"), Style(bold=True, bgcolor="#000080"), Style(color="#ff0000", bold=True)]
_SEQUENCE = re.compile(r"\x1b\[(?:(?P<row>\d+);(?P<column>\d+)H|(?P<style>[\d;]*)m)")


class Paper:
    """A terminal that keeps each cell with its style."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.cells = {(x, y): (" ", "") for y in range(height) for x in range(width)}

    @property
    def size(self) -> int:
        """The bytes of what it shows, with the colours, as `tmux capture-pane -e` would print it."""
        printed, style = "", ""
        for text, of_cell in self.cells.values():
            printed += (f"\x1b[{of_cell}m" if of_cell != style else "") + text
            style = of_cell
        return len(printed.encode())

    def take(self, told: str) -> None:
        """Draw what it is told."""
        at, (x, y), style = 0, (0, 0), ""
        while at < len(told):
            if found := _SEQUENCE.match(told, at):
                at = found.end()
                if found["row"]:
                    x, y = int(found["column"]) - 1, int(found["row"]) - 1
                else:
                    style = "" if found["style"] == "0" else found["style"].removeprefix("0;")
                continue
            if told[at] == "\x1b":  # a mode
                at += len(re.match(r"\x1b(?:\[[^a-zA-Z]*[a-zA-Z]|\][^\x07]*\x07)", told[at:])[0])  # type: ignore[index]
                continue
            if told[at] not in "\r\n":
                x = self._put(told[at], x, y, style)
            at += 1
        assert style == ""

    def _put(self, char: str, x: int, y: int, style: str) -> int:
        width = get_character_cell_size(char)
        if not width:
            before, kept = self.cells[x - 1, y]
            self.cells[x - 1, y] = (before + char, kept)
        for more in range(width):
            self.cells[x + more, y] = ("" if more else char, style)
        return x + width


texts = st.text(st.sampled_from("ab ─▸é语🙂e"), max_size=5).filter(lambda text: cell_len(text) <= WIDTH)


@cache
def console() -> Console:
    return Console(color_system="truecolor", force_terminal=True)


@st.composite
def strips(draw: st.DrawFn) -> Strip:
    """A row of the screen."""
    pieces = draw(st.lists(st.tuples(texts, st.sampled_from(STYLES)), max_size=4))
    return Strip([Segment(text, style) for text, style in pieces]).adjust_cell_length(WIDTH)


@st.composite
def updates(draw: st.DrawFn) -> LayoutUpdate | ChopsUpdate:
    """A whole screen, or some spans of rows that consist of two chops."""
    if draw(st.booleans()):
        return LayoutUpdate([[draw(strips())] for _ in range(HEIGHT)], Region(0, 0, WIDTH, HEIGHT))
    chops = [{0: row.crop(0, 5), 5: row.crop(5, WIDTH)} for row in draw(st.lists(strips(), min_size=HEIGHT, max_size=HEIGHT))]
    rows = draw(st.lists(st.integers(0, HEIGHT - 1), min_size=1, unique=True).map(sorted))
    return ChopsUpdate(chops, [(y, 0, draw(st.sampled_from([5, WIDTH]))) for y in rows], [[5, WIDTH]] * HEIGHT)


@given(st.lists(st.one_of(updates(), st.none()), max_size=6))
def test_the_terminal_shows_what_textual_would_have_painted(frames):
    painter, ours, theirs = Painter(lambda: True), Paper(), Paper()
    for frame in frames:
        if frame is None:
            painter.forget()
            continue
        painted = frame.render_segments(console())
        ours.take(painter.reduce(painted))
        theirs.take(painted)
        assert ours.cells == theirs.cells


def screen(*rows: str) -> str:
    strips = [[Strip([Segment(row, Style(color="#ff0000"))])] for row in rows]
    return LayoutUpdate(strips, Region(0, 0, len(rows[0]), len(rows))).render_segments(console())


def test_what_is_there_already_is_not_sent_again_unless_it_may_be_gone():
    painter = Painter(lambda: True)
    first = painter.reduce(screen("abc", "def"))
    assert painter.reduce(screen("abc", "def")) == ""
    assert painter.reduce(screen("abc", "dxf")) == "\x1b[2;2H\x1b[0;38;2;255;0;0mx\x1b[0m"
    painter.forget()
    assert painter.reduce(screen("abc", "def")) == first


def test_of_a_row_with_wide_characters_all_is_sent_if_any_of_it_has_changed():
    painter = Painter(lambda: True)
    painter.reduce(screen("ab🙂c"))
    assert "ab🙂d" in painter.reduce(screen("ab🙂d"))


def test_what_is_more_than_cells_is_sent_as_it_is_and_nothing_is_known_after_it():
    painter = Painter(lambda: True)
    painter.reduce(screen("abc"))
    strip = Strip([Segment("\x1bPq", None, ((1, 0),)), Segment("ab ")])
    pixels = LayoutUpdate([[strip]], Region(0, 0, 3, 1)).render_segments(console())
    assert painter.reduce(pixels) == pixels
    assert "abc" in painter.reduce(screen("abc"))


class Listening(StrictTerminal):
    """A terminal that keeps what it was sent."""

    sent = ""

    def _take(self, said: str) -> None:
        self.sent += said.removeprefix(self._unread)
        super()._take(said)


@on_posix
@pytest.mark.e2e
@pytest.mark.parametrize(("columns", "rows"), [(80, 24)])
def test_a_turn_sends_at_most_three_times_the_bytes_of_the_screen_it_ends_in(columns, rows):
    with Listening(*WOOZLE, "play", "ship", "--seed", "5", columns=columns, rows=rows) as terminal:
        for tick in range(1, 5):
            before = len(terminal.sent)
            if tick > 1:
                terminal.keys("0")
            terminal.until(f"▸ Your turn, tick {tick}:")
            paper = Paper(columns, rows)
            paper.take(terminal.sent)
            assert paper.size > columns * rows
            assert len(terminal.sent[before:].encode()) <= 3 * paper.size, f"tick {tick}"
