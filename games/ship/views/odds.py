"""The odds of a match of the ship at a table that votes at random, by which an end card finds the moment when it turned."""

from __future__ import annotations

from functools import cache


@cache
def geese_win(geese: int, ducks: int, *, is_meeting: bool) -> float:
    """Return the probability in [0, 1] that the geese win if each round has one kill, and each meeting ejects one by lot.

    The game of Mafia without detectives (Braverman, Etesami and Mossel 2008), with this ship's end: the ducks win once they are no
    longer outnumbered. Tasks and time are left out.

    Args:
        geese, ducks: Those alive.
        is_meeting: Whether a meeting comes before the next kill.
    """
    if not ducks:
        return 1.0
    if geese <= ducks:
        return 0.0
    if not is_meeting:
        return geese_win(geese - 1, ducks, is_meeting=True)
    hit = ducks / (geese + ducks)
    return hit * geese_win(geese, ducks - 1, is_meeting=False) + (1 - hit) * geese_win(geese - 1, ducks, is_meeting=False)
