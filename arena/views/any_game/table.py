"""The table of any game: the figures that events tell of each seat, the rules, and the question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from woozle.arena.views.any_game.figures import figures
from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Document, TableView, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.core.line import Line
from woozle.core.request import Request
from woozle.core.state import Observed, facts_of
from woozle.core.words import Words


def table(state: Observed, request: Request | None, words: Words, title: str) -> TableView:
    """Return the table of a viewer. title: the name of the game for people."""
    seen = TableView(
        title=f"{title}: {state.phase}" if state.phase else title,
        role=state.roles.get(state.me or "", ""),
        prompt="The match goes on.",
        seats=tuple(replace(each, status=state.roles.get(each.name, "").replace("_", " ")) for each in seat_cards(state)),
        panels=panels(
            figures(state.events, state.seats).table(state.seats, state.roles, state.me) if state.seats else None,
            Document(HEADING, tuple(_page(state, words)), is_aside=True),
        ),
    )
    return ask(seen, request) if request else seen


def _page(state: Observed, words: Words) -> Iterator[Line]:
    """Yield the viewer's role, in the words of a model's prompt; then the rules."""
    if state.me and state.events:
        yield from (Line(each, "private") for each in islice(words.guide(state.me, state.events), 1))
    yield from map(Line, of_briefing(state.kind.name, *(each for each in state.events[:1] if "seats" in facts_of(each))))
