"""First answers of a debate, which can be given to others, so that all methods begin with the same ones (DIGRA, setup)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from woozle.core.answer_places import Kind
from woozle.core.event import Event, first
from woozle.core.names import LETTERS
from woozle.games.debate.answers.extraction import Reader
from woozle.games.debate.data import Problem
from woozle.games.debate.events import Answered, Briefing, response


def first_texts(events: Sequence[Event], reader: Reader) -> tuple[str, ...] | None:
    """Return the first response of each seat, in their order, as another debate is given it; None before all of them are there.

    One that was answered beside its text ends with that answer, so that whoever reads it finds it there. reader: that of the rules
    by which the debate was played.
    """
    briefing = first(events, Briefing)
    if briefing is None:
        return None
    said = {event.seat: event for event in events if isinstance(event, Answered) and event.round == 1}
    if any(seat not in said for seat in briefing.seats):
        return None
    letters = LETTERS[: len(briefing.options)]
    return tuple(_whole(said[seat], cast(Kind, briefing.kind), letters, reader) for seat in briefing.seats)


def are_seeds(texts: Sequence[str], problem: Problem) -> bool:
    """Return whether first answers are rationales that come with the question: then the number of wrong ones was set."""
    seeds = {rationale.response for rationale in (*problem.right, *problem.misleading)}
    return bool(texts) and seeds.issuperset(texts)


def _whole(said: Answered, kind: Kind, letters: str, reader: Reader) -> str:
    text = str(said.text)
    if said.answer is None or reader.extract_answer(text, kind, letters) == said.answer:
        return text
    return response(text, said.answer)
