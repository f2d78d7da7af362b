"""Panels that are told the same again are not drawn again: frames come fast, and most of them change little."""

from __future__ import annotations

from dataclasses import replace

from textual.content import Content

from woozle.arena.views.match_timeline import Mark
from woozle.arena.views.panels import FigureTable, SeatCard, Turn
from woozle.core.line import Line
from woozle.games.ship.tui.map import ShipMap
from woozle.games.ship.views.panels import Map, RoomCard
from woozle.tui.widgets.figures import Standing
from woozle.tui.widgets.line_list import LineList
from woozle.tui.widgets.panels import Prompt, SeatList
from woozle.tui.widgets.title_bar import TitleBar
from woozle.tui.widgets.turn_list import TurnList
from woozle.tui.widgets.watch_bars import PlayBar, Scrubber, ViewerBar

from tests.tui.hosts import Host, settled

SEATS = (SeatCard(1, "A", "Alice"), SeatCard(2, "B", "Bob"))
SHOWN = [
    (PlayBar, lambda bar, n: bar.show(f"{n} of 9", "", 1.0, is_playing=True, is_warning=False)),
    (ViewerBar, lambda bar, n: bar.show([("1", "Alice"), ("2", "Bob")], SEATS[n].name, SEATS)),
    (TitleBar, lambda bar, n: bar.show(Content.styled("words", ("bold", "italic")[n]), Content("right"), Content("aside"))),
    (Prompt, lambda prompt, n: prompt.show("words", is_warning=bool(n))),
    (SeatList, lambda seats, n: seats.show((SEATS[n],))),
    (TurnList, lambda turns, n: turns.show([Turn(1, "Alice", "answered", "act", float(n))])),
    (ShipMap, lambda chart, n: chart.show(Map((RoomCard("lab", ("Lab", "Hold")[n], 0, 0, 2),), (), "AB"))),
    (Scrubber, lambda bar, n: bar.show(n, 9, [Mark(3, "Bob dies", "†")])),
]


async def test_it_is_drawn_once_for_what_is_shown_twice(monkeypatch):
    widgets = [kind() for kind, _ in SHOWN]
    async with Host(*widgets).run_test(size=(80, 40)) as pilot:
        for widget, (_, show) in zip(widgets, SHOWN, strict=True):
            show(widget, 0)
        await settled(pilot)
        for widget, (kind, show) in zip(widgets, SHOWN, strict=True):
            drawn = []
            monkeypatch.setattr(widget, "refresh", lambda *regions, drawn=drawn, **options: drawn.append(options))
            show(widget, 0)
            assert not drawn, kind
            show(widget, 1)
            assert drawn, kind
            assert not any(options.get("layout") for options in drawn), kind


async def test_nothing_to_show_asks_for_no_layout_and_no_paint(monkeypatch):
    async with Host(standing := Standing(), lines := LineList()).run_test() as pilot:
        await settled(pilot)
        painted = []
        for widget in (standing._panel, lines):
            monkeypatch.setattr(widget, "refresh", lambda *_, **__: painted.append("painted"))
        standing.show(FigureTable((), ()))
        lines.append_for_now(())
        assert not painted
        lines.append_for_now((Line("x"),))
        assert painted


async def test_viewers_are_not_drawn_again_where_only_what_their_seats_did_has_changed(monkeypatch):
    async with Host(bar := ViewerBar()).run_test(size=(80, 24)) as pilot:
        bar.show([("1", "Alice"), ("2", "Bob")], "Alice", SEATS)
        await settled(pilot)
        drawn = []
        monkeypatch.setattr(bar, "refresh", lambda *regions, **options: drawn.append(options))
        bar.show([("1", "Alice"), ("2", "Bob")], "Alice", [replace(card, note="in the lab") for card in SEATS])
        assert not drawn
        bar.show([("1", "Alice"), ("2", "Bob")], "Alice", [replace(card, out="OUT") for card in SEATS])
        assert drawn


async def test_only_the_seat_of_which_something_else_is_known_is_drawn_again(monkeypatch):
    async with Host(seats := SeatList()).run_test(size=(80, 24)) as pilot:
        seats.show(SEATS)
        await settled(pilot)
        drawn = []
        render_line = seats.render_line
        monkeypatch.setattr(seats, "render_line", lambda y: drawn.append(y) or render_line(y))
        seats.show((SEATS[0], replace(SEATS[1], note="in the lab")))
        await settled(pilot)
        assert drawn == [1]
        assert "in the lab" in seats.render_line(1).text
