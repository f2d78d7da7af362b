"""Reports of matches that are played by a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from woozle.core.measures import Match
from woozle.core.referee import Referee
from woozle.core.request import AnswerProbabilities
from woozle.games.self_play.data import Question
from woozle.games.self_play.events import Act, Acted
from woozle.games.self_play.measures import SelfPlayFacts
from woozle.testing import play_rules

from tests.core.measured import measured
from tests.games.self_play.play import TOWER, doing, society

BRIDGE = Question(id="bridge", question="Where is the bridge?", answers=("Prague",), source="encyclopaedia")
LAKE = Question(id="lake", question="Where is the lake?", answers=("Geneva",), source="encyclopaedia")


def reported(
    referee: Referee,
    *,
    players: str | Mapping[str, str] = "bot",
    name: str = "one",
    leanings: Mapping[int, AnswerProbabilities] | None = None,
) -> Match[SelfPlayFacts]:
    """leanings: by step, from 1."""
    acted = [at for at, (event, _) in enumerate(referee.record) if isinstance(event, Acted)]
    known = {acted[step - 1]: leaning for step, leaning in (leanings or {}).items()}
    return measured(referee, name=name, players=players, services="bm25", leanings=known)


def report(
    steps: Mapping[str, Sequence[str]], /, *, seats: int = 3, players: str = "bot", leanings=None, **options
) -> Match[SelfPlayFacts]:
    """Seats act as in `doing`."""
    return reported(play_rules(society(seats, **options), doing(steps)), players=players, leanings=leanings)


def leaning(search: float = 0.0, answer: float = 0.0, by: str = "own") -> AnswerProbabilities:
    """The rest is P(HEDGE)."""
    chances = {"SEARCH": search, "ANSWER": answer, "HEDGE": 1 - search - answer}
    return AnswerProbabilities(Act.probability_field, chances, by, 8 if by == "samples" else 0)


def alone(*acts: str, question: Question = TOWER, player: str = "bot", search=None, sure: float = 0.5, by="own", **options):
    """One seat with a corpus. search: P(SEARCH) of its first step, if that is known; sure: P(ANSWER) of ANSWER or HEDGE, always."""
    leanings = {} if search is None else {at: leaning(search, sure * (1 - search), by) for at in range(1, len(acts) + 1)}
    return report({"Ada": acts}, seats=1, players=player, leanings=leanings, pool=(question,), **options)
