"""Documents beside a match of self-play: the question, the evidence, and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from woozle.arena.views.panels import Document
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.words import count
from woozle.core.line import Line, shown_lines
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import number_of
from woozle.games.self_play.state import Given, State
from woozle.games.self_play.words import (
    describe_answer,
    describe_key,
    describe_reward,
    describe_tools,
    evidence_lines,
    judgements,
    tone_of,
)

_HEADING = "The question, and what was found out"


def goal(state: State) -> str:
    """Return the shared goal in a few words."""
    return f"be right together; a search costs {state.briefing.price:g}" if state.briefing else ""


def own(state: State) -> Document | None:
    """Return a seat's page: its question, its evidence and its options."""
    if state.briefing is None:
        return None
    me = state.me or ""
    posed, given = state.posed(me), state.given(me)
    told: list[Line] = [*_end(state)]
    if posed:
        told += [*([Line("The question", "heading")] if told else []), Line(posed.question, "notice")]
        told += [Line(f"{posed.by} asks you.", "quiet")] if posed.by else []
        told += _evidence(given, state)
    told += _rules(state, me)
    title = "How it ended" if state.is_over else "The question" if posed else "You have not been asked yet"
    return Document(title, tuple(told), _amount(given), heading=_HEADING)


def whole(state: State) -> Document | None:
    """Return the page for spectators: the question, the waiting seats, and the evidence of the seat in control."""
    if state.briefing is None:
        return None
    if not state.question:
        rules = of_briefing("self_play", state.briefing)
        return Document(HEADING, tuple(Line(rule, "quiet") for rule in rules), heading=_HEADING)
    told = [Line(state.question, "notice")]
    if state.key and not state.is_over:
        told += [Line(each, "private") for each in describe_key(state.key)]
    told += _end(state)
    seat = state.active or state.seats[0]
    told += _control(state)
    if state.active and (posed := state.posed(seat)) and posed.question != state.question:
        told.append(Line(f"{seat} was asked: {posed.question}", "quiet", who=number_of(state, seat)))
    given = state.given(seat)
    told += _evidence(given, state, f"What {seat} was given") or [Line(f"{seat} was given nothing yet.", "quiet")]
    return Document("The question", tuple(told), _amount(given), heading=_HEADING)


def _end(state: State) -> list[Line]:
    if state.concluded is None or state.key is None:
        return []
    end = state.concluded
    told = [Line(describe_answer(end), tone_of(end)), Line(describe_reward(end)), *map(Line, describe_key(state.key))]
    return [*told, *(Line(each.sentence, each.tone) for each in judgements(state, end))]


def _control(state: State) -> Iterator[Line]:
    if not state.active:
        return
    yield Line(f"It's {state.active}'s turn.", "plain", "▸", number_of(state, state.active))
    for has_asked, seats in groupby(reversed(state.stack), state.waits_for_replies):
        names = list(seats)
        waits, what = "waits" if len(names) == 1 else "wait", "for replies" if has_asked else "to be asked"
        yield Line(f"{join_names(names)} {waits} {what}.", "quiet", "·")


def _evidence(given: tuple[Given, ...], state: State, title: str = "What you were given") -> list[Line]:
    """Return a seat's evidence, the newest first; what came together stays in order. Paragraphs are set apart."""
    parts = [list(part) for _, part in groupby(given, key=lambda each: each.steps)]
    found: list[Line] = []
    was_long = False
    for each in (each for part in reversed(parts) for each in part):
        is_long = each.evidence.tag == "RETRIEVAL"
        for line in shown_lines(evidence_lines(each, state)):
            found += [Line(""), line] if found and (is_long or was_long) else [line]
            was_long = is_long
    return [Line(title, "heading"), *found] if found else []


def _rules(state: State, me: Seat) -> Iterator[Line]:
    if state.briefing is None:
        return
    yield Line(HEADING, "heading")
    if tools := state.equipped.get(me):
        yield Line(describe_tools(tools, me))
    yield from (Line(rule, "quiet") for rule in of_briefing("self_play", state.briefing))


def _amount(given: tuple[Given, ...]) -> str:
    """Return the amount of evidence: `1 reply and 3 paragraphs`."""
    replies = sum(each.evidence.tag.startswith("FRIEND") for each in given)
    paragraphs = sum(len(each.evidence.texts) for each in given if each.evidence.tag == "RETRIEVAL")
    results = sum(each.evidence.tag == "CALCULATION" for each in given)
    counts = ((replies, "reply", "replies"), (paragraphs, "paragraph", "paragraphs"), (results, "result", "results"))
    return join_names(count(number, one, many) for number, one, many in counts if number)
