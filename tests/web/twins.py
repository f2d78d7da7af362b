"""Pairs of matches that differ only in what one seat may not know, as scripts that any host of the match can play.

Two matches are dealt and answered side by side. In the second one a label of chance is drawn from another key, so that others have
other roles, cards or pictures, or others answer otherwise, in another order, or badly at first. Whatever would show to the seat is
taken back, so both scripts end before the first difference in its observation and its questions.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Literal, TypeAlias

from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.core.game import Game
from woozle.core.match import ask_player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.value import value
from woozle.players.random_bot import random_answer
from woozle.players.registry import bot
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services

from tests.games.parts import parts

Change: TypeAlias = Literal["fork", "answer", "order", "unreadable"]

ATTEMPT = 1
"""The attempt to deal that is part of a key from a seed, at a table."""

UNREADABLE: dict[str, Any] = {"no": "such field"}
"""An answer that no question takes."""

_SHARE = 0.4  # of the steps of others that are tried otherwise in the second match
_TRIES = 6


@value
class Step:
    """An answer. fields: as a program sends it."""

    seat: Seat
    fields: dict[str, Any]


@value
class Twins:
    """A pair of matches.

    seat: the one that may not tell them apart. seats: how many. label: drawn from another key in the second match; empty for none.
    scripts: what is answered in each, in order. changes: in what they differ. seen: Events that the seat observes in both.
    """

    game: str
    seats: int
    config: Any
    seed: int
    seat: Seat
    label: str
    scripts: tuple[tuple[Step, ...], tuple[Step, ...]]
    changes: frozenset[Change]
    seen: int

    def chance(self, number: int) -> Callable[[bytes], Chance]:
        """Return what draws for match 0 or 1, given its key."""
        return ForkedChance if number == 0 else lambda key: ForkedChance(key, self.label)


class ForkedChance(Chance):
    """Draws one label from another key than all others. labels: those that were drawn."""

    def __init__(self, key: bytes, label: str = "") -> None:
        super().__init__(key)
        self.labels: list[str] = []
        self._label, self._other = label, Chance(key[::-1])

    def _number(self, label: str, size: int) -> int:
        self.labels.append(label)
        return self._other._number(label, size) if label == self._label else super()._number(label, size)


class _Side:
    """One match of a pair, as its script plays it."""

    def __init__(self, pair: Twins, number: int, script: Sequence[Step] = ()) -> None:
        self.game: Game[Any] = registry.game(pair.game)(pair.seats, pair.config)
        key = key_from_seed(pair.seed, ATTEMPT)
        self.referee = Referee(self.game, key, chance=pair.chance(number)(key))
        self._services: Any = seat_services(self.game, {}, key, nobody)
        self._serve()
        for step in script:
            assert self.play(step)

    def open(self) -> dict[Seat, Request]:
        return {request.to: request for request in self.referee.open.values()}

    def play(self, step: Step) -> bool:
        """Play a step, and return whether that was possible and the match goes on."""
        if not (request := self.open().get(step.seat)):
            return False
        if step.fields == UNREADABLE:
            return True
        self.referee.fold(Response(request.id, request.answer.model_validate(step.fields), 0.0))
        self._serve()
        return self.referee.outcome is None

    def look(self, seat: Seat) -> tuple[Any, ...]:
        """Return what a seat knows: its observation, what it is asked, and who is asked in public."""
        asked = self.open().get(seat)
        question = asked and (asked.answer, dict(asked.choices), asked.seconds, asked.about)
        return [*self.referee.view(seat)], question, {each.to for each in self.open().values() if each.is_public}

    def _serve(self) -> None:
        """Let services answer."""
        while self.referee.outcome is None:
            asked = next((each for each in self.referee.open.values() if each.to in self._services), None)
            if asked is None:
                return
            service = self._services[asked.to]
            self.referee.fold(asyncio.run(ask_player(service, asked, self.referee.view(asked.to))))


def pairs_of(game: str, count: int, steps: int = 30) -> list[Twins]:
    """Return so many pairs of matches of a game, always the same ones. It runs services, so in a thread without an event loop.

    steps: answers after which a pair ends.
    """
    found = (pair for number in itertools.count() if (pair := twins(game, Random(f"{game} {number}"), steps)))
    return [*itertools.islice(found, count)]


def twins(game: str, random: Random, steps: int) -> Twins | None:
    """Return a random pair of matches of a game; None if nothing could be changed this time."""
    case = random.choice(parts("cases", "CASES")[game])
    table = case.play()
    pair = Twins(
        game, len(table.seats), table.config, random.randrange(10**6), random.choice(table.seats), "", ((), ()), frozenset(), 0
    )
    start = _Side(pair, 0)
    if random.random() < 0.6:
        labels = sorted({*start.game.chance.labels})  # type: ignore[attr-defined]
        forks = [forked for label in labels if (forked := _with(pair, label=label)) and _is_fork(forked, start)]
        pair = random.choice(forks) if forks else pair
    return _answered(pair, random, steps)


def _is_fork(pair: Twins, start: _Side) -> bool:
    other = _Side(pair, 1)
    return other.referee.record != start.referee.record and other.look(pair.seat) == start.look(pair.seat) and _alike(start, other)


def _answered(pair: Twins, random: Random, steps: int) -> Twins | None:
    """Return a pair with answers, as far as both matches look alike to the seat."""
    sides = [_Side(pair, 0), _Side(pair, 1)]
    scripts: tuple[list[Step], list[Step]] = ([], [])
    changes: set[Change] = {"fork"} if pair.label else set()
    bots = {seat: bot(pair.game)(bot_seed(seat, key_from_seed(pair.seed, ATTEMPT))) for seat in sides[0].game.seats}

    def drawn(request: Request, *, of_bot: bool) -> Answer:
        if of_bot and isinstance(given := bots[request.to].answer(request, sides[0].referee.view(request.to)), Answer):
            return given
        return random_answer(request, random)

    def take(played: tuple[list[Step], list[Step]]) -> bool:
        """Play some steps in each match, and return whether the seat saw no difference; if it did, take them back."""
        is_played = all(side.play(step) for side, more in zip(sides, played, strict=True) for step in more)
        if is_played and sides[0].look(pair.seat) == sides[1].look(pair.seat) and _alike(*sides):
            for script, more in zip(scripts, played, strict=True):
                script.extend(more)
            return True
        sides[:] = [_Side(pair, number, scripts[number]) for number in (0, 1)]
        return False

    while len(scripts[0]) < steps:
        asked = [side.open() for side in sides]
        others = [seat for seat in asked[0] if seat != pair.seat]
        chosen = random.sample(others, min(len(others), 2)) if others and random.random() < 0.8 else []
        for _ in range(_TRIES):
            seats = chosen or [*asked[0]][:1]
            given = {seat: _common(asked[0][seat], asked[1][seat], drawn, random) for seat in seats}
            if None in given.values():
                continue
            plain = [Step(seat, _fields(answer)) for seat, answer in given.items()]
            change = random.choice(("answer", "order", "unreadable")) if random.random() < _SHARE else ""
            second = [*_changed(change, plain, asked[1], pair.seat, random)]
            if take((plain, second)):
                changes |= {change} if second != plain else set()
                break
        else:
            break
    if not changes or not scripts[0]:
        return None
    seen = len(sides[0].referee.view(pair.seat))
    return _with(pair, scripts=(tuple(scripts[0]), tuple(scripts[1])), changes=frozenset(changes), seen=seen)


def _alike(one: _Side, other: _Side) -> bool:
    """Return whether the same seats are asked the same kind of question in both matches."""
    kinds = [{seat: request.answer for seat, request in side.open().items()} for side in (one, other)]
    return kinds[0] == kinds[1] and bool(kinds[0])


def _common(one: Request, other: Request, drawn: Callable[..., Answer], random: Random) -> Answer | None:
    """Return an answer that is legal in both matches."""
    for attempt in range(_TRIES):
        answer = drawn(one, of_bot=attempt == 0)
        if not one.refusal(answer) and not other.refusal(answer):
            return answer
    return None


def _changed(change: str, steps: list[Step], asked: dict[Seat, Request], seat: Seat, random: Random) -> Iterator[Step]:
    """Yield the steps of the second match."""
    if change == "order":
        is_known = any(asked[step.seat].is_public for step in steps)  # who has answered is told then
        yield from steps if is_known else reversed(steps)
        return
    for step in steps:
        if step.seat == seat or not change:
            yield step
        elif change == "unreadable":
            yield Step(step.seat, UNREADABLE)
            yield step
        else:
            yield Step(step.seat, _fields(random_answer(asked[step.seat], random)))


def _fields(answer: Answer | Forfeit) -> dict[str, Any]:
    assert isinstance(answer, Answer)
    return answer.model_dump(mode="json")


def _with(pair: Twins, **changes: Any) -> Twins:
    fields = ("game", "seats", "config", "seed", "seat", "label", "scripts", "changes", "seen")
    return Twins(**{name: changes.get(name, getattr(pair, name)) for name in fields})
