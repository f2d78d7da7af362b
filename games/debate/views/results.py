"""Results of a debate, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.panels import UNKNOWN, Results
from woozle.arena.views.registry import End
from woozle.arena.views.results import Label, results_of
from woozle.arena.views.words import count
from woozle.core.line import Tone
from woozle.core.names import join_names
from woozle.core.outcome import Outcome
from woozle.core.request import Seat
from woozle.games.debate import events as debate
from woozle.games.debate.views.course import Course
from woozle.games.debate.views.graph import Rounds, graph_of
from woozle.games.debate.views.lines import reasons, right


def results(end: End) -> Results:
    """Return the results: the answers of each seat, and how they turned."""
    course, beliefs = Course(), dict[Seat, list[str | None]]()
    for event in end.events:
        course.learn(event)
        if isinstance(event, debate.Believed):
            beliefs.setdefault(event.seat, []).append(event.answer)
    table = "The table is right." if course.concluded and course.concluded.is_right else "The table is wrong."
    return results_of(
        end,
        "debate",
        {"won": f"You are right. {table}", "lost": f"You are wrong. {table}", "": table},
        list(_labels(course, end.outcome, beliefs)),
        _facts(course, end.players, was_measured=any(isinstance(event, debate.Measured) for event in end.events)),
        panels=(Rounds(graph_of(course, end.me)),) if course.briefing else (),
        notes=(*reasons(course, end.config), *_turns(course)),
    )


def _labels(course: Course, outcome: Outcome, beliefs: Mapping[Seat, list[str | None]]) -> Iterator[Label]:
    for title, replies in (
        ("first", {seat: course.reply(seat, 1) for seat in outcome.results}),
        ("last", {seat: course.last(seat) for seat in outcome.results}),
    ):
        answers = {seat: reply.answer for seat, reply in replies.items() if reply}
        yield Label(title, {seat: answer or UNKNOWN for seat, answer in answers.items()}, _tones(course, answers), is_cut=True)
    ended = {
        seat: _describe_change(course, seat) if each.kind in ("won", "lost") else each.kind
        for seat, each in outcome.results.items()
    }
    yield Label("ended", ended, leaves=2)
    if beliefs:
        believed = {seat: answers[-1] for seat, answers in beliefs.items() if answers}
        yield Label("after appeals", {seat: each or UNKNOWN for seat, each in believed.items()}, _tones(course, believed), leaves=1)


def _tones(course: Course, answers: Mapping[Seat, str | None]) -> dict[Seat, Tone]:
    return {seat: "good" if course.is_right(answer) else "bad" for seat, answer in answers.items() if course.key}


def _describe_change(course: Course, seat: Seat) -> str:
    """Return a seat's first and last state in two words."""
    first, last = course.reply(seat, 1), course.last(seat)
    was, now = (course.is_right(each.answer) if each else None for each in (first, last))
    if was == now:
        return "stayed right" if now else "stayed wrong"
    return "turned right" if now else "turned wrong"


def _facts(course: Course, players: Mapping[Seat, Mapping[str, Any]], *, was_measured: bool) -> Iterator[str]:
    if course.key:
        yield f"the right answer is {right(course.key, course)}"
        if course.key.wrong:
            yield f"given wrong first answers: {join_names(course.key.wrong)}"
    if course.briefing:
        yield count(len(course.said), "round")
    if was_measured and (estimator := players.get(debate.ESTIMATOR)):
        yield f"uncertainty measured by {service_name(estimator)}"


def _turns(course: Course) -> Iterator[str]:
    """Yield each turn of an answer, with the seats heard before that had answered so."""
    for number, seat in course.turns():
        turned, others = course.find_turn(seat, number), course.find_agreeing_speakers(seat, number)
        after = f" after hearing {join_names(others)}" if others else ""
        yield f"Round {number}: {seat} turns {'wrong' if turned == 'misled' else 'right'}{after}."
