"""Reports of matches that are played by a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from woozle.core.games.self_play.data import Question
from woozle.core.games.self_play.events import Act
from woozle.core.games.self_play.report import MatchReport, match_report
from woozle.core.referee import Referee
from woozle.core.reports import Terms
from woozle.core.request import Leaning

from tests.core.games.self_play.play import TOWER, doing, go, society

BRIDGE = Question(id="bridge", question="Where is the bridge?", answers=("Prague",), source="encyclopaedia")
LAKE = Question(id="lake", question="Where is the lake?", answers=("Geneva",), source="encyclopaedia")


def reported(
    referee: Referee, *, players: str | Mapping[str, str] = "bot", name: str = "one", leanings: Mapping[int, Leaning] | None = None
) -> MatchReport:
    seats = dict.fromkeys(referee.game.seats, players) if isinstance(players, str) else players
    terms = Terms(name, "standard", "bm25", seats, referee.game.config.model_dump(mode="json"), 2)
    return match_report(terms, referee.record, referee.outcome, leanings)


def report(steps: Mapping[str, Sequence[str]], /, *, seats: int = 3, players: str = "bot", leanings=None, **options) -> MatchReport:
    """Seats act as in `doing`."""
    return reported(go(society(seats, **options), doing(steps)), players=players, leanings=leanings)


def leaning(search: float = 0.0, answer: float = 0.0, by: str = "own") -> Leaning:
    """The rest is P(HEDGE)."""
    chances = {"SEARCH": search, "ANSWER": answer, "HEDGE": 1 - search - answer}
    return Leaning(Act.leaning, chances, by, 8 if by == "samples" else 0)


def alone(*acts: str, question: Question = TOWER, player: str = "bot", search=None, sure: float = 0.5, by="own", **options):
    """One seat with a corpus. search: P(SEARCH) of its first step, if that is known; sure: P(ANSWER) of ANSWER or HEDGE, always."""
    leanings = {} if search is None else {at: leaning(search, sure * (1 - search), by) for at in range(1, len(acts) + 1)}
    return report({"Ada": acts}, seats=1, players=player, leanings=leanings, pool=(question,), **options)
