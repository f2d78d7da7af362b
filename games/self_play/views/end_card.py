"""The end of a match of self-play: what the final answer was worth, and what the viewer did for it."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.end_card import EndCard, card_of
from woozle.arena.views.registry import End
from woozle.core.request import Seat
from woozle.games.self_play.events import ANSWER, ASK, HEDGE, SEARCH
from woozle.games.self_play.paper.metrics import RIGHT
from woozle.games.self_play.views.course import Course, Step
from woozle.games.self_play.views.labels import corpus
from woozle.games.self_play.views.lines import describe_answer, describe_reward, judgements, right, verdict

_BESIDE = "Words that an answer lacks, and words beside the right ones, count against it."


def end_card(end: End) -> EndCard:
    """Return the card over the table. All win or lose together."""
    course = Course()
    for event in end.events:
        course.learn(event)
    group = course.concluded
    headlines = dict.fromkeys(("won", "lost"), f"The answer is {verdict(group)}" if group else "")
    best = next(_best_moments(course, end.me), "") if end.me and group and group.f1 > RIGHT else ""
    return card_of(end, _why(course) or end.outcome.reason, best, headlines=headlines)


def _why(course: Course) -> str:
    group, key = course.concluded, course.key
    if group is None or key is None:
        return ""
    told = [describe_answer(group), describe_reward(group)]
    if group.f1 <= RIGHT:
        told.append(right(key))
        knew = [each.sentence for each in judgements(course) if each.seat != course.seats[0] and each.is_right]
        told += [_BESIDE] if group.f1 else knew[:1]
    return " ".join(told)


def _best_moments(course: Course, me: Seat | None) -> Iterator[str]:
    """Yield what the viewer did for a right answer, the best first: a question, a reply, a search."""
    seat = me or ""
    yield from _questions(course, seat)
    for step in course.steps_of(seat):
        if seat != course.seats[0] and step.acted.action in (ANSWER, HEDGE) and course.is_right(step):
            by = course.posed[seat].by if seat in course.posed else ""
            asked = f" {by} asked you, and" if by else ""
            yield f"You knew it:{asked} your answer, {step.acted.argument}, was right."
    yield from _searches(course, seat)


def _questions(course: Course, me: Seat) -> Iterator[str]:
    replies: list[Step] = [given.reply for given in course.given.get(me, ()) if given.reply and course.is_right(given.reply)]
    if replies and course.times(me, ASK):
        reply = replies[-1]
        yield f"Your question to {reply.acted.seat} brought the answer: {reply.acted.argument}."


def _searches(course: Course, me: Seat) -> Iterator[str]:
    key = course.key
    for given in course.given.get(me, ()):
        texts = " ".join(given.evidence.texts).casefold()
        found = next((answer for answer in key.answers if answer.casefold() in texts), "") if key else ""
        if given.evidence.tag == "RETRIEVAL" and found and course.times(me, SEARCH):
            where = f" in {corpus(key.source)}" if key and key.source else ""
            yield f"Your search found a text{where} that has the answer: {found}."
