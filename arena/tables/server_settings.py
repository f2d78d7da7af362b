"""The operator's settings of a server, a TOML file: tables that visitors may open, and how long things are kept.

    server = 1
    title = "Thursday table"
    names_days = 30            # after the end, names and what people typed are removed
    transcripts_days = 365     # and later the matches; without it they are kept
    waiting_hours = 24         # after which a table that waits, and that nobody visits, is closed

    [[tables]]                 # which always wait for players in the lobby
    game = "urn"
    seats = "remote*2,bot*3"

    [create]                   # without it, nobody opens a table from a page
    most = 20                  # open tables at once

    [[create.games]]
    game = "ship"
    presets = ["standard", "quack"]

    [[create.seats]]           # beside those that people take
    name = "Bot"
    seat = "bot"

Pages choose among these by number; no text of a seat, no path and no address is ever read from a page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import ConfigDict, Field, ValidationError, model_validator

from woozle.arena.arguments import GameName
from woozle.arena.tables.plan import TablePlan, Watching, WhenGone, plan_table
from woozle.arena.views.words import count as count_of
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.regular_files import SMALL, read_text_file
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.core.welcome import load_welcome_or_error
from woozle.players.models.spec import is_model
from woozle.players.seats import SeatSpec, parse_seats
from woozle.saves.transcript import display_path

DAY = 86_400.0
_SHOWN = 60  # characters
_MOST_PEOPLE = 50


class OfferedGame(FrozenModel):
    """A game that visitors may open a table for. options: for all its presets; services: by role; title: in the lobby."""

    game: GameName
    presets: tuple[str, ...] = ()
    options: dict[str, Any] = Field(default_factory=dict)
    services: dict[str, str] = Field(default_factory=dict)
    title: str = Field(default="", max_length=_SHOWN)

    def config(self, preset: str) -> Any:
        """Return the options of a preset. Raises InputError."""
        return registry.configure(registry.game(self.game), preset, self.options)


class OfferedSeat(FrozenModel):
    """A kind of seat that visitors may place at their table. seat: as on the command line; most: at one table."""

    name: str = Field(min_length=1, max_length=_SHOWN)
    seat: str
    most: int = Field(default=8, ge=1, le=50)

    def spec(self, game: str) -> SeatSpec:
        """Return the player. Raises InputError unless it is exactly one, and no human."""
        found = parse_seats(self.seat, game)
        if len(found) != 1 or found[0].kind in ("human", "remote"):
            raise InputError(f"the seat {visible_line(self.name)!r} must be one bot, model or agent, such as bot")
        return found[0]


class Choice(NamedTuple):
    """A game with a preset, as a page offers it."""

    offered: OfferedGame
    preset: str

    @property
    def label(self) -> str:
        return f"{self.offered.title or load_welcome_or_error(self.offered.game).title}, {self.preset}"


class CreateOffer(FrozenModel):
    """Tables that visitors may open. most: tables at once; of_address: tables that one address opens in an hour.

    when_gone, gone_after, watching: as in the plan of a table.
    """

    games: tuple[OfferedGame, ...] = Field(min_length=1)
    seats: tuple[OfferedSeat, ...] = ()
    most: int = Field(default=20, ge=1, le=1000)
    of_address: int = Field(default=3, ge=1, le=1000)
    when_gone: WhenGone = "bot"
    gone_after: float = Field(default=60.0, ge=1, le=7 * DAY)
    watching: Watching = "public"

    @model_validator(mode="after")
    def _can_be_played(self) -> CreateOffer:
        for choice in self.choices:
            choice.offered.config(choice.preset)
            for seat in self.seats:
                seat.spec(choice.offered.game)
        return self

    @property
    def choices(self) -> list[Choice]:
        """The games with their presets, in the order of the file."""
        presets = ((each, each.presets or tuple(registry.game(each.game).presets)[:1]) for each in self.games)
        return [Choice(each, preset) for each, named in presets for preset in named]

    def without_models(self) -> CreateOffer | None:
        """Return the offer without models, for when their cost is not limited; None if nothing is left."""
        games = tuple(each for each in self.games if not any(map(is_model, each.services.values())))
        seats = tuple(each for each in self.seats if each.spec(self.games[0].game).kind != "model")
        return self.model_copy(update={"games": games, "seats": seats}) if games else None

    def plan(self, choice: int, people: int, counts: Sequence[int], *, is_listed: bool, is_blind: bool = False) -> TablePlan:
        """Return the plan of a table. Raises InputError with a sentence if it is not on offer or cannot be played.

        Args:
            choice: Number of one of `choices`, from 0.
            people: Seats that are to be taken.
            counts: Of each of `seats`.
        """
        if not 0 <= choice < len(self.choices) or len(counts) != len(self.seats):
            raise InputError("This is not offered here any more; load the page again.")
        for seat, count in zip(self.seats, counts, strict=True):
            if not 0 <= count <= seat.most:
                raise InputError(f"At most {count_of(seat.most, 'seat')} can be {visible_line(seat.name)}.")
        if not 1 <= people <= _MOST_PEOPLE:
            raise InputError(f"From 1 to {_MOST_PEOPLE} seats can be for people.")
        offered, preset = self.choices[choice]
        seats = [f"remote*{people}", *(f"{seat.seat}*{count}" for seat, count in zip(self.seats, counts, strict=True) if count)]
        return plan_table(
            offered.game,
            ",".join(seats),
            offered.config(preset),
            offered.services,
            title=offered.title,
            is_listed=is_listed,
            is_blind=is_blind,
            when_gone=self.when_gone,
            gone_after=self.gone_after,
            watching=self.watching,
        )


class StandingTable(FrozenModel):
    """A listed table, opened again whenever its match has begun. Other names are those of a TablePlan.

    seats: as on the command line, with `remote`.
    """

    model_config = ConfigDict(extra="allow")

    game: GameName
    seats: str
    preset: str = ""
    options: dict[str, Any] = Field(default_factory=dict)
    services: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _can_be_played(self) -> StandingTable:
        self.plan()
        return self

    def plan(self) -> TablePlan:
        """Return its plan. Raises InputError if it cannot be played."""
        kind = registry.game(self.game)
        config = registry.configure(kind, self.preset or next(iter(kind.presets)), self.options)
        return plan_table(self.game, self.seats, config, self.services, is_listed=True, **(self.model_extra or {}))


class ServerSettings(FrozenModel):
    """The operator's file.

    names_days, transcripts_days: after the end of a table; None for ever. Names go with the transcripts at the latest.
    waiting_hours: after which a table that nobody visits is closed. tables: which always wait for players. create: what visitors
    may open; None for nothing.
    """

    server: Literal[1] = 1
    title: str = Field(default="Open tables", min_length=1, max_length=_SHOWN)
    names_days: float | None = Field(default=30.0, ge=0)
    transcripts_days: float | None = Field(default=None, ge=0)
    waiting_hours: float = Field(default=24.0, gt=0)
    tables: tuple[StandingTable, ...] = ()
    create: CreateOffer | None = None


def read_server_settings(path: Path) -> ServerSettings:
    """Return the operator's file. Raises InputError."""
    shown = display_path(path)
    try:
        return ServerSettings.model_validate(tomllib.loads(read_text_file(path, SMALL)))
    except OSError as error:
        raise InputError(f"{shown} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{shown} is not TOML: {visible_line(str(error))}.") from error
    except ValidationError as error:
        raise InputError(f"{shown}: {visible_line(str(first_problem(error)))}.") from None
