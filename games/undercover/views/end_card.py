"""The end of a match of Undercover: who won and why, what the viewer did best, and the two pictures."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.end_card import EndCard, Scene, card_of, person
from woozle.arena.views.registry import End
from woozle.arena.views.words import capitalise, count, ordinal
from woozle.core.request import Seat
from woozle.games.undercover import events as undercover
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.views import pictures
from woozle.games.undercover.views.course import Course
from woozle.games.undercover.views.lines import has_copy, quoted


def end_card(end: End) -> EndCard:
    """Return the card over the table."""
    course, size = Course(), 0
    for event in end.events:
        course.learn(event)
        size = event.size if isinstance(event, undercover.Sight) else size
    best = next(_best_moments(course, end.me), "") if end.me else ""
    return card_of(end, _why(course, end.me) or end.outcome.reason, best, scene=_scene(course, size))


def _scene(course: Course, size: int) -> Scene | None:
    """Return both pictures; None where all saw the same."""
    pair, end = course.pair, course.revealed
    if pair is None or end is None or not has_copy(pair):
        return None
    return Scene("The two pictures", pictures.compared(pair, size, end.undercover or ""))


def _why(course: Course, me: Seat | None) -> str:
    end = course.revealed
    if end is None:
        return ""
    answer = f"answer, {quoted(course.concluded.answer)}," if course.concluded and course.concluded.answer else "answer, none,"
    table = f"the table's {answer} is {'right' if end.is_right else 'wrong'}."
    if end.undercover is None:
        return capitalise(table)
    who, was = person(end.undercover, me), "were" if end.undercover == me else "was"
    if end.is_found:
        voting, _ = course.out.get(end.undercover, (0, True))
        found = f"{who}, the undercover, {was} voted out in the {ordinal(voting)} vote" if voting else f"{who} {was} found"
        return f"{capitalise(found)}; {table}" if me and me != end.undercover else f"The others win: {found}; {table}"
    win = "win" if end.undercover == me else "wins"
    return f"{capitalise(who)}, the undercover, {win}: the votes never found {who}; {table}"


def _best_moments(course: Course, me: Seat | None) -> Iterator[str]:
    """Yield what the viewer did that counted, the best first."""
    end = course.revealed
    if end is None or me is None:
        return
    if me == end.undercover:
        yield from _unnoticed(course, me)
    elif end.undercover:
        yield from _hits(course, me, end.undercover)
    yield from _right_answers(course, me)


def _unnoticed(course: Course, me: Seat) -> Iterator[str]:
    against = [sum(target == me for target in votes.values()) for votes in course.ballots.values()]
    if against and me not in course.out:
        others = [seat for seat, (_, was_it) in course.out.items() if not was_it]
        instead = f", and {others[0]} was voted out instead" if others else ""
        votes = count(sum(against), "vote") if sum(against) else "not a single vote"
        yield f"You saw another picture than the rest, and got {votes}{instead}."


def _hits(course: Course, me: Seat, hidden: Seat) -> Iterator[str]:
    for voting, votes in course.ballots.items():
        if votes.get(me) != hidden:
            continue
        hits = [seat for seat, target in votes.items() if target == hidden]
        which = f"the {ordinal(voting)} vote"
        if hits == [me]:
            yield f"In {which} you alone voted for {hidden}, the undercover."
        elif course.out.get(hidden, (0, False))[0] == voting:
            most = max((sum(each == other for each in votes.values()) for other in {*votes.values()} - {hidden, None}), default=0)
            only = " and without it there would have been a tie" if len(hits) - most == 1 else ""
            yield f"Your vote was one of {len(hits)} that found {hidden}, the undercover{',' if only else ''}{only}."


def _right_answers(course: Course, me: Seat) -> Iterator[str]:
    pair = course.pair
    if pair is None or not (mine := course.lasts.get(me)) or not is_right(mine, pair.question):
        return
    others = [answer for seat, answer in course.lasts.items() if seat != me]
    wrong = sum(not (answer and is_right(answer, pair.question)) for answer in others)
    if 2 * wrong > len(others):
        yield f"Your last answer, {quoted(mine)}, was right when {wrong} of {len(others)} others were wrong."
