"""Documents beside a match of self-play: the question, the evidence, and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from woozle.arena.views.panels import Document
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.words import count
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.games.self_play.views.course import Course, Given
from woozle.games.self_play.views.labels import can
from woozle.games.self_play.views.lines import Reader, describe_answer, describe_reward, evidence, judgements, right, tone_of

_HEADING = "The question, and what was found out"


def goal(course: Course) -> str:
    """Return the shared goal in a few words."""
    return f"be right together; a search costs {course.briefing.price:g}" if course.briefing else ""


def own(course: Course, reader: Reader) -> Document | None:
    """Return a seat's page: its question, its evidence and its options."""
    if course.briefing is None:
        return None
    me = reader.me or ""
    posed, given = course.posed.get(me), course.given.get(me, ())
    told: list[Line] = [*_end(course)]
    if posed:
        told += [*([Line("The question", "heading")] if told else []), Line(posed.question, "notice")]
        told += [Line(f"{posed.by} asks you.", "quiet")] if posed.by else []
        told += _evidence(given, reader)
    told += _rules(course, me)
    title = "How it ended" if course.is_over else "The question" if posed else "Nobody has asked you anything yet"
    return Document(title, tuple(told), _amount(given), heading=_HEADING)


def whole(course: Course, reader: Reader) -> Document | None:
    """Return the page for spectators: the question, the waiting seats, and the evidence of the seat in control."""
    if course.briefing is None:
        return None
    if not course.question:
        rules = of_briefing("self_play", course.briefing)
        return Document(HEADING, tuple(Line(rule, "quiet") for rule in rules), heading=_HEADING)
    told = [Line(course.question, "notice")]
    if course.key and not course.is_over:
        told.append(Line(right(course.key), "private"))
    told += _end(course)
    seat = course.active or course.seats[0]
    told += _control(course, reader)
    if course.active and (posed := course.posed.get(seat)) and posed.question != course.question:
        told.append(Line(f"{seat} was asked: {posed.question}", "quiet", who=reader.number(seat)))
    given = course.given.get(seat, ())
    told += _evidence(given, reader, f"What {seat} was given") or [Line(f"{seat} was given nothing yet.", "quiet")]
    return Document("The question", tuple(told), _amount(given), heading=_HEADING)


def _end(course: Course) -> list[Line]:
    if course.concluded is None or course.key is None:
        return []
    said = Line(describe_answer(course.concluded), tone_of(course.concluded))
    told = [said, Line(describe_reward(course.concluded)), Line(right(course.key))]
    return [*told, *(Line(each.sentence, each.tone) for each in judgements(course))]


def _control(course: Course, reader: Reader) -> Iterator[Line]:
    if not course.active:
        return
    yield Line(f"It's {course.active}'s turn.", "plain", "▸", reader.number(course.active))
    for has_asked, seats in groupby(reversed(course.stack), course.waits_for_replies):
        names = list(seats)
        waits, what = "waits" if len(names) == 1 else "wait", "for replies" if has_asked else "to be asked"
        yield Line(f"{join_names(names)} {waits} {what}.", "quiet", "·")


def _evidence(given: tuple[Given, ...], reader: Reader, title: str = "What you were given") -> list[Line]:
    """Return a seat's evidence, the newest first; what came together stays in order. Paragraphs are set apart."""
    parts = [list(part) for _, part in groupby(given, key=lambda each: each.after)]
    found: list[Line] = []
    was_long = False
    for each in (each for part in reversed(parts) for each in part):
        is_long = each.evidence.tag == "RETRIEVAL"
        for line in evidence(each, reader):
            found += [Line(""), line] if found and (is_long or was_long) else [line]
            was_long = is_long
    return [Line(title, "heading"), *found] if found else []


def _rules(course: Course, me: Seat) -> Iterator[Line]:
    if course.briefing is None:
        return
    yield Line(HEADING, "heading")
    if tools := course.equipped.get(me):
        yield Line(can(tools, is_me=True))
    yield from (Line(rule, "quiet") for rule in of_briefing("self_play", course.briefing))


def _amount(given: tuple[Given, ...]) -> str:
    """Return the amount of evidence: `1 reply and 3 paragraphs`."""
    replies = sum(each.evidence.tag.startswith("FRIEND") for each in given)
    paragraphs = sum(len(each.evidence.texts) for each in given if each.evidence.tag == "RETRIEVAL")
    results = sum(each.evidence.tag == "CALCULATION" for each in given)
    counts = ((replies, "reply", "replies"), (paragraphs, "paragraph", "paragraphs"), (results, "result", "results"))
    return join_names(count(number, one, many) for number, one, many in counts if number)
