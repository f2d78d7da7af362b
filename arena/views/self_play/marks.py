"""The moments of self-play that are worth going to, and how long people need for its Events."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.self_play.course import Course
from woozle.arena.views.speeds import to_read
from woozle.core.game import Event
from woozle.core.games.self_play import events as self_play
from woozle.core.games.self_play.events import CALCULATE, SEARCH
from woozle.core.request import Seat

_SKIM = 200  # of what was found
_PASS = 0.6  # seconds to see who has control now
_NOTICE = 2.5  # seconds to see what came of it


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks a viewer's events. Wrong replies are marked for viewers who know the key by then."""
    course = Course()

    def mark(event: Event, at: int) -> Mark | None:
        before, had_begun = course.active, course.has_begun
        course.learn(event)
        return _mark(event, at, course, before, had_begun=had_begun)

    return mark


def _mark(event: Event, at: int, course: Course, before: Seat, *, had_begun: bool) -> Mark | None:
    match event:
        case self_play.Briefing():
            return part(at, "the start")
        case self_play.Posed(seat):
            return part(at, seat)
        case self_play.Stacked(_, active) if active and active != before:
            return part(at, active)
        case self_play.Acted():
            return _step(event, at, course)
        case self_play.Key() if had_begun:
            return part(at, "the end")
    return None


def _step(event: self_play.Acted, at: int, course: Course) -> Mark | None:
    if event.forfeited:
        return Mark(at, "×", f"{event.seat} does nothing that could count", is_bad=True)
    if event.action in (SEARCH, CALCULATE):
        return Mark(at, "S" if event.action == SEARCH else "=", f"{event.seat}: {event.action}")
    if course.last and course.knew_worse(course.last):
        return Mark(at, "!", f"{event.seat} is sure, and wrong", is_bad=True)
    if course.last and course.knew_better(course.last):
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
