"""Rationales for the right answers of questions: the right responses that debates of one round kept (appendix A.2.3)."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.event import Event, last
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.debate.data import Problem, Rationale, Samples
from woozle.games.debate.events import Retained
from woozle.games.debate.state import State


def with_rationales(pool: Sequence[Problem], record: Sequence[Event]) -> Problem | None:
    """Return the question of a debate with the right responses that it kept, and how many of its samples were right.

    None if it was not played to its end, or kept none since none were wanted.
    """
    state, kept = fold_events(State(EVERYTHING), record), last(record, Retained)
    if kept is None or state.key is None or not state.is_over:
        return None
    problem = next(each for each in pool if each.id == state.key.problem)
    said = [state.was_right(seat, 1) for seat in state.seats]
    right = tuple(Rationale(answer=problem.answer, text=text, is_whole=True) for text in kept.texts)
    return problem.model_copy(update={"right": right, "sampled": Samples(right=said.count(True), of=len(said))})


def join_pools(problems: Sequence[Problem]) -> dict[str, Problem]:
    """Return questions by their id, each once, with the rationales and samples of all its debates."""
    found: dict[str, Problem] = {}
    for problem in problems:
        other = found.get(problem.id)
        found[problem.id] = _join(other, problem) if other else problem
    return found


def _join(one: Problem, other: Problem) -> Problem:
    assert one.sampled and other.sampled
    sampled = Samples(right=one.sampled.right + other.sampled.right, of=one.sampled.of + other.sampled.of)
    return one.model_copy(update={"right": (*one.right, *other.right), "sampled": sampled})
