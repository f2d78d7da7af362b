"""Whole debates with a transcript: played, verified, cut and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.games.debate.config import Config
from woozle.games.debate.events import ESTIMATOR, Answered, Chosen, Concluded, Estimate, Linked, RoundBegan, Solve, Texts
from woozle.games.debate.rules import Debate
from woozle.saves.resume import reopen
from woozle.saves.transcript import CLOSED, KEY, PART
from woozle.saves.verify import verify
from woozle.saves.writer import Writer
from woozle.testing import find_events

from tests.games.debate.play import BEARS

SEED = 3

Says = Callable[[Request, Sequence[Event]], Answer | Forfeit]
Seated = Callable[[Referee], Mapping[Seat, Player]]


class Saying:
    """Answers what `says` makes of the request and what was observed, at once and the same whenever the same is asked."""

    is_human = keeps_time = False
    answers_at_once = True

    def __init__(self, says: Says) -> None:
        self._says = says

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return Response(request.id, self._says(request, observation), 0.0)

    def describe(self) -> dict[str, Any]:
        return {"kind": "bot", "name": "saying"}


def usual(request: Request, observation: Sequence[Event]) -> Answer:
    """B, but of two seats at first, each in other words. What else is asked is answered with the first that is offered."""
    if request.answer is Solve:
        number = next(event.number for event in reversed(observation) if isinstance(event, RoundBegan))
        letter = {"Ada": "B", "Ben": "C"}.get(request.to, "D") if number == 1 else "B"
        return Solve(text=f"{request.to} counts the {'paws' if number == 1 else 'tracks'} again.\nAnswer: {letter}")
    return request.answer(**{name: offered[0] for name, offered in request.choices.items()})


def measured(request: Request, observation: Sequence[Event]) -> Answer:
    """Entropies of an estimator that works: shorter texts are surer, and who hears more."""
    (of,) = request.choices["of"]
    asked = next(event for event in reversed(observation) if isinstance(event, Texts) and event.number == of)
    figures = [1 / (1 + len(each)) for each in asked.candidates] or [len(text) / 100 for text in asked.responses]
    return Estimate(of=of, entropies=tuple(figures), estimator="test")


def seated(seats: Says = usual, estimator: Says = measured) -> Seated:
    """All seats by one rule, and the estimator by another."""
    return lambda referee: {seat: Saying(seats) for seat in referee.game.seats} | {ESTIMATOR: Saying(estimator)}


def new(seats: int = 3, **options: Any) -> Referee:
    """A debate that has not begun."""
    return Referee(Debate(seats, Config(**{"pool": (BEARS,), **options})), key_from_seed(SEED))


async def played(folder: Path, players: Seated, seats: int = 3, **options: Any) -> Referee:
    """A debate to its end, recorded."""
    referee = new(seats, **options)
    with begun(folder, referee, players) as match:
        await match.play()
    return referee


@contextmanager
def begun(folder: Path, referee: Referee, players: Seated) -> Iterator[Match]:
    """A match that is recorded, from its beginning."""
    sit = players(referee)
    writer = Writer.create(folder, referee, {seat: each.describe() for seat, each in sit.items()}, sync=False)
    try:
        yield Match(referee, sit, writer)
    finally:
        writer.close()


async def resumed(folder: Path, players: Seated) -> Referee:
    """The same match, gone on with to its end."""
    opened = reopen(folder, sync=False)
    try:
        await Match(opened.referee, players(opened.referee), opened.writer).play()
    finally:
        opened.writer.close()
    return opened.referee


async def check(folder: Path, referee: Referee, players: Seated, cuts: int = 4) -> None:
    """That a transcript verifies, and that the match ends as it did wherever it is cut."""
    assert_verified(folder)
    lines = (folder / CLOSED).read_bytes().splitlines(keepends=True)
    for cut in range(1, len(lines), max(1, len(lines) // cuts)):
        again = folder.parent / f"{folder.name} cut {cut}"
        again.mkdir()
        (again / KEY).write_text(key_from_seed(SEED).hex())
        (again / PART).write_bytes(b"".join(lines[:cut]) + lines[cut][: cut % len(lines[cut])])
        assert ends(await resumed(again, players)) == ends(referee), f"cut after line {cut}"
        assert_verified(again)


def assert_verified(folder: Path) -> None:
    """That a transcript is sound at all levels that it can be checked at."""
    report = verify(folder, 3)
    assert report.is_verified and not report.findings
    assert [report.levels[level].result for level in (0, 1, 2)] == ["passed"] * 3
    assert report.levels[3].result in ("passed", "skipped")


def ends(referee: Referee) -> tuple[Any, ...]:
    """Return the results of a debate: the outcome, who said what, and whom all listened to."""
    chosen = [(event.seat, event.round, event.partners) for event in find_events(referee, Chosen)]
    return referee.outcome, *(find_events(referee, kind) for kind in (Answered, Linked, Concluded)), chosen
