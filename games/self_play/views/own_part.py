"""The viewer's own part in a finished match of self-play, the step that fixed or broke the answer, and what to try another time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from woozle.arena.views.end_card import part_of_others
from woozle.arena.views.words import capitalise
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.words import frequency, quantity, whom
from woozle.games.self_play.data import BOOKS
from woozle.games.self_play.events import ANSWER, ASK, CALCULATE, SEARCH
from woozle.games.self_play.papers.metrics import RIGHT
from woozle.games.self_play.state import State, Step

_SURE = {True: "sure", False: "not sure"}
_AFTER = {"nothing": "from memory", "a search": "after a search", "replies": "after replies", "a sum": "after a sum"}


def find_answer(state: State, seat: Seat) -> str:
    """Return the right answer as a text that a seat's search found has it; empty if none has."""
    texts = " ".join(state.texts(seat, "RETRIEVAL"))
    answers = state.key.answers if state.key else ()
    return next((each for each in answers if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", texts, re.IGNORECASE)), "")


def describe_viewer(state: State, me: Seat | None) -> str:
    """Return what the viewer did, and how right its last reply was beside those of the others."""
    if me is None or state.key is None or state.concluded is None:
        return ""
    if not state.visits or not any(visit.seat == me for visit in state.visits):
        return "Nobody asked you anything."
    done = [f"searched {frequency(times)}"] if (times := state.times(me, SEARCH)) else []
    done += [f"worked out {quantity(times, 'sum')}"] if (times := state.times(me, CALCULATE)) else []
    asked = dict.fromkeys(given.reply.acted.seat for given in state.given(me) if given.reply)
    done += [f"asked {join_names(asked) or 'others, who did not reply'}"] if state.times(me, ASK) else []
    replies = {seat: _last_reply(state, seat) for seat in state.seats}
    mine = replies.pop(me)
    done += [_say_reply(state, mine)] if mine else ["gave no answer"]
    others = [state.is_right(reply) for reply in replies.values() if reply]
    theirs = f"; {part_of_others(others.count(True), len(others))} who replied had it right" if len(others) > 1 else ""
    return f"You {join_names(done)}{theirs}."


def _last_reply(state: State, seat: Seat) -> Step | None:
    return next((step for step in reversed(state.steps_of(seat)) if step.is_reply), None)


def _say_reply(state: State, reply: Step) -> str:
    """Return a reply in words: `answered 1912, not sure, which is right`."""
    is_so = {True: ", which is right", False: ", which is wrong", None: ""}[state.is_right(reply)]
    return f"answered {_quoted(reply)}, {_SURE[reply.acted.action == ANSWER]}{is_so}"


def _quoted(reply: Step) -> str:
    return f"“{reply.acted.argument}”" if reply.acted.argument else "nothing"


# The step that fixed or broke the answer


def describe_turn(state: State, me: Seat | None) -> str:
    """Return the first right reply, where the final answer is right; else the step that lost the last one, if there was one."""
    end, key = state.concluded, state.key
    if end is None or key is None or not key.answers:
        return ""
    right = [step for step in state.replies() if state.is_right(step)]
    if end.f1 > RIGHT:
        return _say_fixed(state, right[0], me) if right else ""
    if right:
        return _say_broken(state, right[-1], me)
    found = [seat for seat in state.seats if find_answer(state, seat)]
    if found:
        return f"{capitalise(whom(found[0], me))} found a text that has the answer, “{key.answers[0]}”, and nobody replied with it."
    return "There was none: nobody found or gave the right answer."


def _say_fixed(state: State, first: Step, me: Seat | None) -> str:
    by = first.posed.by if first.posed else ""
    asked = f", asked by {whom(by, me)}," if by else ""
    how = f"{_AFTER[first.after]}, {_SURE[first.acted.action == ANSWER]}"
    return f"In step {first.number} {whom(first.acted.seat, me)}{asked} answered {_quoted(first)}, {how}."


def _say_broken(state: State, right: Step, me: Seat | None) -> str:
    """Return what became of the last right reply: who had it, and answered something else, or nobody."""
    by, acted = (right.posed.by if right.posed else ""), right.acted
    told = f"In step {right.number} {whom(acted.seat, me)} answered {_quoted(right)}, {_SURE[acted.action == ANSWER]}"
    later = next((step for step in state.replies() if step.number > right.number and step.acted.seat == by), None)
    if later is None:
        return f"{told}, and that never became the final answer."
    return f"{told}, but in step {later.number} {whom(by, me)} answered {_quoted(later)}, {_SURE[later.acted.action == ANSWER]}."


# What to try


def ideas(state: State, me: Seat) -> Iterator[str]:
    """Yield what the viewer could do another time, by what it did in this match; then what it should keep."""
    end, key = state.concluded, state.key
    if end is not None and me in state.seats and not any(visit.seat == me for visit in state.visits):
        yield f"Take the seat of {state.seats[0]} next time, who asks, and decides."
    if end is None or key is None or not key.answers or not (mine := _last_reply(state, me)):
        return
    is_right, said, found = state.is_right(mine), _quoted(mine), find_answer(state, me)
    if is_right is False:
        yield from _overruled(state, me, said)
        if found:
            yield f"Your search found a text that has “{found}”, and you answered {said}: read what you found once more."
        if (library := state.library(me)) and library == key.source and not state.times(me, SEARCH):
            yield f"You answered {said} without a search of {BOOKS.get(library, library)}, where the answer is."
        yield from _unasked(state, me)
        if end.f1 and me == state.seats[0]:
            yield f"{said} has right words, and others beside them or too few: give “{key.answers[0]}” alone."
        if mine.acted.action == ANSWER:
            yield f"You were sure of {said} {_AFTER[mine.after]}: HEDGE says that you are not."
        else:
            read = "nothing that you read has the right answer in so many words"
            yield f"Keep saying when you are not sure, as you did of {said}: {read}."
    elif is_right:
        if mine.acted.action != ANSWER and found:
            yield f"You were right, and not sure although your search found “{found}”: ANSWER says that you are."
        yield from _needless(state, me)
        told = any(given.reply and state.is_right(given.reply) for given in state.given(me))
        if mine.after == "nothing":
            yield f"Keep trusting your memory like this: {said} was right."
        elif mine.after == "replies" and not told:
            yield f"Keep guessing where nobody tells you, as here: {said} was right."
        else:
            yield f"Keep reading before you answer: {said} was right."


def _overruled(state: State, me: Seat, said: str) -> Iterator[str]:
    """Yield whose right reply the viewer was given, and did not pass on."""
    source = state.key.source if state.key else ""
    for given in state.given(me):
        if given.reply and state.is_right(given.reply):
            other = given.reply.acted.seat
            can = f", who can search {BOOKS.get(source, source)}, where the answer is," if state.library(other) == source else ""
            yield f"{other}{can if source else ''} told you {_quoted(given.reply)}, and you answered {said}: look at who can know."


def _unasked(state: State, me: Seat) -> Iterator[str]:
    """Yield who could have looked the answer up, whom the viewer never asked."""
    source, tools = (state.key.source if state.key else ""), state.equipped.get(me)
    asked = {visit.seat for visit in state.visits if visit.posed and visit.posed.by == me}
    for other in tools.reaches if tools else ():
        if source and state.library(other) == source and other not in asked:
            yield f"{other} can search {BOOKS.get(source, source)}, where the answer is, and you did not ask {other}."


def _needless(state: State, me: Seat) -> Iterator[str]:
    """Yield searches that the viewer paid for after it had been given the right answer."""
    right = [given.reply.number for given in state.given(me) if given.reply and state.is_right(given.reply)]
    later = [step for step in state.steps_of(me) if step.acted.action == SEARCH and right and step.number > right[0]]
    if later:
        yield f"You searched in step {later[0].number}, when you had been told the right answer: a search costs everyone."
