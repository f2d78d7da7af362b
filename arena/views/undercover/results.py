"""How a match of the undercover game ended, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from woozle.arena.views.company import sitter
from woozle.arena.views.failures import failures
from woozle.arena.views.line import Tone
from woozle.arena.views.undercover import pictures
from woozle.arena.views.undercover.course import Course
from woozle.arena.views.undercover.lines import change
from woozle.arena.views.views import Column, Results, Sheet, SheetRow
from woozle.arena.views.words import count
from woozle.core.game import Event, Told
from woozle.core.games.undercover import events as undercover
from woozle.core.games.undercover.answers import is_right
from woozle.core.naming import letters
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Seat

COLUMNS = (
    Column("seat", is_cut=True),
    Column("was"),
    Column("fate", leaves=2),
    Column("first", is_cut=True, leaves=3),
    Column("last", is_cut=True),
    Column("votes hit", leaves=1),
    Column("player", is_cut=True),
)
_WAS, _FIRST, _LAST = 1, 3, 4
_NOTE = "first, last: answers; votes hit: those for the undercover."


def results(record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """The end, as `me` sees it. players: how each describes itself, officials too; several people have a nickname each."""
    events = [event for event, _ in record]
    course, firsts, size = _told(events)
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    team = _team(course)
    words = {"won": f"You win. {team}", "lost": f"You lose. {team}"}
    rows = tuple(
        SheetRow(
            (
                seat,
                (role(result.numbers) if course.detects else "") or "–",
                _fate(seat, result, course),
                firsts.get(seat) or "–",
                course.lasts.get(seat) or "–",
                _votes(result.numbers) if course.detects else "–",
                "you" if seat == me else sitter(players.get(seat, {}), "undercover"),
            ),
            number,
            letter,
            _tones(seat, course, firsts),
        )
        for number, (letter, (seat, result)) in enumerate(zip(letters(outcome.results), outcome.results.items(), strict=True), 1)
    )
    return Results(
        words.get(mine, team),
        outcome.reason,
        {"won": True, "lost": False}.get(mine),
        Sheet(COLUMNS, rows, _NOTE if course.detects else ""),
        tuple(_facts(course)),
        tuple(failures(events, outcome.results)),
        picture=pictures.both(course.pair, size, course.revealed.undercover or "" if course.revealed else "")
        if course.pair
        else None,
    )


def role(numbers: Mapping[str, float]) -> str:
    """What a seat was, in a word, from the numbers of its Result."""
    if "undercover" not in numbers:
        return ""
    return "undercover" if numbers["undercover"] else "regular"


def _told(events: Iterable[Event]) -> tuple[Course, dict[Seat, str], int]:
    """How the match went, the first answer of each, and the size of drawn pictures."""
    course, size = Course(), 0
    firsts: dict[Seat, str] = {}
    for event in events:
        course.learn(event)
        match event:
            case undercover.Reasoned(seat, _, answer):
                firsts.setdefault(seat, answer)
            case undercover.Sight(size=size):
                pass
    return course, firsts, size


def _team(course: Course) -> str:
    if course.revealed is None:
        return "Nobody wins."
    if course.revealed.undercover is None:
        return f"The table is {'right' if course.revealed.is_right else 'wrong'}."
    if course.revealed.is_found:
        return f"{course.revealed.undercover}, the undercover, was found."
    return f"{course.revealed.undercover}, the undercover, was not found."


def _fate(seat: Seat, result: Result, course: Course) -> str:
    if result.kind not in ("won", "lost"):
        return result.kind
    return f"out, vote {course.out[seat][0]}" if seat in course.out else "stayed"


def _tones(seat: Seat, course: Course, firsts: Mapping[Seat, str]) -> dict[int, Tone]:
    tones: dict[int, Tone] = {}
    if course.revealed and seat == course.revealed.undercover:
        tones[_WAS] = "bad"
    for place, said in ((_FIRST, firsts.get(seat)), (_LAST, course.lasts.get(seat))):
        if course.pair and said and is_right(said, course.pair.question):
            tones[place] = "good"
    return tones


def _facts(course: Course) -> Iterator[str]:
    pair = course.pair
    if pair:
        yield f"the right answer is {pair.question.answer}"
        if pair.edit:
            yield f"changed: {change(pair)}"
    if course.ballots:
        yield count(len(course.ballots), "vote")
    if pair and not pair.is_accepted:
        yield "the changed picture was not good enough, but the best there was"
    if course.check and course.check.is_changed is False:
        yield "nothing was changed: the two pictures show the same"
    if course.check and course.check.made and not course.check.made.accepted:
        yield "the pair was rejected when it was made"


def _votes(numbers: Mapping[str, float]) -> str:
    votes = int(numbers.get("votes", 0))
    return f"{int(numbers.get('votes_right', 0))} of {votes}" if votes else "–"
