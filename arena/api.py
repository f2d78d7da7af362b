"""The Python API: `import woozle`. These names do not change without notice; everything else may change with any version."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from woozle.arena import arguments
from woozle.arena.arguments import Seating
from woozle.arena.play import models, packs
from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.event import EVERYONE, PUBLIC, RECORD
from woozle.core.game import Event, Game
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Request, Seat
from woozle.core.state import EVERYTHING, observes
from woozle.core.value import value
from woozle.players.agent import Agent, AgentFactory, factory_of
from woozle.players.models.client_pool import ClientPool
from woozle.players.seats import SeatSpec, parse_seats
from woozle.saves import transcript as transcripts
from woozle.saves import verify as verification
from woozle.saves.match import read_match
from woozle.saves.tables.match_tables import match_rows, match_tables
from woozle.saves.verdicts import DEFAULT_LEVEL
from woozle.saves.verify import VerifyReport

__all__ = [
    "EVERYONE",
    "PUBLIC",
    "RECORD",
    "Agent",
    "Answer",
    "Event",
    "Game",
    "InputError",
    "Match",
    "Outcome",
    "Request",
    "Seat",
    "Transcript",
    "VerifyReport",
    "games",
    "load",
    "play",
    "play_async",
    "read",
    "run",
    "verify",
]

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


@value
class Match:
    """A finished match. path: the folder of its transcript."""

    game: str
    outcome: Outcome
    path: Path

    @property
    def transcript(self) -> Transcript:
        """The transcript, read from the disk."""
        return read(self.path)


class Transcript:
    """A recorded match, finished or not, as objects. Reading does not check it; `verify` does."""

    def __init__(self, path: str | Path) -> None:
        """Raises TranscriptError with a sentence if this is not a transcript, and UnknownGameError for a game not installed."""
        self._match = read_match(Path(path))
        header = self._match.header
        self.game = header.game
        self.rules = header.rules
        self.seats: dict[Seat, Mapping[str, Any]] = {place.seat: place.player for place in header.seats}
        self.outcome: Outcome | None = self._match.outcome
        registry.game(self.game, self.rules)  # raises UnknownGameError now rather than later

    @property
    def config(self) -> BaseModel:
        """The options that the match was played with."""
        config: BaseModel = self._match.config
        return config

    def events(self, viewer: Seat | None = None) -> tuple[Event, ...]:
        """Return the events that a viewer observed, oldest first.

        Args:
            viewer: A seat, PUBLIC for what spectators saw, or None for all events.
        """
        me = EVERYTHING if viewer is None else viewer
        return tuple(event for event, audience in self._match.record if observes(me, audience))

    def rows(self, table: str = "decisions", *, with_text: bool = False) -> list[dict[str, Any]]:
        """Return a table of the match, a row each, as `woozle export` writes it: `pandas.DataFrame(transcript.rows())`.

        Args:
            table: `matches`, `seats`, `decisions` or `scores`; docs/tables.md explains their columns.
            with_text: Whether to include free texts of players, which may be personal.
        """
        wanted = [each for each in match_tables(with_text=with_text) if each.name == table]
        if not wanted:
            names = ", ".join(each.name for each in match_tables())
            raise InputError(f"There is no table {table!r}; choose from {names}.")
        columns = [column.name for column in wanted[0].all_columns]
        rows = match_rows(self._match, wanted)[table]
        return [dict(zip(columns, row, strict=True)) for row in rows]


def games() -> list[str]:
    """Return the names of the installed games."""
    return registry.names()


def load(game: str, version: int | None = None) -> type[Game[Any]]:
    """Return the rules of a game, the current ones or an earlier version. Raises UnknownGameError."""
    return registry.game(game, version)


def read(path: str | Path) -> Transcript:
    """Read a transcript: the folder of a match, or its file. Raises TranscriptError with a sentence."""
    return Transcript(path)


def verify(path: str | Path, level: int = DEFAULT_LEVEL, *, head: str = "") -> VerifyReport:
    """Check a transcript: the folder of a match, or its file.

    Args:
        level: How deep to check: 0 the file, 1 the rules, 2 the scores, 3 the replies of models.
        head: The published link with which the transcript must end; empty if unknown.

    The report has `is_verified`, the `reason` if it is not, and the `verdict`: verified, consistent or altered.
    """
    return verification.verify(Path(path), level, head=head)


def play(
    game: str,
    seats: str | Sequence[Seating],
    *,
    seed: int | None = None,
    preset: str = "",
    options: Mapping[str, Any] = NO_OPTIONS,
    services: Mapping[str, str] = NO_OPTIONS,
    out: str | Path | None = None,
) -> Match:
    """Play one match to its end, and keep its transcript.

    Args:
        game: Its name; `games()` lists them.
        seats: The players, in the order of the seats; a text alone names several: `bot*5`.
        seed: Makes the chance of the match reproducible; None for secret chance.
        preset: One of the game's presets; empty for the default.
        options: Options of the game, by name, that differ from the preset.
        services: The judge, retriever, estimator or editor, by role, as on the command line; the default for roles not named.
        out: The folder of the match, which must be new; None for one among your matches.

    Raises InputError with a sentence if the match cannot be played, and Halt if a model's endpoint fails; the match can then be
    resumed by `woozle resume`. Inside an event loop, await `play_async`.
    """
    return asyncio.run(play_async(game, seats, seed=seed, preset=preset, options=options, services=services, out=out))


async def play_async(
    game: str,
    seats: str | Sequence[Seating],
    *,
    seed: int | None = None,
    preset: str = "",
    options: Mapping[str, Any] = NO_OPTIONS,
    services: Mapping[str, str] = NO_OPTIONS,
    out: str | Path | None = None,
) -> Match:
    """Play one match in the running event loop, as `play` does."""
    game = arguments.read_game(game, preset, options, services)
    config, specs = _configure(game, preset, options), _read_seats(game, seats)
    folder, seed = arguments.read_folder("out", out), arguments.read_seed(seed)
    async with models.hub() as hub:
        return await _play_match(hub, game, specs, seed, 1, config, services, folder)


def run(
    game: str,
    seats: str | Sequence[str | AgentFactory],
    matches: int,
    *,
    out: str | Path,
    seed: int | None = None,
    preset: str = "",
    options: Mapping[str, Any] = NO_OPTIONS,
    services: Mapping[str, str] = NO_OPTIONS,
    concurrency: int = 16,
) -> list[Match]:
    """Play many matches, up to `concurrency` at once in one event loop, each in a numbered folder in `out`.

    Matches already finished there are not played again. Pass agents as classes or factories: each match makes its own. `woozle run`
    plays bots on all cores, and can be resumed inside a match. Raises the same errors as `play`.
    """
    game = arguments.read_game(game, preset, options, services)
    config, specs = _configure(game, preset, options), _read_seats(game, seats)
    root, seed = arguments.read_folder("out", out), arguments.read_seed(seed)
    if root is None:
        raise InputError("out must be the path of a folder for the matches.")
    numbers = range(1, arguments.read_number("matches", matches, least=0) + 1)
    most = arguments.read_number("concurrency", concurrency, least=1)

    async def every() -> list[Match]:
        slots = asyncio.Semaphore(most)

        async def one(number: int) -> Match:
            folder = root / f"{number:04d}"
            with suppress(transcripts.TranscriptError):
                if (found := transcripts.read(folder)).end:
                    return Match(game, found.end.outcome, folder)
            async with slots:
                return await _play_match(hub, game, specs, seed, number, config, services, folder)

        async with models.hub() as hub:
            return list(await asyncio.gather(*map(one, numbers)))

    return asyncio.run(every())


def _configure(game: str, preset: str, options: Mapping[str, Any]) -> Any:
    kind = registry.game(game)
    return registry.configure(kind, preset or next(iter(kind.presets)), packs.apply(game, options))


def _read_seats(game: str, seats: object) -> list[SeatSpec]:
    players = arguments.read_seats(seats, "['bot*5']")
    parsed = (parse_seats(each, game) if isinstance(each, str) else [SeatSpec("agent", agent=factory_of(each))] for each in players)
    return list(chain.from_iterable(parsed))


async def _play_match(
    hub: ClientPool,
    game: str,
    specs: Sequence[SeatSpec],
    seed: int | None,
    number: int,
    config: Any,
    services: Mapping[str, str],
    folder: Path | None,
) -> Match:
    is_paid = any(spec.kind == "model" for spec in specs)
    ready = new_match(
        game, specs, config, seed, folder, model=models.seats_of_a_match(hub), services=services, number=number, sync=is_paid
    )
    with closing(ready.writer):
        return Match(game, await ready.match.play(), ready.folder)
