"""The events of the quest: lines of the transcript, moments worth going to, and seconds to read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from woozle.arena.views.failures import lapse
from woozle.arena.views.knowledge import CourseKnowledge
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.arena.views.words import clock, count
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Line
from woozle.core.request import Seat
from woozle.games.quest import events as quest
from woozle.games.quest.views.course import Course
from woozle.games.quest.views.figures import quality
from woozle.games.quest.views.pages import noun, out_of_100, unread, words_of

_GLANCE = 1.0  # seconds to see what a seat is given, or what came of it
_FACTS = ("done", "mean_h", "worst_h", "each_h", "calls", "tokens", "reviews", "seconds")

Reader: TypeAlias = CourseKnowledge[Course]
"""A viewer to whom lines are addressed."""


def lines(event: Event, reader: Reader) -> Iterator[Line]:
    """Yield the lines of an event in the transcript."""
    match event:
        case quest.Briefing():
            yield Line(f"{count(event.items, noun(event))}, {count(len(event.seats), 'seat')}", "quiet")
        case quest.Standing():
            yield from _step(event, reader)
        case quest.Glimpse():
            yield from _glimpse(event, reader)
        case quest.Given(seat, item, text):
            given = "You are given" if seat == reader.me else f"{seat} is given"
            yield Line(f"{given} {item}, {words_of(text)}", who=reader.number(seat))
        case quest.Reconsidered(seat, item, _, _, h):
            writes, had = (
                "You write" if seat == reader.me else f"{seat} writes",
                "" if h is None else f", which had {out_of_100(h)}",
            )
            yield Line(f"{writes} {item} again{had}", who=reader.number(seat))
        case quest.Written(seat, item, text, _, is_review):
            again = ", again" if is_review else ""
            yield Line(text, "speech", who=reader.number(seat), label=f"{_who(seat, reader)} on {item}{again}")
            yield from unread(text, reader.course.words)
        case quest.Scored():
            yield _score(event, reader)
        case quest.Declined(seat, item, text):
            if text:
                label = f"{_who(seat, reader)} on {item}, taken for a refusal"
                yield Line(text, "speech", who=reader.number(seat), label=label)
            else:
                yield Line(f"{_who(seat, reader)} refused to write about {item}", who=reader.number(seat))
        case _:
            yield from _ending(event, reader)


def _step(event: quest.Standing, reader: Reader) -> Iterator[Line]:
    if event.seat == reader.me:
        yield Line(f"Step {event.step + 1} of {event.total}", "heading")
        if event.is_review_advised and event.worst_h is not None:
            yield Line(f"{event.worst} has only {out_of_100(event.worst_h)}: revising it is advised", "notice")
    elif reader.me is None and reader.number(event.seat) == 1:
        yield Line(f"Step {event.step + 1} of {event.total}", "heading")


def _glimpse(event: quest.Glimpse, reader: Reader) -> Iterator[Line]:
    if reader.me is None:
        if event.age == 1:
            yield Line(f"The others see of {event.seat}: {_describe(event.facts)}", "quiet", who=reader.number(event.seat))
        return
    when = "just now" if event.age == 1 else f"{event.age} steps ago"
    yield Line(
        f"{event.seat} revised a text {when}, which shows: {_describe(event.facts)}", "private", who=reader.number(event.seat)
    )


def _score(event: quest.Scored, reader: Reader) -> Line:
    briefing = reader.course.briefing
    is_good = not briefing or event.h >= briefing.threshold
    whose = "" if event.seat == reader.me else f"{event.seat}, "
    grade = f", {event.grade.replace('_', ' ')}" if event.grade else ""
    kept = "" if event.is_kept else "; what was there stays"
    low = "" if is_good or event.grade else ", low"
    return Line(
        f"{whose}{event.item}: {out_of_100(event.h)}{grade}{low}{kept}",
        "good" if is_good else "notice",
        who=reader.number(event.seat),
    )


def _ending(event: Event, reader: Reader) -> Iterator[Line]:
    match event:
        case quest.Stopped(seat, step):
            ends = "You end" if seat == reader.me else f"{seat} ends"
            yield Line(f"{ends} early, after {count(step, 'step')}", who=reader.number(seat))
        case quest.LeftOut(item, why):
            because = "a seat refused to write about it" if why == "refused" else "it could not be scored"
            yield Line(f"{item} counts for nobody: {because}", "notice")
        case quest.Tally() if reader.me:
            yield Line(f"{_who(event.seat, reader)}: {100 * event.q:.1f} points", who=reader.number(event.seat))
        case quest.Tally():
            yield Line(
                f"{_who(event.seat, reader)}: {100 * event.q:.1f} points; texts {100 * event.first_h:.1f} before reviews, "
                f"{100 * event.mean_h:.1f} after; {count(event.calls, 'call')}, {event.tokens_in + event.tokens_out:,} tokens, "
                f"{count(event.reviews, 'review')}, {clock(event.seconds)}; {100 * event.q_tables:.1f} points {quality('tables')}",
                who=reader.number(event.seat),
            )
        case quest.Breakdown(seat) if event.answered < event.given:
            refused = f"answered {event.answered} of {event.given}, refused {event.refused}"
            yield Line(f"{_who(seat, reader)} {refused}", who=reader.number(seat))
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, reader.me, reader.number(seat))


def _describe(facts: Mapping[str, float | str | tuple[float, ...]]) -> str:
    told = [_describe_fact(name, facts[name]) for name in _FACTS if name in facts]
    return f"{', '.join(told)}{f'; the weakest is {worst}' if (worst := facts.get('worst')) else ''}"


def _describe_fact(name: str, fact: float | str | Sequence[float]) -> str:
    match name, fact:
        case _, str():
            return fact
        case "mean_h", float() | int():
            return f"{out_of_100(fact)} on average"
        case "worst_h", float() | int():
            return f"{out_of_100(fact)} for the weakest"
        case "done", float() | int():
            return f"{fact:.0f} written"
        case _, float() | int():
            return count(round(fact), name.removesuffix("s"))
        case _:
            return f"each has {' '.join(f'{100 * each:.0f}' for each in fact)}"


def _who(seat: Seat, reader: Reader) -> str:
    return "You" if seat == reader.me else seat


# Moments, and time to read


def mark(event: Event, at: int, me: Seat | None = None) -> Mark | None:
    """Return the mark of an event at a position. Each seat's Standing belongs to its step. me: who looks."""
    match event:
        case quest.Briefing():
            return part(at, "the start")
        case quest.Standing(_, step):
            return part(at, f"step {step + 1}")
        case quest.Reconsidered(seat, item):
            return Mark(at, "R", f"{'you revise' if seat == me else f'{seat} revises'} {item}")
        case quest.Stopped(seat):
            return Mark(at, "E", "you end early" if seat == me else f"{seat} ends early", is_bad=True)
        case quest.LeftOut(item):
            return Mark(at, "!", f"{item} is left out", is_bad=True)
        case quest.Tally():
            return part(at, "the scores")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event; players have all of it on the table."""
    if me is not None:
        return 0.0
    match event:
        case quest.Written(_, _, text):
            return to_read(text)
        case quest.Given() | quest.Reconsidered() | quest.Scored() | quest.Glimpse() | quest.Tally():
            return _GLANCE
    return 0.0
