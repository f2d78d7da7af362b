"""The moments of a debate that are worth going to, and how long people need for its Events."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.views.debate.course import Course
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.game import Event
from woozle.core.games.debate import events as debate
from woozle.core.names import join_names
from woozle.core.request import Seat

_LINK = 1.5  # seconds to see who listens to whom
_NOTICE = 2.0  # seconds to see what the table answers


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks a viewer's events. Turns are marked once the viewer knows the right answer."""
    course = Course()

    def mark(event: Event, at: int) -> Mark | None:
        before = course.number
        course.learn(event)
        return _mark(event, at, course, before)

    return mark


def _mark(event: Event, at: int, course: Course, before: int) -> Mark | None:
    match event:
        case debate.Briefing():
            return part(at, "the start")
        case debate.RoundBegan(number) | debate.Linked(number):
            return part(at, f"round {number}")
        case debate.Answered(seat, number) if course.find_turn(seat, number):
            return _turn(at, course, seat, number)
        case debate.Appealed():
            return part(at, "appeals")
        case debate.Key() if before:
            return part(at, "the end")
    return None


def _turn(at: int, course: Course, seat: Seat, number: int) -> Mark:
    is_misled = course.find_turn(seat, number) == "misled"
    others = course.find_agreeing_speakers(seat, number)
    after = f" after hearing {join_names(others)}" if others else ""
    return Mark(at, "!" if is_misled else "✓", f"{seat} turns {'wrong' if is_misled else 'right'}{after}", is_bad=is_misled)


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event before the next may come; players read while they are asked."""
    match event:
        case debate.Answered(_, _, text, _, source) if me is None and source in ("said", "given"):
            return to_read(text)
        case debate.Linked() if me is None:
            return _LINK
        case debate.Concluded():
            return _NOTICE
    return 0.0
