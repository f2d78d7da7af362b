"""How a debate ended, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from woozle.arena.views.company import official, sitter
from woozle.arena.views.debate import seen
from woozle.arena.views.debate.course import Course
from woozle.arena.views.debate.lines import right
from woozle.arena.views.failures import failures
from woozle.arena.views.line import Tone
from woozle.arena.views.views import Column, Results, Sheet, SheetRow
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.debate import events as debate
from woozle.core.naming import letters, listed
from woozle.core.outcome import Outcome
from woozle.core.request import Seat

_UNKNOWN = "–"
_FIRST, _LAST, _APPEALS = 1, 2, 4


def results(record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """The end, as `me` sees it. players: how each describes itself, officials too; several people have a nickname each."""
    events = [event for event, _ in record]
    course, beliefs = Course(), dict[Seat, list[str | None]]()
    for event in events:
        course.learn(event)
        if isinstance(event, debate.Believed):
            beliefs.setdefault(event.seat, []).append(event.answer)
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    return Results(
        _headline(mine, course),
        outcome.reason,
        {"won": True, "lost": False}.get(mine),
        Sheet(_columns(bool(beliefs)), tuple(_rows(course, outcome, players, beliefs, me))),
        tuple(_facts(course, players)),
        tuple(failures(events)),
        graph=seen.graph(course, me) if course.briefing else None,
        turns=tuple(_turns(course)),
    )


def _headline(mine: str, course: Course) -> str:
    table = "The table is right." if course.concluded and course.concluded.is_right else "The table is wrong."
    return {"won": f"You are right. {table}", "lost": f"You are wrong. {table}"}.get(mine, table)


def _columns(has_appeals: bool) -> tuple[Column, ...]:
    return (
        Column("seat", is_cut=True),
        Column("first", is_cut=True),
        Column("last", is_cut=True),
        Column("ended", leaves=2),
        *([Column("after appeals", leaves=1)] if has_appeals else []),
        Column("player", is_cut=True),
    )


def _rows(
    course: Course,
    outcome: Outcome,
    players: Mapping[Seat, Mapping[str, Any]],
    beliefs: Mapping[Seat, list[str | None]],
    me: Seat | None,
) -> Iterator[SheetRow]:
    named = zip(letters(outcome.results), outcome.results.items(), strict=True)
    for number, (letter, (seat, result)) in enumerate(named, 1):
        first, last = course.reply(seat, 1), course.last(seat)
        cells = [seat, *(each.answer or _UNKNOWN if each else _UNKNOWN for each in (first, last))]
        cells.append(_ended(course, seat) if result.kind in ("won", "lost") else result.kind)
        if beliefs:
            cells.append(_after_appeals(beliefs.get(seat, [])))
        cells.append("you" if seat == me else sitter(players.get(seat, {}), "debate"))
        yield SheetRow(tuple(cells), number, letter, _tones(course, seat, beliefs.get(seat, [])))


def _ended(course: Course, seat: Seat) -> str:
    """Where a seat began and ended."""
    first, last = course.reply(seat, 1), course.last(seat)
    was, now = (course.is_right(each.answer) if each else None for each in (first, last))
    if was == now:
        return "stayed right" if now else "stayed wrong"
    return "turned right" if now else "turned wrong"


def _after_appeals(believed: list[str | None]) -> str:
    return (believed[-1] or _UNKNOWN) if believed else _UNKNOWN


def _tones(course: Course, seat: Seat, believed: list[str | None]) -> dict[int, Tone]:
    tones: dict[int, Tone] = {}
    for place, reply in ((_FIRST, course.reply(seat, 1)), (_LAST, course.last(seat))):
        if reply and course.key:
            tones[place] = "good" if course.is_right(reply.answer) else "bad"
    if believed and course.key:
        tones[_APPEALS] = "good" if course.is_right(believed[-1]) else "bad"
    return tones


def _facts(course: Course, players: Mapping[Seat, Mapping[str, Any]]) -> Iterator[str]:
    if course.key:
        yield f"the right answer is {right(course.key, course)}"
        if course.key.wrong:
            yield f"given wrong first answers: {listed(course.key.wrong)}"
    if course.briefing:
        yield count(len(course.said), "round")
    if estimator := players.get(debate.ESTIMATOR):
        yield f"measured by {official(estimator)}"


def _turns(course: Course) -> Iterator[str]:
    """Whose answer turned in which round, and whom they had heard who answered so before."""
    for number, seat in course.turns():
        turned, others = course.turned(seat, number), course.led(seat, number)
        after = f" after hearing {listed(others)}" if others else ""
        yield f"Round {number}: {seat} turns {'wrong' if turned == 'misled' else 'right'}{after}."
