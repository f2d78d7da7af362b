"""How a match of self-play ended, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from woozle.arena.views.company import official, sitter
from woozle.arena.views.failures import failures
from woozle.arena.views.line import Tone
from woozle.arena.views.self_play.course import Course
from woozle.arena.views.self_play.lines import judgements, right
from woozle.arena.views.self_play.society import UNKNOWN, done, tone
from woozle.arena.views.self_play.wording import tools
from woozle.arena.views.views import Column, Results, Sheet, SheetRow
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.self_play.events import LIBRARIAN
from woozle.core.games.self_play.metrics import RIGHT
from woozle.core.naming import letters
from woozle.core.outcome import Outcome
from woozle.core.request import Seat

_COLUMNS = (
    Column("seat", is_cut=True),
    Column("can search", leaves=2, is_cut=True),
    Column("has done"),
    Column("last said", is_cut=True),
    Column("right", is_number=True),
    Column("player", leaves=1, is_cut=True),
)
_DONE, _RIGHTNESS = 2, 4
_HOW = {"bm25": "their words (bm25)", "dense": "their meaning (dense)"}


def results(record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """The end, as `me` sees it. players: how each describes itself, officials too; several people have a nickname each."""
    events = [event for event, _ in record]
    course = Course()
    for event in events:
        course.learn(event)
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    return Results(
        _headline(course),
        outcome.reason,
        {"won": True, "lost": False}.get(mine),
        Sheet(_COLUMNS, tuple(_rows(course, outcome, players, me))),
        tuple(_facts(course, players)),
        tuple(failures(events)),
        turns=tuple(sentence for _, sentence, _ in judgements(course)),
    )


def _headline(course: Course) -> str:
    end = course.concluded
    if end is None or not end.answer:
        return "The group has no answer."
    is_right = end.f1 > RIGHT
    return f"The group is {'right' if is_right else 'partly right' if end.f1 else 'wrong'}: reward {end.reward:.2f}."


def _rows(course: Course, outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Iterator[SheetRow]:
    named = zip(letters(outcome.results), outcome.results.items(), strict=True)
    for number, (letter, (seat, result)) in enumerate(named, 1):
        steps = [step for step in course.steps_of(seat) if step.is_reply]
        last = steps[-1] if steps else None
        f1 = course.f1(last) if last else None
        equipped = course.equipped.get(seat)
        cells = (
            seat,
            (tools(equipped) if equipped else "") or UNKNOWN,
            (done(course, seat) if result.kind in ("won", "lost") else result.kind) or "not asked",
            (last.acted.argument or "nothing") if last else UNKNOWN,
            UNKNOWN if f1 is None else f"{f1:.2f}",
            "you" if seat == me else sitter(players.get(seat, {}), "self_play"),
        )
        tones: dict[int, Tone] = {place: tone(course, last) for place in (_DONE, _RIGHTNESS)} if last else {}
        yield SheetRow(cells, number, letter, tones)


def _facts(course: Course, players: Mapping[Seat, Mapping[str, Any]]) -> Iterator[str]:
    if course.question:
        yield f"the question was: {course.question}"
    if course.key:
        yield right(course.key).removesuffix(".").replace("The", "the", 1)
    if (end := course.concluded) and course.briefing:
        paid = f"{count(end.searches, 'search', 'searches')} at {course.briefing.price:g}"
        yield f"{paid} make a reward of {end.reward:.2f}"
    if course.searches and LIBRARIAN in players:
        yield f"searched by {_HOW.get(name := official(players[LIBRARIAN]), name)}"
