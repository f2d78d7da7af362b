"""The base of all bots: a seed, and draws that depend on nothing but the seed and the request."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar, get_args

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Response, Seat

T = TypeVar("T")

_PARTS = 1_000_000  # of one

Level = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels of bots as opponents, the easiest first."""


class Bot:
    """A built-in player. Subclasses set `name` and write `answer`.

    The answer is a function of the seed, the request and the observation, so a match that is resumed goes on as it would have.

    level: of the bots that are offered as opponents; empty for others, as in experiments. character: who it is, in a sentence
    that a player reads before a match. former_names: those under which older transcripts know it. options: those of the game with
    which people begin a match against bots of this kind alone, by its first preset, unless they are set.
    """

    name: ClassVar[str]
    level: ClassVar[Level | Literal[""]] = ""
    character: ClassVar[str] = ""
    former_names: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[Mapping[str, Any]] = {}
    is_human = False
    answers_at_once = True
    keeps_time = False

    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)
        self._key = hashlib.sha256(b"woozle bot " + self.seed.encode()).digest()
        self._seat, self._known, self._observed = "", None, []  # type: Seat, Any, Sequence[Event]

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        raise NotImplementedError

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the answer in no time: the same seed gives the same transcript, byte by byte."""
        return Response(request.id, self.answer(request, observation), seconds=0.0)

    def describe(self) -> dict[str, Any]:
        """Enough to seat the same bot again."""
        return {"kind": "bot", "name": self.name, "seed": self.seed}

    def know(self, kind: Callable[[Seat], T], request: Request, observation: Sequence[Event]) -> T:
        """Return what the seat knows: its State, or what holds one. While its observation only grows, no Event is seen twice."""
        if not self._observed or request.to != self._seat or observation[: len(self._observed)] != self._observed:
            self._seat, self._known, self._observed = request.to, kind(request.to), []
        for event in observation[len(self._observed) :]:
            self._known.see(event)
        self._observed = observation[:]
        known: T = self._known
        return known

    def chance(self, request: Request) -> Chance:
        """Return fresh draws for one request: asked again, it draws the same."""
        return Chance(b"%b%d " % (self._key, request.id))


B = TypeVar("B", bound=Bot)


def variant(kind: type[B], name: str, meaning: str, **traits: object) -> type[B]:
    """Return a bot that differs from another only in its name and these traits. meaning: a sentence that describes it."""
    assert all(hasattr(kind, trait) for trait in traits), f"{kind.name} lacks one of {', '.join(traits)}"
    return type(name.capitalize(), (kind,), {"__module__": kind.__module__, "__doc__": meaning, "name": name, **traits})


def happens(chance: Chance, label: str, percent: int) -> bool:
    """Return whether something with this chance, in per cent, comes about."""
    return chance.below(label, 100) < percent


def luck(chance: Chance, label: str) -> float:
    """Draw a number from [0, 1), in whole millionths."""
    return chance.below(label, _PARTS) / _PARTS
