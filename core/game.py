"""The game protocol: a game's rules are one generator that asks, tells and ends.

    ask      `vote = yield from self.ask(seat, Vote, forfeit=Vote(target=None))` puts a Request to one player
    ask_all  the same for several at once; goes on when the last answer is in
    together runs several scripts side by side
    tell     `self.tell(Voted(...), to=EVERYONE)` adds an Event to what an audience has observed
    chance   `self.chance.below("die", 6)` draws by name, so that one more draw never shifts another
    return   `return Outcome(...)` ends the match

Rules never call a model, read a clock or open a file. Everything uncertain enters through a Response, so the same Responses
give the same Events on every machine. `request.py` says what is asked and answered, `referee.py` drives the generator, and
`legible.py` has what a game can say of its records.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar, get_args

from pydantic import BaseModel

from woozle.core.chance import Chance
from woozle.core.event import EVERYONE, PUBLIC, RECORD, Audience, Event, Forfeited, Refused, Told
from woozle.core.legible import Config, Legible
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Choices, Forfeit, NoConfig, Request, Seat
from woozle.core.usage import Ledger

__all__ = ["EVERYONE", "PUBLIC", "RECORD", "Audience", "Event", "Forfeited", "Game", "Play", "Refused", "Script", "Told"]

A = TypeVar("A", bound=Answer)
T = TypeVar("T")
Default = TypeVar("Default")

Folded: TypeAlias = tuple[int, Answer | Forfeit]
Script: TypeAlias = Generator[Iterable[Request], Folded, T]
"""Rules, or a part of them: yields the Requests it opens, is sent the answers (with their request's id) one by one."""
Play: TypeAlias = Script[Outcome]


class Game(Legible[Config]):
    """One play of a game. Subclasses set `name`, `version` (raised with every change of rules) and write `play`."""

    name: ClassVar[str]
    version: ClassVar[int]
    earlier: ClassVar[Mapping[int, str]] = {}  # earlier versions of the rules, as module:attribute; their matches stay verified
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 26
    usual_seats: ClassVar[int] = 2  # how many sit there unless somebody says otherwise
    seat_names: ClassVar[Sequence[Seat]] = "abcdefghijklmnopqrstuvwxyz"
    config_type: ClassVar[type[BaseModel]] = NoConfig
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}}
    officials: ClassVar[Sequence[Seat]] = ()  # who is asked beside the seats

    chance: Chance
    spent: Ledger | None = None  # what everybody's answers cost; kept for games that make one

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):  # its own; rules made of others may say which config they take
            cls.config_type = next((arg for arg in get_args(base) if isinstance(arg, type)), cls.config_type)

    def __init__(self, seats: int, config: Config | None = None) -> None:
        """Raises ValueError, with a sentence for people, if the game cannot be played by so many."""
        least = self.fewest(config) if config is not None else self.min_seats
        if not least <= seats <= self.max_seats:
            raise ValueError(f"{self.name} takes {least} to {self.max_seats} seats, not {seats}.")
        self.seats: tuple[Seat, ...] = tuple(self.seat_names[:seats])
        self.config: Config = config if config is not None else self.config_type()  # type: ignore[assignment]
        self.score: dict[Seat, float] = dict.fromkeys(self.seats, 0)
        self.told: list[Told] = []
        self._asked = 0

    @classmethod
    def fewest(cls, config: Config) -> int:
        """How many seats it takes at least, if some options change that."""
        return cls.min_seats

    def briefing(self) -> tuple[Event, ...]:
        """Return what every seat is told of the options as the match begins: Events that follow from them alone, in their order."""
        return ()

    def play(self) -> Play:
        """The rules, from the first deal to the Outcome."""
        raise NotImplementedError

    def tell(self, event: Event, to: Audience) -> None:
        """Let an audience observe an Event. The record always has it."""
        self.told.append((event, to))

    def ask(
        self,
        who: Seat,
        answer: type[A],
        *,
        forfeit: Default,
        choices: Choices | None = None,
        seconds: float | None = None,
        about: str = "",
    ) -> Script[A | Default]:
        """The answer of one player; `forfeit` if none comes. about: as in Request, for officials."""
        self._asked += 1
        _, given = yield (Request(self._asked, who, answer, choices or {}, seconds, about),)
        return forfeit if type(given) is Forfeit else given  # type: ignore[return-value]

    def ask_why(
        self, who: Seat, answer: type[A], *, choices: Choices | None = None, seconds: float | None = None
    ) -> Script[A | Forfeit]:
        """The answer of one player or, for rules that look at why there is none, the Forfeit itself."""
        self._asked += 1
        _, given = yield (Request(self._asked, who, answer, choices or {}, seconds),)
        return given  # type: ignore[return-value]

    def ask_all(
        self,
        who: Iterable[Seat],
        answer: type[A],
        *,
        forfeit: Default,
        choices: Callable[[Seat], Choices] = lambda seat: {},
        seconds: float | None = None,
    ) -> Script[dict[Seat, A | Default]]:
        """The answers of several players who do not see each other's, in the order of `who`."""
        seats = list(who)
        asks = [self.ask(seat, answer, forfeit=forfeit, choices=choices(seat), seconds=seconds) for seat in seats]
        return dict(zip(seats, (yield from self.together(*asks)), strict=True))

    def together(self, *scripts: Script[T]) -> Script[list[T]]:
        """What several scripts return that run side by side, each going on as soon as its own answers are in."""
        results: dict[int, T] = {}
        lane_of: dict[int, int] = {}

        def advance(lane: int, folded: Folded | None) -> Iterable[Request]:
            try:
                opened = next(scripts[lane]) if folded is None else scripts[lane].send(folded)
            except StopIteration as end:
                results[lane] = end.value
                return ()
            lane_of.update((request.id, lane) for request in opened)
            return opened

        opened: Iterable[Request] = [request for lane in range(len(scripts)) for request in advance(lane, None)]
        while len(results) < len(scripts):
            folded = yield opened
            opened = advance(lane_of.pop(folded[0]), folded)
        return [results[lane] for lane in range(len(scripts))]
