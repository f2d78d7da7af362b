"""The next step: the lobby's first offer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.arena.views.saved_matches import MatchRow
    from woozle.core.welcome import Welcome


@value
class NextStep:
    """The next step. path: of the match to resume; more: number of other unfinished matches."""

    how: Literal["resume", "tutorial", "daily", "seats"]
    game: str
    words: str
    path: str = ""
    more: int = 0


def next_step(
    rows: Sequence[MatchRow], games: Mapping[str, Welcome], learned: Collection[str], *, is_daily_played: bool = False
) -> NextStep | None:
    """Return the first of these: an unfinished match, the tutorial of a game not played yet, the deal of the day, a match.

    rows: the newest first; learned: games whose tutorial was finished. Returns None if no game is installed.
    """
    left = [row for row in rows if row.status == "unfinished" and row.has_person]
    if left:
        newest = left[0]
        name = f" “{newest.label.name}”" if newest.label.name else ""
        words = f"{_title(games, newest.game)}: continue{name}, {newest.what}"
        return NextStep("resume", newest.game, words, newest.path, len(left) - 1)
    known = {*learned, *(row.game for row in rows if row.status == "finished")}
    new = next((game for game, welcome in games.items() if welcome.tutorial and game not in known), "")
    if new:
        return NextStep("tutorial", new, f"{_title(games, new)}: learn it in three minutes, against bots")
    last = next((row.game for row in rows if row.game in games), next(iter(games), ""))
    if not last:
        return None
    if not is_daily_played:
        return NextStep("daily", last, f"{_title(games, last)}: play today's deal")
    return NextStep("seats", last, f"{_title(games, last)}: play a match")


def _title(games: Mapping[str, Welcome], game: str) -> str:
    return (games[game].title if game in games else "") or game
