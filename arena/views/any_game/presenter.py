"""The presenter of any game, with all that `present/registry.py` asks of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from woozle.arena.views.any_game.knowledge import Knowledge
from woozle.arena.views.any_game.questions import answer
from woozle.arena.views.any_game.results import results
from woozle.arena.views.any_game.wording import phase_of, seat_of
from woozle.arena.views.help import LOOKING_ON
from woozle.arena.views.line import Line
from woozle.arena.views.reel import Mark, part
from woozle.arena.views.speeds import READ
from woozle.arena.views.views import Question, Results
from woozle.arena.views.words import room_title
from woozle.core import registry
from woozle.core.game import Event, Forfeited, Refused, Told
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Seat
from woozle.core.welcome import welcome
from woozle.players.registry import Prompt, prompt

_GLANCE = 0.5  # seconds, for whatever there is to see

_TABLE = (
    "Above stands what you know of each seat, in figures: – is what nobody has told you. Below it is what happened, in order.",
    "{table.page} changes between that and the rules, where there is no room for both.",
    "An answer of two parts is given one after the other; {table.back} leads back to the first.",
)
_WATCHING = "Who sees everything sees what any seat was told, and what is hidden from all of them. The public sees what all are \
told, and with the eyes of a seat you see what it saw."


class AnyGame:
    """The presenter of one game."""

    def __init__(self, game: str) -> None:
        """Raises UnknownGameError for a game that is not installed."""
        self._kind = registry.game(game)
        self._prompt: Prompt = prompt(game)
        self._title = welcome(game).title

    def knowledge(self, viewer: Seat) -> Knowledge:
        """What a seat, PUBLIC or EVERYTHING knows before the match: nothing."""
        return Knowledge(viewer, self._kind, self._prompt, self._title)

    def mark(self, event: Event, at: int) -> Mark | None:
        """Where a part of the match begins: with an Event that is about no seat."""
        if isinstance(event, Forfeited | Refused) or seat_of(event):
            return None
        return part(at, "the start" if at == 1 else phase_of(event))

    def reading(self, event: Event, me: Seat | None) -> float:
        """Seconds that people need for an Event; their own words they know."""
        if me is not None and seat_of(event) == me:
            return 0.0
        return _GLANCE + sum(map(len, self._prompt.lines(event, me))) / READ

    def answer(self, asked: Question, value: str | None, text: str = "") -> Answer:
        """The answer that a person has given. Raises ValueError, with a sentence, for what is none."""
        return answer(asked, value, text)

    def results(
        self, record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None
    ) -> Results:
        """How a match ended."""
        return results(self._kind, list(record), outcome, players, me)

    def role(self, numbers: Mapping[str, float]) -> str:
        """What a seat was, from the numbers of its result: the role of which one is 1, or the only one that has no number."""
        names = self._kind.role_names
        rest = [name for name in names if name not in numbers]
        return next((name for name in names if numbers.get(name) == 1), rest[0] if len(rest) == 1 and len(names) > 1 else "")

    def help_lines(self) -> tuple[Line, ...]:
        """How to read the table."""
        return tuple(self._help())

    def _help(self) -> Iterator[Line]:
        if self._kind.role_names:
            yield Line("Roles", "heading")
        yield from (Line(f"{room_title(role)}: {meaning}.") for role, meaning in self._kind.role_names.items())
        yield Line("Reading the table", "heading")
        yield from map(Line, _TABLE)
        yield Line(LOOKING_ON, "heading")
        yield Line(_WATCHING)
