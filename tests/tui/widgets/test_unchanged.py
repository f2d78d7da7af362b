"""Widgets that are shown what they show already draw nothing anew."""

from __future__ import annotations

from textual.app import App, ComposeResult

from woozle.arena.views.panels import FigureTable
from woozle.core.line import Line
from woozle.tui.widgets.figures import Standing
from woozle.tui.widgets.line_list import LineList


class Shelf(App[None]):
    def compose(self) -> ComposeResult:
        yield Standing(id="standing")
        yield LineList(id="lines")


async def test_nothing_to_show_asks_for_no_layout_and_no_paint(monkeypatch):
    async with Shelf().run_test() as pilot:
        painted = []
        for widget in (pilot.app.query_one(Standing)._panel, pilot.app.query_one(LineList)):
            monkeypatch.setattr(widget, "refresh", lambda *_, **__: painted.append("painted"))
        pilot.app.query_one(Standing).show(FigureTable((), ()))
        pilot.app.query_one(LineList).append_for_now(())
        assert not painted
        pilot.app.query_one(LineList).append_for_now((Line("x"),))
        assert painted
