"""A debate as its graph and its strip show it: what one viewer knows of who listens to whom, and of who is right."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.debate.course import Course
from woozle.arena.views.debate.graph import Edge, Graph, Node, Said
from woozle.core.names import seat_letters
from woozle.core.request import Seat

_YES_NO = ("yes", "no")


def graph(course: Course, me: Seat | None) -> Graph:
    """Return the debate as it stands. me: the viewer's seat, None for spectators."""
    return Graph(
        f"Round {course.number}" if course.number else "",
        max(course.rounds, len(course.said)),
        tuple(_nodes(course, me)),
        tuple(_edges(course)),
        course.key is not None,
    )


def _nodes(course: Course, me: Seat | None) -> Iterator[Node]:
    last = max(course.said, default=0)
    for letter, (number, seat) in zip(seat_letters(course.seats), enumerate(course.seats, 1), strict=True):
        said = tuple(_describe_answer(course, seat, at) for at in range(1, last + 1))
        yield Node(number, letter, seat, said, seat == me, _note(course, seat, me))


def _describe_answer(course: Course, seat: Seat, number: int) -> Said | None:
    reply = course.reply(seat, number)
    if reply is None:
        return None
    return Said(reply.answer or "", _colour(course, reply.answer), course.is_right(reply.answer), course.find_turn(seat, number))


def _colour(course: Course, answer: str | None) -> int:
    """Return the number of an answer: of an option, or in the order in which they were first given."""
    if answer is None:
        return 0
    wording = course.first_wording(answer)
    return next((among.index(wording) + 1 for among in (tuple(course.letters), _YES_NO, course.answers) if wording in among), 0)


def _note(course: Course, seat: Seat, me: Seat | None) -> str:
    if has_stopped(course, seat):
        return "stopped"
    number = course.unnamed.get(course.number, 0) if seat == me else 0
    return f"{number} unnamed" if number else ""


def has_stopped(course: Course, seat: Seat) -> bool:
    """Return whether a seat only repeats its answer, as far as the viewer knows."""
    reply = course.reply(seat, course.number)
    if course.settled.get(seat, course.number) < course.number or (reply and reply.source == "repeated"):
        return True
    return course.linked == course.number > 0 and seat not in course.heard[course.number]


def _edges(course: Course) -> Iterator[Edge]:
    """Yield the edges of this round, then those of the round before that are gone."""
    number, numbers = course.number, {seat: at for at, seat in enumerate(course.seats, 1)}
    before, now = course.heard.get(number - 1, {}), course.heard.get(number, {})
    for listener, others in now.items():
        led, turned = course.find_agreeing_speakers(listener, number), course.find_turn(listener, number)
        was = before.get(listener)
        for other in others:
            is_new = was is not None and other not in was
            yield Edge(numbers[listener], numbers[other], "new" if is_new else "kept", turned if other in led else "")
        for other in was or ():
            if other not in others:
                yield Edge(numbers[listener], numbers[other], "gone")
