"""Results of a match of Undercover, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from woozle.arena.views.panels import Pictures, Results, panels
from woozle.arena.views.registry import End
from woozle.arena.views.results import Label, headed_measures, results_of
from woozle.arena.views.words import count
from woozle.core.game import Event
from woozle.core.line import Tone
from woozle.core.outcome import Result
from woozle.core.request import Seat
from woozle.games.undercover import events as undercover
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.measures import REPORT
from woozle.games.undercover.views import pictures
from woozle.games.undercover.views.course import Course
from woozle.games.undercover.views.lines import change, quoted

_NOTE = "first, last: answers; votes hit: those for the undercover."


def results(end: End) -> Results:
    """Return the results: what each seat was, and its first and last answer."""
    course, size = _follow_events(end.events)
    team, seats = _team(course), end.outcome.results
    roles = {seat: role(result.numbers) if course.detects else "" for seat, result in seats.items()}
    undercover_seat = course.revealed.undercover if course.revealed else None
    labels = [
        Label("was", roles, {undercover_seat: "bad"} if undercover_seat else {}),
        Label("fate", {seat: _fate(seat, result, course) for seat, result in seats.items()}, leaves=2),
        Label("first", course.firsts, _right(course, course.firsts), is_cut=True, leaves=3),
        Label("last", course.lasts, _right(course, course.lasts), is_cut=True),
    ]
    return results_of(
        end,
        "undercover",
        {"won": f"You win. {team}", "lost": f"You lose. {team}", "": team},
        labels,
        _facts(course),
        headed_measures(REPORT, end, roles) if course.detects else {},
        _NOTE if course.detects else "",
        panels=panels(_pictures(course, size)),
    )


def _pictures(course: Course, size: int) -> Pictures | None:
    if course.pair is None:
        return None
    undercover = course.revealed.undercover if course.revealed else None
    return replace(pictures.compared(course.pair, size, undercover or ""), heading="What it was about")


def role(numbers: Mapping[str, float]) -> str:
    """Return a seat's role in a word, from the numbers of its Result."""
    if "undercover" not in numbers:
        return ""
    return "undercover" if numbers["undercover"] else "regular"


def _follow_events(events: Iterable[Event]) -> tuple[Course, int]:
    """Return the course of the match, and the size of drawn pictures."""
    course, size = Course(), 0
    for event in events:
        course.learn(event)
        size = event.size if isinstance(event, undercover.Sight) else size
    return course, size


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


def _right(course: Course, said: Mapping[Seat, str]) -> dict[Seat, Tone]:
    pair = course.pair
    return {seat: "good" for seat, answer in said.items() if pair and answer and is_right(answer, pair.question)}


def _facts(course: Course) -> Iterator[str]:
    pair = course.pair
    if pair:
        yield f"the right answer is {quoted(pair.question.answer)}"
        if pair.edit:
            yield f"changed: {change(pair)}"
    if course.ballots:
        yield f"{count(len(course.ballots), 'vote')} held"
    if pair and not pair.is_accepted:
        yield "the changed picture was not good enough, but the best there was"
    if course.check and course.check.is_changed is False:
        yield "nothing was changed: the two pictures show the same"
    if course.check and course.check.made and not course.check.made.accepted:
        yield "the pair was rejected when it was made"
