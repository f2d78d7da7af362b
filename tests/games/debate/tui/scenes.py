"""Moments of a debate as Ada sees them, whole debates as those who look on do, and an app that shows the former."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Request
from woozle.games.debate import events as debate
from woozle.games.debate.config import Config
from woozle.games.debate.data import Rationale
from woozle.games.debate.events import Listen, Solve
from woozle.testing import play_rules

from tests.games.debate import play
from tests.tui.scenes import Stage

ME = "Ada"
SEATS = ("Ada", "Ben", "Cleo", "Dan", "Eve")
PAWS = play.BEARS.model_copy(
    update={
        "question": "Pooh and Piglet follow tracks round a spinney. Each time round there is one set of tracks more. How many "
        "animals that neither of them knows made these tracks?",
        "options": ("none: the tracks are their own", "one Woozle", "two Woozles and a Wizzle", "that cannot be known"),
        "answer": "A",
        "right": tuple(Rationale(answer="A", text=f"They walk in a circle, {why}.") for why in ("as one sees", "so it is")),
    }
)
_WHY = {
    "A": "They walk in a circle, so every set of tracks is one that they made themselves the last time they came by.",
    "B": "The first set was there before they came, and they follow it, so somebody else must have made it.",
    "C": "Pooh counts two sets first, then a third, smaller one. That is what he says, and he was there.",
    "D": "We are told nothing of what else lives near the spinney.",
}
SAID: Mapping[str, str] = {"Ada": "AAC", "Ben": "CCC", "Cleo": "BAA", "Dan": "CCA", "Eve": "-CC"}
"""The answers of each seat, round by round."""

GRAPH = ((1, 2), (2, 3), (0,), (0, 1, 4), (1, 3))


def text(answer: str) -> str:
    return "I cannot make up my mind." if answer == "-" else f"{_WHY[answer]}\nAnswer: {answer}"


def debated(said: Mapping[str, str] = SAID, *, seats: int = 5, listen: Sequence[str] = (), **options) -> Referee:
    """A whole debate. listen: whom Ada listens to, round by round; the others listen to all."""
    config = Config(**{"pool": (PAWS,), "topology": "fixed", "graph": GRAPH, **options})
    if config.topology != "fixed":
        config = config.model_copy(update={"graph": ()})
    referee = Referee(play.Debate(seats, config))
    rounds: dict[str, int] = {}
    chosen = iter(listen)

    def say(request: Request, table: Referee):
        if request.answer is Solve:
            at = rounds[request.to] = rounds.get(request.to, -1) + 1
            of = said.get(request.to, "A")
            return Solve(text=text(of[min(at, len(of) - 1)]))
        if request.answer is Listen:
            offered = request.choices["to"]
            return Listen(to=next(chosen, offered[-1]) if request.to == ME else offered[-1])
        return other(request, table)

    other = play.saying(believes="C")
    return play_rules(referee, say)


def until(referee: Referee, kind: type, number: int = 1) -> list[Event]:
    """Return what Ada has seen up to the Event of that kind with this number, from 1, among those that she sees."""
    seen = referee.view(ME)
    places = [at for at, event in enumerate(seen) if isinstance(event, kind)]
    return list(seen[: places[number - 1] + 1])


@cache
def moment(name: str) -> tuple[tuple[Event, ...], Request | None]:
    """Return what Ada has seen, and the request to her."""
    fixed = debated()
    free = debated(topology="free", listen=("Ben, Cleo", "Cleo, Dan"))
    unnamed = debated(names=False)
    options = {"answer": (*"ABCD", "")}
    sets = play.debate(5, topology="free", pool=(PAWS,))
    for seat in SEATS:
        sets.answer(seat, Solve(text=text(SAID[seat][0])))
    (listening,) = (each for each in sets.open.values() if each.to == ME)
    moments: dict[str, tuple[Sequence[Event], Request | None]] = {
        "again": (until(fixed, debate.Heard), Request(2, ME, Solve, options, 90.0)),
        "third": (until(free, debate.Heard, 2), Request(3, ME, Solve, options)),
        "choosing": (until(free, debate.Answered), Request(2, ME, Listen, listening.choices)),
        "unnamed": (until(unnamed, debate.Heard), Request(2, ME, Solve, options)),
        "over": (fixed.view(ME), None),
    }
    seen, request = moments[name]
    return tuple(seen), request


def debate_stage(moment_name: str, events: Sequence[Event] = (), **options) -> Stage:
    """Return the table of Ada at a moment. events: that she has seen, other than those of the moment."""
    seen, request = moment(moment_name)
    return Stage(events or seen, request, game="debate", me=ME, **options)
