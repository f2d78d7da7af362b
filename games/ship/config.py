"""Options of the ship, and the two presets."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator

from woozle.core.frozen_model import FrozenModel, later_option
from woozle.core.request import TimeLimit
from woozle.games.ship.map import ShipMap
from woozle.games.ship.maps import load


class Config(FrozenModel):
    """Options of the ship; times are in ticks unless they say seconds.

    The defaults are those of records that leave an option out; new matches begin with a preset.
    """

    map: ShipMap = Field(default_factory=lambda: load("ship"))
    ducks: int = Field(default=1, ge=1, le=4, description="impostors among the seats")
    max_ticks: int = Field(default=200, ge=1, le=10_000, description="the geese have won when time runs out")
    ticks_per_task: int = Field(default=4, ge=1, le=100, description="turns that one task takes")
    tasks_each: int = Field(default=7, ge=1, le=100, description="tasks of each seat, at most one a room")
    kill_cooldown: int = Field(default=5, ge=0, le=1000, description="ticks between two kills of a duck")
    first_kill_cooldown: int = Field(default=5, ge=0, le=1000, description="ticks before a duck's first kill")
    rounds: int = Field(default=2, ge=1, le=10, description="speeches of each seat in a meeting")
    emergency_meetings: int | None = Field(
        default=None, ge=0, le=100, description="uses of the button; as many as ducks if not set"
    )
    seconds_to_act: TimeLimit = None
    seconds_to_speak: TimeLimit = None
    seconds_to_vote: TimeLimit = None

    zombie_turns: bool = Field(
        default=False, description="a seat killed in this tick still takes its turn; fixed: the dead do not act"
    )
    dead_tasks_count: bool = Field(
        default=False, description="open tasks of dead geese prevent a win by tasks; fixed: only the living work"
    )
    caller_learns_all_bodies: bool = Field(
        default=False, description="the caller of a meeting learns where all bodies lie; fixed: only of those the caller saw"
    )
    totals_shown: bool = Field(
        default=False, description="everyone sees how many live and how many tasks are done; fixed: a hidden death stays hidden"
    )
    moves_seen: Literal["so_far_this_tick", "since_last_turn"] = Field(
        default="since_last_turn",
        description="whom a seat sees leave and enter its room; fixed: later moves of a tick are not lost",
    )
    chat_heard: Literal["by_later_turns", "in_the_room"] = Field(
        default="in_the_room",
        description="who hears what is said between meetings; fixed: everyone in the room, whatever the turn order",
    )
    kills_seen: bool = Field(default=True, description="a kill is seen by those in the room; fixed: a witness has seen who did it")
    corridor_sight: bool = Field(
        default=True, description="travellers see each other in a corridor; fixed: travellers are notified"
    )
    travellers_return: bool = Field(
        default=False,
        description="a meeting puts travellers back where they left, and they are seen there; fixed: they are seen nowhere",
    )
    wins_at_once: bool = Field(
        default=True,
        description="a decisive kill, or a meeting in the last tick, ends the match; fixed: no further turn is played",
    )
    open_votes: bool = Field(default=True, description="everyone learns who voted for whom; fixed: not only how many")
    ejected_revealed: bool = Field(
        default=True, description="everyone learns whether a duck was voted out; fixed: votes teach something"
    )
    ghosts: bool = later_option(
        False, description="the dead see everything and, at each vote, say whom they expect to be ejected and how sure they are"
    )

    @property
    def button_uses(self) -> int:
        """The number of times that the button can be pressed in a match, by all seats together."""
        return self.ducks if self.emergency_meetings is None else self.emergency_meetings

    @field_validator("map", mode="before")
    @classmethod
    def _by_name(cls, given: Any) -> Any:
        return load(given) if isinstance(given, str) else given


_QUACK: dict[str, Any] = {
    "ticks_per_task": 3,
    "tasks_each": 5,
    "zombie_turns": True,
    "dead_tasks_count": True,
    "caller_learns_all_bodies": True,
    "totals_shown": True,
    "moves_seen": "so_far_this_tick",
    "chat_heard": "by_later_turns",
    "kills_seen": False,
    "corridor_sight": False,
    "travellers_return": True,
    "wins_at_once": False,
    "open_votes": False,
    "ejected_revealed": False,
}

PRESETS: dict[str, dict[str, Any]] = {"standard": {"ghosts": True}, "quack": _QUACK}
"""Values by preset that are not the defaults: `quack` has the rules of the public release (commit 67fcb0d) with its oddities."""


def preset(name: str, **options: Any) -> Config:
    """Return a preset with some options changed."""
    return Config.model_validate(PRESETS[name] | options)
