"""Comparisons of players in matches: of two sides, or of the seats of a ranking in pairs.

Where all seats of a role won or lost together, in every match, the roles are the sides: geese against ducks. Elsewhere the seats
of a match are ranked, by who won, drew or lost and then by score, and every two of them are compared. By Luce's axiom of choice one
is before another in a ranking of Plackett and Luce as if there were only these two, so that the pairs of rankings estimate the same
strengths (H. Azari Soufiani, W. Chen, D. Parkes and L. Xia, Generalized Method-of-Moments for Rank Aggregation, NeurIPS 2013).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from woozle.core.errors import InputError
from woozle.core.groups import group_pairs
from woozle.core.statistics.standings import Entry, score_of

Model = Literal["Bradley-Terry", "Plackett-Luce"]

_ORDER = {"won": 2, "drawn": 1}  # a forfeit is lost

Rank = tuple[float, ...]


class UnratedError(InputError):
    """The matches give no ratings. The text is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two sides of a match, or two seats.

    share: 1 if `one` did better, 0 if `other` did, 0.5 for a tie.
    weight: Chosen so that the comparisons of each side or seat in a match sum to one.
    """

    one: tuple[Entry, ...]
    other: tuple[Entry, ...]
    share: float
    weight: float


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparisons of many matches. matches: Those of each, by the name of the match, sorted.

    partial: matches left out because a result is missing in them.
    unanswered: matches left out because a seat answered nothing in them, or its player is not to count.
    """

    model: Model
    matches: Mapping[str, tuple[Comparison, ...]]
    partial: int
    unanswered: int = 0

    @property
    def entries(self) -> Iterator[Entry]:
        """The results that were compared, each as often as it was."""
        for comparisons in self.matches.values():
            for each in comparisons:
                yield from (*each.one, *each.other)


def compare_players(entries: Iterable[Entry], without: Collection[str] = ()) -> Compared:
    """Return the comparisons of matches, whatever their order. Raises UnratedError if there are no rivals.

    Args:
        without: Players that are not to count. As with a seat that answered nothing, the whole match is left out: who beat it has
            beaten nobody.
    """
    played = group_pairs((entry.match, entry) for entry in entries if score_of(entry.result) is not None)
    most = max(map(len, played.values()), default=0)
    complete = {name: sorted(played[name], key=_place) for name in sorted(played) if len(played[name]) == most}
    whole = {
        name: match
        for name, match in complete.items()
        if not any(entry.answers.never_answered or entry.player in without for entry in match)
    }
    if complete and not whole:
        raise UnratedError("In every match a seat answered nothing, or its player is left out, so there is nothing to rate.")
    if len({entry.player for match in whole.values() for entry in match}) < 2:
        raise UnratedError("Ratings compare players, and here is only one; let others play at the same kind of table.")
    has_sides = all(map(_has_sides, whole.values())) and any(len(_by_role(match)) > 1 for match in whole.values())
    sides = {name: _by_role(match) if has_sides else [(entry,) for entry in match] for name, match in whole.items()}
    found = {name: tuple(_comparisons(each)) for name, each in sides.items()}
    if all(each.share == 0.5 for comparisons in found.values() for each in comparisons):
        raise UnratedError("No player did better than another in any match: all won or lost together, so there is nothing to rate.")
    two = all(len(comparisons) <= 1 for comparisons in found.values())
    return Compared("Bradley-Terry" if two else "Plackett-Luce", found, len(played) - len(complete), len(complete) - len(whole))


def _place(entry: Entry) -> tuple[object, ...]:
    return entry.seat, entry.player, entry.role, _rank(entry)


def _rank(entry: Entry) -> Rank:
    return _ORDER.get(entry.result.kind, 0), score_of(entry.result) or 0.0


def _has_sides(match: Sequence[Entry]) -> bool:
    return all(len({_ORDER.get(entry.result.kind, 0) for entry in side}) == 1 for side in _by_role(match))


def _by_role(match: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    sides = group_pairs((entry.role, entry) for entry in match)
    return [tuple(sides[role]) for role in sorted(sides)]


def _comparisons(sides: Sequence[tuple[Entry, ...]]) -> Iterator[Comparison]:
    for one, other in combinations(sides, 2):
        ours, theirs = (_rank(one[0]), _rank(other[0])) if len(one) == len(other) == 1 else (_rank(one[0])[:1], _rank(other[0])[:1])
        yield Comparison(one, other, 0.5 if ours == theirs else float(ours > theirs), 1 / (len(sides) - 1))
