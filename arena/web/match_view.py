"""A match as one viewer sees it, in the parts of a page: folded once, for all connections and pages of that viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from woozle.arena.fragments import table as fragments
from woozle.arena.fragments.question import Draft
from woozle.arena.play.pictures import draw_sights
from woozle.arena.views.panels import OVER, Panel, Pictures, Question, TableView, without_turns
from woozle.arena.views.registry import new_notes, observer
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.core.request import Picture, Request, Seat


class MatchView:
    """What a viewer has observed, as lines of a log, a table and pictures.

    Args:
        observation: Of the viewer; it grows.
        pictures: The address of pictures, before their digest.
        hides_turns: Whether nobody may see who is asked.

    Attributes:
        lines: All lines of the log so far.
        last_draft: What was sent last from a page, and the request that it answers.
    """

    def __init__(self, game: str, viewer: Seat, observation: Sequence[Event], pictures: str, *, hides_turns: bool = False) -> None:
        self.lines: list[Line] = []
        self.last_draft: tuple[int, Draft] | None = None
        self._game = game
        self._viewer = viewer
        self._observation = observation
        self._observer = observer(game, viewer)
        self._folded = 0
        self._pictures = pictures
        self._drawn: dict[str, Picture] = {}
        self._panel: tuple[Pictures, tuple[str, ...]] | None = None
        self._hides_turns = hides_turns
        self._panels: dict[int, tuple[Panel, Mapping[int, str], Markup]] = {}

    def grow(self, end: int | None = None) -> None:
        """Take in what was observed since. end: the number of Events that may be shown; None for all."""
        for event in self._observation[self._folded : end]:
            self.lines += self._observer.see(event)
            self._folded += 1

    def table(self, request: Request | None = None, number: int = 0, *, is_over: bool = False) -> TableView:
        """Return the table, with the question of a request. number: of the viewer's own requests."""
        view = self._observer.look(request)
        if is_over:
            view = replace(view, prompt=OVER)
        if view.question:
            view = replace(view, question=replace(view.question, id=number))
        return without_turns(view) if self._hides_turns else view

    def question(self, request: Request, number: int) -> Question:
        """Return the question of a request."""
        found = self.table(request, number).question
        assert found, f"the table of {self._game} asks nothing"
        return found

    def parts(self, view: TableView) -> Mapping[str, str]:
        """Return the parts of a table by their ids. A panel is drawn anew only when it has changed: a map takes milliseconds."""
        names = {card.number: card.name for card in view.seats}
        drawn = []
        for at, panel in enumerate(view.panels):
            known = self._panels.get(at)
            if known is None or known[:2] != (panel, names):
                known = self._panels[at] = panel, names, fragments.panel(panel, names, self.addresses)
            drawn.append(known[2])
        return {**fragments.table(replace(view, panels=()), self.addresses), "panels": Markup("\n").join(drawn)}

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
