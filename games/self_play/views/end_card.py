"""The end of a match of self-play: what the final answer was worth, and what the viewer did for it."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, card_of
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.self_play.events import ANSWER, ASK, HEDGE, SEARCH
from woozle.games.self_play.paper.metrics import RIGHT
from woozle.games.self_play.state import State, Step
from woozle.games.self_play.words import corpus_name, describe_end, describe_key, judgements, rightness

_BESIDE = "Words that an answer lacks, and words beside the right ones, count against it."


def end_card(end: End) -> EndCard:
    """Return the card over the table. All win or lose together."""
    state = fold_events(State(EVERYTHING), end.events)
    group = state.concluded
    headlines = dict.fromkeys(("won", "lost"), f"The answer is {rightness(group)}" if group else "")
    moments = _best_moments(state, end.me or "") if group and group.f1 > RIGHT else ()
    return card_of(end, _why(state), moments, headlines=headlines)


def _why(state: State) -> str:
    group, key = state.concluded, state.key
    if group is None or key is None:
        return ""
    told = [describe_end(group)]
    if group.f1 <= RIGHT:
        told += describe_key(key)
        knew = [each.sentence for each in judgements(state, group) if each.seat != state.seats[0] and each.is_right]
        told += [_BESIDE] if group.f1 else knew[:1]
    return " ".join(told)


def _best_moments(state: State, me: Seat) -> Iterator[str]:
    """Yield what the viewer did for a right answer, the best first: a question, a reply, a search."""
    yield from _questions(state, me)
    for step in state.steps_of(me):
        if me != state.seats[0] and step.acted.action in (ANSWER, HEDGE) and state.is_right(step):
            asked = f" {step.posed.by} asked you, and" if step.posed and step.posed.by else ""
            yield f"You knew it:{asked} your answer, {step.acted.argument}, was right."
    yield from _searches(state, me)


def _questions(state: State, me: Seat) -> Iterator[str]:
    replies: list[Step] = [given.reply for given in state.given(me) if given.reply and state.is_right(given.reply)]
    if replies and state.times(me, ASK):
        reply = replies[-1]
        yield f"Your question to {reply.acted.seat} brought the answer: {reply.acted.argument}."


def _searches(state: State, me: Seat) -> Iterator[str]:
    key = state.key
    for given in state.given(me):
        texts = " ".join(given.evidence.texts).casefold()
        found = next((answer for answer in key.answers if answer.casefold() in texts), "") if key else ""
        if given.evidence.tag == "RETRIEVAL" and found and state.times(me, SEARCH):
            where = f" in {corpus_name(key.source)}" if key and key.source else ""
            yield f"Your search found a text{where} that has the answer: {found}."
