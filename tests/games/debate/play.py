"""A table of the debate for tests: who says what, whom it listens to, and what the estimator measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request
from woozle.games.debate.config import Config
from woozle.games.debate.data import Appeals, Problem, Rationale
from woozle.games.debate.events import ESTIMATOR, Believe, Estimate, Listen, Solve, Texts
from woozle.games.debate.rules import Debate
from woozle.testing import Say, find_events

BEARS = Problem(
    id="bears",
    question="How many bears went round the spinney?",
    options=("none", "one", "two", "three"),
    answer="B",
    right=tuple(Rationale(answer="B", text=f"There is one set of paws, {why}.") for why in ("seen from here", "I counted")),
    misleading=tuple(Rationale(answer="C", text=f"There were two, {why}.") for why in ("they say", "the tracks doubled")),
    appeals=Appeals(control="Two bears went round.", logical=("The tracks doubled.", "Two were seen.", "Bears go in pairs.")),
)


def debate(seats: int = 3, **options) -> Referee:
    return Referee(Debate(seats, Config(**{"pool": (BEARS,), **options})))


def saying(
    answers: Mapping[str, Sequence[str]] = {},
    *,
    listen: Mapping[str, str] = {},
    entropies: Callable[[Texts], Estimate | Forfeit] | None = None,
    believes: str = "B",
) -> Say:
    """Seats answer round by round (B when there is no more said of them). listen: whom they choose."""
    rounds: dict[str, int] = {}

    def say(request: Request, referee: Referee) -> Answer | Forfeit:
        if request.to == ESTIMATOR:
            (of,) = request.choices["of"]
            (asked,) = (each for each in find_events(referee, Texts, to=ESTIMATOR) if each.number == of)
            count = len(asked.candidates) or len(asked.responses)
            return entropies(asked) if entropies else Estimate(of=of, entropies=(1.0,) * count, estimator="test")
        if request.answer is Listen:
            return Listen(to=listen.get(request.to, request.choices["to"][0]))
        if request.answer is Believe:
            return Believe(answer=believes)
        rounds[request.to] = at = rounds.get(request.to, -1) + 1
        answer = "".join(answers.get(request.to, ()))[at : at + 1] or "B"
        return Solve(text=f"{request.to} reasons.\nAnswer: {answer}" if answer != "-" else f"{request.to} hesitates.")

    return say
