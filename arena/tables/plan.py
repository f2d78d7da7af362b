"""The plan of an open table: what is played, by whom, and what happens to a seat that is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from woozle.core import registry
from woozle.core.deal import draw_seats
from woozle.core.errors import InputError
from woozle.core.game import Game
from woozle.core.request import Seat
from woozle.core.validation import first_problem
from woozle.core.welcome import load_welcome_or_error
from woozle.players.seats import SeatSpec, parse_seats

WhenGone: TypeAlias = Literal["wait", "pause", "bot", "forfeit"]
"""Ways to deal with a player who is gone: wait for the answer, pause for all, take a bot's answer, or take none."""

Loss: TypeAlias = Literal["gone", "silent"]
"""Ways to lose a player: no connection, or no sign after being asked for one."""

SeatChange: TypeAlias = Literal[Loss, "returned"]
"""A seat that is dealt with as lost, or whose player is back."""

Watching: TypeAlias = Literal["none", "public", "end"]
"""Views of spectators: nothing, the public view with a delay or without, or everything after the end."""


class StudyTerms(BaseModel):
    """Terms of a study's table: no seat is told more of the end than its own result, and nothing else leaves the server.

    folder: the name of the match's folder. then: the address where a participant goes on. instructions: the researcher's
    own text on how it is played; empty for Woozle's words. keeps_timing, keeps_display: of what participants do.

    Of a match of several participants: shows_players: whether all see which seats are participants, programs and models.
    shows_replacement: whether all are told that a player was lost and is back; if not, nothing tells it. idle_seconds: time with an
    open question and no sign of a participant, after which they are asked whether they are there; 0 for never. ends_when_lost:
    nobody answers for a lost player, since the study ends the match.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: str
    then: str
    instructions: str = ""
    keeps_timing: bool = True
    keeps_display: bool = True
    shows_players: bool = False
    shows_replacement: bool = True
    idle_seconds: float = 0.0
    ends_when_lost: bool = False


class TablePlan(BaseModel):
    """The plan of a table. It is kept as JSON, so that the table goes on after its server was killed.

    seats: as on the command line; `human` and `remote` are places to be taken. options: all options of the game, as JSON.
    services: by role. seed: which the host knows; None for chance that all places make together. is_blind: places are drawn by
    lot, and no player learns who sits where. starts_when_full: without the host. when_gone, gone_after: seconds after which a lost
    seat is dealt with. watching, delay: view of spectators, and its delay in seconds. is_durable: whether everything is on the disk
    itself before anybody is told. is_listed: whether the lobby shows it. slot: seconds; at a blind table, and of participants where
    losses are hidden, answers are taken only at the end of a slot; 0 for at once. has_guesses: before the end is told, players of
    a blind table say who they think was human. study: the terms of a table of a study.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    seats: str
    options: dict[str, Any] = Field(default_factory=dict)
    services: dict[str, str] = Field(default_factory=dict)
    title: str = ""
    seed: int | None = None
    is_blind: bool = False
    starts_when_full: bool = True
    when_gone: WhenGone = "wait"
    gone_after: float = Field(60.0, ge=1, le=7 * 24 * 3600)
    watching: Watching = "public"
    delay: float = Field(0.0, ge=0, le=24 * 3600)
    is_durable: bool = False
    is_listed: bool = False
    slot: float = Field(8.0, ge=0, le=600)
    has_guesses: bool = False
    study: StudyTerms | None = None

    @model_validator(mode="before")
    @classmethod
    def _without_earlier_fields(cls, data: Any) -> Any:
        return {name: given for name, given in data.items() if name != "is_study"} if isinstance(data, dict) else data

    @classmethod
    def parse(cls, text: str) -> TablePlan:
        """Return the plan that was kept as JSON. Raises InputError."""
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise InputError(f"The plan of a table cannot be read: {first_problem(error)}.") from None

    @property
    def hides_players(self) -> bool:
        """Whether players are not told who or what plays, or who is connected."""
        return self.is_blind or (self.study is not None and not self.study.shows_players)

    @property
    def hides_losses(self) -> bool:
        """Whether players are not told that another participant is lost or disconnected."""
        study = self.study
        return study is not None and not study.shows_replacement and not study.ends_when_lost and self._has_company

    @cached_property
    def _has_company(self) -> bool:
        return sum(spec.kind in ("human", "remote") for spec in self.specs()) > 1

    @property
    def config(self) -> Any:
        """The validated options. Raises InputError."""
        return _config(registry.game(self.game).config_type, json.dumps(self.options))

    def specs(self) -> list[SeatSpec]:
        """Return the planned player of each place. Raises SeatsError."""
        return parse_seats(self.seats, self.game, is_open_table=True)

    def new_game(self) -> Game[Any]:
        """Return the rules, for all seats. Raises InputError."""
        return registry.game(self.game)(len(self.specs()), self.config)

    def seats_by(self, key: bytes) -> tuple[Seat, ...]:
        """Return the seat of each place, from place 1."""
        seats = self.new_game().seats
        return draw_seats(key, seats) if self.is_blind else tuple(seats)

    def named(self) -> str:
        """Return its title, or the game's."""
        return self.title or load_welcome_or_error(self.game).title


@lru_cache(64)  # the tables of a study are of a few kinds
def _config(kind: type[BaseModel], options: str) -> BaseModel:
    return registry.validate_config(kind, json.loads(options))


def plan_table(game: str, seats: str, config: Any, services: Mapping[str, str] | None = None, **options: Any) -> TablePlan:
    """Return a plan that can be played. Raises InputError with a sentence for one that cannot.

    Args:
        config: The options of the game.
        options: Other fields of the plan.
    """
    try:
        plan = TablePlan(game=game, seats=seats, options=config.model_dump(mode="json"), services=dict(services or {}), **options)
    except ValidationError as error:
        raise InputError(f"The table cannot be opened: {first_problem(error)}.") from None
    plan.new_game()
    if plan.has_guesses and not plan.is_blind:
        raise InputError("Players can only guess who was human at a blind table; add --blind, or leave out the guesses.")
    if not any(spec.kind in ("human", "remote") for spec in plan.specs()):
        raise InputError("Nobody could join this table; name at least one place `remote`, as in remote*2,bot*3.")
    return plan
