"""People who type what nobody else would say, and what is left of it in the files of a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from woozle.arena.testing.games import GameCase as Case
from woozle.arena.testing.games import seat_bots as players
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Seat
from woozle.players.random_bot import RandomBot
from woozle.saves.writer import Writer

from tests.games.parts import parts

PIECE = 12


class Typist(RandomBot):
    """A person who types something new, that nobody else would say, wherever something can be typed; now and then where it cannot.

    planted: all of it. own: what is planted by the place where it is typed, as 20 words by default.
    """

    name = "typist"
    is_human = True

    def __init__(self, seed: str, own: Callable[[str], str] | None = None) -> None:
        super().__init__(seed)
        self.planted: list[str] = []
        self._own = own or sentence
        self._sees = 0

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        """An answer like that of a bot which plays at random, but for what is typed."""
        self._sees = len(observation)
        answer = super().answer(request, observation)
        is_stubborn = sum(map(ord, f"{self.seed} {request.id} {self._sees}")) % 11 == 0
        free = {name: value for name, value in answer if name not in request.choices or is_stubborn}
        answer = answer.model_copy(update={name: self._typed(value, f"{request.id} {name}") for name, value in free.items()})
        for type_more in parts("cases", "type_more").values():
            answer = type_more(answer, request, self.planted)
        try:
            return type(answer).model_validate(answer.model_dump())
        except ValidationError:  # there is nothing to type there
            return super().answer(request, observation)

    def _typed(self, value: Any, place: str) -> Any:
        if isinstance(value, str):
            self.planted.append(text := self._own(f"{self.seed} {place} {self._sees}"))
            return text
        if isinstance(value, BaseModel):
            return value.model_copy(update={name: self._typed(each, f"{place}.{name}") for name, each in value})
        return tuple(self._typed(each, f"{place} {at}") for at, each in enumerate(value)) if isinstance(value, tuple) else value


def sentence(place: str) -> str:
    """Made of letters, each place its own."""
    digits = sha256(place.encode("utf-8", "replace")).hexdigest()
    return " ".join("".join(chr(ord("g") + int(digit, 16)) for digit in digits[at : at + 6]) for at in range(0, 30, 6)).capitalize()


def played(case: Case, seed: int, folder: Path, people: dict[Seat, Typist]) -> Path:
    """A match with these people, to its end."""
    key, game = key_from_seed(seed), case.play()
    seated: dict[Seat, Player] = players(game, key, case.bot) | people
    referee = Referee(game, key)
    described = {seat: player.describe() for seat, player in seated.items()}
    asyncio.run(Match(referee, seated, Writer.create(folder, referee, described, sync=False)).play())
    return folder


def held(folder: Path) -> str:
    """Every byte under a folder as text, without capitals."""
    return "\n".join(
        path.read_bytes().decode("utf-8", "replace").casefold() for path in sorted(folder.rglob("*")) if path.is_file()
    )


def kept_of(texts: Sequence[str], folder: Path) -> list[str]:
    """The pieces of some texts that are in the files of a folder."""
    there = held(folder)
    return [piece for piece in pieces(texts) if piece in there]


def pieces(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        plain = text.casefold()
        yield from (plain[at : at + PIECE] for at in range(len(plain) - PIECE + 1))
