"""A match as one viewer sees it, in the parts of a page, and the messages by which pages come to show what is new."""

from __future__ import annotations

import json
import zlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from woozle.arena.fragments import table as fragments
from woozle.arena.fragments.question import Draft
from woozle.arena.play.pictures import draw_sights
from woozle.arena.tables.remote_seat import Turn
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.panels import OVER, Panel, Pictures, Question, TableView, without_turns
from woozle.arena.views.registry import new_notes, observer
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.core.request import Picture, Seat

_KEPT = 4  # drawings of a panel


class MatchView:
    """The observation of a viewer, as lines of a log, a table and pictures: folded once, for all connections and pages.

    Attributes:
        lines: All lines of the log so far.
        last_draft: What was sent last from a page, and the request that it answers.
    """

    def __init__(self, table: OpenTable, viewer: Seat, observation: Sequence[Event]) -> None:
        self.lines: list[Line] = []
        self.last_draft: tuple[int, Draft] | None = None
        self._game = table.plan.game
        self._name = table.title
        self._viewer = viewer
        self._observation = observation
        self._observer = observer(self._game, viewer)
        self._folded = 0
        self._pictures = f"/t/{table.id}/picture/"
        self._drawn: dict[str, Picture] = {}
        self._panel: tuple[Pictures, tuple[str, ...]] | None = None
        self._hides_turns = table.plan.is_blind
        self._looked: tuple[object, TableView] | None = None
        self._parts: tuple[TableView, Mapping[str, str]] | None = None
        self._panels: dict[int, deque[tuple[Panel, Mapping[int, str], bytes]]] = {}

    def grow(self, end: int | None = None) -> None:
        """Take in what was observed since. end: the number of Events that may be shown; None for all."""
        for event in self._observation[self._folded : end]:
            self.lines += self._observer.see(event)
            self._folded += 1

    def table(self, turn: Turn | None = None, *, is_over: bool = False) -> TableView:
        """Return the table, with the question to the viewer."""
        now = self._folded, turn, is_over
        if not self._looked or self._looked[0] != now:
            self._looked = now, self._look(turn, is_over=is_over)
        return self._looked[1]

    def _look(self, turn: Turn | None, *, is_over: bool) -> TableView:
        view = self._observer.look(turn.request if turn else None)
        if is_over:
            view = replace(view, prompt=OVER)
        if turn and view.question:
            view = replace(view, question=replace(view.question, id=turn.number))
        return without_turns(view) if self._hides_turns else view

    def question(self, turn: Turn) -> Question:
        found = self.table(turn).question
        assert found, f"the table of {self._game} asks nothing"
        return found

    def parts(self, view: TableView) -> Mapping[str, str]:
        """Return the parts of a table by their ids; the same object for the same table."""
        if not self._parts or self._parts[0] is not view:
            names = {card.number: card.name for card in view.seats}
            panels = Markup("\n").join(self._panel_html(at, panel, names) for at, panel in enumerate(view.panels))
            parts = fragments.table(replace(view, panels=()), self.addresses)
            title = parts["title"].removeprefix(self._name).lstrip(": ")  # the name of what is played stands before it
            self._parts = view, {**parts, "title": title[:1].upper() + title[1:], "panels": panels}
        return self._parts[1]

    def _panel_html(self, at: int, panel: Panel, names: Mapping[int, str]) -> Markup:
        """Return a panel. It is drawn only if it is not as one of the last: between two questions it often goes to and fro."""
        known = self._panels.setdefault(at, deque(maxlen=_KEPT))
        for drawn, named, packed in known:
            if (drawn, named) == (panel, names):
                return Markup(zlib.decompress(packed).decode("utf-8", "surrogatepass"))
        html = fragments.panel(panel, names, self.addresses)
        known.appendleft((panel, names, zlib.compress(html.encode("utf-8", "surrogatepass"), 1)))
        return html

    def notebook(self, log: str) -> str:
        """Return the notebook of the viewer as HTML. log: the address of the page with the log that entries lead to."""
        from woozle.arena.fragments.ending import notebook

        notes, known = new_notes(self._game, self._viewer), observer(self._game, self._viewer)
        for event in self._observation[: self._folded]:
            notes.see(event, known.see(event))
        return notebook(notes.page(known.look(None).seats), log=log)

    def picture(self, digest: str) -> Picture | None:
        """Return a picture that a panel has shown."""
        return self._drawn.get(digest)

    def addresses(self, panel: Pictures) -> Sequence[str]:
        """Return where the pictures of a panel are; those who look fetch them by their digest."""
        if not self._panel or self._panel[0] != panel:
            drawn = draw_sights(panel.game, panel.sights, ())
            self._drawn.update((each.digest, each) for each in drawn)
            self._panel = panel, tuple(f"{self._pictures}{each.digest}" for each in drawn)
        return self._panel[1]


class PageState:
    """The state of a page that shows a match. seen: lines of the log that it shows already."""

    def __init__(self, view: MatchView, seen: int = 0) -> None:
        self._view = view
        self._seen = seen
        self._parts: Mapping[str, str] = {}

    def news(self, table: TableView) -> Iterator[bytes]:
        """Yield the messages by which the page comes to show all lines, and this table."""
        first, lines = self._seen, self._view.lines
        if first < len(lines):
            self._seen = len(lines)
            yield page_message(type="lines", first=first, html=fragments.lines(lines[first:], first))
        before, self._parts = self._parts, self._view.parts(table)
        if changed := {id: html for id, html in self._parts.items() if before.get(id) != html}:
            yield page_message(type="table", parts=changed)


def page_message(**message: object) -> bytes:
    """Return a message to a page."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
