"""A place at a table: whom it is for, its player, and their connection."""

from __future__ import annotations

from woozle.arena.tables.database import PlaceRow
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.remote_seat import RemoteSeat
from woozle.players import registry
from woozle.players.seat_protocol import PlaceKind
from woozle.players.seats import SeatSpec


class Place:
    """A place at a table. row: as the database has it; spec: the planned player.

    Attributes:
        seat: In the match; None before the deal, and where nobody joins.
        guest: Its connection, or None. rival: a second one, that waits for the first to agree.
        gone_since: When its last connection ended, by the clock of the house; None while there is one, and before the first.
        pace: Of reading, a factor of speed; 0 for all at once.
        is_ready: Its player wants to begin, or after the end to play again.
        was_lost: Whether it was dealt with as lost in this match.
    """

    def __init__(self, row: PlaceRow, spec: SeatSpec, game: str) -> None:
        self.row = row
        self.spec = spec
        self.seat: RemoteSeat | None = None
        self.guest: Guest | None = None
        self.rival: Guest | None = None
        self.gone_since: float | None = None
        self.pace = 0.0
        self.is_ready = False
        self.was_lost = False
        self._game = game

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def is_remote(self) -> bool:
        """Whether the place is for a player who joins."""
        return self.spec.kind in ("human", "remote")

    @property
    def is_taken(self) -> bool:
        return bool(self.row.token) and not self.row.is_removed

    @property
    def is_open(self) -> bool:
        return self.is_remote and not self.is_taken and self.row.kind == "open"

    @property
    def player_spec(self) -> SeatSpec:
        """The player here: a bot if nobody has joined."""
        return SeatSpec("bot", registry.bot(self._game).name) if self.is_remote and not self.is_taken else self.spec

    @property
    def player(self) -> tuple[PlaceKind, str]:
        """The player's kind and name."""
        if self.is_taken:
            return "agent" if self.row.kind == "agent" else "human", self.row.name
        if self.is_open:
            return "open", ""
        spec = self.player_spec
        if spec.kind == "model":
            return "model", str(spec.model)
        return "agent" if spec.kind == "agent" else "bot", spec.name
