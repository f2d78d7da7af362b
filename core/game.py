"""The interface of a game: its rules are one generator that asks, tells and ends.

    class Guess(Game):
        name, version = "guess", 1

        def play(self) -> Play:
            secret = 1 + self.chance.below("secret", 6)
            self.tell(Secret(secret), to=RECORD)
            guesses = yield from self.ask_all(self.seats, Number, forfeit=None, seconds=30)
            for seat, guess in guesses.items():
                self.score[seat] = int(guess is not None and guess.value == secret)
            self.tell(Secret(secret), to=EVERYONE)
            return Outcome.by_score(self.score)

Rules never call a model, read a clock or open a file. Everything uncertain enters through a Response, so the same Responses
give the same Events on every machine. Requests and answers are in `request.py`; `referee.py` drives the generator.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

from pydantic import BaseModel

from woozle.core.chance import Chance
from woozle.core.errors import InputError
from woozle.core.event import EVERYONE, PUBLIC, RECORD, Audience, Event, Forfeited, RecordEntry, Refused
from woozle.core.failures import ServiceFailures
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Answer, Choices, Forfeit, NoConfig, Request, Seat
from woozle.core.usage import Ledger

if TYPE_CHECKING:
    from woozle.core.measures import Report

__all__ = [
    "EVERYONE",
    "PUBLIC",
    "RECORD",
    "Audience",
    "Event",
    "Forfeited",
    "Game",
    "Legality",
    "Play",
    "RecordEntry",
    "Refused",
    "RulesError",
    "Script",
]

A = TypeVar("A", bound=Answer)
T = TypeVar("T")
Default = TypeVar("Default")
Config = TypeVar("Config", bound=BaseModel)

Folded: TypeAlias = tuple[int, Answer | Forfeit]
Script: TypeAlias = Generator[Iterable[Request], Folded, T]
"""Rules or a part of them: yields the Requests that it opens; is sent each answer with the id of its Request."""
Play: TypeAlias = Script[Outcome]

Legality: TypeAlias = Callable[[A], str]
"""Returns why an answer is illegal, as one sentence for the player; empty if it is legal. For limits across fields, such as a bid
that must be higher than the last one. The sentence cannot be withdrawn, so it must not quote redactable text."""


class RulesError(Exception):
    """A mistake in the rules of a game: the message is a sentence that says which.

    where: File and line of the rules, as `FILE:LINE`, if the traceback does not show them.
    """

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(problem)
        self.where = where


class Game(Generic[Config]):
    """A match of a game.

    Subclasses set `name` and `version` and write `play`. Everything else has a default; the class methods at the end read recorded
    matches, for tables, reports and studies.

    Attributes:
        seats: Names of the seats, in order.
        config: The configuration, of type `config_type`.
        score: Running score of each seat, for viewers and `Outcome.by_score`.
        chance: Random draws by name.
        pending: Events told since the Referee last published them.
        legality: Legality of the answers to open Requests, by id of the Request, for the Referee alone.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Raised with every change of the rules."""
    earlier_versions: ClassVar[Mapping[int, str]] = {}
    """Earlier versions of the rules that stay installed, as `module:attribute`, so that their matches can be verified."""
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 26
    default_seats: ClassVar[int] = 2
    most_seats_in_forms: ClassVar[int] = max_seats
    """As many as a form has rows for, where `max_seats` are more."""
    seat_names: ClassVar[Sequence[Seat]] = "abcdefghijklmnopqrstuvwxyz"
    config_type: ClassVar[type[BaseModel]] = NoConfig
    """Taken from the base class in `class MyGame(Game[MyConfig])`."""
    added_options: ClassVar[Collection[str]] = ()
    """Options of `config_type` that matches by an earlier version of the rules do not have, for that version alone."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}}
    """Named sets of options; the first is the default."""
    services: ClassVar[Sequence[Seat]] = ()
    """Names of the services that the rules ask beside the seats."""

    role_names: ClassVar[Mapping[str, str]] = {}
    """Roles that seats may have, with what each means. Empty if all seats are alike."""
    hidden_role: ClassVar[str] = ""
    """The role that the other players try to find out."""
    subject_option: ClassVar[str] = ""
    """Name of the option that picks the subject of a match from the option `pool`."""
    reads_text: ClassVar[bool] = True
    """Whether the rules depend on the content of texts. If not, withdrawing a text changes no Event."""

    number_limits: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """The least and the greatest value of numbers of a result that `results` may leave out."""

    report: ClassVar[Report[Any] | str] = ""
    """The measures of finished matches, also as `module:attribute`."""

    chance: Chance
    ledger: Ledger | None = None
    """The cost of each seat's answers. Rules that need it set a Ledger in `__init__`."""

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):
            cls.config_type = next((arg for arg in get_args(base) if isinstance(arg, type)), cls.config_type)

    def __init__(self, seats: int, config: Config | None = None) -> None:
        """Raise InputError, with a sentence for humans, if the game cannot be played with this number of seats."""
        least = self.min_seats_for(config) if config is not None else self.min_seats
        if not least <= seats <= self.max_seats:
            raise InputError(f"{self.name} takes {least} to {self.max_seats} seats, not {seats}.")
        self.seats: tuple[Seat, ...] = tuple(self.seat_names[:seats])
        self.config: Config = config if config is not None else self.config_type()  # type: ignore[assignment]
        self.score: dict[Seat, float] = dict.fromkeys(self.seats, 0)
        self.pending: list[RecordEntry] = []
        self.legality: dict[int, Legality[Any]] = {}
        self._asked = 0
        self._players = frozenset((*self.seats, *self.services))
        self._audiences: set[Audience] = {EVERYONE, RECORD}
        self._questions: set[tuple[Any, ...]] = set()  # those that were checked, without their legal values

    @classmethod
    def min_seats_for(cls, config: Config) -> int:
        """Return the least number of seats, for games where that depends on the configuration."""
        return cls.min_seats

    def briefing(self) -> tuple[Event, ...]:
        """Return the Events that explain the configuration to every seat as the match begins. They follow from it alone."""
        return ()

    def play(self) -> Play:
        """Play the match, from the first deal to the Outcome: the rulebook."""
        raise NotImplementedError

    def tell(self, event: Event, to: Audience) -> None:
        """Let an audience observe an Event: seats or services by name, EVERYONE, or RECORD alone. The record has every Event.

        Raises RulesError for what is no Event, and for an unknown audience.
        """
        if type(event) not in _EVENTS:
            _check_event(event)
        if type(to) is not tuple or to not in self._audiences:
            self._check_audience(to)
        self.pending.append((event, to))

    def _check_audience(self, to: Audience) -> None:
        if type(to) is not tuple:
            raise RulesError(f"An audience is a tuple of names, such as (seat,) or EVERYONE, not {to!r}.")
        if unknown := [viewer for viewer in to if viewer not in self._players and viewer != PUBLIC]:
            raise RulesError(f"An Event is told to {unknown[0]!r}, which is no seat or service; known are {self._list_players()}.")
        self._audiences.add(to)

    def _list_players(self) -> str:
        return ", ".join((*self.seats, *self.services))

    def ask(
        self,
        who: Seat,
        answer: type[A],
        *,
        forfeit: Default,
        choices: Choices | None = None,
        legal: Legality[A] | None = None,
        seconds: float | None = None,
        about: str = "",
        is_public: bool = False,
    ) -> Script[A | Default]:
        """Ask one player, and return the answer: `vote = yield from self.ask(seat, Vote, forfeit=Vote(target=None))`.

        Args:
            who: A seat or a service.
            forfeit: Returned if no legal answer comes.
            choices: Legal values of some fields of the answer, by field.
            legal: Legality across fields. It stays with the Referee; the player learns of it by the refusal of an answer.
            seconds: Time limit; None for none.
            about: The text that a service works on. If it is redactable, so are the texts of the answer.
            is_public: Whether everybody at the table knows that this player is asked now, so that others may be shown it.

        Raises RulesError for an unknown player, and for choices that are empty or of no field of the answer.
        """
        _, given = yield (self._request(who, answer, choices or {}, legal, seconds, about, is_public=is_public),)
        return forfeit if type(given) is Forfeit else given  # type: ignore[return-value]

    def ask_why(
        self,
        who: Seat,
        answer: type[A],
        *,
        choices: Choices | None = None,
        legal: Legality[A] | None = None,
        seconds: float | None = None,
        about: str = "",
    ) -> Script[A | Forfeit]:
        """Ask one player, and return the answer or the Forfeit itself, for rules that look at its reason. Args as of `ask`."""
        _, given = yield (self._request(who, answer, choices or {}, legal, seconds, about),)
        return given  # type: ignore[return-value]

    def _request(
        self,
        who: Seat,
        answer: type[A],
        choices: Choices,
        legal: Legality[A] | None,
        seconds: float | None,
        about: str,
        *,
        is_public: bool = False,
    ) -> Request:
        if (who, answer, *choices) not in self._questions:
            self._check_question(who, answer, choices)
        for name, values in choices.items():
            if not values or type(values) is str:
                raise RulesError(
                    f"{who} has {values!r} as the choices for {name} of {answer.__name__}; list at least one legal value."
                )
        self._asked += 1
        if legal:
            self.legality[self._asked] = legal
        return Request(self._asked, who, answer, choices, seconds, about, is_public)

    def _check_question(self, who: Seat, answer: type[Answer], choices: Choices) -> None:
        if who not in self._players:
            raise RulesError(f"{who!r} is asked, which is no seat or service; known are {self._list_players()}.")
        if not (isinstance(answer, type) and issubclass(answer, Answer)):
            raise RulesError(f"{who} is asked for {answer!r}, which is no subclass of Answer.")
        for name in choices:
            if name not in answer.model_fields:
                raise RulesError(f"{who} has choices for {name!r}, which is no field of {answer.__name__}.")
        self._questions.add((who, answer, *choices))

    def ask_all(
        self,
        who: Iterable[Seat],
        answer: type[A],
        *,
        forfeit: Default,
        choices: Callable[[Seat], Choices] = lambda seat: {},
        legal: Legality[A] | None = None,
        seconds: float | None = None,
        is_public: bool = False,
    ) -> Script[dict[Seat, A | Default]]:
        """Ask several players at once, and return their answers by seat, in the order of `who`, when the last is in.

        Args are those of `ask`; `choices` returns the legal values for a seat.
        """
        seats = list(who)
        asks = [
            self.ask(seat, answer, forfeit=forfeit, choices=choices(seat), legal=legal, seconds=seconds, is_public=is_public)
            for seat in seats
        ]
        return dict(zip(seats, (yield from self.together(*asks)), strict=True))

    def together(self, *scripts: Script[T]) -> Script[list[T]]:
        """Run scripts side by side, each going on as soon as its own answers are in, and return their results in order."""
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

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        """Return the role of each seat, one of `role_names`, so far as a record deals them. Empty if all seats are alike.

        The record is read from its beginning, no further than needed; the match may be under way.
        """
        return {}

    @classmethod
    def correctness(cls, record: Iterable[RecordEntry]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Return which answers were right, by seat and name of the answer's type: one value for each Request, in order.

        None: the answer is neither right nor wrong, or that is not known yet. Types that are missing have no right answers.
        """
        return {}

    @classmethod
    def results(cls, config: Config, record: Sequence[RecordEntry]) -> Mapping[Seat, Result]:
        """Return the results of a finished match as its Events alone tell them, for every seat; empty if they do not.

        Used to verify a match whose rules cannot be folded again, for example because texts were withdrawn. Numbers that depend on
        such a text are left out, and are named in `number_limits`.
        """
        return {}

    @classmethod
    def reason(cls, config: Config, record: Sequence[RecordEntry]) -> str | None:
        """Return the reason of a finished match's outcome as its Events alone tell it; None if they do not."""
        return None

    @classmethod
    def service_failures(cls, record: Iterable[RecordEntry]) -> ServiceFailures:
        """Return the failures of the service without which a match is not what its configuration says."""
        return ServiceFailures()

    @classmethod
    def opening_options(cls, config: Config, record: Sequence[RecordEntry], seats: int | None = None) -> Mapping[str, Any]:
        """Return the options with which another match begins as the recorded one did; empty if the game has none.

        Args:
            seats: Seats of the other match, whose first ones begin as they did; None for as many.

        Raises:
            ValueError: The recorded match had not begun, or may not be repeated. Its text is the end of a sentence.
        """
        return {}


_EVENTS: set[type] = set()


def _check_event(event: Event) -> None:
    """Raise RulesError for what cannot be recorded. Types that can be are remembered, since rules tell thousands of Events."""
    if not isinstance(event, Event) or not is_dataclass(event):
        raise RulesError(f"{type(event).__name__} is told, which is no Event; make it a subclass of Event with `@value`.")
    _EVENTS.add(type(event))
