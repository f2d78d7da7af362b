"""Moments of self-play worth going to, and seconds to read its events."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import CALCULATE, SEARCH
from woozle.games.self_play.state import State

_SKIM = 200  # characters a second, of search results
_PASS = 0.6  # seconds to see who has control now
_NOTICE = 2.5  # seconds to see what came of it


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks a viewer's events. Wrong replies are marked for viewers who know the key by then."""
    state = State(viewer)

    def mark(event: Event, at: int) -> Mark | None:
        found = _mark(event, at, state)
        state.see(event)
        return found

    return mark


def _mark(event: Event, at: int, state: State) -> Mark | None:
    """Return the mark of an event, from the state before it."""
    match event:
        case self_play.Briefing():
            return part(at, "the start")
        case self_play.Posed(seat):
            return part(at, "you are asked" if seat == state.me else f"{seat} is asked")
        case self_play.Stacked(_, active) if active and active != state.active:
            return part(at, f"{active}'s turn")
        case self_play.Acted():
            return _step(event, at, state)
        case self_play.Key() if state.has_begun:
            return part(at, "the end")
    return None


def _step(event: self_play.Acted, at: int, state: State) -> Mark | None:
    if event.forfeited:
        return Mark(at, "×", f"{event.seat} does nothing that could count", is_bad=True)
    if event.action in (SEARCH, CALCULATE):
        return Mark(at, "S" if event.action == SEARCH else "=", f"{event.seat}: {event.action}")
    step = state.step_of(event)
    if state.knew_worse(step):
        return Mark(at, "!", f"{event.seat} is sure, and wrong", is_bad=True)
    if state.knew_better(step):
        return Mark(at, "✓", f"{event.seat} is not sure, and right")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event before the next may come; players read while they are asked."""
    match event:
        case self_play.Concluded():
            return _NOTICE
        case self_play.Acted() if me is None:
            return to_read(event.argument)
        case self_play.Evidence(tag="RETRIEVAL") if me is None:
            return _PASS + sum(map(len, event.texts)) / _SKIM
        case self_play.Posed() if me is None:
            return _PASS
    return 0.0
