"""First answers of a debate, which can be given to others, so that all methods begin with the same ones (DIGRA, setup)."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.games.debate.answers.extraction import Reader
from woozle.games.debate.data import Problem
from woozle.games.debate.events import response
from woozle.games.debate.state import Reply, State


def first_texts(state: State, reader: Reader) -> tuple[str, ...] | None:
    """Return the first response of each seat, in their order, as another debate is given it; None before all of them are there.

    One that was answered beside its text ends with that answer, so that its readers find it there. reader: that of the rules
    by which the debate was played.
    """
    said = state.said.get(1, {})
    if not state.seats or any(seat not in said for seat in state.seats):
        return None
    return tuple(_whole(said[seat], state, reader) for seat in state.seats)


def are_seeds(texts: Sequence[str], problem: Problem) -> bool:
    """Return whether first answers are rationales that come with the question: then the number of wrong ones was set."""
    seeds = {rationale.response for rationale in (*problem.right, *problem.misleading)}
    return bool(texts) and seeds.issuperset(texts)


def _whole(said: Reply, state: State, reader: Reader) -> str:
    text = str(said.text)
    if said.answer is None or reader.extract_answer(text, state.kind, state.letters) == said.answer:
        return text
    return response(text, said.answer)
