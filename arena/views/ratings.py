"""Ratings for people to read: points with their intervals, effects, and notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from woozle.arena.views.leaderboard import FEW, Board
from woozle.arena.views.words import count
from woozle.core.answer_counts import NO_ANSWERS
from woozle.core.names import join_names
from woozle.core.statistics.standings import Standing

if TYPE_CHECKING:
    from woozle.core.statistics.strengths.ratings import Rating, Ratings

_AVERAGE = 1500  # as in `woozle.core.statistics.strengths.ratings`
_NAMED = 4  # players, at the most
_STEP = 100  # points; scales are rounded to multiples of this


@dataclass(frozen=True, slots=True)
class RatedRow:
    """A player, or the effect of a role or seat.

    standing: the position of its bar, that of an effect as for an average player; open at one end (infinite) where it is bounded on
    one side alone, and NaN where nothing is known. value, interval: in words. marks: remarks beside it, in a few words each.
    """

    standing: Standing
    value: str
    interval: str
    is_effect: bool
    marks: tuple[str, ...] = ()

    @property
    def is_few(self) -> bool:
        """True if its rating rests on too few matches to say much."""
        return self.standing.n < FEW


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of a board, or why there are none."""

    ratings: Ratings | None
    why_not: str = ""
    board: Board | None = None

    @property
    def rows(self) -> list[RatedRow]:
        """The players, the best first, and then the effects of roles and of seats."""
        if not self.ratings:
            return []
        players = [self._player_row(each) for each in self.ratings.players]
        roles = [_row(f"role {each.name}", each, _AVERAGE) for each in self.ratings.roles]
        return players + roles + [_row(f"seat {each.name}", each, _AVERAGE) for each in self.ratings.seats]

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on how to read its numbers."""
        return tuple(_notes(self.ratings)) if self.ratings else (self.why_not,)

    def _player_row(self, rating: Rating) -> RatedRow:
        row = _row(rating.name, rating, 0)
        answers = self.board.answers.get(rating.name, NO_ANSWERS) if self.board else NO_ANSWERS
        standing = replace(row.standing, answers=answers)
        return replace(row, standing=standing, marks=self.board.marks(standing) if self.board else ())


def rate_board(board: Board, is_wanted: Callable[[], bool] = lambda: True) -> Rated:
    """Return the ratings of a board. Takes seconds, so screens use a thread. is_wanted: polled; once it is False, rating stops."""
    from woozle.core.statistics.strengths.comparisons import UnratedError

    try:
        return Rated(board.ratings(is_wanted), board=board)
    except UnratedError as error:
        return Rated(None, str(error))


def axis(rows: Iterable[RatedRow]) -> tuple[float, float]:
    """Return the ends of the scale: those of the widest intervals, in hundreds of points, with the average between them."""
    stood = [row.standing for row in rows if not math.isnan(row.standing.mean)]
    ends = [max(row.mean - _STEP, min(row.mean + _STEP, end)) if math.isinf(end) else end for row in stood for end in _ends(row)]
    low, high = (math.floor(min([_AVERAGE - _STEP, *ends]) / _STEP), math.ceil(max([_AVERAGE + _STEP, *ends]) / _STEP))
    return low * _STEP, high * _STEP


def _ends(standing: Standing) -> list[float]:
    return [end for end in (standing.low, standing.mean, standing.high) if end is not None]


def ratings_json(found: Rated) -> dict[str, Any]:
    """Return ratings for programs.

    rating, effect: null for one that is bounded on one side alone, whose other bound is null too; low, high: both null if the data
    give none. ratings: null if `unrated` says why.
    """
    if not found.ratings:
        return {"ratings": None, "unrated": found.why_not}
    ratings = found.ratings
    return {
        "ratings": {
            "model": ratings.model,
            "matches": ratings.matches,
            "partial": ratings.partial,
            "unanswered": ratings.unanswered,
            "average_of": list(ratings.average_of),
            "players": _values_json(ratings.players, "player", "rating"),
            "roles": _values_json(ratings.roles, "role", "effect"),
            "seats": _values_json(ratings.seats, "seat", "effect") if ratings.is_seated else None,
        },
        "unrated": None,
    }


def _values_json(ratings: Sequence[Rating], what: str, value: str) -> list[dict[str, Any]]:
    return [{what: each.name, "n": each.n, value: each.value, "low": each.low, "high": each.high} for each in ratings]


def _row(name: str, rating: Rating, shift: int) -> RatedRow:
    """Return a row. shift: added to an effect, to put it among the players."""
    written = "{:+.0f}" if shift else "{:.0f}"
    low, high = ("" if end is None else written.format(end) for end in (rating.low, rating.high))
    if low and high:
        ends = f"{low} to {high}"
    else:
        ends = f"above {low}" if low else f"below {high}" if high else "–"
    value = "–" if rating.value is None else written.format(rating.value)
    standing = Standing(name, "", rating.n, *_position(rating, shift))
    return RatedRow(standing, value, ends, bool(shift), ("few",) if rating.n < FEW else ())


def _position(rating: Rating, shift: int) -> tuple[float, float | None, float | None]:
    """Return where the bar of a rating has its mark and its ends."""
    low, high = (None if end is None else end + shift for end in (rating.low, rating.high))
    if rating.value is not None:
        return rating.value + shift, low, high
    if low is not None:
        return low, low, math.inf
    return (math.nan, None, None) if high is None else (high, -math.inf, high)


def _notes(ratings: Ratings) -> Iterator[str]:
    left = f"; {count(ratings.partial, 'match', 'matches')} without all results left out" if ratings.partial else ""
    left += f"; {count(ratings.unanswered, 'match', 'matches')} with a seat without answers left out" if ratings.unanswered else ""
    yield f"{ratings.model} ratings of {count(ratings.matches, 'match', 'matches')}{left}."
    whose = "the average player"
    if len(ratings.average_of) < len(ratings.players):
        few = len(ratings.average_of) <= _NAMED
        who = f"{join_names(ratings.average_of)}, who" if few else f"{len(ratings.average_of)} players who"
        whose = f"the average of {who} won and lost against each other"
    yield f"{_AVERAGE} points are {whose}; 400 more are odds of ten to one."
    if any(each.value is None for each in (*ratings.players, *ratings.roles, *ratings.seats)):
        yield "above, below: never lost, or never won, against the others, so that only one bound is known; –: not even one."
    if len(ratings.roles) > 1 or ratings.seats:
        yield "role, seat: its worth in points, whatever the player."
    if not ratings.is_seated:
        yield "Seats are taken for alike: players changed them too little to tell."
    yield f"few: under {FEW} matches, so that the rating says little yet."
