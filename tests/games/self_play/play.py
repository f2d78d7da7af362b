"""A table of self-play for tests: who does what, and what is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Paragraph, Question, paragraphs
from woozle.games.self_play.events import CALCULATOR, LIBRARIAN, Act, Found, Query, Worked
from woozle.games.self_play.rules import SelfPlay
from woozle.testing import Say, find_events

TOWER = Question(id="tower", question="Where is the tower?", answers=("Paris", "City of Paris"), source="encyclopaedia")


def society(seats: int = 3, **options) -> Referee:
    return Referee(SelfPlay(seats, Config(**{"pool": (TOWER,), **options})))


def paragraph_of(question: Question) -> Paragraph:
    """Return the paragraph that answers a bundled question."""
    (found,) = (each for each in paragraphs(question.source) if each.id == question.id.rpartition("-")[0])
    return found


def doing(steps: Mapping[str, Sequence[str]], found: Callable[[Query], Answer | Forfeit] | None = None) -> Say:
    """Seats act in turn as is said here, `ANSWER Paris`, and HEDGE when there is no more."""
    left = {seat: list(acts) for seat, acts in steps.items()}

    def say(request: Request, referee: Referee) -> Answer | Forfeit:
        if request.to in (LIBRARIAN, CALCULATOR):
            query = find_events(referee, Query, to=request.to)[-1]
            if found:
                return found(query)
            if request.answer is Worked:
                return Worked(of=query.number, result="4")
            return Found(of=query.number, texts=(f"{query.corpus}: it is in Paris.",), sources=("towers",))
        act = left[request.to].pop(0) if left.get(request.to) else "HEDGE"
        return Act.of_reply(act, request) or Forfeit("illegal")

    return say
