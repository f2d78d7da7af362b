"""Which decisions are exported, and which seats."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.value import value
from woozle.saves.tables.played import Occupant, Played, Player
from woozle.saves.tables.table import TableError

KINDS: dict[str, Player] = {"human": "person", "model": "model", "bot": "bot"}
"""Kinds of player, as `--seats` names them when a match is begun, and as tables call them."""


@value
class Choice:
    """Of whom something is exported. Empty means all.

    seats: by name; kinds: as in KINDS; roles: what they were in the match. is_won: only of those who won.
    """

    seats: tuple[str, ...] = ()
    kinds: tuple[Player, ...] = ()
    roles: tuple[str, ...] = ()
    is_won: bool = False

    def holds(self, match: Played, who: Occupant) -> bool:
        """Whether somebody at the table of a match is among them."""
        result = match.results.get(who.seat)
        return (
            who.seat in (self.seats or (who.seat,))
            and who.player in (self.kinds or (who.player,))
            and who.role in (self.roles or (who.role,))
            and (not self.is_won or (result is not None and result.kind == "won"))
        )


ALL = Choice()
"""Everybody at the table."""


def kinds_of(names: Sequence[str]) -> tuple[Player, ...]:
    """Kinds of player by their names on the command line. Raises TableError."""
    if other := next((name for name in names if name not in KINDS), None):
        raise TableError(f"There is no kind of player {other!r}; choose from {', '.join(KINDS)}.")
    return tuple(KINDS[name] for name in names)
